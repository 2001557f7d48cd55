import { currentContext } from '../../core/actor-context';
import type { Engine } from '../dialect/connection';
import type { Replica } from './replica';
import type { RecentWriters } from './recent-writers';

/** Where lists are read, and exports made. */
export type ReadTarget = 'replica' | 'primary';

/**
 * Decides where lists are read: on the replica, unless it is left out, or they are for somebody who has written just
 * now and must see it.
 */
export class ReplicaRouter {
  private listener: (place: ReadTarget) => void = () => undefined;

  constructor(
    readonly replica: Replica,
    private readonly recentWriters: RecentWriters,
  ) {}

  /** What is called with each place that is read in. */
  onRead(listener: (place: ReadTarget) => void): void {
    this.listener = listener;
  }

  /** Notes that the work around has written, or may have. */
  async recordWrite(): Promise<void> {
    await this.recentWriters.recordWrite(currentContext());
  }

  /** Reads a list. @param read may be called twice: what fails on the replica is read again where it is a copy of */
  async readList<T>(primary: Engine, read: (engine: Engine) => Promise<T>): Promise<T> {
    const isOwed = await this.recentWriters.hasWritten(currentContext());
    const engine = isOwed ? undefined : this.replica.engine;
    const found = engine && (await this.tryReplica(() => read(engine)));
    if (found) return found.value;
    this.listener('primary');
    return read(primary);
  }

  /** Opens a snapshot on a replica that has all that was committed before. */
  async openSnapshot<T>(primary: Engine, open: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = await this.replica.waitUntilCaughtUp();
    const opened = engine && (await this.tryReplica(() => open(engine)));
    if (opened) return opened.value;
    this.listener('primary');
    return open(primary);
  }

  /** @returns undefined: the replica has failed */
  private async tryReplica<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
    try {
      const value = await work();
      this.listener('replica');
      return { value };
    } catch (error) {
      if (this.replica.exclude(error)) return undefined;
      this.listener('replica');
      throw error;
    }
  }
}
