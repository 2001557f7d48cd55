import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import {
  whereAtLeast,
  whereAtMost,
  whereNotNull,
  JournalEntry,
  JournalPositionRepository,
  DataAccess,
  type Condition,
} from '../../../database';
import { requirePositionInJournal } from './journal-position-gone';
import {
  type ChangeFilter,
  toJournalConditions,
  journalEntryColumns,
  type PositionedJournalEntry,
} from './change-filter';

/** Number of positions that are scanned at a time if no index finds the entries. */
const POSITIONS_PER_SCAN = 5_000;
/** Time after which a read returns its results so far. */
const MAX_READ_MS = 500;
/** Time within which an entry is visible or rolled back: it is written right before its commit. */
const MAX_COMMIT_MS = 60_000;

const entryPlan = createLoadPlan(JournalEntry, [...journalEntryColumns]);

/** A page of entries. */
export interface ChangesPage {
  readonly changes: readonly PositionedJournalEntry[];
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
    const endPosition = Math.min(current, await this.findEndPosition(filter));
    const changes: PositionedJournalEntry[] = [];
    const deadline = performance.now() + MAX_READ_MS;
    const positionsPerScan = isIndexed(filter) ? current : POSITIONS_PER_SCAN;
    const startPosition = Math.max(after, await this.findStartPosition(filter));
    let position = startPosition;
    while (position < endPosition && changes.length < limit && performance.now() < deadline) {
      const upTo = Math.min(endPosition, position + positionsPerScan);
      const remaining = limit - changes.length;
      const entries = await this.listMatching(filter, position, upTo, remaining);
      changes.push(...entries);
      position = entries.length === remaining ? (entries.at(-1)?.position ?? upTo) : upTo;
    }
    const isComplete = position >= endPosition && changes.length < limit;
    const next = isComplete ? Math.max(after, current) : Math.max(after, position);
    const deletedMeanwhile =
      position > startPosition ? (await this.positions.getRange()).lastDeleted : 0;
    if (deletedMeanwhile <= startPosition) return { changes, next, current };
    // Entries that were deleted during the search may be missing.
    if (afterPosition !== undefined)
      requirePositionInJournal(after, { lastDeleted: deletedMeanwhile, last: current });
    const availableChanges = changes.filter((one) => one.position > deletedMeanwhile);
    return { changes: availableChanges, next: Math.max(next, deletedMeanwhile), current };
  }

  /** Lists all entries after a position up to another one. */
  async listRange(
    after: number,
    upTo: number,
    limit: number,
  ): Promise<readonly PositionedJournalEntry[]> {
    return this.listMatching({}, after, upTo, limit);
  }

  private async listMatching(
    filter: ChangeFilter,
    after: number,
    upTo: number,
    limit: number,
  ): Promise<readonly PositionedJournalEntry[]> {
    const { loader } = this.dataAccess;
    const range = [whereAtLeast('position', after + 1), whereAtMost('position', upTo)];
    const options = { order: [{ property: 'position' as const }], limit };
    const entries: PositionedJournalEntry[] = [];
    for (const conditions of toJournalConditions(filter)) {
      const ids = await loader.listIds(JournalEntry, [...range, ...conditions], options);
      entries.push(
        ...((await loader.listByIds(JournalEntry, ids, entryPlan)) as PositionedJournalEntry[]),
      );
    }
    return entries.sort((one, other) => one.position - other.position).slice(0, limit);
  }

  /** Returns a position after which all entries since an instant are. */
  private async findStartPosition({ fromTime }: ChangeFilter): Promise<number> {
    if (!fromTime) return 0;
    const beforeConditions = [whereAtMost('at', new Date(fromTime.getTime() - MAX_COMMIT_MS))];
    return (await this.findPosition(beforeConditions, { pick: 'latest' })) ?? 0;
  }

  /** Returns a position up to which all entries until an instant are. */
  private async findEndPosition({ toTime }: ChangeFilter): Promise<number> {
    if (!toTime) return Infinity;
    const afterConditions = [whereAtLeast('at', new Date(toTime.getTime() + MAX_COMMIT_MS))];
    return (await this.findPosition(afterConditions, { pick: 'earliest' })) ?? Infinity;
  }

  private async findPosition(
    conditions: readonly Condition[],
    { pick }: { readonly pick: 'earliest' | 'latest' },
  ): Promise<number | undefined> {
    const { loader } = this.dataAccess;
    const numberedConditions = [...conditions, whereNotNull('position')];
    const order = [{ property: 'at' as const, descending: pick === 'latest' }];
    const ids = await loader.listIds(JournalEntry, numberedConditions, { order, limit: 1 });
    const [entry] = await loader.listByIds(JournalEntry, ids, entryPlan);
    return entry?.position ?? undefined;
  }
}

/** Whether an index finds the few entries of a record or an actor, or the filter is empty. */
function isIndexed({ recordId, actor, kinds, actions, fromTime, toTime }: ChangeFilter): boolean {
  if (recordId !== undefined || actor?.id !== undefined) return true;
  return !kinds && !actions && !actor && !fromTime && !toTime;
}
