import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError, InvalidRequest } from '../../core/errors';
import { Transactions } from '../../core/transactions';
import type { Operation } from '../operation/operation';
import { problemDocument } from '../problem.filter';
import { IdempotencyInProgress, IdempotencyKeyReused } from '../problems';
import { contextOf } from '../request/context';
import { type Claim, type KeptAnswer, KeptAnswers } from './kept-answers';

const HEADER = 'idempotency-key';

/** Errors that the next attempt may not meet again: it works anew. */
const PASSING = new Set([400, 401, 403, 429]);

/** Makes a request that comes several times under one Idempotency-Key work once. */
@Injectable()
export class Repeats {
  constructor(
    private readonly kept: KeptAnswers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The first attempt works, and its answer is kept; the others are given that answer.
   * @param content hash of the request's query and body
   * @param work makes the body of the answer
   * @returns the body; status and headers are the response's already
   * @throws IdempotencyKeyReused, IdempotencyInProgress, and what `work` does
   */
  async once(
    operation: Operation,
    request: Request,
    response: Response,
    content: string,
    work: () => Promise<string>,
  ): Promise<string> {
    const found = await this.kept.claim({ name: nameOf(request), content });
    if ('refused' in found) {
      throw found.refused === 'running' ? new IdempotencyInProgress() : new IdempotencyKeyReused();
    }
    if ('answer' in found) response.setHeader('Idempotent-Replayed', 'true');
    const { status, body } =
      'answer' in found ? found.answer : await this.work(operation, request, found.claim, work);
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.status(status).setHeader('Content-Type', `${type}; charset=utf-8`);
    return body;
  }

  /** Works on a request that nobody else works on. */
  private async work(
    operation: Operation,
    request: Request,
    claim: Claim,
    work: () => Promise<string>,
  ): Promise<KeptAnswer> {
    try {
      return await this.answer(operation, claim, work);
    } catch (error) {
      await this.end(claim, error, request);
      throw error;
    }
  }

  private answer(
    { status, idempotencyKey }: Operation,
    claim: Claim,
    work: () => Promise<string>,
  ): Promise<KeptAnswer> {
    const attempt = async (): Promise<KeptAnswer> => {
      const answer = { status, body: await work() };
      if (!(await this.kept.keep(claim, answer))) throw new IdempotencyInProgress();
      return answer;
    };
    return idempotencyKey === 'besideTheWork' ? attempt() : this.transactions.run(attempt);
  }

  /** An error that the next attempt would meet as well is its answer too. */
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
      // Nothing has been changed, so the next attempt may as well work again.
      await this.kept.release(claim);
    }
  }
}

function isGoneNextTime({ status, passes }: DomainError): boolean {
  return passes || status >= 500 || PASSING.has(status);
}

/** Whether the operation does its work once for all requests with one key. */
export function isRepeatable({ method, idempotencyKey }: Operation): boolean {
  return method === 'post' && idempotencyKey !== 'ignored';
}

/**
 * Whether the request carries a key.
 * @throws InvalidRequest for one that is none
 */
export function hasIdempotencyKey({ headers }: Request): boolean {
  const key = headers[HEADER];
  if (key === undefined) return false;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return true;
  const detail = 'An Idempotency-Key has 1 to 255 printable ASCII characters.';
  throw new InvalidRequest([
    { pointer: `header/${HEADER}`, code: 'idempotency.malformed', detail },
  ]);
}

/** The same for all attempts of one caller at one thing. */
function nameOf(request: Request): string {
  const { method, originalUrl, headers } = request;
  const caller = contextOf(request).principal?.name;
  return createHash('sha256')
    .update(JSON.stringify([caller, method, originalUrl.split('?')[0], headers[HEADER]]))
    .digest('hex');
}
