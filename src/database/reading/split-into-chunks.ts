import type { RawRow, QueryProgram } from '../dialect/connection';
import type { SqlValue } from '../schema/column-kinds';
import type { CompiledPlan, ChildCount } from './compile-plan';

/** How many rows hang on a record in a row of the root's. */
type RowCounter = (row: RawRow) => number;

interface ChildCountQuery extends ChildCount {
  readonly ids: readonly number[];
}

/**
 * Cuts the root's rows into pieces of at most so many rows, children included; a record that has more is a piece by
 * itself. What hangs on children in turn is not counted.
 */
export function* splitIntoChunks(
  { childCounts }: CompiledPlan,
  rows: readonly RawRow[],
  most: number,
): QueryProgram<(readonly RawRow[])[]> {
  const asked = childCounts
    .map((weight) => ({ ...weight, ids: collectIds(weight.idAt, rows) }))
    .filter(({ ids }) => ids.length > 0);
  if (asked.length === 0 || rows.length < 2) return [rows];
  // Most pages are small: one number tells that, for half of what the numbers of each record cost.
  const totals = yield asked.map(({ total, ids }) => total(ids));
  const below = totals.reduce((sum, [row]) => sum + Number(row?.[0]), 0);
  if (rows.length + below <= most) return [rows];
  const counted = yield* createRowCounters(asked);
  const pieces: RawRow[][] = [];
  let weight = Infinity;
  for (const row of rows) {
    const own = counted.reduce((sum, count) => sum + count(row), 1);
    weight += own;
    if (weight > most) {
      pieces.push([]);
      weight = own;
    }
    pieces.at(-1)?.push(row);
  }
  return pieces;
}

function* createRowCounters(asked: readonly ChildCountQuery[]): QueryProgram<RowCounter[]> {
  const answers = yield asked.map(({ each, ids }) => each(ids));
  return asked.map(({ idAt }, at) => {
    const counts = new Map<SqlValue, number>();
    for (const [id = null, count] of answers[at] ?? []) counts.set(id, Number(count));
    return (row) => counts.get(row[idAt] ?? null) ?? 0;
  });
}

function collectIds(at: number, rows: readonly RawRow[]): number[] {
  const ids = rows.map((row) => row[at] ?? null).filter((id) => id !== null);
  return [...new Set(ids)].map(Number);
}
