import type { FileAction } from '../../../database';
import { FileStoreBusy } from './file-errors';
import { type FilePath, isPathWithin } from './file-path';

/** A lock on paths. */
export interface PathLock {
  /**
   * To be called right before a change that can't be undone.
   * @throws FileStoreBusy if the lock was lost in the meantime
   */
  assertHeld(): void;

  /** Records a change right after it was made; it is journaled when the lock is released. */
  recordChange(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void;
}

/** Records that files were published. @param replacedPaths paths that existed before */
export function recordPublication(
  lock: PathLock,
  paths: readonly FilePath[],
  replacedPaths: ReadonlySet<FilePath>,
): void {
  for (const path of paths)
    lock.recordChange(replacedPaths.has(path) ? 'updated' : 'created', path, 'file');
}

/** Records a move: the old path as deleted, the new one as moved. */
export function recordMove(
  lock: PathLock,
  from: FilePath,
  to: FilePath,
  kind: 'file' | 'folder',
): void {
  lock.recordChange('deleted', from, kind);
  lock.recordChange('moved', to, kind);
}

/**
 * Serializes work on the same paths. A lock on a path covers everything below it, so work in a folder and work on that
 * folder wait for each other. All paths of a lock are taken at once, which prevents deadlocks.
 */
export abstract class PathLocks {
  /**
   * Runs work while the paths are locked.
   * @throws FileStoreBusy if the lock isn't granted in time; then nothing was done
   */
  abstract withLock<T>(
    paths: readonly FilePath[],
    work: (lock: PathLock) => Promise<T>,
  ): Promise<T>;
}

/** Whether two sets of paths overlap. */
export function hasOverlap(some: readonly FilePath[], others: readonly FilePath[]): boolean {
  return some.some((one) =>
    others.some((other) => isPathWithin(one, other) || isPathWithin(other, one)),
  );
}

/** How long to wait for a lock. */
export const PATH_LOCK_TIMEOUT_MS = 20_000;

interface QueuedLock {
  readonly paths: readonly FilePath[];
  /** Undefined once the work has started. */
  start?: () => void;
}

/** Locks within this process, granted in the order of the requests. They don't journal changes. */
export class InProcessPathLocks extends PathLocks {
  /** Running and waiting requests, in the order of their arrival. */
  private readonly queue: QueuedLock[] = [];

  /** @param timeoutMs maximum time to wait */
  constructor(private readonly timeoutMs = PATH_LOCK_TIMEOUT_MS) {
    super();
  }

  async withLock<T>(paths: readonly FilePath[], work: (lock: PathLock) => Promise<T>): Promise<T> {
    const queuedLock: QueuedLock = { paths };
    try {
      await this.waitForTurn(queuedLock);
      return await work({ assertHeld: () => undefined, recordChange: () => undefined });
    } finally {
      this.queue.splice(this.queue.indexOf(queuedLock), 1);
      this.startUnblocked();
    }
  }

  private waitForTurn(queuedLock: QueuedLock): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new FileStoreBusy());
      }, this.timeoutMs);
      queuedLock.start = () => {
        clearTimeout(timer);
        resolve();
      };
      this.queue.push(queuedLock);
      this.startUnblocked();
    });
  }

  /** Starts all waiting requests that no earlier request blocks. */
  private startUnblocked(): void {
    this.queue.forEach((queuedLock, index) => {
      if (!queuedLock.start) return;
      const isBlocked = this.queue
        .slice(0, index)
        .some(({ paths }) => hasOverlap(paths, queuedLock.paths));
      if (isBlocked) return;
      queuedLock.start();
      delete queuedLock.start;
    });
  }
}
