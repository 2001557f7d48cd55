import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '../../config/configuration';
import { type MetricCounter, Metrics } from '../../core/metrics';
import type { Operation } from '../operation/operation';
import { OperationRegistry } from '../operation/operation-registry';
import { CredentialsMissing, RateLimitExceeded } from '../problems/api-errors';
import {
  type RateLimitBudget,
  RateLimiter,
  getRateLimitPoints,
  RATE_LIMIT_WINDOW_S,
} from './rate-limiter';
import { closeConnectionIfUnread } from '../request/body';
import { getRequestContext } from '../request/request-context';

/** Name of the only policy in the headers, as a structured-field string (RFC 9651). */
const POLICY_NAME = '"default"';

/** A request that costs points. */
export interface RateLimitedRequest {
  readonly operation: Operation;
  readonly request: Request;
  readonly response: Response;
}

/**
 * Lets a call through only if its caller's budget is sufficient, and sends the rest of the budget in headers. It runs
 * after the guard of scopes and before the body is read.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limit: number | undefined;
  private readonly policyHeader: string;
  private readonly refusalCounter: MetricCounter<'operation'>;

  constructor(
    private readonly operations: OperationRegistry,
    private readonly rateLimiter: RateLimiter,
    { rateLimit }: Configuration,
    metrics: Metrics,
  ) {
    this.limit = rateLimit;
    this.policyHeader = `${POLICY_NAME};q=${rateLimit};w=${RATE_LIMIT_WINDOW_S}`;
    this.refusalCounter = metrics.counter({
      name: 'rate_limit_refusals_total',
      help: "Calls that were refused because their caller's budget was too small",
      labels: ['operation'],
    });
  }

  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const operation = this.operations.findByHandler(execution.getHandler());
    if (!operation) return true;
    const http = execution.switchToHttp();
    return this.charge(
      { operation, request: http.getRequest<Request>(), response: http.getResponse<Response>() },
      getRateLimitPoints(operation),
    );
  }

  /** Takes points from the budget of a request's caller. @throws RateLimitExceeded */
  charge(call: RateLimitedRequest, points: number): true | Promise<true> {
    if (this.limit === undefined || points === 0) return true;
    const { principal } = getRequestContext(call.request);
    if (!principal) throw new CredentialsMissing();
    const budget = this.rateLimiter.spend(principal.callerId, points);
    return budget instanceof Promise
      ? budget.then((resolved) => this.applyBudget(resolved, call, points))
      : this.applyBudget(budget, call, points);
  }

  /** @throws RateLimitExceeded */
  private applyBudget(
    { isGranted, remainingPoints, secondsUntilReset }: RateLimitBudget,
    { operation, request, response }: RateLimitedRequest,
    points: number,
  ): true {
    response.setHeader('RateLimit-Policy', this.policyHeader);
    response.setHeader('RateLimit', `${POLICY_NAME};r=${remainingPoints};t=${secondsUntilReset}`);
    if (isGranted) return true;
    this.refusalCounter.add({ operation: operation.id });
    closeConnectionIfUnread(request, response);
    throw new RateLimitExceeded({ points, left: remainingPoints, retryAfter: secondsUntilReset });
  }
}
