import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../core/errors';
import { TransactionRunner } from '../../core/transaction-runner';
import { acceptsIdempotencyKey, IDEMPOTENCY_KEY_HEADER } from '../idempotency/idempotency-key';
import {
  type IdempotencyClaim,
  type StoredResponse,
  IdempotencyStore,
} from '../idempotency/idempotency-store';
import type { Operation } from '../operation/operation';
import { formatProblemDocument } from '../problems/problem.filter';
import { IdempotencyInProgress, IdempotencyKeyReused } from '../problems/api-errors';
import { getRequestContext } from '../request/request-context';
import { getCheckedRequest, type HttpExchange, type PipelineStep } from './pipeline-step';

/** Statuses of errors that a second attempt may avoid; such responses are not stored. */
const NOT_STORED_STATUSES = new Set([400, 401, 403, 429]);

/** Does the work of a request only once, however often it is sent with the same Idempotency-Key. */
@Injectable()
export class IdempotencyStep implements PipelineStep {
  constructor(
    private readonly store: IdempotencyStore,
    private readonly transactions: TransactionRunner,
  ) {}

  appliesTo(operation: Operation): boolean {
    return acceptsIdempotencyKey(operation);
  }

  /** The first attempt does the work, and its response is stored. Later attempts get that response. */
  async intercept(exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    const { idempotencyHash } = getCheckedRequest(exchange);
    // Absent without an Idempotency-Key.
    if (idempotencyHash === undefined) return next();
    const { response } = exchange;
    const result = await this.store.claim({
      name: toRequestKey(exchange),
      content: idempotencyHash,
    });
    if ('refusal' in result) {
      throw result.refusal === 'running' ? new IdempotencyInProgress() : new IdempotencyKeyReused();
    }
    if ('storedResponse' in result) response.setHeader('Idempotent-Replayed', 'true');
    const { status, body } =
      'storedResponse' in result
        ? result.storedResponse
        : await this.runFirstAttempt(exchange, result.claim, next);
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.status(status).setHeader('Content-Type', `${type}; charset=utf-8`);
    return body;
  }

  private async runFirstAttempt(
    exchange: HttpExchange,
    claim: IdempotencyClaim,
    next: () => Promise<unknown>,
  ): Promise<StoredResponse> {
    try {
      return await this.produceResponse(exchange.operation, claim, next);
    } catch (error) {
      await this.storeErrorOrRelease(claim, error, exchange.request);
      throw error;
    } finally {
      this.store.endAttempt(claim);
    }
  }

  private produceResponse(
    { id, status, idempotencyMode }: HttpExchange['operation'],
    claim: IdempotencyClaim,
    next: () => Promise<unknown>,
  ): Promise<StoredResponse> {
    const doWork = async (): Promise<StoredResponse> => {
      const body = await next();
      if (typeof body !== 'string')
        throw new Error(`The response of ${id} is not text and can't be stored`);
      const storedResponse = { status, body };
      if (!(await this.store.saveResponse(claim, storedResponse)))
        throw new IdempotencyInProgress();
      return storedResponse;
    };
    return idempotencyMode === 'storedAfterWork' ? doWork() : this.transactions.run(doWork);
  }

  /** Stores an error that the next attempt would get as well; releases the claim after any other error. */
  private async storeErrorOrRelease(
    claim: IdempotencyClaim,
    error: unknown,
    request: Request,
  ): Promise<void> {
    if (!(error instanceof DomainError) || isTransientError(error)) {
      await this.store.release(claim);
      return;
    }
    const path = request.originalUrl.split('?')[0];
    const body = formatProblemDocument(error, path, getRequestContext(request).requestId);
    try {
      await this.store.saveResponse(claim, { status: error.status, body });
    } catch {
      // Nothing was changed, so the next attempt may do the work.
      await this.store.release(claim);
    }
  }
}

function isTransientError({ status, isTransient }: DomainError): boolean {
  return isTransient || status >= 500 || NOT_STORED_STATUSES.has(status);
}

/** Hash of caller, method, path and key: the same for all attempts of a request. */
function toRequestKey({ operation: { route }, request }: HttpExchange): string {
  const { method, params, headers } = request;
  const caller = getRequestContext(request).principal?.callerId;
  const path = toCanonicalPath(route, params);
  return createHash('sha256')
    .update(JSON.stringify([caller, method, path, headers[IDEMPOTENCY_KEY_HEADER]]))
    .digest('hex');
}

/** The documented spelling of the path: routes also match other cases and a trailing slash. */
function toCanonicalPath(route: string, params: Request['params']): string {
  return route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
