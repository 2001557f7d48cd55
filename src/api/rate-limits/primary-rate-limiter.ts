import {
  type IpcServiceDescriptor,
  PrimaryWithLocalFallback,
  type PeerProcess,
} from '../../core/peer-process';
import { type RateLimitBudget, RateLimiter } from './rate-limiter';

/** The rate limiter of the primary, which the workers call. A call waits for its budget until this timeout at most. */
export const rateLimiterIpcService: IpcServiceDescriptor<RateLimiter> = {
  name: 'points',
  timeoutMs: 500,
};

/** A rate limiter that counts in the primary's memory, so that all processes behind a port share the budgets. */
export class PrimaryRateLimiter extends RateLimiter {
  private readonly primary: PrimaryWithLocalFallback<RateLimiter>;

  /** @param local counts while the primary does not respond */
  constructor(
    primary: PeerProcess,
    private readonly local: RateLimiter,
  ) {
    super();
    this.primary = new PrimaryWithLocalFallback(rateLimiterIpcService, primary);
  }

  override spend(caller: string, points: number): Promise<RateLimitBudget> {
    return this.primary.call('spend', [caller, points], () => this.local.spend(caller, points));
  }
}
