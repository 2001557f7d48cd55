import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DomainError } from '../../core/errors';
import { problemHeaders, problemDocument } from './problem.filter';
import { HeadersTooLong, HeadersTooSlow, RequestMalformed } from './problems';

/**
 * Answers what Node could not read as a request with a problem document, too, and closes the connection:
 * after bytes that are no HTTP nobody knows where the next request begins.
 */
export function handleClientErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => {
    answers.set(socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    const isUnderWay = answer !== undefined && answer.headersSent && !answer.writableFinished;
    const isAnswered = socket.writable && !isUnderWay && error.code !== 'ECONNRESET';
    if (isAnswered) socket.end(toErrorResponse(error), () => socket.destroy());
    else socket.destroy();
  });
}

function toErrorResponse({ code }: NodeJS.ErrnoException): string {
  const error = toProblem(code);
  const requestId = randomUUID();
  const body = problemDocument(error, undefined, requestId);
  const lines = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...problemHeaders(error).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function toProblem(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLong();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HeadersTooSlow();
  return new RequestMalformed();
}
