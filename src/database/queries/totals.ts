import type { Statement, QueryProgram } from '../dialect/connection';

/** Totals of so many records are remembered: it takes long to count them anew, and they hardly change. */
export const MANY = 100_000;
export const REMEMBERED_MS = 1000;

/** Lists whose totals are remembered at a time. */
const MAX_CACHED_LISTS = 100;

interface Total {
  readonly total: number;
  /** By `performance.now()`. */
  readonly countedAt: number;
}

/** By where they were counted, then by the statement that counts. */
const totals = new WeakMap<object, Map<string, Total>>();

/**
 * Counts all records of a list that nobody has filtered; the total of very many may be that of a second ago.
 * @param source what is counted in: a replica may have others than what it is of
 */
export function* totalOf(source: object, count: Statement): QueryProgram<number> {
  const key = JSON.stringify([count.sql, count.params]);
  const known = totals.get(source)?.get(key);
  if (known && performance.now() - known.countedAt < REMEMBERED_MS) return known.total;
  const countedAt = performance.now();
  const total = yield* counted(count);
  if (total >= MANY) remember(source, key, { total, countedAt });
  else totals.get(source)?.delete(key);
  return total;
}

/** Counts anew. */
export function* counted(count: Statement): QueryProgram<number> {
  const [rows] = yield [count];
  return Number(rows?.[0]?.[0] ?? 0);
}

function remember(source: object, key: string, total: Total): void {
  const lists = totals.get(source) ?? new Map<string, Total>();
  totals.set(source, lists);
  if (lists.size >= MAX_CACHED_LISTS) lists.clear();
  lists.set(key, total);
}
