import type { FileAction } from '../../../database';
import { FileStoreBusy } from './file-errors';
import { type FilePath, isWithin } from './file-path';

/** Paths that are held. */
export interface PathLock {
  /** Right before a change that can't be undone. @throws FileStoreBusy when the hold was lost meanwhile */
  assertHeld(): void;

  /** Right after a change: that it stands in the journal when the hold ends. */
  recordChange(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void;
}

/** Notes that files have got their names. @param replaced those that were there before */
export function recordPublished(
  held: PathLock,
  paths: readonly FilePath[],
  replaced: ReadonlySet<FilePath>,
): void {
  for (const path of paths)
    held.recordChange(replaced.has(path) ? 'updated' : 'created', path, 'file');
}

/** Notes a move: of the old path that nothing is there any more, of the new one what has come. */
export function recordMove(
  held: PathLock,
  from: FilePath,
  to: FilePath,
  kind: 'file' | 'folder',
): void {
  held.recordChange('deleted', from, kind);
  held.recordChange('moved', to, kind);
}

/**
 * Keeps work on the same paths apart. A hold on a path is one on everything in it, so that work in a
 * folder and work on that folder wait for each other. All paths of a hold are had at once: no deadlock.
 */
export abstract class PathLocks {
  /** @throws FileStoreBusy when the turn does not come; nothing was done then */
  abstract withLock<T>(
    paths: readonly FilePath[],
    work: (held: PathLock) => Promise<T>,
  ): Promise<T>;
}

/** Whether two holds would be in each other's way. */
export function isOverlapping(some: readonly FilePath[], others: readonly FilePath[]): boolean {
  return some.some((one) => others.some((other) => isWithin(one, other) || isWithin(other, one)));
}

/** How long work waits for the turn of its paths. */
export const LOCK_TIMEOUT_MS = 20_000;

interface QueuedLock {
  readonly paths: readonly FilePath[];
  /** Undefined once it has begun. */
  start?: () => void;
}

/** Locks within this process, in the order of asking. They have no journal. */
export class InProcessPathLocks extends PathLocks {
  /** Those that have begun and those that wait, in the order of asking. */
  private readonly queue: QueuedLock[] = [];

  /** @param timeoutMs how long to wait at most */
  constructor(private readonly timeoutMs = LOCK_TIMEOUT_MS) {
    super();
  }

  async withLock<T>(paths: readonly FilePath[], work: (held: PathLock) => Promise<T>): Promise<T> {
    const turn: QueuedLock = { paths };
    try {
      await this.waitForTurn(turn);
      return await work({ assertHeld: () => undefined, recordChange: () => undefined });
    } finally {
      this.queue.splice(this.queue.indexOf(turn), 1);
      this.startUnblocked();
    }
  }

  private waitForTurn(turn: QueuedLock): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new FileStoreBusy());
      }, this.timeoutMs);
      turn.start = () => {
        clearTimeout(timer);
        resolve();
      };
      this.queue.push(turn);
      this.startUnblocked();
    });
  }

  /** Lets everybody begin whom nobody that asked before is in the way of. */
  private startUnblocked(): void {
    this.queue.forEach((turn, index) => {
      if (!turn.start) return;
      const isBarred = this.queue
        .slice(0, index)
        .some(({ paths }) => isOverlapping(paths, turn.paths));
      if (isBarred) return;
      turn.start();
      delete turn.start;
    });
  }
}
