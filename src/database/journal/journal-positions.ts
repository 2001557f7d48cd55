import { Injectable } from '@nestjs/common';
import { DatabaseBusy } from '../../core/errors';
import { chunks, MAX_LIST_LENGTH, padToPowerOfTwo, placeholders } from '../queries/conditions';
import { Database } from '../database';
import { formatSqlInstant } from '../schema/column-kinds';
import { UnitOfWork } from '../writing/unit-of-work';

/** Entries that one transaction numbers at most. */
const MAX_NUMBERED = 4096;

/** How far the journal is. */
export interface JournalRange {
  /** The highest position that was given; 0: none. */
  readonly last: number;
  /** The highest position that was swept away; 0: none. */
  readonly swept: number;
  /** Whether entries wait for a position. */
  readonly hasUnnumbered: boolean;
}

/** What came of a numbering. */
export interface NumberingResult {
  /** The highest position that was given. */
  readonly last: number;
  /** Whether there is more to number, for which another transaction is better. */
  readonly isMore: boolean;
}

/** Who wants to number. */
export interface NumberingRequest {
  readonly holder: string;
  readonly now: Date;
  /** Until then no other process numbers. */
  readonly until: Date;
}

/**
 * The order of the journal. Entries are written without a position, and numbered once they are visible: so a reader
 * finds those first that it can see first, and nothing comes later before what it has read. All positions are given
 * under one row, which every numbering changes: of two at once, on one server or on two nodes of a cluster, one waits
 * or fails.
 */
@Injectable()
export class JournalPositions {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async getRange(): Promise<JournalRange> {
    const [row] = await this.database.select<{ last: number; swept: number; waits: number | null }>(
      'SELECT n.`last`, n.swept, (SELECT MIN(e.id) FROM journal_entries e WHERE e.position IS NULL) AS waits ' +
        'FROM journal_numbering n WHERE n.id = 1',
    );
    // A position that a reader is past must not be given again to another entry, not even after a power cut.
    await this.database.whenDurable();
    return {
      last: row?.last ?? 0,
      swept: row?.swept ?? 0,
      hasUnnumbered: (row?.waits ?? null) !== null,
    };
  }

  /**
   * Numbers what is visible and has no position.
   * @returns undefined: that is left to another process
   */
  async assignNext(numberer: NumberingRequest): Promise<NumberingResult | undefined> {
    return this.unitOfWork.run(async () => {
      const last = await this.claim(numberer);
      if (last === undefined) return undefined;
      const ids = await this.listUnnumberedIds();
      const [first] = ids;
      if (first === undefined) return { last, isMore: false };
      // In the order of the ids, with the gaps that are between them.
      const offset = last + 1 - first;
      for (const some of chunks(ids, MAX_LIST_LENGTH)) await this.assignPositions(some, offset);
      const end = offset + (ids.at(-1) as number);
      await this.saveNumbering(numberer, last, end);
      return { last: end, isMore: ids.length === MAX_NUMBERED };
    });
  }

  /** Lets other processes number at once. */
  async release(holder: string): Promise<void> {
    await this.unitOfWork.run(() =>
      this.database.execute(
        "UPDATE journal_numbering SET holder = '' WHERE id = 1 AND holder = ?",
        [holder],
      ),
    );
  }

  /** Removes the oldest entries, up to the last one before an instant. @returns how many */
  async sweep(before: Date): Promise<number> {
    const [edge] = await this.database.select<{ position: number }>(
      'SELECT position FROM journal_entries WHERE at < ? AND position IS NOT NULL ' +
        'ORDER BY at DESC LIMIT 1',
      [formatSqlInstant(before)],
    );
    if (!edge) return 0;
    let swept = 0;
    for (;;) {
      const rows = await this.database.select<{ id: number; position: number }>(
        'SELECT id, position FROM journal_entries WHERE position <= ? ' +
          `ORDER BY position LIMIT ${MAX_LIST_LENGTH}`,
        [edge.position],
      );
      const last = rows.at(-1);
      if (!last) return swept;
      const ids = rows.map(({ id }) => id);
      swept += await this.unitOfWork.run(() => this.removeEntries(ids, last.position));
    }
  }

  /** @returns the last position; undefined while another process numbers */
  private async claim({ holder, now }: NumberingRequest): Promise<number | undefined> {
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
      `SELECT id FROM journal_entries WHERE position IS NULL ORDER BY id LIMIT ${MAX_NUMBERED}`,
    );
    return rows.map(({ id }) => id);
  }

  /** By their ids alone: looking for what has no position would wait for transactions that are under way. */
  private async assignPositions(ids: readonly number[], offset: number): Promise<void> {
    const list = padToPowerOfTwo(ids);
    const given = await this.database.execute(
      `UPDATE journal_entries SET position = id + ? WHERE id IN (${placeholders(list.length)})`,
      [offset, ...list],
    );
    if (given !== ids.length) throw new DatabaseBusy();
  }

  private async saveNumbering(
    { holder, until }: NumberingRequest,
    before: number,
    last: number,
  ): Promise<void> {
    const found = await this.database.execute(
      'UPDATE journal_numbering SET `last` = ?, holder = ?, held_until = ? ' +
        'WHERE id = 1 AND `last` = ?',
      [last, holder, formatSqlInstant(until), before],
    );
    if (found === 0) throw new DatabaseBusy();
  }

  private async removeEntries(ids: readonly number[], last: number): Promise<number> {
    await this.database.execute(
      'UPDATE journal_numbering SET swept = ? WHERE id = 1 AND swept < ?',
      [last, last],
    );
    const list = padToPowerOfTwo(ids);
    return this.database.execute(
      `DELETE FROM journal_entries WHERE id IN (${placeholders(list.length)})`,
      list,
    );
  }
}
