import type { SqlValue } from '../schema/column-kinds';
import { placeholders } from '../queries/conditions';
import { quoteIdentifier } from '../schema/sql-names';
import type { InsertBatch, Statement } from './connection';

const MAX_ROWS = 256;
/** UTF-16 code units in one statement: even at three bytes each, less than the smallest usual max_allowed_packet. */
const MAX_TEXT_UNITS = 4_000_000;

/** Splits an insertion into multi-row statements, in order; `rows` is the number of rows of a statement. */
export function* createInsertStatements(
  insertion: InsertBatch,
  usesReturning: boolean,
): Generator<Statement & { rows: number }> {
  const { table, columns, rows, generatedKey } = insertion;
  const head = `INSERT INTO ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) VALUES `;
  const tail =
    usesReturning && generatedKey !== undefined
      ? ` RETURNING ${quoteIdentifier(generatedKey)}`
      : '';
  const group = `(${placeholders(columns.length)})`;
  for (let at = 0; at < rows.length;) {
    const count = nextSize(rows, at);
    const groups = Array<string>(count).fill(group).join(', ');
    yield { sql: head + groups + tail, params: rows.slice(at, at + count).flat(), rows: count };
    at += count;
  }
}

function nextSize(rows: InsertBatch['rows'], at: number): number {
  const max = Math.min(rows.length - at, MAX_ROWS);
  let text = 0;
  for (let count = 0; count < max; count++) {
    text += textLength(rows[at + count] ?? []);
    if (text > MAX_TEXT_UNITS) return Math.max(1, count);
  }
  return max;
}

function textLength(row: readonly SqlValue[]): number {
  let length = 0;
  for (const value of row) if (typeof value === 'string') length += value.length;
  return length;
}
