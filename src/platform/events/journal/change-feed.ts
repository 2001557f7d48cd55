import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { getActorContext } from '../../../core/actor-context';
import { Shutdown } from '../../../core/shutdown';
import { type ChangeFilter, matchesFilter, type PositionedJournalEntry } from './change-filter';
import { type ChangesPage, JournalReader } from './journal-reader';

/** Number of entries that are read at a time for all waiting clients. */
const MAX_ENTRIES_PER_READ = 1_000;

/** A client that waits for changes. */
interface Waiter {
  readonly filter: ChangeFilter;
  readonly limit: number;
  /** Position up to which the client has seen all matching entries. */
  seenPosition: number;
  /** Connection of the client's request. */
  readonly connection: { readonly destroyed: boolean } | undefined;
  readonly resolve: (found: ChangesPage | undefined) => void;
}

/**
 * Delivers new entries to waiting clients: a process reads them once for all. A waiting client needs no database
 * connection.
 */
@Injectable()
export class ChangeFeed implements OnModuleDestroy {
  private readonly waiters = new Set<Waiter>();
  /** Position up to which all waiting clients have been served; undefined before the first read of the journal. */
  private servedPosition: number | undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly reader: JournalReader,
    private readonly shutdown: Shutdown,
  ) {
    shutdown.signal.addEventListener('abort', () => {
      this.resolveAll();
    });
  }

  /**
   * Waits for entries after a position up to which the caller knows all.
   * @param timeoutMs maximum time to wait
   * @returns undefined if further entries have come in, which must be read from the journal
   */
  waitForChanges(
    filter: ChangeFilter,
    { seenPosition, limit }: Pick<Waiter, 'seenPosition' | 'limit'>,
    timeoutMs: number,
  ): Promise<ChangesPage | undefined> {
    if (this.servedPosition !== undefined && this.servedPosition > seenPosition)
      return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const finish = (found: ChangesPage | undefined): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve(found);
      };
      const waiter: Waiter = {
        filter,
        limit,
        seenPosition,
        connection: getActorContext().connection,
        resolve: finish,
      };
      const timer = setTimeout(
        () => {
          finish(toEmptyPage(waiter));
        },
        this.shutdown.signal.aborted ? 0 : timeoutMs,
      );
      this.waiters.add(waiter);
    });
  }

  /** Whether this process has seen the journal reach a position. */
  hasReached(position: number): boolean {
    return this.servedPosition !== undefined && this.servedPosition >= position;
  }

  /** Registers a callback for when entries have been numbered, by any process. */
  onAdvance(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Serves all waiting clients, up to the last assigned position. */
  async advance(lastPosition: number): Promise<void> {
    if (this.servedPosition !== undefined && this.servedPosition < lastPosition)
      for (const listener of this.listeners) listener();
    for (const waiter of this.waiters)
      if (waiter.connection?.destroyed === true) waiter.resolve(toEmptyPage(waiter));
    if (this.servedPosition === undefined) {
      this.servedPosition = lastPosition;
      for (const { seenPosition, resolve } of this.waiters)
        if (seenPosition < lastPosition) resolve(undefined);
    }
    while (this.servedPosition < lastPosition && this.waiters.size > 0) {
      const entries = await this.reader.listRange(
        this.servedPosition,
        lastPosition,
        MAX_ENTRIES_PER_READ,
      );
      const isAll = entries.length < MAX_ENTRIES_PER_READ;
      this.servedPosition = isAll ? lastPosition : (entries.at(-1)?.position ?? lastPosition);
      for (const waiter of this.waiters) serveWaiter(waiter, entries, this.servedPosition);
    }
    this.servedPosition = Math.max(this.servedPosition, lastPosition);
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

function serveWaiter(
  waiter: Waiter,
  entries: readonly PositionedJournalEntry[],
  upTo: number,
): void {
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
