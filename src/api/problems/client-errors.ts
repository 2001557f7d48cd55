import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DomainError } from '../../core/errors';
import { listProblemHeaders, formatProblemDocument } from './problem.filter';
import { HeadersTooLong, HeadersTooSlow, RequestMalformed } from './api-errors';

/**
 * Sends a problem document for data that Node can't parse as a request, and closes the connection. After invalid HTTP
 * the start of the next request is unknown.
 */
export function handleClientErrors(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => {
    responses.set(socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isSending = response !== undefined && response.headersSent && !response.writableFinished;
    const canRespond = socket.writable && !isSending && error.code !== 'ECONNRESET';
    if (canRespond) socket.end(toErrorResponse(error), () => socket.destroy());
    else socket.destroy();
  });
}

function toErrorResponse({ code }: NodeJS.ErrnoException): string {
  const error = toDomainError(code);
  const requestId = randomUUID();
  const body = formatProblemDocument(error, undefined, requestId);
  const lines = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...listProblemHeaders(error).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function toDomainError(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLong();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HeadersTooSlow();
  return new RequestMalformed();
}
