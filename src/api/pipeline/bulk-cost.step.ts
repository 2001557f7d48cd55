import { Injectable } from '@nestjs/common';
import type { Operation } from '../operation/operation';
import { RateLimitGuard } from '../rate-limits/rate-limit.guard';
import { getRateLimitPoints } from '../rate-limits/rate-limiter';
import { type HttpExchange, getCheckedRequest, type PipelineStep } from './pipeline-step';

/**
 * Charges the rate limit one point for each record of an operation that changes many, like single changes, once the
 * list of records is known.
 */
@Injectable()
export class BulkCostStep implements PipelineStep {
  constructor(private readonly rateLimitGuard: RateLimitGuard) {}

  appliesTo({ changesManyRecords }: Operation): boolean {
    return changesManyRecords === true;
  }

  /** @throws RateLimitExceeded */
  async intercept(exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    const { body } = getCheckedRequest(exchange);
    const points = (body as readonly unknown[]).length - getRateLimitPoints(exchange.operation);
    await this.rateLimitGuard.charge(exchange, Math.max(0, points));
    return next();
  }
}
