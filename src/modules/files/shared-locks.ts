import { setTimeout as pause } from 'node:timers/promises';
import { onItsOwn } from '../../core/acting';
import type { Clock } from '../../core/clock';
import { LateReleases } from '../../core/late-releases';
import { plan } from '../../core/load-plan';
import { type Condition, type Stores, isAtLeast, isAtMost, isOneOf, plus } from '../../database';
import { FileChanges } from './file-changes';
import { FileStoreBusy } from './file-errors';
import { FILE_LOCK_TURN_ID, FileLock, FileLockTurn, FileLockWait } from './file-lock.entity';
import type { FilePath } from './file-path';
import { Lease } from './lease';
import { type Held, LOCK_TIMEOUT_MS, PathLocks, ProcessLocks, overlap } from './path-locks';

const pathPlan = plan(FileLock, ['id', 'path']);
const waitPlan = plan(FileLockWait, ['id', 'path', 'holder']);

interface Times {
  /** After this long without a word from its process, what it holds is lost. */
  readonly leaseMs: number;
  /** How long one waits for other processes. */
  readonly patienceMs: number;
}

/**
 * Locks that all processes of the service share: rows in the database. Work of this process queues in
 * memory first, so that only one of its turns asks the database for the same paths; those of several processes
 * queue there, in the order of asking. A process that dies loses its locks when the lease is over; the clocks
 * of the machines have to agree to within seconds.
 */
export class SharedLocks extends PathLocks {
  private readonly own = new ProcessLocks();
  private readonly late: LateReleases;

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly times: Times = { leaseMs: 15_000, patienceMs: LOCK_TIMEOUT_MS },
  ) {
    super();
    this.late = new LateReleases(times.leaseMs);
  }

  async hold<T>(paths: readonly FilePath[], work: (held: Held) => Promise<T>): Promise<T> {
    // Nobody would see the locks before its commit, and it would hold its records for all the time.
    if (this.stores.database.unit) throw new Error('Files are not changed inside a unit of work');
    return this.own.hold(paths, async () => {
      const lease = await this.taken(paths);
      lease.keep();
      try {
        return await work(lease);
      } finally {
        await lease.end();
      }
    });
  }

  private async taken(paths: readonly FilePath[]): Promise<Lease> {
    const lease = new Lease(this.stores, this.clock, this.times.leaseMs, this.late);
    try {
      await this.take(paths, lease);
      return lease;
    } catch (error) {
      // Of a COMMIT that was not answered nobody knows: the rows may be there, and would keep all others waiting.
      await lease.end();
      throw error;
    }
  }

  private async take(paths: readonly FilePath[], lease: Lease): Promise<void> {
    const end = performance.now() + this.times.patienceMs;
    for (let attempt = 0; ; attempt++) {
      // While others are in the way, a look is enough; it keeps nobody waiting.
      const isWorthIt = attempt === 0 || (await this.bars(paths, lease)) === undefined;
      if (isWorthIt && (await this.tryTake(paths, lease))) return;
      if (performance.now() > end) throw new FileStoreBusy();
      await pause(10 + Math.random() * Math.min(10 * 2 ** attempt, 150));
    }
  }

  private tryTake(paths: readonly FilePath[], lease: Lease): Promise<boolean> {
    const { writer, unitOfWork } = this.stores;
    return unitOfWork.run(async () => {
      await writer.update(FileLockTurn, FILE_LOCK_TURN_ID, { taken: plus(1) });
      const isOver = [isAtMost('expiresAt', this.clock.now())];
      await this.removeLost(isOver);
      const bars = await this.bars(paths, lease);
      if (bars === undefined) {
        await lease.store(paths);
        return true;
      }
      if (bars.isQueued) return false;
      await writer.remove(FileLockWait, isOver);
      await lease.queue(paths, this.times.patienceMs);
      return false;
    });
  }

  /** Removes what was held by processes that have died. What they have done by then, the journal can't know. */
  private async removeLost(isOver: readonly Condition[]): Promise<void> {
    const { loader, writer } = this.stores;
    const lost = await loader.where(FileLock, isOver, pathPlan);
    if (lost.length === 0) return;
    const ids = lost.map(({ id }) => id);
    await writer.remove(FileLock, [isOneOf('id', ids), ...isOver]);
    onItsOwn(() => {
      const changes = new FileChanges();
      for (const { path } of lost) changes.add('updated', path as FilePath, 'file');
      changes.write(this.stores);
    });
  }

  /**
   * What is in the way: paths that are held, and those that somebody else asked for before. Without the second,
   * a folder would never have its turn while there is always somebody at a file in it.
   * @returns undefined when nothing is; whether this one has its place in the queue already
   */
  private async bars(
    paths: readonly FilePath[],
    { holder }: Lease,
  ): Promise<{ isQueued: boolean } | undefined> {
    const { loader } = this.stores;
    const isLive = [isAtLeast('expiresAt', this.clock.now())];
    const isHeld = (await loader.where(FileLock, isLive, pathPlan)).some((one) =>
      overlap([one.path as FilePath], paths),
    );
    const waits = await loader.where(FileLockWait, isLive, waitPlan);
    const own = Math.min(...waits.filter((one) => one.holder === holder).map(({ id }) => id));
    const isBehind = waits.some(
      (one) => one.holder !== holder && one.id < own && overlap([one.path as FilePath], paths),
    );
    return isHeld || isBehind ? { isQueued: own < Infinity } : undefined;
  }
}
