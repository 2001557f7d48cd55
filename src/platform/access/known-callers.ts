import type { Clock } from '../../core/clock';

/** How long a caller that was found is taken to be still there. */
const CACHE_TTL_MS = 5_000;

/** Most callers that are remembered; more are looked up each time. */
const MAX_CACHED_CALLERS = 10_000;

interface Known<C> {
  readonly caller: C;
  readonly trustedUntil: number;
}

/** Callers that were found lately, so that a call does not cost a look-up. */
export class KnownCallers<K, C extends object> {
  private readonly known = new Map<K, Known<C>>();
  /** Counts what was forgotten: a look-up that began before may have found it. */
  private forgotten = 0;

  /** @param lookUp finds a caller in the database; undefined: there is none */
  constructor(
    private readonly clock: Clock,
    private readonly lookUp: (key: K) => Promise<C | undefined>,
  ) {}

  async find(key: K): Promise<C | undefined> {
    const now = this.clock.now().getTime();
    const known = this.known.get(key);
    if (known !== undefined && known.trustedUntil > now) return known.caller;
    const { forgotten } = this;
    const caller = await this.lookUp(key);
    this.known.delete(key);
    if (!caller) return undefined;
    if (this.known.size >= MAX_CACHED_CALLERS) this.known.clear();
    if (this.forgotten === forgotten) this.known.set(key, { caller, trustedUntil: now + CACHE_TTL_MS });
    return caller;
  }

  /** Callers that the condition holds for are looked up again at their next call. */
  forget(condition: (caller: C) => boolean): void {
    this.forgotten++;
    for (const [key, { caller }] of this.known) if (condition(caller)) this.known.delete(key);
  }
}
