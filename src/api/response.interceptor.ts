import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, from } from 'rxjs';
import { AnswerWriter } from './answer-writer';
import { isKnown } from './conditions';
import { etagOf } from './etag';
import { chooseForm, sendFile } from './file-answer';
import { Repeats } from './idempotency/repeats';
import { OperationRunner } from './operation-runner';
import type { Operation } from './operation/operation';
import { Operations } from './operation/operations';
import { aboveJson } from './request/accept';
import { contextOf } from './request/context';
import { type ReadRequest, RequestReader } from './request/request-reader';
import { sendPieces, sendStream } from './send-stream';
import { CSV, type Table } from './table';
import { Turns } from './turns';

/**
 * What happens around every handler: the request is read and checked, the handler called, and what it returns is
 * written by the operation's record table and envelope, with its ETag.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly operations: Operations,
    private readonly turns: Turns,
    private readonly reader: RequestReader,
    private readonly repeats: Repeats,
    private readonly runner: OperationRunner,
    private readonly writer: AnswerWriter,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = this.operations.of(context.getHandler());
    if (!operation) return next.handle();
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    // What changes something is brought to its end, whoever has gone meanwhile.
    if (operation.method === 'get') contextOf(request).mayEnd = true;
    const answer = (): Promise<string | undefined> => this.answer(operation, request, response);
    return from(this.turns.withBody(operation, request, response, answer));
  }

  /** @returns the body; undefined when it has been sent, or there is none */
  private async answer(
    operation: Operation,
    request: Request,
    response: Response,
  ): Promise<string | undefined> {
    const read = await this.reader.read(operation, request, response);
    return this.turns.withAnswer(operation, request, () =>
      this.respond(operation, request, response, read),
    );
  }

  private async respond(
    operation: Operation,
    request: Request,
    response: Response,
    read: ReadRequest,
  ): Promise<string | undefined> {
    const value = (): Promise<unknown> => this.runner.run(operation, request, read);
    if (read.content !== undefined) {
      return this.repeats.once(operation, request, response, read.content, async () =>
        this.writer.write(read, await value(), request),
      );
    }
    return this.write(operation, request, response, { read, value: await value() });
  }

  private async write(
    { method, status }: Operation,
    request: Request,
    response: Response,
    { read, value }: { readonly read: ReadRequest; readonly value: unknown },
  ): Promise<string | undefined> {
    const { answer } = read;
    if (answer.file) {
      const file = answer.file.of(value as never);
      const chosen = chooseForm(request, response, file, answer.file);
      if (chosen === 'known') {
        file.content.destroy();
        response.status(304);
        return undefined;
      }
      if (chosen !== 'json') {
        await sendFile(request, response.status(status), file, chosen.as);
        return undefined;
      }
    }
    if (answer.table && method === 'get') {
      response.vary('Accept');
      if (aboveJson(request.headers.accept, [CSV]) === CSV) {
        return this.writeTable(answer.table, request, response, { read, value });
      }
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (answer.stream) {
      const { length, content, through } = answer.stream(value as never);
      response.status(status).setHeader('Content-Length', length);
      await sendStream(response, content, through);
      return undefined;
    }
    const pieces = this.writer.pieces(read, value, request);
    if (pieces) {
      await sendPieces(response.status(status), pieces);
      return undefined;
    }
    const body = this.writer.write(read, value, request);
    if (method !== 'get' || !answer.tagged) return body;
    return tagged(request, response, body, answer.version?.(value as never));
  }

  private async writeTable(
    table: Table<never>,
    request: Request,
    response: Response,
    { read, value }: { readonly read: ReadRequest; readonly value: unknown },
  ): Promise<string | undefined> {
    const { pieces, link } = this.writer.table(table, read, value, request);
    response.setHeader('Content-Type', `${CSV}; charset=utf-8; header=present`);
    if (link !== undefined) response.setHeader('Link', link);
    if (!read.answer.tagged) {
      await sendPieces(response, pieces);
      return undefined;
    }
    let body = '';
    for await (const piece of pieces) body += piece;
    return tagged(request, response, body);
  }
}

/** @returns the body; undefined when the caller has it already */
function tagged(
  request: Request,
  response: Response,
  body: string,
  version?: string,
): string | undefined {
  const etag = etagOf(body, version);
  response.setHeader('ETag', etag);
  if (!isKnown(request, etag)) return body;
  response.status(304);
  return undefined;
}
