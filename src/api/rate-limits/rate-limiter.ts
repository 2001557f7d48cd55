import type { RequestCost, Operation } from '../operation/operation';

/** How long a caller's budget lasts, from the first call that is counted. */
export const WINDOW_S = 60;

/** What a call costs its caller. */
const pointsByCost: Readonly<Record<RequestCost, number>> = { FREE: 0, LIGHT: 1, HEAVY: 10 };

/** What a call of the operation costs its caller; 0: it is not limited. */
export function requestPoints({ cost, scope }: Pick<Operation, 'cost' | 'scope'>): number {
  return scope === 'public' ? 0 : pointsByCost[cost];
}

/** What is left of a caller's budget after a call has asked for some of it. */
export interface RateLimitBudget {
  /** Whether it was enough for the call; if not, nothing was spent. */
  readonly isEnough: boolean;
  readonly left: number;
  /** Seconds until the caller has its whole budget again; at least 1. */
  readonly seconds: number;
}

/** Counts the points that callers spend. */
export abstract class RateLimiter {
  /**
   * Takes the points of a call from its caller's budget, if that many are left.
   * @param caller name of the principal
   */
  abstract spend(caller: string, points: number): RateLimitBudget | Promise<RateLimitBudget>;
}
