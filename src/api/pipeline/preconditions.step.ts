import { Injectable } from '@nestjs/common';
import { PreconditionFailed } from '../../core/errors';
import { Transactions } from '../../core/transactions';
import { ResponseWriter } from '../response/response-writer';
import { createETag, matchesStrongly } from '../response/etag';
import { acceptsIfMatch, type Operation } from '../operation/operation';
import { OperationRegistry } from '../operation/operation-registry';
import { getCheckedRequest, type Exchange, type PipelineStep } from './pipeline-step';
import type { CheckedRequest } from './checked-request';
import { OperationValidationPipe } from './operation-validation.pipe';

/** Checks the precondition of a change: `If-Match` names the state of the record that the caller has seen. */
@Injectable()
export class PreconditionsStep implements PipelineStep {
  constructor(
    private readonly operations: OperationRegistry,
    private readonly validation: OperationValidationPipe,
    private readonly writer: ResponseWriter,
    private readonly transactions: Transactions,
  ) {}

  /** @throws PreconditionFailed */
  around(exchange: Exchange, next: () => Promise<unknown>): Promise<unknown> {
    const { operation, request } = exchange;
    const condition = request.headers['if-match'];
    if (condition === undefined || !acceptsIfMatch(operation)) return next();
    return this.transactions.run(
      async () => {
        if (!matchesStrongly(condition, await this.readCurrentETag(exchange))) {
          throw new PreconditionFailed();
        }
        return next();
      },
      { lockReads: true },
    );
  }

  /** Reads the record as a GET operation would, and locks it until the change is made. */
  private async readCurrentETag(exchange: Exchange): Promise<string> {
    const { operation, request } = exchange;
    const current = this.operations.findIfMatchOperation(operation);
    if (current) {
      const checkedPath = this.validation.checkPath(current, request);
      return this.computeETag(
        exchange,
        checkedPath.checked,
        await current.call(checkedPath.request),
      );
    }
    // Every operation has one or the other: without both, the service does not start.
    const { answer, read } = operation.state as NonNullable<Operation['state']>;
    const { path } = getCheckedRequest(exchange);
    return this.computeETag(exchange, { answer }, await read(path));
  }

  private computeETag(
    { request }: Exchange,
    checked: Pick<CheckedRequest, 'answer' | 'keys'>,
    value: unknown,
  ): string {
    const body = this.writer.write(checked, value, request);
    return createETag(body, checked.answer.version?.(value as never));
  }
}
