import { runAsSystem } from '../../../core/actor-context';
import type { Clock } from '../../../core/clock';
import { createLoadPlan } from '../../../core/load-plan';
import {
  type Condition,
  whereAtLeast,
  whereAtMost,
  whereIn,
  increment,
  type DataAccess,
} from '../../../database';
import { FileChanges } from './file-changes';
import { FILE_LOCK_MUTEX_ID, FileLock, FileLockMutex, FileLockWait } from './file-lock.entity';
import type { FilePath } from './file-path';
import type { PathLease } from './path-lease';
import { hasOverlap } from './path-locks';

const lockPlan = createLoadPlan(FileLock, ['path']);
const waitPlan = createLoadPlan(FileLockWait, ['path', 'holder']);

/** A request for a lock on paths. */
interface PathLockRequest {
  readonly paths: readonly FilePath[];
  readonly lease: PathLease;
}

interface PendingLockRequest extends PathLockRequest {
  readonly resolve: (isAcquired: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** The locks of all processes, and the requests that wait. */
interface LockSnapshot {
  readonly locks: readonly Pick<FileLock, 'path'>[];
  readonly waits: readonly Pick<FileLockWait, 'id' | 'path' | 'holder'>[];
}

/** The fact that a request is blocked, and whether it is in the queue already. */
interface Blockage {
  readonly isQueued: boolean;
}

/**
 * Decides about the lock requests of one process. All processes update the same row first, so only one decides at a
 * time; on a cluster the others fail and try again. Requests that arrive during a decision are therefore decided
 * together afterwards. No two requests of a process are for overlapping paths.
 */
export class LockQueue {
  private pendingRequests: PendingLockRequest[] = [];
  private isDeciding = false;

  /** @param timeoutMs how long a blocked request stays in the queue */
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly timeoutMs: number,
  ) {}

  /** @returns whether the lease has the paths; otherwise its request is in the queue */
  acquireOrEnqueue(paths: readonly FilePath[], lease: PathLease): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.pendingRequests.push({ paths, lease, resolve, reject });
      // Runs as the system, because the same loop also decides about later requests of others.
      runAsSystem(() => void this.processPending());
    });
  }

  /** Whether nothing blocks a waiting lease. The check itself blocks nobody. */
  async isUnblocked(paths: readonly FilePath[], lease: PathLease): Promise<boolean> {
    return findBlockage({ paths, lease }, await this.loadLockSnapshot()) === undefined;
  }

  private async processPending(): Promise<void> {
    if (this.isDeciding) return;
    this.isDeciding = true;
    while (this.pendingRequests.length > 0) {
      const batch = this.pendingRequests.splice(0);
      try {
        const granted = await this.processBatch(batch);
        for (const request of batch) request.resolve(granted.has(request));
      } catch (error) {
        for (const request of batch) request.reject(error);
      }
    }
    this.isDeciding = false;
  }

  /** @returns the requests that got their paths */
  private processBatch(
    requests: readonly PathLockRequest[],
  ): Promise<ReadonlySet<PathLockRequest>> {
    const { writer, unitOfWork } = this.dataAccess;
    return unitOfWork.run(async () => {
      await writer.update(FileLockMutex, FILE_LOCK_MUTEX_ID, { taken: increment(1) });
      const expiredConditions = [whereAtMost('expiresAt', this.clock.now())];
      await this.removeExpired(expiredConditions);
      const snapshot = await this.loadLockSnapshot();
      const granted = new Set(requests.filter((one) => findBlockage(one, snapshot) === undefined));
      const newlyBlocked = requests.filter(
        (one) => findBlockage(one, snapshot)?.isQueued === false,
      );
      const locks = [...granted].flatMap(({ paths, lease }) => lease.createLockRows(paths));
      await writer.insert(FileLock, locks);
      if (newlyBlocked.length === 0) return granted;
      await writer.remove(FileLockWait, expiredConditions);
      const waits = newlyBlocked.flatMap(({ paths, lease }) =>
        lease.createWaitRows(paths, this.timeoutMs),
      );
      await writer.insert(FileLockWait, waits);
      return granted;
    });
  }

  /**
   * Removes the locks of processes that have died. The journal gets an entry for each path, because it is unknown what
   * they changed.
   */
  private async removeExpired(expiredConditions: readonly Condition[]): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const expiredLocks = await loader.listWhere(FileLock, expiredConditions, lockPlan);
    if (expiredLocks.length === 0) return;
    const ids = expiredLocks.map(({ id }) => id);
    await writer.remove(FileLock, [whereIn('id', ids), ...expiredConditions]);
    const changes = new FileChanges();
    for (const { path } of expiredLocks) changes.add('updated', path as FilePath, 'file');
    changes.writeToJournal(this.dataAccess);
  }

  private async loadLockSnapshot(): Promise<LockSnapshot> {
    const { loader } = this.dataAccess;
    const liveConditions = [whereAtLeast('expiresAt', this.clock.now())];
    const locks = await loader.listWhere(FileLock, liveConditions, lockPlan);
    return { locks, waits: await loader.listWhere(FileLockWait, liveConditions, waitPlan) };
  }
}

/**
 * Checks whether locked paths, or earlier requests of others, block a request. If earlier requests did not count, a
 * folder could never be locked while others always work in it.
 * @returns undefined if nothing blocks the request
 */
function findBlockage(
  { paths, lease: { holder } }: PathLockRequest,
  { locks, waits }: LockSnapshot,
): Blockage | undefined {
  const isHeld = locks.some(({ path }) => hasOverlap([path as FilePath], paths));
  const firstOwnId = Math.min(...waits.filter((one) => one.holder === holder).map(({ id }) => id));
  const isBehind = waits.some(
    (one) =>
      one.holder !== holder && one.id < firstOwnId && hasOverlap([one.path as FilePath], paths),
  );
  return isHeld || isBehind ? { isQueued: firstOwnId < Infinity } : undefined;
}
