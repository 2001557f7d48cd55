import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../core/errors';
import { Transactions } from '../../core/transactions';
import { IDEMPOTENCY_KEY } from '../idempotency/idempotency-key';
import { type Claim, type KeptAnswer, KeptAnswers } from '../idempotency/kept-answers';
import { problemDocument } from '../problems/problem.filter';
import { IdempotencyInProgress, IdempotencyKeyReused } from '../problems/problems';
import { contextOf } from '../request/context';
import { checkedOf, type Exchange, type Step } from './step';

/** Statuses of errors that a second attempt may not meet: their answers are not kept. */
const PASSING = new Set([400, 401, 403, 429]);

/** Does the work of a request once, however often it is sent with the same Idempotency-Key. */
@Injectable()
export class IdempotencyStep implements Step {
  constructor(
    private readonly kept: KeptAnswers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The first attempt does the work, and its answer is kept; later ones get that answer.
   * @throws IdempotencyKeyReused, IdempotencyInProgress
   */
  async around(exchange: Exchange, next: () => Promise<unknown>): Promise<unknown> {
    const { content } = checkedOf(exchange);
    if (content === undefined) return next();
    const { request, response } = exchange;
    const found = await this.kept.claim({ name: nameOf(request), content });
    if ('refused' in found) {
      throw found.refused === 'running' ? new IdempotencyInProgress() : new IdempotencyKeyReused();
    }
    if ('answer' in found) response.setHeader('Idempotent-Replayed', 'true');
    const { status, body } =
      'answer' in found ? found.answer : await this.work(exchange, found.claim, next);
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.status(status).setHeader('Content-Type', `${type}; charset=utf-8`);
    return body;
  }

  /** Does the work of the first attempt. */
  private async work(
    exchange: Exchange,
    claim: Claim,
    next: () => Promise<unknown>,
  ): Promise<KeptAnswer> {
    try {
      return await this.answer(exchange.operation, claim, next);
    } catch (error) {
      await this.end(claim, error, exchange.request);
      throw error;
    }
  }

  private answer(
    { id, status, idempotencyKey }: Exchange['operation'],
    claim: Claim,
    next: () => Promise<unknown>,
  ): Promise<KeptAnswer> {
    const attempt = async (): Promise<KeptAnswer> => {
      const body = await next();
      if (typeof body !== 'string') throw new Error(`The answer of ${id} is no text to be kept`);
      const answer = { status, body };
      if (!(await this.kept.keep(claim, answer))) throw new IdempotencyInProgress();
      return answer;
    };
    return idempotencyKey === 'besideTheWork' ? attempt() : this.transactions.run(attempt);
  }

  /** Keeps an error that the next attempt would meet as well; frees the claim after any other one. */
  private async end(claim: Claim, error: unknown, request: Request): Promise<void> {
    if (!(error instanceof DomainError) || isGoneNextTime(error)) {
      await this.kept.release(claim);
      return;
    }
    const path = request.originalUrl.split('?')[0];
    const body = problemDocument(error, path, contextOf(request).requestId);
    try {
      await this.kept.keep(claim, { status: error.status, body });
    } catch {
      // Nothing has been changed, so the next attempt may do the work again.
      await this.kept.release(claim);
    }
  }
}

function isGoneNextTime({ status, passes }: DomainError): boolean {
  return passes || status >= 500 || PASSING.has(status);
}

/** The same for all attempts of one caller at one thing. */
function nameOf(request: Request): string {
  const { method, originalUrl, headers } = request;
  const caller = contextOf(request).principal?.name;
  return createHash('sha256')
    .update(JSON.stringify([caller, method, originalUrl.split('?')[0], headers[IDEMPOTENCY_KEY]]))
    .digest('hex');
}
