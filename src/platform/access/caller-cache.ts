import type { Clock } from '../../core/clock';

/** How long a caller that was found is taken to be still there. */
const CACHE_TTL_MS = 5_000;

/** Most callers that are remembered; more are looked up each time. */
const MAX_CACHED_CALLERS = 10_000;

interface CachedCaller<C> {
  readonly caller: C;
  readonly trustedUntil: number;
}

/** Callers that were found lately, so that a call does not cost a look-up. */
export class CallerCache<K, C extends object> {
  private readonly entries = new Map<K, CachedCaller<C>>();
  /** Counts what was forgotten: a look-up that began before may have found it. */
  private invalidations = 0;

  /** @param load finds a caller in the database; undefined: there is none */
  constructor(
    private readonly clock: Clock,
    private readonly load: (key: K) => Promise<C | undefined>,
  ) {}

  async find(key: K): Promise<C | undefined> {
    const now = this.clock.now().getTime();
    const known = this.entries.get(key);
    if (known !== undefined && known.trustedUntil > now) return known.caller;
    const { invalidations } = this;
    const caller = await this.load(key);
    this.entries.delete(key);
    if (!caller) return undefined;
    if (this.entries.size >= MAX_CACHED_CALLERS) this.entries.clear();
    if (this.invalidations === invalidations)
      this.entries.set(key, { caller, trustedUntil: now + CACHE_TTL_MS });
    return caller;
  }

  /** Callers that the condition holds for are looked up again at their next call. */
  invalidate(condition: (caller: C) => boolean): void {
    this.invalidations++;
    for (const [key, { caller }] of this.entries) if (condition(caller)) this.entries.delete(key);
  }
}
