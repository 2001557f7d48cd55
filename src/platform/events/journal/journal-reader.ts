import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import {
  isAtLeast,
  isAtMost,
  isNotNull,
  JournalEntry,
  JournalPositions,
  Stores,
  type Condition,
} from '../../../database';
import { requirePositionInJournal } from './journal-position-gone';
import { type ChangeFilter, toConditions, entryColumns, type NumberedEntry } from './change-filter';

/** Positions that are looked through at a time where no index finds what is wanted. */
const POSITIONS_PER_READ = 5_000;
/** Milliseconds after which a read answers with what it has found and how far it has come. */
const MAX_READ_MS = 500;
/** Milliseconds within which an entry is visible or rolled back, as it is written right before its commit. */
const MAX_COMMIT_MS = 60_000;

const entryPlan = createLoadPlan(JournalEntry, [...entryColumns]);

/** Entries that were found. */
export interface ChangesPage {
  readonly changes: readonly NumberedEntry[];
  /** The position to go on from. */
  readonly next: number;
  /** The last position of all. */
  readonly current: number;
}

/** Reads the journal, by position. */
@Injectable()
export class JournalReader {
  constructor(
    private readonly stores: Stores,
    private readonly positions: JournalPositions,
  ) {}

  /**
   * Entries after a position, in their order.
   * @param from absent: from the first that is there
   * @param limit how many at most
   * @throws JournalPositionGone when entries after the position have been swept away, or there is no such position
   */
  async read(filter: ChangeFilter, from: number | undefined, limit: number): Promise<ChangesPage> {
    const reach = await this.positions.getRange();
    const { last: current, swept } = reach;
    const after = from ?? swept;
    requirePositionInJournal(after, reach);
    const end = Math.min(current, await this.findEndPosition(filter));
    const changes: NumberedEntry[] = [];
    const until = performance.now() + MAX_READ_MS;
    const step = isIndexed(filter) ? current : POSITIONS_PER_READ;
    const start = Math.max(after, await this.findStartPosition(filter));
    let position = start;
    while (position < end && changes.length < limit && performance.now() < until) {
      const upTo = Math.min(end, position + step);
      const wanted = limit - changes.length;
      const found = await this.listMatching(filter, position, upTo, wanted);
      changes.push(...found);
      position = found.length === wanted ? (found.at(-1)?.position ?? upTo) : upTo;
    }
    const isThrough = position >= end && changes.length < limit;
    const next = isThrough ? Math.max(after, current) : Math.max(after, position);
    const gone = position > start ? (await this.positions.getRange()).swept : 0;
    if (gone <= start) return { changes, next, current };
    // What was swept during the search may not have been found.
    if (from !== undefined) requirePositionInJournal(after, { swept: gone, last: current });
    const left = changes.filter((one) => one.position > gone);
    return { changes: left, next: Math.max(next, gone), current };
  }

  /** All entries between two positions, the first excluded, the last included. */
  async listRange(after: number, upTo: number, limit: number): Promise<readonly NumberedEntry[]> {
    return this.listMatching({}, after, upTo, limit);
  }

  private async listMatching(
    filter: ChangeFilter,
    after: number,
    upTo: number,
    limit: number,
  ): Promise<readonly NumberedEntry[]> {
    const { loader } = this.stores;
    const range = [isAtLeast('position', after + 1), isAtMost('position', upTo)];
    const wanted = { order: [{ by: 'position' as const }], limit };
    const found: NumberedEntry[] = [];
    for (const conditions of toConditions(filter)) {
      const ids = await loader.listIds(JournalEntry, [...range, ...conditions], wanted);
      found.push(...((await loader.listByIds(JournalEntry, ids, entryPlan)) as NumberedEntry[]));
    }
    return found.sort((one, other) => one.position - other.position).slice(0, limit);
  }

  /** A position after which all entries from an instant on stand. */
  private async findStartPosition({ from }: ChangeFilter): Promise<number> {
    if (!from) return 0;
    const before = [isAtMost('at', new Date(from.getTime() - MAX_COMMIT_MS))];
    return (await this.findPosition(before, true)) ?? 0;
  }

  /** A position up to which all entries until an instant stand. */
  private async findEndPosition({ to }: ChangeFilter): Promise<number> {
    if (!to) return Infinity;
    const after = [isAtLeast('at', new Date(to.getTime() + MAX_COMMIT_MS))];
    return (await this.findPosition(after, false)) ?? Infinity;
  }

  private async findPosition(
    conditions: readonly Condition[],
    descending: boolean,
  ): Promise<number | undefined> {
    const { loader } = this.stores;
    const numbered = [...conditions, isNotNull('position')];
    const order = [{ by: 'at' as const, descending }];
    const ids = await loader.listIds(JournalEntry, numbered, { order, limit: 1 });
    const [entry] = await loader.listByIds(JournalEntry, ids, entryPlan);
    return entry?.position ?? undefined;
  }
}

/** Whether an index leads to the few entries of a record, or of an actor. */
function isIndexed({ recordId, by, kinds, actions, from, to }: ChangeFilter): boolean {
  if (recordId !== undefined || by?.id !== undefined) return true;
  return !kinds && !actions && !by && !from && !to;
}
