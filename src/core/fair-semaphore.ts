import type { SemaphoreLoad } from './semaphore';

/** The caller that is served after all others. */
const CLOSING_CALLER = '';

interface Waiter {
  readonly permits: number;
  /** Ends the waiting. */
  readonly resolve: (isAcquired: boolean) => void;
}

interface Caller {
  held: number;
  /** Round of the next turn; the caller with the lowest round is served first. */
  round: number;
  /** In the order of their requests. */
  readonly waiting: Waiter[];
}

interface AcquireOptions {
  /** Maximum waiting time. */
  readonly timeoutMs: number;
  /**
   * Number of permits; default: 1. A number above the total, or above a caller's maximum, is granted only exclusively.
   */
  readonly permits?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

interface SemaphoreLimits {
  /** Maximum number of waiters. Beyond it, the caller with the most waiters loses its last one. */
  readonly maxWaiting?: number;
  /** Maximum number of permits of a caller, so that others get the rest. */
  readonly maxPerCaller?: number;
}

/** A semaphore that serves callers in rounds, one turn each: a caller with many requests delays itself, not others. */
export class FairSemaphore {
  /** Callers that hold permits or wait; callers of the same round are in the order of their turns. */
  private readonly callers = new Map<string, Caller>();
  /** The round of the last turn; new callers join it. */
  private round = 0;
  private inUse = 0;
  private readonly maxWaiting: number;
  private readonly maxPerCaller: number;

  constructor(
    private readonly permits: number,
    { maxWaiting = Infinity, maxPerCaller = permits }: SemaphoreLimits = {},
  ) {
    this.maxWaiting = maxWaiting;
    this.maxPerCaller = maxPerCaller;
  }

  /**
   * Waits for permits.
   * @returns false after the timeout, an abort, or too many waiters; otherwise call `release` with the same number
   */
  async acquire(
    callerKey: string,
    { timeoutMs, permits = 1, signal }: AcquireOptions,
  ): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.tryAcquire(callerKey, permits)) return true;
    return new Promise((resolve) => {
      const caller = this.getOrAddCaller(callerKey);
      const waiter: Waiter = {
        permits,
        resolve: (isAcquired) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
          resolve(isAcquired);
        },
      };
      const giveUp = (): void => {
        this.removeWaiter(callerKey, waiter);
        this.admit();
      };
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp);
      if (caller.waiting.length === 0) caller.round = Math.max(caller.round, this.round);
      caller.waiting.push(waiter);
      this.admit();
      this.evictExcessWaiter(callerKey);
    });
  }

  /** Takes permits if they are free and nobody waits. @returns whether it took them */
  tryAcquire(name: string, permits = 1): boolean {
    for (const { waiting } of this.callers.values()) if (waiting.length > 0) return false;
    const held = this.callers.get(name)?.held ?? 0;
    if (!fits(permits, this.inUse, this.permits) || !fits(permits, held, this.maxPerCaller))
      return false;
    this.grant(name, this.getOrAddCaller(name), permits);
    return true;
  }

  /**
   * Runs work with permits, and releases them afterwards.
   * @param createBusyError creates the error for permits that are not granted
   */
  async run<T>(
    name: string,
    { createBusyError, ...options }: AcquireOptions & { readonly createBusyError: () => Error },
    work: () => Promise<T>,
  ): Promise<T> {
    if (!(await this.acquire(name, options))) throw createBusyError();
    try {
      return await work();
    } finally {
      this.release(name, options.permits);
    }
  }

  /**
   * Waits for all permits, after all callers that are waiting already, and keeps them.
   * @returns false after the timeout
   */
  close(timeoutMs: number): Promise<boolean> {
    this.getOrAddCaller(CLOSING_CALLER).round = Infinity;
    return this.acquire(CLOSING_CALLER, { timeoutMs, permits: this.permits });
  }

  /** Numbers of held permits and of waiters. */
  get load(): SemaphoreLoad {
    const waiting = [...this.callers.values()].map((caller) => caller.waiting.length);
    return { inUse: this.inUse, waiting: waiting.reduce((sum, count) => sum + count, 0) };
  }

  release(name: string, permits = 1): void {
    this.inUse -= permits;
    this.getOrAddCaller(name).held -= permits;
    this.removeIdleCaller(name);
    this.admit();
  }

  /** Serves waiters until the permits for the next one are missing. */
  private admit(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { name, caller, first } = next;
      if (!fits(first.permits, this.inUse, this.permits)) return;
      caller.waiting.shift();
      this.grant(name, caller, first.permits);
      first.resolve(true);
    }
  }

  private grant(name: string, caller: Caller, permits: number): void {
    caller.held += permits;
    this.inUse += permits;
    this.round = Math.max(this.round, caller.round);
    caller.round = this.round + 1;
    this.callers.delete(name);
    this.callers.set(name, caller);
  }

  /** The caller with the next turn, among those that may hold more permits. */
  private next(): { name: string; caller: Caller; first: Waiter } | undefined {
    let next: ReturnType<FairSemaphore['next']>;
    for (const [name, caller] of this.callers) {
      const [first] = caller.waiting;
      if (!first || !fits(first.permits, caller.held, this.maxPerCaller)) continue;
      if (!next || caller.round < next.caller.round) next = { name, caller, first };
    }
    return next;
  }

  /**
   * Removes a waiter if there are too many: the last one of the caller with the most.
   * @param newest caller of the newest waiter
   */
  private evictExcessWaiter(newest: string): void {
    const counts = [...this.callers].map(([name, { waiting }]) => ({
      name,
      count: waiting.length,
    }));
    if (counts.reduce((sum, { count }) => sum + count, 0) <= this.maxWaiting) return;
    const ownCount = this.getOrAddCaller(newest).waiting.length;
    const [busiest] = counts.sort((a, b) => b.count - a.count);
    const name = busiest && busiest.count > ownCount ? busiest.name : newest;
    const last = this.getOrAddCaller(name).waiting.at(-1);
    if (last) this.removeWaiter(name, last);
  }

  private removeWaiter(name: string, waiter: Waiter): void {
    const { waiting } = this.getOrAddCaller(name);
    waiting.splice(waiting.indexOf(waiter), 1);
    this.removeIdleCaller(name);
    waiter.resolve(false);
  }

  private getOrAddCaller(name: string): Caller {
    const known = this.callers.get(name);
    if (known) return known;
    const added: Caller = { held: 0, round: this.round, waiting: [] };
    this.callers.set(name, added);
    return added;
  }

  private removeIdleCaller(name: string): void {
    const caller = this.callers.get(name);
    if (caller?.held === 0 && caller.waiting.length === 0) this.callers.delete(name);
  }
}

function fits(permits: number, held: number, max: number): boolean {
  return held === 0 || held + permits <= max;
}
