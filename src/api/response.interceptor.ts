import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, from, lastValueFrom } from 'rxjs';
import { Configuration } from '../config/configuration';
import { PreconditionFailed } from '../core/errors';
import { Transactions } from '../core/transactions';
import type { AnswerContext } from './answer';
import { etagOf, matches } from './etag';
import type { Operation } from './operation/operation';
import { Operations } from './operation/operations';
import { contextOf } from './request/context';
import { linker } from './request/link';
import { type ReadRequest, RequestReader } from './request/request-reader';

/**
 * What happens around every handler: the request is read and checked, `If-Match` is held against the stored
 * record, and what the handler returns is written by the operation's record table and envelope.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly operations: Operations,
    private readonly reader: RequestReader,
    private readonly transactions: Transactions,
    private readonly configuration: Configuration,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = this.operations.of(context.getHandler());
    if (!operation) return next.handle();
    const http = context.switchToHttp();
    return from(this.answer(operation, http.getRequest(), http.getResponse(), next));
  }

  private async answer(
    operation: Operation,
    request: Request,
    response: Response,
    next: CallHandler,
  ): Promise<string | undefined> {
    const read = await this.reader.read(operation, request, response);
    contextOf(request).arguments = read.values;
    const value: unknown = await this.handle(operation, request, next);
    const body = this.write(read, value, request);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (operation.method === 'get' && read.answer.tagged) {
      const etag = etagOf(body, read.answer.version?.(value as never));
      response.setHeader('ETag', etag);
      if (matches(request.headers['if-none-match'], etag)) {
        response.status(304);
        return undefined;
      }
    }
    return body;
  }

  private handle(operation: Operation, request: Request, next: CallHandler): Promise<unknown> {
    const condition = request.headers['if-match'];
    const changes = operation.method === 'put' || operation.method === 'delete';
    const current = this.operations.currentOf(operation);
    if (condition === undefined || !changes || !current) return lastValueFrom(next.handle());
    return this.transactions.run(
      async () => {
        await this.requireState(current, request, condition);
        return lastValueFrom(next.handle()) as Promise<unknown>;
      },
      { lockReads: true },
    );
  }

  /** Reads the record as its GET operation would, and locks it, so that nobody changes it in between. */
  private async requireState(current: Operation, request: Request, condition: string): Promise<void> {
    const read = this.reader.arrangeCurrent(current, request);
    const value = await current.invoke(read.values);
    const etag = etagOf(this.write(read, value, request), read.answer.version?.(value as never));
    if (!matches(condition, etag)) throw new PreconditionFailed();
  }

  private write({ answer, keys }: ReadRequest, value: unknown, request: Request): string {
    const context: AnswerContext = {
      zone: this.configuration.storeTimeZone,
      link: linker(request, this.configuration.publicBaseUrl),
      ...(keys ? { keys } : {}),
    };
    return JSON.stringify(answer.write(value as never, context));
  }
}
