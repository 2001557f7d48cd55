import {
  type IpcService,
  PrimaryWithLocalFallback,
  type PrimaryProcess,
} from '../../core/primary-process';
import { type RateLimitBudget, RateLimiter } from './rate-limiter';

/** Where workers have their callers' budgets counted. A call never waits longer for its budget. */
export const rateLimiterService: IpcService<RateLimiter> = { name: 'points', timeoutMs: 500 };

/** Counts in the primary's memory, so that all processes behind a port share their callers' budgets. */
export class PrimaryRateLimiter extends RateLimiter {
  private readonly primary: PrimaryWithLocalFallback<RateLimiter>;

  /** @param local counts while the primary does not answer */
  constructor(
    primary: PrimaryProcess,
    private readonly local: RateLimiter,
  ) {
    super();
    this.primary = new PrimaryWithLocalFallback(rateLimiterService, primary);
  }

  override spend(caller: string, points: number): Promise<RateLimitBudget> {
    return this.primary.call('spend', [caller, points], () => this.local.spend(caller, points));
  }
}
