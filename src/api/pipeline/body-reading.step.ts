import { createHash, type Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { hasIdempotencyKey, acceptsIdempotencyKey } from '../idempotency/idempotency-key';
import type { Operation } from '../operation/operation';
import { UrlMalformed } from '../problems/api-errors';
import { BodyReader } from '../request/body-reader';
import type { HttpExchange, PipelineStep } from './pipeline-step';
import { OperationValidationPipe } from './operation-validation.pipe';

/** Reads the body, and checks path, query and body together before any other work for the request. */
@Injectable()
export class BodyReadingStep implements PipelineStep {
  constructor(
    private readonly bodyReader: BodyReader,
    private readonly validationPipe: OperationValidationPipe,
  ) {}

  /** @throws InvalidRequest with every fault, or the body's own problem (408, 413, 415) */
  async intercept(exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    const { operation, request, response } = exchange;
    const digest = createContentDigest(operation, request);
    const incoming = await this.bodyReader.read(operation, request, response, digest);
    assertDecodable(request);
    const checked = this.validationPipe.check(operation, request, incoming);
    exchange.checkedRequest = digest
      ? { ...checked, idempotencyHash: digest.digest('hex') }
      : checked;
    return next();
  }
}

/** @throws InvalidRequest for a malformed key */
function createContentDigest(operation: Operation, request: Request): Hash | undefined {
  if (!acceptsIdempotencyKey(operation) || !hasIdempotencyKey(request)) return undefined;
  return createHash('sha256')
    .update(request.originalUrl.split('?')[1] ?? '')
    .update('\n');
}

/**
 * The query parser accepts malformed escapes as they are, or as replacement characters.
 * @throws UrlMalformed
 */
function assertDecodable({ originalUrl }: Request): void {
  try {
    decodeURIComponent(originalUrl);
  } catch {
    throw new UrlMalformed();
  }
}
