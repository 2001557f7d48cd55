import { runAsSystem } from '../../../core/actor-context';
import type { Clock } from '../../../core/clock';
import { createLoadPlan } from '../../../core/load-plan';
import {
  type Condition,
  isAtLeast,
  isAtMost,
  isOneOf,
  increment,
  type Stores,
} from '../../../database';
import { FileChanges } from './file-changes';
import { FILE_LOCK_MUTEX_ID, FileLock, FileLockMutex, FileLockWait } from './file-lock.entity';
import type { FilePath } from './file-path';
import type { PathLease } from './path-lease';
import { isOverlapping } from './path-locks';

const pathPlan = createLoadPlan(FileLock, ['id', 'path']);
const waitPlan = createLoadPlan(FileLockWait, ['id', 'path', 'holder']);

/** Somebody who wants to hold paths. */
interface LockRequest {
  readonly paths: readonly FilePath[];
  readonly lease: PathLease;
}

interface PendingLockRequest extends LockRequest {
  readonly resolve: (isTaken: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** What others hold, and what is waited for. */
interface LockState {
  readonly locks: readonly Pick<FileLock, 'path'>[];
  readonly waits: readonly Pick<FileLockWait, 'id' | 'path' | 'holder'>[];
}

/** What is in the way of somebody; whether this one has its place in the queue already. */
interface LockBlockers {
  readonly isQueued: boolean;
}

/**
 * Decides who may hold what, for one process. All processes decide under one row, so only one of them can at a time,
 * and on a cluster the others are turned back and decide again. So a process never does it twice at once: those
 * who ask meanwhile are decided on together. No two of them want the same paths.
 */
export class LockQueue {
  private pending: PendingLockRequest[] = [];
  private isDeciding = false;

  /** @param timeoutMs how long one that was refused waits for its turn */
  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly timeoutMs: number,
  ) {}

  /** @returns whether the lease has the paths; otherwise it has its place in the queue */
  take(paths: readonly FilePath[], lease: PathLease): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.pending.push({ paths, lease, resolve, reject });
      // In nobody's name: the next ones are decided on by the same loop.
      runAsSystem(() => void this.processPending());
    });
  }

  /** Whether nothing is in the way of a lease that waits. It keeps nobody waiting. */
  async isFree(paths: readonly FilePath[], lease: PathLease): Promise<boolean> {
    return findBlockers({ paths, lease }, await this.loadLockState()) === undefined;
  }

  private async processPending(): Promise<void> {
    if (this.isDeciding) return;
    this.isDeciding = true;
    while (this.pending.length > 0) {
      const asked = this.pending.splice(0);
      try {
        const taken = await this.processBatch(asked);
        for (const one of asked) one.resolve(taken.has(one));
      } catch (error) {
        for (const one of asked) one.reject(error);
      }
    }
    this.isDeciding = false;
  }

  /** @returns those who have got what they asked for */
  private processBatch(asked: readonly LockRequest[]): Promise<ReadonlySet<LockRequest>> {
    const { writer, unitOfWork } = this.stores;
    return unitOfWork.run(async () => {
      await writer.update(FileLockMutex, FILE_LOCK_MUTEX_ID, { taken: increment(1) });
      const isOver = [isAtMost('expiresAt', this.clock.now())];
      await this.removeExpired(isOver);
      const known = await this.loadLockState();
      const taken = new Set(asked.filter((one) => findBlockers(one, known) === undefined));
      const waiting = asked.filter((one) => findBlockers(one, known)?.isQueued === false);
      const locks = [...taken].flatMap(({ paths, lease }) => lease.toLockRows(paths));
      await writer.insert(FileLock, locks);
      if (waiting.length === 0) return taken;
      await writer.remove(FileLockWait, isOver);
      const waits = waiting.flatMap(({ paths, lease }) => lease.toWaitRows(paths, this.timeoutMs));
      await writer.insert(FileLockWait, waits);
      return taken;
    });
  }

  /** Removes what was held by processes that have died. What they have done by then, the journal can't know. */
  private async removeExpired(isOver: readonly Condition[]): Promise<void> {
    const { loader, writer } = this.stores;
    const lost = await loader.listWhere(FileLock, isOver, pathPlan);
    if (lost.length === 0) return;
    const ids = lost.map(({ id }) => id);
    await writer.remove(FileLock, [isOneOf('id', ids), ...isOver]);
    const changes = new FileChanges();
    for (const { path } of lost) changes.add('updated', path as FilePath, 'file');
    changes.writeToJournal(this.stores);
  }

  private async loadLockState(): Promise<LockState> {
    const { loader } = this.stores;
    const isLive = [isAtLeast('expiresAt', this.clock.now())];
    const locks = await loader.listWhere(FileLock, isLive, pathPlan);
    return { locks, waits: await loader.listWhere(FileLockWait, isLive, waitPlan) };
  }
}

/**
 * What is in the way: paths that are held, and those that somebody else asked for before. Without the second,
 * a folder would never have its turn while there is always somebody at a file in it.
 */
function findBlockers(
  { paths, lease: { holder } }: LockRequest,
  { locks, waits }: LockState,
): LockBlockers | undefined {
  const isHeld = locks.some(({ path }) => isOverlapping([path as FilePath], paths));
  const own = Math.min(...waits.filter((one) => one.holder === holder).map(({ id }) => id));
  const isBehind = waits.some(
    (one) => one.holder !== holder && one.id < own && isOverlapping([one.path as FilePath], paths),
  );
  return isHeld || isBehind ? { isQueued: own < Infinity } : undefined;
}
