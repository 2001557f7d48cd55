import { Injectable } from '@nestjs/common';
import { InvalidRequest, PreconditionFailed } from '../../core/errors';
import { TransactionRunner } from '../../core/transaction-runner';
import { ResponseSerializer } from '../response/response-serializer';
import { createETag, matchesETagStrongly } from '../response/etag';
import { acceptsIfMatch, type Operation } from '../operation/operation';
import { OperationRegistry } from '../operation/operation-registry';
import { excludeStoredTexts } from '../validation/new-texts';
import { getCheckedRequest, type HttpExchange, type PipelineStep } from './pipeline-step';
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
    private readonly validationPipe: OperationValidationPipe,
    private readonly responseSerializer: ResponseSerializer,
    private readonly transactions: TransactionRunner,
  ) {}

  appliesTo(operation: Operation): boolean {
    return operation.body !== undefined || acceptsIfMatch(operation);
  }

  /** @throws PreconditionFailed, InvalidRequest */
  async intercept(exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    const { operation, request } = exchange;
    await this.assertNewTextsValid(exchange);
    const condition = request.headers['if-match'];
    if (condition === undefined || !acceptsIfMatch(operation)) return next();
    return this.transactions.run(
      async () => {
        const { body, version } = await this.readCurrentRecord(exchange);
        if (!matchesETagStrongly(condition, createETag(body, version)))
          throw new PreconditionFailed();
        return next();
      },
      { lockReads: true },
    );
  }

  private async assertNewTextsValid(exchange: HttpExchange): Promise<void> {
    const { errorsUnlessStored } = getCheckedRequest(exchange);
    if (errorsUnlessStored.length === 0) return;
    const isChange = exchange.operation.method === 'put' && acceptsIfMatch(exchange.operation);
    const current: unknown = isChange
      ? JSON.parse((await this.readCurrentRecord(exchange)).body)
      : {};
    const errors = excludeStoredTexts(errorsUnlessStored, current);
    if (errors.length > 0) throw new InvalidRequest(errors);
  }

  /** Reads the record as a GET operation would; in a transaction that locks reads, it stays locked. */
  private async readCurrentRecord(exchange: HttpExchange): Promise<CurrentRecord> {
    const { operation, request } = exchange;
    const ifMatchOperation = this.operations.findIfMatchOperation(operation);
    if (ifMatchOperation) {
      const pathRequest = this.validationPipe.createCheckedPathRequest(ifMatchOperation, request);
      return this.serializeRecord(
        exchange,
        pathRequest.checked,
        await ifMatchOperation.invokeHandler(pathRequest.request),
      );
    }
    // Every operation has one or the other: without both, the service does not start.
    const { responseSpec, read } = operation.ifMatchState as NonNullable<Operation['ifMatchState']>;
    const { path } = getCheckedRequest(exchange);
    return this.serializeRecord(exchange, { responseSpec }, await read(path));
  }

  private serializeRecord(
    { request }: HttpExchange,
    checked: Pick<CheckedRequest, 'responseSpec' | 'requestedKeys'>,
    value: unknown,
  ): CurrentRecord {
    const body = this.responseSerializer.serialize(checked, value, request);
    return { body, version: checked.responseSpec.readVersion?.(value as never) };
  }
}
