import type { Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Operation } from '../operation/operation';
import { JSON_LIMIT_BYTES, MOST_ELEMENTS, readJsonBody } from './body';
import { FORM_PACE, openBody } from './body-stream';
import { IncomingForm } from './form';
import { readLargeJsonBody } from './large-body';
import { LargeJson } from './large-json';
import { OperationChecks } from './operation-checks';

/** A body as its operation takes it: read, or left to the handler to read. */
export interface IncomingBody {
  /** What its JSON says; undefined when there is none. */
  readonly json?: unknown;
  readonly stream?: AsyncIterable<Buffer>;
  readonly form?: IncomingForm<object>;
}

/** Reads bodies: JSON at once, large JSON in a thread; streams and forms are opened for their handlers. */
@Injectable()
export class BodyReader {
  constructor(
    private readonly checks: OperationChecks,
    private readonly largeJson: LargeJson,
  ) {}

  /**
   * @param digest takes the bytes of JSON in
   * @throws the body's own problem: 408, 413, 415, or 400 for what is no JSON in UTF-8
   */
  async read(
    operation: Operation,
    request: Request,
    response: Response,
    digest: Hash | undefined,
  ): Promise<IncomingBody> {
    if (operation.body) return { json: await this.json(operation, request, response, digest) };
    const { stream, form, parameters } = operation;
    if (stream && parameters.some(({ part }) => part === 'stream')) {
      return { stream: openBody(request, response, stream.mediaType) };
    }
    const check = form && this.checks.of(operation).form;
    if (!check) return {};
    const bytes = openBody(request, response, 'multipart/form-data', FORM_PACE);
    const contentType = request.headers['content-type'] ?? '';
    return { form: new IncomingForm(form, contentType, bytes, check) };
  }

  private json(
    operation: Operation,
    request: Request,
    response: Response,
    digest: Hash | undefined,
  ): Promise<unknown> {
    const limit = operation.body?.limit;
    if (limit === undefined) return readJsonBody(request, response, digest);
    const most = { outside: JSON_LIMIT_BYTES, elements: MOST_ELEMENTS };
    const { base64 } = this.checks.of(operation);
    const parseLarge = (pieces: readonly Buffer[]): Promise<unknown> =>
      this.largeJson.parse(pieces, most, base64);
    const reading = { limit, parseLarge, ...(digest ? { digest } : {}) };
    return readLargeJsonBody(request, response, reading);
  }
}
