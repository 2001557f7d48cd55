import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, from } from 'rxjs';
import { Configuration } from '../config/configuration';
import { DomainError, PreconditionFailed, TryAgain, withPointers } from '../core/errors';
import { Lane } from '../core/lane';
import { Transactions } from '../core/transactions';
import type { AnswerContext } from './answer';
import { etagOf, matchesStrongly, matchesWeakly } from './etag';
import { Idempotency } from './idempotency/idempotency';
import type { Operation } from './operation/operation';
import { Operations } from './operation/operations';
import { BodiesTooMany } from './problems';
import { leaveUnread } from './request/body';
import { linker } from './request/link';
import { type ReadRequest, RequestReader } from './request/request-reader';
import { sendStream } from './send-stream';

/** HEAVY operations hold large answers: more of them at once would only hold more, not be done sooner. */
const MOST_HEAVY = 6;

/** Milliseconds that a HEAVY operation waits for its turn. */
const PATIENCE = 30_000;

/** Bodies beyond the usual limit: each may take a hundred mebibytes while it is read and worked on. */
const MOST_LARGE = 8;
const MOST_LARGE_WAITING = 64;

/**
 * What happens around every handler: the request is read and checked, `If-Match` is held against the stored
 * record, and what the handler returns is written by the operation's record table and envelope.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  private readonly heavy = new Lane(MOST_HEAVY);
  private readonly large = new Lane(MOST_LARGE, MOST_LARGE_WAITING);

  constructor(
    private readonly operations: Operations,
    private readonly reader: RequestReader,
    private readonly transactions: Transactions,
    private readonly configuration: Configuration,
    private readonly idempotency: Idempotency,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = this.operations.of(context.getHandler());
    if (!operation) return next.handle();
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return from(
      takesMuch(operation)
        ? this.answerLarge(operation, request, response)
        : this.answer(operation, request, response),
    );
  }

  /** Large bodies wait for their turn before they are read, in a lane of their own: lists don't wait for them. */
  private async answerLarge(
    operation: Operation,
    request: Request,
    response: Response,
  ): Promise<string | undefined> {
    if (!(await this.large.enter(PATIENCE))) {
      leaveUnread(request, response);
      throw new BodiesTooMany();
    }
    try {
      return await this.answer(operation, request, response);
    } finally {
      this.large.leave();
    }
  }

  private async answer(
    operation: Operation,
    request: Request,
    response: Response,
  ): Promise<string | undefined> {
    const read = await this.reader.read(operation, request, response);
    const isHeavy = holdsMuch(operation);
    if (isHeavy && !(await this.heavy.enter(PATIENCE))) throw new TryAgain();
    try {
      return await (read.content === undefined
        ? this.respond(operation, request, response, read)
        : this.respondOnce(operation, request, response, { ...read, content: read.content }));
    } finally {
      if (isHeavy) this.heavy.leave();
    }
  }

  /** Answers a request that carries an Idempotency-Key. */
  private async respondOnce(
    operation: Operation,
    request: Request,
    response: Response,
    read: ReadRequest & { readonly content: string },
  ): Promise<string> {
    const work = async (): Promise<string> =>
      this.write(read, await this.handle(operation, request, read), request);
    const answer = await this.idempotency.once(operation, request, read.content, work);
    const type = answer.status < 400 ? 'application/json' : 'application/problem+json';
    response.status(answer.status).setHeader('Content-Type', `${type}; charset=utf-8`);
    if (answer.isReplayed) response.setHeader('Idempotent-Replayed', 'true');
    return answer.body;
  }

  private async respond(
    operation: Operation,
    request: Request,
    response: Response,
    read: ReadRequest,
  ): Promise<string | undefined> {
    const value: unknown = await this.handle(operation, request, read);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (read.answer.stream) {
      const { length, content, through } = read.answer.stream(value as never);
      response.status(operation.status).setHeader('Content-Length', length);
      await sendStream(response, content, through);
      return undefined;
    }
    const body = this.write(read, value, request);
    if (operation.method === 'get' && read.answer.tagged) {
      const etag = etagOf(body, read.answer.version?.(value as never));
      response.setHeader('ETag', etag);
      if (matchesWeakly(request.headers['if-none-match'], etag)) {
        response.status(304);
        return undefined;
      }
    }
    return body;
  }

  private async handle(
    operation: Operation,
    request: Request,
    read: ReadRequest,
  ): Promise<unknown> {
    try {
      return await this.call(operation, request, read);
    } catch (error) {
      const { bareRoot } = read;
      if (bareRoot === undefined || !(error instanceof DomainError)) throw error;
      throw withPointers(error, (pointer) => withoutRoot(pointer, bareRoot));
    }
  }

  /** Calls the handler itself: Nest's own way to it costs a fifth of a small request's time. */
  private call(operation: Operation, request: Request, { values }: ReadRequest): unknown {
    const condition = request.headers['if-match'];
    const current = condition === undefined ? undefined : this.operations.currentOf(operation);
    if (condition === undefined || !current) return operation.invoke(values);
    return this.transactions.run(
      async () => {
        await this.requireState(current, request, condition);
        return operation.invoke(values);
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
    const read = this.reader.arrangeCurrent(current, request);
    const value = await current.invoke(read.values);
    const etag = etagOf(this.write(read, value, request), read.answer.version?.(value as never));
    if (!matchesStrongly(condition, etag)) throw new PreconditionFailed();
  }

  private write({ answer, keys }: ReadRequest, value: unknown, request: Request): string {
    const context: AnswerContext = {
      zone: this.configuration.storeTimeZone,
      language: this.configuration.defaultLanguage,
      link: linker(request, this.configuration.publicBaseUrl),
      ...(keys ? { keys } : {}),
    };
    return JSON.stringify(answer.write(value as never, context));
  }
}

/** Services point into the body as if it had its root. */
function withoutRoot(pointer: string, root: string): string {
  return pointer.startsWith(`/${root}/`) ? pointer.slice(root.length + 1) : pointer;
}

/** Whether it is HEAVY for what it holds in memory, and not for what streams through it. */
function holdsMuch(operation: Operation): boolean {
  const { cost, stream, form, answer } = operation;
  return cost === 'HEAVY' && !stream && !form && !answer.stream && !takesMuch(operation);
}

/** Whether its body may be larger than those of others. */
function takesMuch({ body }: Operation): boolean {
  return body?.limit !== undefined;
}
