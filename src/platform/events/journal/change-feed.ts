import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { currentContext } from '../../../core/acting';
import { Shutdown } from '../../../core/stopping';
import { type ChangeFilter, isWanted, type NumberedEntry } from './change-filter';
import { type FoundChanges, JournalReader } from './journal-reader';

/** Entries that are read at a time for all who wait. */
const MAX_ENTRIES_PER_READ = 1_000;

/** Somebody who waits for changes. */
interface Waiter {
  readonly filter: ChangeFilter;
  readonly limit: number;
  /** Nothing up to this position was wanted. */
  seen: number;
  /** What the answer goes over. */
  readonly line: { readonly destroyed: boolean } | undefined;
  readonly tell: (found: FoundChanges | undefined) => void;
}

/**
 * Hands new entries to those who wait for them: a process reads them once for all. Nobody who waits holds a connection
 * to the database.
 */
@Injectable()
export class ChangeFeed implements OnModuleDestroy {
  private readonly waiters = new Set<Waiter>();
  /** The position up to which all who wait have been served; undefined before the first look at the journal. */
  private reached: number | undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly reader: JournalReader,
    private readonly stopping: Shutdown,
  ) {
    stopping.signal.addEventListener('abort', () => {
      this.end();
    });
  }

  /**
   * Waits for entries after a position up to which the caller knows all.
   * @param milliseconds how long at most
   * @returns undefined: others have come in between and have to be read
   */
  wait(
    filter: ChangeFilter,
    { seen, limit }: { readonly seen: number; readonly limit: number },
    milliseconds: number,
  ): Promise<FoundChanges | undefined> {
    if (this.reached !== undefined && this.reached > seen) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const tell = (found: FoundChanges | undefined): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve(found);
      };
      const waiter: Waiter = { filter, limit, seen, line: currentContext().connection, tell };
      const timer = setTimeout(
        () => {
          tell(nothingFor(waiter));
        },
        this.stopping.signal.aborted ? 0 : milliseconds,
      );
      this.waiters.add(waiter);
    });
  }

  /** Whether this process has seen the journal come to a position. */
  hasReached(position: number): boolean {
    return this.reached !== undefined && this.reached >= position;
  }

  /** Calls a function whenever entries have been numbered, by whichever process. */
  onAdvance(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Serves all who wait, up to the last position that was given. */
  async advance(last: number): Promise<void> {
    if (this.reached !== undefined && this.reached < last)
      for (const listener of this.listeners) listener();
    for (const waiter of this.waiters)
      if (waiter.line?.destroyed === true) waiter.tell(nothingFor(waiter));
    if (this.reached === undefined) {
      this.reached = last;
      for (const { seen, tell } of this.waiters) if (seen < last) tell(undefined);
    }
    while (this.reached < last && this.waiters.size > 0) {
      const entries = await this.reader.all(this.reached, last, MAX_ENTRIES_PER_READ);
      const isAll = entries.length < MAX_ENTRIES_PER_READ;
      this.reached = isAll ? last : (entries.at(-1)?.position ?? last);
      for (const waiter of this.waiters) serve(waiter, entries, this.reached);
    }
    this.reached = Math.max(this.reached, last);
  }

  onModuleDestroy(): void {
    this.end();
  }

  private end(): void {
    for (const waiter of this.waiters) waiter.tell(nothingFor(waiter));
  }
}

function nothingFor({ seen }: Waiter): FoundChanges {
  return { changes: [], next: seen, current: seen };
}

function serve(waiter: Waiter, entries: readonly NumberedEntry[], upTo: number): void {
  const { filter, limit, seen, tell } = waiter;
  const found = entries.filter((entry) => entry.position > seen && isWanted(filter, entry));
  waiter.seen = Math.max(seen, upTo);
  if (found.length === 0) return;
  const changes = found.slice(0, limit);
  const next = changes.length < limit ? waiter.seen : (changes.at(-1)?.position ?? upTo);
  tell({ changes, next, current: waiter.seen });
}
