import { setTimeout as pause } from 'node:timers/promises';
import { reauthorizeCaller } from '../../../core/actor-context';
import type { Clock } from '../../../core/clock';
import { ReleaseRetryQueue } from '../../../core/release-retry-queue';
import type { DataAccess } from '../../../database';
import { FileStoreBusy } from './file-errors';
import type { FilePath } from './file-path';
import { PathLease } from './path-lease';
import { LockQueue } from './lock-queue';
import { type PathLock, PATH_LOCK_TIMEOUT_MS, PathLocks, InProcessPathLocks } from './path-locks';

interface LockTimeouts {
  /** Time without a renewal after which a process loses its locks. */
  readonly leaseMs: number;
  /** How long to wait for other processes. */
  readonly timeoutMs: number;
}

/**
 * Locks that all processes of the service share, as rows in the database. Work of one process queues in memory first,
 * so that only one request per path reaches the database. Requests of several processes queue in the database, in the
 * order of their arrival. A process that dies loses its locks when its lease expires; the clocks of the machines have
 * to agree to within seconds.
 */
export class DatabasePathLocks extends PathLocks {
  private readonly localLocks = new InProcessPathLocks();
  private readonly releaseRetries: ReleaseRetryQueue;
  private readonly queue: LockQueue;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly lockTimeouts: LockTimeouts = {
      leaseMs: 15_000,
      timeoutMs: PATH_LOCK_TIMEOUT_MS,
    },
  ) {
    super();
    this.releaseRetries = new ReleaseRetryQueue(lockTimeouts.leaseMs);
    this.queue = new LockQueue(dataAccess, clock, lockTimeouts.timeoutMs);
  }

  async withLock<T>(paths: readonly FilePath[], work: (lock: PathLock) => Promise<T>): Promise<T> {
    // Others would see the locks only after the commit. Until then, records of the unit of work would stay locked.
    if (this.dataAccess.database.activeUnitOfWork)
      throw new Error("Files can't be changed inside a unit of work");
    return this.localLocks.withLock(paths, async () => {
      // The request may have waited for its body or for paths; a caller revoked since then can't change files.
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
    const lease = new PathLease(
      this.dataAccess,
      this.clock,
      this.lockTimeouts.leaseMs,
      this.releaseRetries,
    );
    try {
      await this.acquire(paths, lease);
      return lease;
    } catch (error) {
      // After a COMMIT without an answer the rows may exist, and would block everybody else.
      await lease.release();
      throw error;
    }
  }

  private async acquire(paths: readonly FilePath[], lease: PathLease): Promise<void> {
    const deadline = performance.now() + this.lockTimeouts.timeoutMs;
    for (let attempt = 0; ; attempt++) {
      // While others hold the paths, a read is enough; it doesn't block anybody.
      const mayBeFree = attempt === 0 || (await this.queue.isUnblocked(paths, lease));
      if (mayBeFree && (await this.queue.acquireOrEnqueue(paths, lease))) return;
      if (performance.now() > deadline) throw new FileStoreBusy();
      await pause(10 + Math.random() * Math.min(10 * 2 ** attempt, 150));
    }
  }
}
