import type { SqlValue } from '../schema/column-kinds';
import { formatPlaceholders } from '../queries/conditions';
import { quoteIdentifier } from '../schema/sql-names';
import type { InsertBatch, Statement } from './connection';

const MAX_ROWS_PER_STATEMENT = 256;
/** UTF-16 code units in one statement: even at three bytes each, less than the smallest usual max_allowed_packet. */
const MAX_TEXT_UNITS = 4_000_000;

/** Splits an insertion into multi-row statements, in order; `rows` is the number of rows of a statement. */
export function* createInsertStatements(
  batch: InsertBatch,
  usesReturning: boolean,
): Generator<Statement & { rowCount: number }> {
  const { table, columns, rows, generatedKey } = batch;
  const head = `INSERT INTO ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) VALUES `;
  const tail =
    usesReturning && generatedKey !== undefined
      ? ` RETURNING ${quoteIdentifier(generatedKey)}`
      : '';
  const rowPlaceholders = `(${formatPlaceholders(columns.length)})`;
  for (let offset = 0; offset < rows.length;) {
    const count = nextRowCount(rows, offset);
    const groups = Array<string>(count).fill(rowPlaceholders).join(', ');
    yield {
      sql: head + groups + tail,
      params: rows.slice(offset, offset + count).flat(),
      rowCount: count,
    };
    offset += count;
  }
}

function nextRowCount(rows: InsertBatch['rows'], offset: number): number {
  const max = Math.min(rows.length - offset, MAX_ROWS_PER_STATEMENT);
  let textUnits = 0;
  for (let count = 0; count < max; count++) {
    textUnits += textLength(rows[offset + count] ?? []);
    if (textUnits > MAX_TEXT_UNITS) return Math.max(1, count);
  }
  return max;
}

function textLength(row: readonly SqlValue[]): number {
  let length = 0;
  for (const value of row) if (typeof value === 'string') length += value.length;
  return length;
}
