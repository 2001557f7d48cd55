import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PreconditionFailed } from '../core/errors';
import { Transactions } from '../core/transactions';
import { AnswerWriter } from './answer-writer';
import { etagOf, matchesStrongly, matchesWeakly } from './etag';
import type { Operation } from './operation/operation';
import { Operations } from './operation/operations';
import { RequestReader } from './request/request-reader';

/** Changes under a condition: `If-Match` names the state that the caller has seen. */
@Injectable()
export class Conditions {
  constructor(
    private readonly operations: Operations,
    private readonly reader: RequestReader,
    private readonly writer: AnswerWriter,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Does the work, by `If-Match` only while the stored record is in that state.
   * @throws PreconditionFailed, and what the work does
   */
  whileMatching(operation: Operation, request: Request, work: () => unknown): unknown {
    const condition = request.headers['if-match'];
    const current = condition === undefined ? undefined : this.operations.currentOf(operation);
    if (condition === undefined || !current) return work();
    return this.transactions.run(
      async () => {
        await this.requireState(current, request, condition);
        return work();
      },
      { lockReads: true },
    );
  }

  /** Reads the record as its GET operation would, and locks it, so that nobody changes it in between. */
  private async requireState(
    current: Operation,
    request: Request,
    condition: string,
  ): Promise<void> {
    const read = this.reader.readCurrent(current, request);
    const value = await current.invoke(read.values);
    const body = this.writer.write(read, value, request);
    const etag = etagOf(body, read.answer.version?.(value as never));
    if (!matchesStrongly(condition, etag)) throw new PreconditionFailed();
  }
}

/** Whether the caller has seen this state already, by `If-None-Match`. */
export function isKnown(request: Request, etag: string): boolean {
  return matchesWeakly(request.headers['if-none-match'], etag);
}
