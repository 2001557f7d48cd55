import type { RequestCost, Operation } from '../operation/operation';

/** Duration of a caller's budget in seconds, from the first counted call. */
export const RATE_LIMIT_WINDOW_S = 60;

/** Points that a call costs, by its request type. */
const pointsByCost: Readonly<Record<RequestCost, number>> = { FREE: 0, LIGHT: 1, HEAVY: 10 };

/** Points that a call of the operation costs; 0: it is not limited. */
export function getRateLimitPoints({ cost, scope }: Pick<Operation, 'cost' | 'scope'>): number {
  return scope === 'public' ? 0 : pointsByCost[cost];
}

/** The rest of a caller's budget after a call. */
export interface RateLimitBudget {
  /** Whether the budget was sufficient; if not, nothing was spent. */
  readonly isGranted: boolean;
  readonly remainingPoints: number;
  /** Seconds until the caller has its whole budget again; at least 1. */
  readonly secondsUntilReset: number;
}

/** Counts the points that callers spend. */
export abstract class RateLimiter {
  /**
   * Takes the points of a call from its caller's budget, if enough are left.
   * @param caller name of the principal
   */
  abstract spend(caller: string, points: number): RateLimitBudget | Promise<RateLimitBudget>;
}
