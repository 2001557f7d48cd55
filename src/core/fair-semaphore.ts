import type { SemaphoreLoad } from './semaphore';

/** The caller that is served after all others. */
const LAST = '';

interface Waiter {
  readonly permits: number;
  /** Ends the waiting. */
  readonly resolve: (isAcquired: boolean) => void;
}

interface Caller {
  held: number;
  /** In which round its next turn is; the earliest is served first. */
  round: number;
  /** In the order of asking. */
  readonly waiting: Waiter[];
}

interface AcquireOptions {
  /** How long to wait at most. */
  readonly timeoutMs: number;
  /** How many permits; 1 by default. More than there are, or than a caller may hold, are granted alone. */
  readonly permits?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

interface SemaphoreLimits {
  /** How many may wait. Beyond that the caller with the most waiting loses its last one. */
  readonly maxWaiting?: number;
  /** How many permits a caller may hold while others could need the rest. */
  readonly maxPerCaller?: number;
}

/** A semaphore that serves callers in rounds, one turn each: one that asks often waits for itself, not others for it. */
export class FairSemaphore {
  /** Callers that hold permits or wait; within a round, in the order of their turns. */
  private readonly callers = new Map<string, Caller>();
  /** The round of the last turn. Newcomers join it. */
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
   * @returns false when they didn't come in time, or too many wait; else `release` must be called with as many
   */
  async acquire(
    name: string,
    { timeoutMs, permits = 1, signal }: AcquireOptions,
  ): Promise<boolean> {
    if (signal?.aborted === true) return false;
    return new Promise((resolve) => {
      const caller = this.getOrAddCaller(name);
      const one: Waiter = {
        permits,
        resolve: (isAcquired) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
          resolve(isAcquired);
        },
      };
      const giveUp = (): void => {
        this.removeWaiter(name, one);
        this.admit();
      };
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp);
      if (caller.waiting.length === 0) caller.round = Math.max(caller.round, this.round);
      caller.waiting.push(one);
      this.admit();
      this.evictExcessWaiter(name);
    });
  }

  /**
   * Waits for all permits, after every caller that waits already, and keeps them.
   * @returns false when they didn't come in time
   */
  close(timeoutMs: number): Promise<boolean> {
    this.getOrAddCaller(LAST).round = Infinity;
    return this.acquire(LAST, { timeoutMs, permits: this.permits });
  }

  /** How many permits are held, and how many callers wait for some. */
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

  /** Serves those who wait, until the permits of the next one are not there. */
  private admit(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { name, caller, first } = next;
      if (!fits(first.permits, this.inUse, this.permits)) return;
      caller.waiting.shift();
      caller.held += first.permits;
      this.inUse += first.permits;
      this.round = Math.max(this.round, caller.round);
      caller.round = this.round + 1;
      this.callers.delete(name);
      this.callers.set(name, caller);
      first.resolve(true);
    }
  }

  /** The caller whose turn it is, among those that may hold more. */
  private next(): { name: string; caller: Caller; first: Waiter } | undefined {
    let next: ReturnType<FairSemaphore['next']>;
    for (const [name, caller] of this.callers) {
      const [first] = caller.waiting;
      if (!first || !fits(first.permits, caller.held, this.maxPerCaller)) continue;
      if (!next || caller.round < next.caller.round) next = { name, caller, first };
    }
    return next;
  }

  /** Turns one away where too many wait: of the caller with the most, the last. @param newest who has asked last */
  private evictExcessWaiter(newest: string): void {
    const counts = [...this.callers].map(([name, { waiting }]) => ({
      name,
      count: waiting.length,
    }));
    if (counts.reduce((sum, { count }) => sum + count, 0) <= this.maxWaiting) return;
    const own = this.getOrAddCaller(newest).waiting.length;
    const [most] = counts.sort((one, other) => other.count - one.count);
    const name = most && most.count > own ? most.name : newest;
    const last = this.getOrAddCaller(name).waiting.at(-1);
    if (last) this.removeWaiter(name, last);
  }

  private removeWaiter(name: string, one: Waiter): void {
    const { waiting } = this.getOrAddCaller(name);
    waiting.splice(waiting.indexOf(one), 1);
    this.removeIdleCaller(name);
    one.resolve(false);
  }

  private getOrAddCaller(name: string): Caller {
    const known = this.callers.get(name);
    if (known) return known;
    const fresh: Caller = { held: 0, round: this.round, waiting: [] };
    this.callers.set(name, fresh);
    return fresh;
  }

  private removeIdleCaller(name: string): void {
    const caller = this.callers.get(name);
    if (caller?.held === 0 && caller.waiting.length === 0) this.callers.delete(name);
  }
}

function fits(permits: number, held: number, most: number): boolean {
  return held === 0 || held + permits <= most;
}
