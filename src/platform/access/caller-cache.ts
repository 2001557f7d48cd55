import type { Clock } from '../../core/clock';

/** How long a cached caller is trusted. */
const CACHE_TTL_MS = 5_000;

/** Maximum number of cached callers; the cache is cleared when it is full. */
const MAX_CACHED_CALLERS = 10_000;

interface CachedCaller<C> {
  readonly caller: C;
  readonly trustedUntil: number;
}

/** Caches recently found callers, so that a call needs no query. */
export class CallerCache<K, C extends object> {
  private readonly entries = new Map<K, CachedCaller<C>>();
  /**
   * Number of invalidations. A lookup that started before an invalidation may have found outdated data, so it isn't
   * cached.
   */
  private invalidationCount = 0;

  /** @param load finds a caller in the database; undefined if it is unknown */
  constructor(
    private readonly clock: Clock,
    private readonly load: (key: K) => Promise<C | undefined>,
  ) {}

  async find(key: K): Promise<C | undefined> {
    const now = this.clock.now().getTime();
    const known = this.entries.get(key);
    if (known !== undefined && known.trustedUntil > now) return known.caller;
    const { invalidationCount } = this;
    const caller = await this.load(key);
    this.entries.delete(key);
    if (!caller) return undefined;
    if (this.entries.size >= MAX_CACHED_CALLERS) this.entries.clear();
    if (this.invalidationCount === invalidationCount)
      this.entries.set(key, { caller, trustedUntil: now + CACHE_TTL_MS });
    return caller;
  }

  /** Removes matching callers from the cache, so that they are looked up at their next call. */
  invalidate(condition: (caller: C) => boolean): void {
    this.invalidationCount++;
    for (const [key, { caller }] of this.entries) if (condition(caller)) this.entries.delete(key);
  }
}
