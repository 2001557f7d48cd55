import type { RawRow, QueryProgram } from '../dialect/connection';
import type { SqlValue } from '../schema/column-kinds';
import type { CompiledPlan, ChildCounter } from './compile-plan';

/** Returns the number of child rows of a record in a root row. */
type RowCounter = (row: RawRow) => number;

interface ChildCountQuery extends ChildCounter {
  readonly ids: readonly number[];
}

/**
 * Splits the root's rows into chunks of at most `maxRows` rows, children included. A record with more rows is a chunk
 * by itself. Grandchildren aren't counted.
 */
export function* splitRowsByChildCount(
  { childCounters }: CompiledPlan,
  rows: readonly RawRow[],
  maxRows: number,
): QueryProgram<(readonly RawRow[])[]> {
  const countQueries = childCounters
    .map((count) => ({ ...count, ids: collectIds(count.idIndex, rows) }))
    .filter(({ ids }) => ids.length > 0);
  if (countQueries.length === 0 || rows.length < 2) return [rows];
  // Most pages are small: their total shows that, at half the cost of the numbers by record.
  const totals = yield countQueries.map(({ toTotalStatement, ids }) => toTotalStatement(ids));
  const childTotal = totals.reduce((sum, [row]) => sum + Number(row?.[0]), 0);
  if (rows.length + childTotal <= maxRows) return [rows];
  const counters = yield* createRowCounters(countQueries);
  const result: RawRow[][] = [];
  let chunkRowCount = Infinity;
  for (const row of rows) {
    const rowCount = counters.reduce((sum, countRows) => sum + countRows(row), 1);
    chunkRowCount += rowCount;
    if (chunkRowCount > maxRows) {
      result.push([]);
      chunkRowCount = rowCount;
    }
    result.at(-1)?.push(row);
  }
  return result;
}

function* createRowCounters(countQueries: readonly ChildCountQuery[]): QueryProgram<RowCounter[]> {
  const resultSets = yield countQueries.map(({ toCountsStatement, ids }) => toCountsStatement(ids));
  return countQueries.map(({ idIndex }, index) => {
    const countById = new Map<SqlValue, number>();
    for (const [id = null, count] of resultSets[index] ?? []) countById.set(id, Number(count));
    return (row) => countById.get(row[idIndex] ?? null) ?? 0;
  });
}

function collectIds(idIndex: number, rows: readonly RawRow[]): number[] {
  const ids = rows.map((row) => row[idIndex] ?? null).filter((id) => id !== null);
  return [...new Set(ids)].map(Number);
}
