import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { currentContext } from '../../../core/actor-context';
import { Shutdown } from '../../../core/shutdown';
import { type ChangeFilter, matchesFilter, type NumberedEntry } from './change-filter';
import { type ChangesPage, JournalReader } from './journal-reader';

/** Entries that are read at a time for all who wait. */
const MAX_ENTRIES_PER_READ = 1_000;

/** Somebody who waits for changes. */
interface Waiter {
  readonly filter: ChangeFilter;
  readonly limit: number;
  /** Nothing up to this position was wanted. */
  seenPosition: number;
  /** What the answer goes over. */
  readonly connection: { readonly destroyed: boolean } | undefined;
  readonly resolve: (found: ChangesPage | undefined) => void;
}

/**
 * Hands new entries to those who wait for them: a process reads them once for all. Nobody who waits holds a connection
 * to the database.
 */
@Injectable()
export class ChangeFeed implements OnModuleDestroy {
  private readonly waiters = new Set<Waiter>();
  /** The position up to which all who wait have been served; undefined before the first look at the journal. */
  private servedPosition: number | undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly reader: JournalReader,
    private readonly stopping: Shutdown,
  ) {
    stopping.signal.addEventListener('abort', () => {
      this.resolveAll();
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
  ): Promise<ChangesPage | undefined> {
    if (this.servedPosition !== undefined && this.servedPosition > seen)
      return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const tell = (found: ChangesPage | undefined): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve(found);
      };
      const waiter: Waiter = {
        filter,
        limit,
        seenPosition: seen,
        connection: currentContext().connection,
        resolve: tell,
      };
      const timer = setTimeout(
        () => {
          tell(toEmptyPage(waiter));
        },
        this.stopping.signal.aborted ? 0 : milliseconds,
      );
      this.waiters.add(waiter);
    });
  }

  /** Whether this process has seen the journal come to a position. */
  hasReached(position: number): boolean {
    return this.servedPosition !== undefined && this.servedPosition >= position;
  }

  /** Calls a function whenever entries have been numbered, by whichever process. */
  onAdvance(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Serves all who wait, up to the last position that was given. */
  async advance(last: number): Promise<void> {
    if (this.servedPosition !== undefined && this.servedPosition < last)
      for (const listener of this.listeners) listener();
    for (const waiter of this.waiters)
      if (waiter.connection?.destroyed === true) waiter.resolve(toEmptyPage(waiter));
    if (this.servedPosition === undefined) {
      this.servedPosition = last;
      for (const { seenPosition, resolve } of this.waiters)
        if (seenPosition < last) resolve(undefined);
    }
    while (this.servedPosition < last && this.waiters.size > 0) {
      const entries = await this.reader.listRange(this.servedPosition, last, MAX_ENTRIES_PER_READ);
      const isAll = entries.length < MAX_ENTRIES_PER_READ;
      this.servedPosition = isAll ? last : (entries.at(-1)?.position ?? last);
      for (const waiter of this.waiters) serveWaiter(waiter, entries, this.servedPosition);
    }
    this.servedPosition = Math.max(this.servedPosition, last);
  }

  onModuleDestroy(): void {
    this.resolveAll();
  }

  private resolveAll(): void {
    for (const waiter of this.waiters) waiter.resolve(toEmptyPage(waiter));
  }
}

function toEmptyPage({ seenPosition }: Waiter): ChangesPage {
  return { changes: [], next: seenPosition, current: seenPosition };
}

function serveWaiter(waiter: Waiter, entries: readonly NumberedEntry[], upTo: number): void {
  const { filter, limit, seenPosition, resolve } = waiter;
  const found = entries.filter(
    (entry) => entry.position > seenPosition && matchesFilter(filter, entry),
  );
  waiter.seenPosition = Math.max(seenPosition, upTo);
  if (found.length === 0) return;
  const changes = found.slice(0, limit);
  const next = changes.length < limit ? waiter.seenPosition : (changes.at(-1)?.position ?? upTo);
  resolve({ changes, next, current: waiter.seenPosition });
}
