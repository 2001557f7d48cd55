import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PreconditionFailed } from '../core/errors';
import { Transactions } from '../core/transactions';
import { AnswerWriter } from './answer-writer';
import { etagOf, matchesStrongly, matchesWeakly } from './etag';
import { isConditional, type Operation } from './operation/operation';
import { Operations } from './operation/operations';
import { type ReadRequest, RequestReader } from './request/request-reader';

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
  whileMatching(
    operation: Operation,
    request: Request,
    read: ReadRequest,
    work: () => unknown,
  ): unknown {
    const condition = request.headers['if-match'];
    if (condition === undefined || !isConditional(operation)) return work();
    return this.transactions.run(
      async () => {
        const etag = await this.etagNow(operation, request, read);
        if (!matchesStrongly(condition, etag)) throw new PreconditionFailed();
        return work();
      },
      { lockReads: true },
    );
  }

  /** Reads the record as a GET operation would, and locks it, so that nobody changes it in between. */
  private async etagNow(
    operation: Operation,
    request: Request,
    { values }: ReadRequest,
  ): Promise<string> {
    const current = this.operations.currentOf(operation);
    if (current) {
      const read = this.reader.readCurrent(current, request);
      return this.etag(read, await current.invoke(read.values), request);
    }
    // Each has one or the other: without either the service does not start.
    const { answer, read } = operation.state as NonNullable<Operation['state']>;
    return this.etag({ values, answer }, await read(values), request);
  }

  private etag(read: ReadRequest, value: unknown, request: Request): string {
    const body = this.writer.write(read, value, request);
    return etagOf(body, read.answer.version?.(value as never));
  }
}

/** Whether the caller has seen this state already, by `If-None-Match`. */
export function isKnown(request: Request, etag: string): boolean {
  return matchesWeakly(request.headers['if-none-match'], etag);
}
