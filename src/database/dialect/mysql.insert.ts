import type { SqlValue } from '../kinds';
import { placeholders } from '../conditions';
import { quote } from '../names';
import type { Insertion, Statement } from './connection';

/** Few sizes, so that the prepared statements of a table stay few. */
const sizes = [256, 128, 64, 32, 16, 8, 7, 6, 5, 4, 3, 2, 1];
/** MySQL prepares at most 65,535 parameters. */
const MOST_PARAMETERS = 60_000;
/** UTF-16 units in one statement: even at three bytes each below the smallest usual max_allowed_packet. */
const MOST_TEXT_UNITS = 4_000_000;

/** An insertion as multi-row statements, in order; `rows` is the number of each one's rows. */
export function* insertStatements(
  insertion: Insertion,
  returning: boolean,
): Generator<Statement & { rows: number }> {
  const { table, columns, rows, key } = insertion;
  const head = `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES `;
  const tail = returning && key !== undefined ? ` RETURNING ${quote(key)}` : '';
  const group = `(${placeholders(columns.length)})`;
  for (let at = 0; at < rows.length;) {
    const count = nextSize(rows, at, columns.length);
    const groups = Array<string>(count).fill(group).join(', ');
    yield { sql: head + groups + tail, params: rows.slice(at, at + count).flat(), rows: count };
    at += count;
  }
}

function nextSize(rows: Insertion['rows'], at: number, columns: number): number {
  const most = Math.min(rows.length - at, Math.floor(MOST_PARAMETERS / Math.max(1, columns)));
  const largest = sizes.find((size) => size <= most) ?? 1;
  let text = 0;
  for (let count = 0; count < largest; count++) {
    text += textLength(rows[at + count] ?? []);
    if (text > MOST_TEXT_UNITS) return sizes.find((size) => size <= count) ?? 1;
  }
  return largest;
}

function textLength(row: readonly SqlValue[]): number {
  let length = 0;
  for (const value of row) if (typeof value === 'string') length += value.length;
  return length;
}
