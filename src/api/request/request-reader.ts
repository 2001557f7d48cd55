import { createHash, type Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { hasIdempotencyKey, isRepeatable } from '../idempotency/repeats';
import type { Operation } from '../operation/operation';
import { UrlMalformed } from '../problems';
import { arrange, type Arranged } from './arrange';
import { BodyReader } from './body-reader';
import { OperationChecks } from './operation-checks';

/** A request whose every part was found to be of the operation's shape. */
export interface ReadRequest extends Arranged {
  /** Hash of query and body, where it may be sent again under an Idempotency-Key. */
  readonly content?: string;
}

/** Turns a request into its handler's parameters: reads the body, then checks and arranges all of it. */
@Injectable()
export class RequestReader {
  constructor(
    private readonly checks: OperationChecks,
    private readonly bodies: BodyReader,
  ) {}

  /** @throws InvalidRequest with every fault, or the body's own problem (408, 413, 415) */
  async read(operation: Operation, request: Request, response: Response): Promise<ReadRequest> {
    const digest = contentDigest(operation, request);
    const body = await this.bodies.read(operation, request, response, digest);
    requireDecodable(request);
    const read = arrange(operation, this.checks.of(operation), request, body);
    return digest ? { ...read, content: digest.digest('hex') } : read;
  }

  /** The parameters of the operation that reads the record which this request's path names, or begins with. */
  readCurrent(operation: Operation, request: Request): ReadRequest {
    const checks = this.checks.of(operation);
    const named = Object.entries(request.params).filter(([name]) =>
      Object.hasOwn(checks.path.properties, name),
    );
    const bare = { params: Object.fromEntries(named), query: {} } as unknown as Request;
    return arrange(operation, checks, bare, {});
  }
}

/** @throws InvalidRequest for a key that is none */
function contentDigest(operation: Operation, request: Request): Hash | undefined {
  if (!isRepeatable(operation) || !hasIdempotencyKey(request)) return undefined;
  return createHash('sha256')
    .update(request.originalUrl.split('?')[1] ?? '')
    .update('\n');
}

/** The parser of queries takes escapes that are none as they stand, or as replacement characters. */
function requireDecodable({ originalUrl }: Request): void {
  try {
    decodeURIComponent(originalUrl);
  } catch {
    throw new UrlMalformed();
  }
}
