import type { FileAction } from '../../../database';
import { FileStoreBusy } from './file-errors';
import { type FilePath, isWithin } from './file-path';

/** Paths that are held. */
export interface Held {
  /** Right before a change that can't be undone. @throws FileStoreBusy when the hold was lost meanwhile */
  assert(): void;

  /** Right after a change: that it stands in the journal when the hold ends. */
  note(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void;
}

/** Notes that files have got their names. @param replaced those that were there before */
export function notePublished(
  held: Held,
  paths: readonly FilePath[],
  replaced: ReadonlySet<FilePath>,
): void {
  for (const path of paths) held.note(replaced.has(path) ? 'updated' : 'created', path, 'file');
}

/** Notes a move: of the old path that nothing is there any more, of the new one what has come. */
export function noteMoved(held: Held, from: FilePath, to: FilePath, kind: 'file' | 'folder'): void {
  held.note('deleted', from, kind);
  held.note('moved', to, kind);
}

/**
 * Keeps work on the same paths apart. A hold on a path is one on everything in it, so that work in a
 * folder and work on that folder wait for each other. All paths of a hold are had at once: no deadlock.
 */
export abstract class PathLocks {
  /** @throws FileStoreBusy when the turn does not come; nothing was done then */
  abstract hold<T>(paths: readonly FilePath[], work: (held: Held) => Promise<T>): Promise<T>;
}

/** Whether two holds would be in each other's way. */
export function overlap(some: readonly FilePath[], others: readonly FilePath[]): boolean {
  return some.some((one) => others.some((other) => isWithin(one, other) || isWithin(other, one)));
}

/** How long work waits for the turn of its paths. */
export const LOCK_TIMEOUT_MS = 20_000;

interface Turn {
  readonly paths: readonly FilePath[];
  /** Undefined once it has begun. */
  begin?: () => void;
}

/** Locks within this process, in the order of asking. They have no journal. */
export class ProcessLocks extends PathLocks {
  /** Those that have begun and those that wait, in the order of asking. */
  private readonly turns: Turn[] = [];

  /** @param patienceMs how long to wait at most */
  constructor(private readonly patienceMs = LOCK_TIMEOUT_MS) {
    super();
  }

  async hold<T>(paths: readonly FilePath[], work: (held: Held) => Promise<T>): Promise<T> {
    const turn: Turn = { paths };
    try {
      await this.begun(turn);
      return await work({ assert: () => undefined, note: () => undefined });
    } finally {
      this.turns.splice(this.turns.indexOf(turn), 1);
      this.advance();
    }
  }

  private begun(turn: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new FileStoreBusy());
      }, this.patienceMs);
      turn.begin = () => {
        clearTimeout(timer);
        resolve();
      };
      this.turns.push(turn);
      this.advance();
    });
  }

  /** Lets everybody begin whom nobody that asked before is in the way of. */
  private advance(): void {
    this.turns.forEach((turn, index) => {
      if (!turn.begin) return;
      const isBarred = this.turns.slice(0, index).some(({ paths }) => overlap(paths, turn.paths));
      if (isBarred) return;
      turn.begin();
      delete turn.begin;
    });
  }
}
