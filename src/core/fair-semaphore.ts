import type { SemaphoreLoad } from './semaphore';

/** The caller that is served after all others. */
const CLOSING_CALLER_ID = '';

interface Waiter {
  readonly permits: number;
  /** Ends the waiting. */
  readonly resolve: (isAcquired: boolean) => void;
}

interface CallerQueue {
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
  private readonly callers = new Map<string, CallerQueue>();
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
    callerId: string,
    { timeoutMs, permits = 1, signal }: AcquireOptions,
  ): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.tryAcquire(callerId, permits)) return true;
    return new Promise((resolve) => {
      const caller = this.getOrAddCaller(callerId);
      const waiter: Waiter = {
        permits,
        resolve: (isAcquired) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
          resolve(isAcquired);
        },
      };
      const giveUp = (): void => {
        this.removeWaiter(callerId, waiter);
        this.grantAvailablePermits();
      };
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp);
      if (caller.waiting.length === 0) caller.round = Math.max(caller.round, this.round);
      caller.waiting.push(waiter);
      this.grantAvailablePermits();
      this.evictExcessWaiter(callerId);
    });
  }

  /** Takes permits if they are free and nobody waits. @returns whether it took them */
  tryAcquire(callerId: string, permits = 1): boolean {
    for (const { waiting } of this.callers.values()) if (waiting.length > 0) return false;
    const held = this.callers.get(callerId)?.held ?? 0;
    if (!fits(permits, this.inUse, this.permits) || !fits(permits, held, this.maxPerCaller))
      return false;
    this.grant(callerId, this.getOrAddCaller(callerId), permits);
    return true;
  }

  /**
   * Runs work with permits, and releases them afterwards.
   * @param createBusyError creates the error for permits that are not granted
   */
  async run<T>(
    callerId: string,
    { createBusyError, ...options }: AcquireOptions & { readonly createBusyError: () => Error },
    work: () => Promise<T>,
  ): Promise<T> {
    if (!(await this.acquire(callerId, options))) throw createBusyError();
    try {
      return await work();
    } finally {
      this.release(callerId, options.permits);
    }
  }

  /**
   * Waits for all permits, after all callers that are waiting already, and keeps them.
   * @returns false after the timeout
   */
  close(timeoutMs: number): Promise<boolean> {
    this.getOrAddCaller(CLOSING_CALLER_ID).round = Infinity;
    return this.acquire(CLOSING_CALLER_ID, { timeoutMs, permits: this.permits });
  }

  /** Numbers of held permits and of waiters. */
  get load(): SemaphoreLoad {
    const waiting = [...this.callers.values()].map((caller) => caller.waiting.length);
    return { inUse: this.inUse, waiting: waiting.reduce((sum, count) => sum + count, 0) };
  }

  release(callerId: string, permits = 1): void {
    this.inUse -= permits;
    this.getOrAddCaller(callerId).held -= permits;
    this.removeIdleCaller(callerId);
    this.grantAvailablePermits();
  }

  /** Serves waiters until the permits for the next one are missing. */
  private grantAvailablePermits(): void {
    for (let next = this.findNextWaiter(); next; next = this.findNextWaiter()) {
      const { name, caller, first } = next;
      if (!fits(first.permits, this.inUse, this.permits)) return;
      caller.waiting.shift();
      this.grant(name, caller, first.permits);
      first.resolve(true);
    }
  }

  private grant(callerId: string, caller: CallerQueue, permits: number): void {
    caller.held += permits;
    this.inUse += permits;
    this.round = Math.max(this.round, caller.round);
    caller.round = this.round + 1;
    this.callers.delete(callerId);
    this.callers.set(callerId, caller);
  }

  /** The caller with the next turn, among those that may hold more permits. */
  private findNextWaiter(): { name: string; caller: CallerQueue; first: Waiter } | undefined {
    let next: ReturnType<FairSemaphore['findNextWaiter']>;
    for (const [name, caller] of this.callers) {
      const [first] = caller.waiting;
      if (!first || !fits(first.permits, caller.held, this.maxPerCaller)) continue;
      if (!next || caller.round < next.caller.round) next = { name, caller, first };
    }
    return next;
  }

  /**
   * Removes a waiter if there are too many: the last one of the caller with the most.
   * @param newestCallerId caller of the newest waiter
   */
  private evictExcessWaiter(newestCallerId: string): void {
    const counts = [...this.callers].map(([name, { waiting }]) => ({
      name,
      count: waiting.length,
    }));
    if (counts.reduce((sum, { count }) => sum + count, 0) <= this.maxWaiting) return;
    const ownCount = this.getOrAddCaller(newestCallerId).waiting.length;
    const [busiest] = counts.sort((a, b) => b.count - a.count);
    const name = busiest && busiest.count > ownCount ? busiest.name : newestCallerId;
    const last = this.getOrAddCaller(name).waiting.at(-1);
    if (last) this.removeWaiter(name, last);
  }

  private removeWaiter(callerId: string, waiter: Waiter): void {
    const { waiting } = this.getOrAddCaller(callerId);
    waiting.splice(waiting.indexOf(waiter), 1);
    this.removeIdleCaller(callerId);
    waiter.resolve(false);
  }

  private getOrAddCaller(callerId: string): CallerQueue {
    const known = this.callers.get(callerId);
    if (known) return known;
    const added: CallerQueue = { held: 0, round: this.round, waiting: [] };
    this.callers.set(callerId, added);
    return added;
  }

  private removeIdleCaller(callerId: string): void {
    const caller = this.callers.get(callerId);
    if (caller?.held === 0 && caller.waiting.length === 0) this.callers.delete(callerId);
  }
}

function fits(permits: number, held: number, max: number): boolean {
  return held === 0 || held + permits <= max;
}
