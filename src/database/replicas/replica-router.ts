import { getActorContext } from '../../core/actor-context';
import type { Engine } from '../dialect/connection';
import type { Replica } from './replica';
import type { SharedRecentWriters } from './recent-writers';

/** Database that lists and exports are read from. */
export type ReadTarget = 'replica' | 'primary';

/**
 * Decides where lists are read: on the replica, unless it is unavailable or the caller has written recently and must
 * see its own changes.
 */
export class ReplicaRouter {
  private listener: (target: ReadTarget) => void = () => undefined;

  constructor(
    readonly replica: Replica,
    private readonly recentWriters: SharedRecentWriters,
  ) {}

  /** Registers a callback for the target of each read. */
  onRead(listener: (target: ReadTarget) => void): void {
    this.listener = listener;
  }

  /** Records that the caller has written, or may have. */
  async recordWrite(): Promise<void> {
    await this.recentWriters.recordWrite(getActorContext());
  }

  /** Reads a list. @param read may be called twice: a read that fails on the replica is repeated on the primary */
  async readList<T>(primary: Engine, read: (engine: Engine) => Promise<T>): Promise<T> {
    const needsPrimary = await this.recentWriters.hasWritten(getActorContext());
    const engine = needsPrimary ? undefined : this.replica.usableEngine;
    const replicaResult = engine && (await this.tryReplica(() => read(engine)));
    if (replicaResult) return replicaResult.value;
    this.listener('primary');
    return read(primary);
  }

  /** Opens a snapshot, on the replica if it has everything committed so far. */
  async openSnapshot<T>(primary: Engine, open: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = await this.replica.waitUntilCaughtUp();
    const replicaResult = engine && (await this.tryReplica(() => open(engine)));
    if (replicaResult) return replicaResult.value;
    this.listener('primary');
    return open(primary);
  }

  /** @returns undefined if the replica has failed */
  private async tryReplica<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
    try {
      const value = await work();
      this.listener('replica');
      return { value };
    } catch (error) {
      if (this.replica.excludeAfter(error)) return undefined;
      this.listener('replica');
      throw error;
    }
  }
}
