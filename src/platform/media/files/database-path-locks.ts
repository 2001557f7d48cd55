import { setTimeout as pause } from 'node:timers/promises';
import { reauthorizeCaller } from '../../../core/actor-context';
import type { Clock } from '../../../core/clock';
import { ReleaseRetryQueue } from '../../../core/release-retry-queue';
import type { Stores } from '../../../database';
import { FileStoreBusy } from './file-errors';
import type { FilePath } from './file-path';
import { PathLease } from './path-lease';
import { LockQueue } from './lock-queue';
import { type PathLock, LOCK_TIMEOUT_MS, PathLocks, InProcessPathLocks } from './path-locks';

interface LockTimes {
  /** After this long without a word from its process, what it holds is lost. */
  readonly leaseMs: number;
  /** How long one waits for other processes. */
  readonly timeoutMs: number;
}

/**
 * Locks that all processes of the service share: rows in the database. Work of this process queues in
 * memory first, so that only one of its turns asks the database for the same paths; those of several processes
 * queue there, in the order of asking. A process that dies loses its locks when the lease is over; the clocks
 * of the machines have to agree to within seconds.
 */
export class DatabasePathLocks extends PathLocks {
  private readonly localLocks = new InProcessPathLocks();
  private readonly releaseRetries: ReleaseRetryQueue;
  private readonly queue: LockQueue;

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly times: LockTimes = { leaseMs: 15_000, timeoutMs: LOCK_TIMEOUT_MS },
  ) {
    super();
    this.releaseRetries = new ReleaseRetryQueue(times.leaseMs);
    this.queue = new LockQueue(stores, clock, times.timeoutMs);
  }

  async withLock<T>(paths: readonly FilePath[], work: (held: PathLock) => Promise<T>): Promise<T> {
    // Nobody would see the locks before its commit, and it would hold its records for all the time.
    if (this.stores.database.unit) throw new Error('Files are not changed inside a unit of work');
    return this.localLocks.withLock(paths, async () => {
      // The bytes, and the paths, may have been waited for: a revoked caller changes no file.
      await reauthorizeCaller();
      const lease = await this.acquireLease(paths);
      lease.startRenewal();
      try {
        if (lease.hasQueued) await reauthorizeCaller();
        return await work(lease);
      } finally {
        await lease.release();
      }
    });
  }

  private async acquireLease(paths: readonly FilePath[]): Promise<PathLease> {
    const lease = new PathLease(this.stores, this.clock, this.times.leaseMs, this.releaseRetries);
    try {
      await this.acquire(paths, lease);
      return lease;
    } catch (error) {
      // Of a COMMIT that was not answered nobody knows: the rows may be there, and would keep all others waiting.
      await lease.release();
      throw error;
    }
  }

  private async acquire(paths: readonly FilePath[], lease: PathLease): Promise<void> {
    const end = performance.now() + this.times.timeoutMs;
    for (let attempt = 0; ; attempt++) {
      // While others are in the way, a look is enough; it keeps nobody waiting.
      const isWorthIt = attempt === 0 || (await this.queue.isFree(paths, lease));
      if (isWorthIt && (await this.queue.take(paths, lease))) return;
      if (performance.now() > end) throw new FileStoreBusy();
      await pause(10 + Math.random() * Math.min(10 * 2 ** attempt, 150));
    }
  }
}
