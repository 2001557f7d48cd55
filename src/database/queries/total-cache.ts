import type { Statement, QueryProgram } from '../dialect/connection';

/** Totals from this size on are cached: counting takes long, and they hardly change. */
export const MIN_CACHED_TOTAL = 100_000;
export const TOTAL_CACHE_MS = 1000;
/** Maximum time since its count for which a total is used while one caller counts again. */
export const MAX_TOTAL_AGE_MS = 15_000;

/** Maximum number of lists whose totals are cached. */
const MAX_CACHED_LISTS = 100;

interface CachedTotal {
  readonly total: number;
  /** End of the count, by `performance.now()`. */
  readonly countedAt: number;
  /** Whether a caller has begun to count again. */
  isBeingRecounted: boolean;
}

/** Cached totals by source, then by the counting statement. */
const totalCache = new WeakMap<object, Map<string, CachedTotal>>();

/**
 * Counts all records of an unfiltered list. A large total is cached for a second. Then one caller counts again, and the
 * others get the last total meanwhile, so that a slow count runs once at a time.
 * @param source where it is counted: the totals of a replica and its primary may differ
 */
export function* countWithCache(source: object, countStatement: Statement): QueryProgram<number> {
  const key = JSON.stringify([countStatement.sql, countStatement.params]);
  const cachedTotal = totalCache.get(source)?.get(key);
  if (cachedTotal) {
    const maxAge = cachedTotal.isBeingRecounted ? MAX_TOTAL_AGE_MS : TOTAL_CACHE_MS;
    if (performance.now() - cachedTotal.countedAt < maxAge) return cachedTotal.total;
    cachedTotal.isBeingRecounted = true;
  }
  const total = yield* countWithoutCache(countStatement);
  if (total >= MIN_CACHED_TOTAL)
    cacheTotal(source, key, { total, countedAt: performance.now(), isBeingRecounted: false });
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
