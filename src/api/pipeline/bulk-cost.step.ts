import { Injectable } from '@nestjs/common';
import type { Operation } from '../operation/operation';
import { RateLimitGuard } from '../rate-limits/rate-limit.guard';
import { rateLimitPoints } from '../rate-limits/rate-limiter';
import { type Exchange, getCheckedRequest, type PipelineStep } from './pipeline-step';

/** Charges an operation that changes many records a point for each, as single changes cost, once its list is known. */
@Injectable()
export class BulkCostStep implements PipelineStep {
  constructor(private readonly rateLimits: RateLimitGuard) {}

  appliesTo({ changesMany }: Operation): boolean {
    return changesMany === true;
  }

  /** @throws RateLimitExceeded */
  async around(exchange: Exchange, next: () => Promise<unknown>): Promise<unknown> {
    const { body } = getCheckedRequest(exchange);
    const points = (body as readonly unknown[]).length - rateLimitPoints(exchange.operation);
    await this.rateLimits.charge(exchange, Math.max(0, points));
    return next();
  }
}
