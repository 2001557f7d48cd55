import type { RawRow, QueryProgram } from '../dialect/connection';
import type { SqlValue } from '../schema/column-kinds';
import type { CompiledPlan, ChildCount } from './compile-plan';

/** Returns the number of child rows of a record in a root row. */
type RowCounter = (row: RawRow) => number;

interface ChildCountQuery extends ChildCount {
  readonly ids: readonly number[];
}

/**
 * Splits the root's rows into chunks of at most `maxRows` rows, children included. A record with more rows is a chunk
 * by itself. Grandchildren aren't counted.
 */
export function* splitRowsByChildCount(
  { childCounts }: CompiledPlan,
  rows: readonly RawRow[],
  maxRows: number,
): QueryProgram<(readonly RawRow[])[]> {
  const counts = childCounts
    .map((count) => ({ ...count, ids: collectIds(count.idIndex, rows) }))
    .filter(({ ids }) => ids.length > 0);
  if (counts.length === 0 || rows.length < 2) return [rows];
  // Most pages are small: their total shows that, at half the cost of the numbers by record.
  const totals = yield counts.map(({ toTotalStatement, ids }) => toTotalStatement(ids));
  const below = totals.reduce((sum, [row]) => sum + Number(row?.[0]), 0);
  if (rows.length + below <= maxRows) return [rows];
  const counters = yield* createRowCounters(counts);
  const result: RawRow[][] = [];
  let weight = Infinity;
  for (const row of rows) {
    const rowWeight = counters.reduce((sum, count) => sum + count(row), 1);
    weight += rowWeight;
    if (weight > maxRows) {
      result.push([]);
      weight = rowWeight;
    }
    result.at(-1)?.push(row);
  }
  return result;
}

function* createRowCounters(counts: readonly ChildCountQuery[]): QueryProgram<RowCounter[]> {
  const answers = yield counts.map(({ toCountsStatement, ids }) => toCountsStatement(ids));
  return counts.map(({ idIndex }, at) => {
    const counts = new Map<SqlValue, number>();
    for (const [id = null, count] of answers[at] ?? []) counts.set(id, Number(count));
    return (row) => counts.get(row[idIndex] ?? null) ?? 0;
  });
}

function collectIds(at: number, rows: readonly RawRow[]): number[] {
  const ids = rows.map((row) => row[at] ?? null).filter((id) => id !== null);
  return [...new Set(ids)].map(Number);
}
