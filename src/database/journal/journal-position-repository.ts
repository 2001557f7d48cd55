import { Injectable } from '@nestjs/common';
import { DatabaseBusy } from '../../core/errors';
import {
  splitIntoChunks,
  MAX_LIST_LENGTH,
  padToPowerOfTwo,
  formatPlaceholders,
} from '../queries/conditions';
import { Database } from '../database';
import { formatSqlInstant } from '../schema/column-kinds';
import { UnitOfWork } from '../writing/unit-of-work';

/** Maximum number of entries that one transaction numbers. */
const MAX_NUMBERED_ENTRIES = 4096;

/** Range of the available journal positions. */
export interface JournalRange {
  /** Highest assigned position; 0 initially. */
  readonly last: number;
  /** Highest deleted position; 0 initially. */
  readonly lastDeleted: number;
  /** Whether entries wait for a position. */
  readonly hasUnnumberedEntries: boolean;
}

/** Result of a numbering. */
export interface NumberingResult {
  /** Highest assigned position. */
  readonly last: number;
  /** Whether more entries wait, which need another transaction. */
  readonly hasMore: boolean;
}

/** Request of a process to number entries. */
export interface NumberingRequest {
  readonly holder: string;
  readonly now: Date;
  /** Until this time no other process may number entries. */
  readonly holdUntil: Date;
}

/**
 * Assigns the positions of journal entries. Entries are written without a position and numbered once they are
 * visible. So readers find entries in the order in which they become visible, and no entry appears later at a
 * position that they have passed. Every numbering changes the same row. If two run at once, on one server or on two
 * nodes of a cluster, one waits or fails.
 */
@Injectable()
export class JournalPositionRepository {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async getRange(): Promise<JournalRange> {
    const [row] = await this.database.select<{ last: number; swept: number; waits: number | null }>(
      'SELECT n.`last`, n.swept, (SELECT MIN(e.id) FROM journal_entries e WHERE e.position IS NULL) AS waits ' +
        'FROM journal_numbering n WHERE n.id = 1',
    );
    // A position that a reader has passed must not be assigned again, not even after a power cut.
    await this.database.waitUntilDurable();
    return {
      last: row?.last ?? 0,
      lastDeleted: row?.swept ?? 0,
      hasUnnumberedEntries: (row?.waits ?? null) !== null,
    };
  }

  /**
   * Numbers visible entries that have no position.
   * @returns undefined if another process numbers entries
   */
  async assignNextPositions(request: NumberingRequest): Promise<NumberingResult | undefined> {
    return this.unitOfWork.run(async () => {
      const last = await this.lockNumbering(request);
      if (last === undefined) return undefined;
      const ids = await this.listUnnumberedIds();
      const [first] = ids;
      if (first === undefined) return { last, hasMore: false };
      // In the order of the ids, with the same gaps.
      const offset = last + 1 - first;
      for (const idChunk of splitIntoChunks(ids, MAX_LIST_LENGTH))
        await this.assignPositions(idChunk, offset);
      const lastAssigned = offset + (ids.at(-1) as number);
      await this.saveNumbering(request, last, lastAssigned);
      return { last: lastAssigned, hasMore: ids.length === MAX_NUMBERED_ENTRIES };
    });
  }

  /** Lets other processes number entries at once. */
  async release(holder: string): Promise<void> {
    await this.unitOfWork.run(() =>
      this.database.execute(
        "UPDATE journal_numbering SET holder = '' WHERE id = 1 AND holder = ?",
        [holder],
      ),
    );
  }

  /** Deletes the oldest entries, up to the last one before an instant. @returns the number of deleted entries */
  async sweep(cutoff: Date): Promise<number> {
    const [newestExpired] = await this.database.select<{ position: number }>(
      'SELECT position FROM journal_entries WHERE at < ? AND position IS NOT NULL ' +
        'ORDER BY at DESC LIMIT 1',
      [formatSqlInstant(cutoff)],
    );
    if (!newestExpired) return 0;
    let removedCount = 0;
    for (;;) {
      const rows = await this.database.select<{ id: number; position: number }>(
        'SELECT id, position FROM journal_entries WHERE position <= ? ' +
          `ORDER BY position LIMIT ${MAX_LIST_LENGTH}`,
        [newestExpired.position],
      );
      const last = rows.at(-1);
      if (!last) return removedCount;
      const ids = rows.map(({ id }) => id);
      removedCount += await this.unitOfWork.run(() => this.removeEntries(ids, last.position));
    }
  }

  /** @returns the last assigned position; undefined if another process numbers entries */
  private async lockNumbering({ holder, now }: NumberingRequest): Promise<number | undefined> {
    const [row] = await this.database.select<{ last: number; holder: string; held_until: string }>(
      'SELECT `last`, holder, held_until FROM journal_numbering ' +
        `WHERE id = 1${this.database.dialect.forUpdate}`,
    );
    if (!row) throw new Error('The row of journal_numbering is missing');
    const isFree = ['', holder].includes(row.holder) || row.held_until <= formatSqlInstant(now);
    return isFree ? row.last : undefined;
  }

  private async listUnnumberedIds(): Promise<number[]> {
    const rows = await this.database.select<{ id: number }>(
      `SELECT id FROM journal_entries WHERE position IS NULL ORDER BY id LIMIT ${MAX_NUMBERED_ENTRIES}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Updates entries by their ids only: a search for entries without a position would wait for other transactions. */
  private async assignPositions(ids: readonly number[], offset: number): Promise<void> {
    const paddedIds = padToPowerOfTwo(ids);
    const updated = await this.database.execute(
      `UPDATE journal_entries SET position = id + ? WHERE id IN (${formatPlaceholders(paddedIds.length)})`,
      [offset, ...paddedIds],
    );
    if (updated !== ids.length) throw new DatabaseBusy();
  }

  private async saveNumbering(
    { holder, holdUntil }: NumberingRequest,
    previousLast: number,
    last: number,
  ): Promise<void> {
    const updated = await this.database.execute(
      'UPDATE journal_numbering SET `last` = ?, holder = ?, held_until = ? ' +
        'WHERE id = 1 AND `last` = ?',
      [last, holder, formatSqlInstant(holdUntil), previousLast],
    );
    if (updated === 0) throw new DatabaseBusy();
  }

  private async removeEntries(ids: readonly number[], last: number): Promise<number> {
    await this.database.execute(
      'UPDATE journal_numbering SET swept = ? WHERE id = 1 AND swept < ?',
      [last, last],
    );
    const paddedIds = padToPowerOfTwo(ids);
    return this.database.execute(
      `DELETE FROM journal_entries WHERE id IN (${formatPlaceholders(paddedIds.length)})`,
      paddedIds,
    );
  }
}
