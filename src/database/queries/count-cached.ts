import type { Statement, QueryProgram } from '../dialect/connection';

/** Totals of so many records are remembered: it takes long to count them anew, and they hardly change. */
export const MIN_CACHED_TOTAL = 100_000;
export const TOTAL_CACHE_MS = 1000;

/** Lists whose totals are remembered at a time. */
const MAX_CACHED_LISTS = 100;

interface CachedTotal {
  readonly total: number;
  /** By `performance.now()`. */
  readonly countedAt: number;
}

/** By where they were counted, then by the statement that counts. */
const totalCache = new WeakMap<object, Map<string, CachedTotal>>();

/**
 * Counts all records of a list that nobody has filtered; the total of very many may be that of a second ago.
 * @param source what is counted in: a replica may have others than what it is of
 */
export function* countCached(source: object, count: Statement): QueryProgram<number> {
  const key = JSON.stringify([count.sql, count.params]);
  const known = totalCache.get(source)?.get(key);
  if (known && performance.now() - known.countedAt < TOTAL_CACHE_MS) return known.total;
  const countedAt = performance.now();
  const total = yield* countUncached(count);
  if (total >= MIN_CACHED_TOTAL) cacheTotal(source, key, { total, countedAt });
  else totalCache.get(source)?.delete(key);
  return total;
}

/** Counts anew. */
export function* countUncached(count: Statement): QueryProgram<number> {
  const [rows] = yield [count];
  return Number(rows?.[0]?.[0] ?? 0);
}

function cacheTotal(source: object, key: string, total: CachedTotal): void {
  const lists = totalCache.get(source) ?? new Map<string, CachedTotal>();
  totalCache.set(source, lists);
  if (lists.size >= MAX_CACHED_LISTS) lists.clear();
  lists.set(key, total);
}
