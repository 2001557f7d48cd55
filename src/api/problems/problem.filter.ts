import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError, InvalidRequest } from '../../core/errors';
import { LOGGER } from '../observability/logging';
import { OperationRegistry } from '../operation/operation-registry';
import {
  HandlerError,
  PermissionMissing,
  InternalError,
  isRetryable,
  MethodNotAllowed,
  PathNotFound,
  UrlMalformed,
} from './api-errors';
import { getRequestContext } from '../request/request-context';
import { isNdjsonResponse, endNdjson } from '../response/ndjson-response';

/** Seconds after which a client may repeat a request that failed for a temporary reason. */
const RETRY_AFTER_S = '2';

/** Answers every error with a problem document (RFC 9457), without internal details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly operations: OperationRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const error = this.toDomainError(exception, request);
    const { requestId } = getRequestContext(request);
    if (error.code === InternalError.code) {
      this.logger.error({ err: exception, requestId }, 'request failed');
    }
    const problem = formatProblemDocument(error, request.originalUrl.split('?')[0], requestId);
    if (response.headersSent) {
      if (isNdjsonResponse(response) && !response.writableEnded) endNdjson(response, problem);
      else response.destroy();
      // The client has received another status. This one is for log, metrics and traces.
      response.statusCode = error.status;
      return;
    }
    for (const [name, value] of listProblemHeaders(error)) response.setHeader(name, value);
    response.status(error.status).type('application/problem+json').send(problem);
  }

  private toDomainError(exception: unknown, request: Request): DomainError {
    if (exception instanceof DomainError) return exception;
    if (!(exception instanceof HttpException)) return new InternalError();
    if (exception.getStatus() === 403) return new PermissionMissing();
    if (getRequestContext(request).isRouted) return fromHttpException(exception);
    if (exception.getStatus() === 400) return new UrlMalformed();
    if (exception.getStatus() !== 404) return new InternalError();
    const allowed = this.operations.listMethods(request.path);
    return allowed.length > 0
      ? new MethodNotAllowed({ method: request.method, allowed })
      : new PathNotFound({ path: request.path });
  }
}

/** Converts an exception that a handler or one of its pipes has thrown, such as Nest's `ParseIntPipe`. */
function fromHttpException(exception: HttpException): DomainError {
  if (exception.getStatus() === 500) return new InternalError();
  if (exception.getStatus() !== 400)
    return new HandlerError(exception.getStatus(), exception.message);
  const { message = exception.message } = Object(exception.getResponse()) as {
    readonly message?: string | readonly string[];
  };
  const details = [message].flat();
  return new InvalidRequest(
    details.map((detail) => ({ pointer: '', code: 'value.notAllowed', detail })),
  );
}

/**
 * Creates the JSON of a problem document, with its members in the order of their use to a reader.
 * @param instance path of the request, if it is known
 */
export function formatProblemDocument(
  error: DomainError,
  instance: string | undefined,
  requestId: string,
): string {
  return JSON.stringify({
    type: `urn:problem:${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.detail,
    instance: instance ?? '/',
    code: error.code,
    requestId,
    errors: error.fieldErrors,
    ...error.extensionMembers,
  });
}

/** The headers that an error adds to its response. */
export function listProblemHeaders(error: DomainError): [string, string][] {
  if (error.status === 401) {
    const reason = error.code === 'credentials.invalid' ? ', error="invalid_token"' : '';
    return [['WWW-Authenticate', `Bearer realm="v1"${reason}`]];
  }
  if (error.code === MethodNotAllowed.code) {
    return [['Allow', (error.extensionMembers['allowed'] as string[]).join(', ')]];
  }
  const { retryAfter } = error.extensionMembers;
  if (error.status === 429 && typeof retryAfter === 'number')
    return [['Retry-After', String(retryAfter)]];
  return isRetryable(error) ? [['Retry-After', RETRY_AFTER_S]] : [];
}
