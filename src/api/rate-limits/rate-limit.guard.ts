import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '../../config/configuration';
import { type MetricCounter, Metrics } from '../../core/metrics';
import type { Operation } from '../operation/operation';
import { OperationRegistry } from '../operation/operation-registry';
import { CredentialsMissing, RateLimitExceeded } from '../problems/problems';
import { type RateLimitBudget, RateLimiter, requestPoints, WINDOW_S } from './rate-limiter';
import { closeUnread } from '../request/body';
import { getRequestContext } from '../request/request-context';

/** Name of the only policy in the headers, as a structured-field string (RFC 9651). */
const POLICY = '"default"';

/**
 * Lets a call through only if its caller's budget is sufficient, and sends the rest of the budget in headers. It runs
 * after the guard of scopes and before the body is read.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limit: number | undefined;
  private readonly policy: string;
  private readonly refusalCounter: MetricCounter<'operation'>;

  constructor(
    private readonly operations: OperationRegistry,
    private readonly rateLimiter: RateLimiter,
    { rateLimit }: Configuration,
    metrics: Metrics,
  ) {
    this.limit = rateLimit;
    this.policy = `${POLICY};q=${rateLimit};w=${WINDOW_S}`;
    this.refusalCounter = metrics.counter({
      name: 'rate_limit_refusals_total',
      help: "Calls that were refused because their caller's budget was too small",
      labels: ['operation'],
    });
  }

  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const operation = this.operations.findByHandler(execution.getHandler());
    if (this.limit === undefined || !operation || requestPoints(operation) === 0) return true;
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { principal } = getRequestContext(request);
    if (!principal) throw new CredentialsMissing();
    const budget = this.rateLimiter.spend(principal.name, requestPoints(operation));
    return budget instanceof Promise
      ? budget.then((resolved) => this.applyBudget(resolved, operation, request, response))
      : this.applyBudget(budget, operation, request, response);
  }

  /** @throws RateLimitExceeded */
  private applyBudget(
    { isEnough, left, seconds }: RateLimitBudget,
    operation: Operation,
    request: Request,
    response: Response,
  ): true {
    response.setHeader('RateLimit-Policy', this.policy);
    response.setHeader('RateLimit', `${POLICY};r=${left};t=${seconds}`);
    if (isEnough) return true;
    this.refusalCounter.add({ operation: operation.id });
    closeUnread(request, response);
    throw new RateLimitExceeded({ cost: requestPoints(operation), left, retryAfter: seconds });
  }
}
