import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import {
  isAtLeast,
  isAtMost,
  isNotNull,
  JournalEntry,
  JournalPositionRepository,
  DataAccess,
  type Condition,
} from '../../../database';
import { requirePositionInJournal } from './journal-position-gone';
import {
  type ChangeFilter,
  toConditions,
  entryColumns,
  type PositionedEntry,
} from './change-filter';

/** Number of positions that are scanned at a time if no index finds the entries. */
const POSITIONS_PER_READ = 5_000;
/** Time after which a read returns its results so far. */
const MAX_READ_MS = 500;
/** Time within which an entry is visible or rolled back: it is written right before its commit. */
const MAX_COMMIT_MS = 60_000;

const entryPlan = createLoadPlan(JournalEntry, [...entryColumns]);

/** A page of entries. */
export interface ChangesPage {
  readonly changes: readonly PositionedEntry[];
  /** Position to continue from. */
  readonly next: number;
  /** Last position of the journal. */
  readonly current: number;
}

/** Reads the journal by position. */
@Injectable()
export class JournalReader {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly positions: JournalPositionRepository,
  ) {}

  /**
   * Reads entries after a position, in order.
   * @param afterPosition absent: from the first available entry
   * @param limit maximum number of entries
   * @throws JournalPositionGone if entries after the position have been deleted, or the position doesn't exist
   */
  async read(
    filter: ChangeFilter,
    afterPosition: number | undefined,
    limit: number,
  ): Promise<ChangesPage> {
    const range = await this.positions.getRange();
    const { last: current, lastDeleted } = range;
    const after = afterPosition ?? lastDeleted;
    requirePositionInJournal(after, range);
    const end = Math.min(current, await this.findEndPosition(filter));
    const changes: PositionedEntry[] = [];
    const until = performance.now() + MAX_READ_MS;
    const step = isIndexed(filter) ? current : POSITIONS_PER_READ;
    const start = Math.max(after, await this.findStartPosition(filter));
    let position = start;
    while (position < end && changes.length < limit && performance.now() < until) {
      const upTo = Math.min(end, position + step);
      const remaining = limit - changes.length;
      const found = await this.listMatching(filter, position, upTo, remaining);
      changes.push(...found);
      position = found.length === remaining ? (found.at(-1)?.position ?? upTo) : upTo;
    }
    const isComplete = position >= end && changes.length < limit;
    const next = isComplete ? Math.max(after, current) : Math.max(after, position);
    const deletedMeanwhile = position > start ? (await this.positions.getRange()).lastDeleted : 0;
    if (deletedMeanwhile <= start) return { changes, next, current };
    // Entries that were deleted during the search may be missing.
    if (afterPosition !== undefined)
      requirePositionInJournal(after, { lastDeleted: deletedMeanwhile, last: current });
    const remaining = changes.filter((one) => one.position > deletedMeanwhile);
    return { changes: remaining, next: Math.max(next, deletedMeanwhile), current };
  }

  /** Lists all entries after a position up to another one. */
  async listRange(after: number, upTo: number, limit: number): Promise<readonly PositionedEntry[]> {
    return this.listMatching({}, after, upTo, limit);
  }

  private async listMatching(
    filter: ChangeFilter,
    after: number,
    upTo: number,
    limit: number,
  ): Promise<readonly PositionedEntry[]> {
    const { loader } = this.dataAccess;
    const range = [isAtLeast('position', after + 1), isAtMost('position', upTo)];
    const options = { order: [{ property: 'position' as const }], limit };
    const found: PositionedEntry[] = [];
    for (const conditions of toConditions(filter)) {
      const ids = await loader.listIds(JournalEntry, [...range, ...conditions], options);
      found.push(...((await loader.listByIds(JournalEntry, ids, entryPlan)) as PositionedEntry[]));
    }
    return found.sort((one, other) => one.position - other.position).slice(0, limit);
  }

  /** Returns a position after which all entries since an instant are. */
  private async findStartPosition({ from }: ChangeFilter): Promise<number> {
    if (!from) return 0;
    const before = [isAtMost('at', new Date(from.getTime() - MAX_COMMIT_MS))];
    return (await this.findPosition(before, true)) ?? 0;
  }

  /** Returns a position up to which all entries until an instant are. */
  private async findEndPosition({ to }: ChangeFilter): Promise<number> {
    if (!to) return Infinity;
    const after = [isAtLeast('at', new Date(to.getTime() + MAX_COMMIT_MS))];
    return (await this.findPosition(after, false)) ?? Infinity;
  }

  private async findPosition(
    conditions: readonly Condition[],
    descending: boolean,
  ): Promise<number | undefined> {
    const { loader } = this.dataAccess;
    const numbered = [...conditions, isNotNull('position')];
    const order = [{ property: 'at' as const, descending }];
    const ids = await loader.listIds(JournalEntry, numbered, { order, limit: 1 });
    const [entry] = await loader.listByIds(JournalEntry, ids, entryPlan);
    return entry?.position ?? undefined;
  }
}

/** Whether an index finds the few entries of a record or an actor, or the filter is empty. */
function isIndexed({ recordId, by, kinds, actions, from, to }: ChangeFilter): boolean {
  if (recordId !== undefined || by?.id !== undefined) return true;
  return !kinds && !actions && !by && !from && !to;
}
