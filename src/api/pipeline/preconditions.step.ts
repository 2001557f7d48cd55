import { Injectable } from '@nestjs/common';
import { InvalidRequest, PreconditionFailed } from '../../core/errors';
import { TransactionRunner } from '../../core/transaction-runner';
import { ResponseWriter } from '../response/response-writer';
import { createETag, matchesStrongly } from '../response/etag';
import { acceptsIfMatch, type Operation } from '../operation/operation';
import { OperationRegistry } from '../operation/operation-registry';
import { withoutStoredTexts } from '../validation/new-texts';
import { getCheckedRequest, type Exchange, type PipelineStep } from './pipeline-step';
import type { CheckedRequest } from './checked-request';
import { OperationValidationPipe } from './operation-validation.pipe';

/** A stored record as JSON. */
interface CurrentRecord {
  readonly body: string;
  readonly version: string | undefined;
}

/**
 * Checks what a change requires of the stored record. `If-Match` names the state that the caller has seen. A text that
 * new data can't have must be one that the record has already.
 */
@Injectable()
export class PreconditionsStep implements PipelineStep {
  constructor(
    private readonly operations: OperationRegistry,
    private readonly validation: OperationValidationPipe,
    private readonly writer: ResponseWriter,
    private readonly transactions: TransactionRunner,
  ) {}

  appliesTo(operation: Operation): boolean {
    return operation.body !== undefined || acceptsIfMatch(operation);
  }

  /** @throws PreconditionFailed, InvalidRequest */
  async around(exchange: Exchange, next: () => Promise<unknown>): Promise<unknown> {
    const { operation, request } = exchange;
    await this.assertNewTextsValid(exchange);
    const condition = request.headers['if-match'];
    if (condition === undefined || !acceptsIfMatch(operation)) return next();
    return this.transactions.run(
      async () => {
        const { body, version } = await this.readCurrent(exchange);
        if (!matchesStrongly(condition, createETag(body, version))) throw new PreconditionFailed();
        return next();
      },
      { lockReads: true },
    );
  }

  private async assertNewTextsValid(exchange: Exchange): Promise<void> {
    const { newTextErrors } = getCheckedRequest(exchange);
    if (newTextErrors.length === 0) return;
    const isChange = exchange.operation.method === 'put' && acceptsIfMatch(exchange.operation);
    const current: unknown = isChange ? JSON.parse((await this.readCurrent(exchange)).body) : {};
    const errors = withoutStoredTexts(newTextErrors, current);
    if (errors.length > 0) throw new InvalidRequest(errors);
  }

  /** Reads the record as a GET operation would; in a transaction that locks reads, it stays locked. */
  private async readCurrent(exchange: Exchange): Promise<CurrentRecord> {
    const { operation, request } = exchange;
    const ifMatchOperation = this.operations.findIfMatchOperation(operation);
    if (ifMatchOperation) {
      const pathRequest = this.validation.createCheckedPathRequest(ifMatchOperation, request);
      return this.write(
        exchange,
        pathRequest.checked,
        await ifMatchOperation.invokeHandler(pathRequest.request),
      );
    }
    // Every operation has one or the other: without both, the service does not start.
    const { responseSpec, read } = operation.ifMatchState as NonNullable<Operation['ifMatchState']>;
    const { path } = getCheckedRequest(exchange);
    return this.write(exchange, { responseSpec }, await read(path));
  }

  private write(
    { request }: Exchange,
    checked: Pick<CheckedRequest, 'responseSpec' | 'keys'>,
    value: unknown,
  ): CurrentRecord {
    const body = this.writer.write(checked, value, request);
    return { body, version: checked.responseSpec.version?.(value as never) };
  }
}
