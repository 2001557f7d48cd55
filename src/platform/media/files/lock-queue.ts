import { runAsSystem } from '../../../core/actor-context';
import type { Clock } from '../../../core/clock';
import { createLoadPlan } from '../../../core/load-plan';
import {
  type Condition,
  isAtLeast,
  isAtMost,
  isOneOf,
  increment,
  type DataAccess,
} from '../../../database';
import { FileChanges } from './file-changes';
import { FILE_LOCK_MUTEX_ID, FileLock, FileLockMutex, FileLockWait } from './file-lock.entity';
import type { FilePath } from './file-path';
import type { PathLease } from './path-lease';
import { isOverlapping } from './path-locks';

const pathPlan = createLoadPlan(FileLock, ['path']);
const waitPlan = createLoadPlan(FileLockWait, ['path', 'holder']);

/** A request for a lock on paths. */
interface LockRequest {
  readonly paths: readonly FilePath[];
  readonly lease: PathLease;
}

interface PendingLockRequest extends LockRequest {
  readonly resolve: (isTaken: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** The locks of all processes, and the requests that wait. */
interface LockState {
  readonly locks: readonly Pick<FileLock, 'path'>[];
  readonly waits: readonly Pick<FileLockWait, 'id' | 'path' | 'holder'>[];
}

/** The result for a blocked request: whether it is in the queue already. */
interface BlockedState {
  readonly isQueued: boolean;
}

/**
 * Decides about the lock requests of one process. All processes update the same row first, so only one decides at a
 * time; on a cluster the others fail and try again. Requests that arrive during a decision are therefore decided
 * together afterwards. No two requests of a process are for overlapping paths.
 */
export class LockQueue {
  private pending: PendingLockRequest[] = [];
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
      this.pending.push({ paths, lease, resolve, reject });
      // Runs as the system, because the same loop also decides about later requests of others.
      runAsSystem(() => void this.processPending());
    });
  }

  /** Whether nothing blocks a waiting lease. The check itself blocks nobody. */
  async isUnblocked(paths: readonly FilePath[], lease: PathLease): Promise<boolean> {
    return findBlockedState({ paths, lease }, await this.loadLockState()) === undefined;
  }

  private async processPending(): Promise<void> {
    if (this.isDeciding) return;
    this.isDeciding = true;
    while (this.pending.length > 0) {
      const batch = this.pending.splice(0);
      try {
        const taken = await this.processBatch(batch);
        for (const one of batch) one.resolve(taken.has(one));
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
    this.isDeciding = false;
  }

  /** @returns the requests that got their paths */
  private processBatch(requests: readonly LockRequest[]): Promise<ReadonlySet<LockRequest>> {
    const { writer, unitOfWork } = this.dataAccess;
    return unitOfWork.run(async () => {
      await writer.update(FileLockMutex, FILE_LOCK_MUTEX_ID, { taken: increment(1) });
      const expiredConditions = [isAtMost('expiresAt', this.clock.now())];
      await this.removeExpired(expiredConditions);
      const known = await this.loadLockState();
      const taken = new Set(requests.filter((one) => findBlockedState(one, known) === undefined));
      const waiting = requests.filter((one) => findBlockedState(one, known)?.isQueued === false);
      const locks = [...taken].flatMap(({ paths, lease }) => lease.createLockRows(paths));
      await writer.insert(FileLock, locks);
      if (waiting.length === 0) return taken;
      await writer.remove(FileLockWait, expiredConditions);
      const waits = waiting.flatMap(({ paths, lease }) =>
        lease.createWaitRows(paths, this.timeoutMs),
      );
      await writer.insert(FileLockWait, waits);
      return taken;
    });
  }

  /**
   * Removes the locks of processes that have died. The journal gets an entry for each path, because it is unknown what
   * they changed.
   */
  private async removeExpired(expiredConditions: readonly Condition[]): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const lost = await loader.listWhere(FileLock, expiredConditions, pathPlan);
    if (lost.length === 0) return;
    const ids = lost.map(({ id }) => id);
    await writer.remove(FileLock, [isOneOf('id', ids), ...expiredConditions]);
    const changes = new FileChanges();
    for (const { path } of lost) changes.add('updated', path as FilePath, 'file');
    changes.writeToJournal(this.dataAccess);
  }

  private async loadLockState(): Promise<LockState> {
    const { loader } = this.dataAccess;
    const isLive = [isAtLeast('expiresAt', this.clock.now())];
    const locks = await loader.listWhere(FileLock, isLive, pathPlan);
    return { locks, waits: await loader.listWhere(FileLockWait, isLive, waitPlan) };
  }
}

/**
 * Returns what blocks a request: locked paths, or earlier requests of others. Without the latter, a folder would never
 * be locked while there is always somebody working in it.
 */
function findBlockedState(
  { paths, lease: { holder } }: LockRequest,
  { locks, waits }: LockState,
): BlockedState | undefined {
  const isHeld = locks.some(({ path }) => isOverlapping([path as FilePath], paths));
  const own = Math.min(...waits.filter((one) => one.holder === holder).map(({ id }) => id));
  const isBehind = waits.some(
    (one) => one.holder !== holder && one.id < own && isOverlapping([one.path as FilePath], paths),
  );
  return isHeld || isBehind ? { isQueued: own < Infinity } : undefined;
}
