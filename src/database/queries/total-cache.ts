import type { Statement, QueryProgram } from '../dialect/connection';

/** Totals from this size on are cached: counting takes long, and they hardly change. */
export const MIN_CACHED_TOTAL = 100_000;
export const TOTAL_CACHE_MS = 1000;

/** Maximum number of lists whose totals are cached. */
const MAX_CACHED_LISTS = 100;

interface CachedTotal {
  readonly total: number;
  /** Time of the count, by `performance.now()`. */
  readonly countedAt: number;
}

/** Cached totals by source, then by the counting statement. */
const totalCache = new WeakMap<object, Map<string, CachedTotal>>();

/**
 * Counts all records of an unfiltered list; a large total may be up to a second old.
 * @param source where it is counted: the totals of a replica and its primary may differ
 */
export function* countWithCache(source: object, countStatement: Statement): QueryProgram<number> {
  const key = JSON.stringify([countStatement.sql, countStatement.params]);
  const cachedTotal = totalCache.get(source)?.get(key);
  if (cachedTotal && performance.now() - cachedTotal.countedAt < TOTAL_CACHE_MS)
    return cachedTotal.total;
  const countedAt = performance.now();
  const total = yield* countWithoutCache(countStatement);
  if (total >= MIN_CACHED_TOTAL) cacheTotal(source, key, { total, countedAt });
  else totalCache.get(source)?.delete(key);
  return total;
}

/** Counts without the cache. */
export function* countWithoutCache(countStatement: Statement): QueryProgram<number> {
  const [rows] = yield [countStatement];
  return Number(rows?.[0]?.[0] ?? 0);
}

function cacheTotal(source: object, key: string, total: CachedTotal): void {
  const totalsByStatement = totalCache.get(source) ?? new Map<string, CachedTotal>();
  totalCache.set(source, totalsByStatement);
  if (totalsByStatement.size >= MAX_CACHED_LISTS) totalsByStatement.clear();
  totalsByStatement.set(key, total);
}
