import type { Request, Response } from 'express';
import { findTypePreferredOverJson } from '../request/accept';

export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';

/** Headers by which proxies describe a forwarded request. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const;

const ndjsonResponses = new WeakSet<Response>();
const deferredResponses = new WeakSet<Response>();

/** Whether a response consists of lines of JSON: progress, and at last the result or a problem. */
export function isNdjsonResponse(response: Response): boolean {
  return ndjsonResponses.has(response);
}

/**
 * Prepares a response of lines if the client prefers them to JSON. Its headers are sent with the first line.
 * @param proxiesForwardEarlyResponses whether proxies send a response before the end of its request; others, such as nginx, then
 * stop the request
 */
export function negotiateNdjson(
  request: Request,
  response: Response,
  {
    status,
    proxiesForwardEarlyResponses,
  }: { readonly status: number; readonly proxiesForwardEarlyResponses: boolean },
): boolean {
  response.vary('Accept');
  if (findTypePreferredOverJson(request.headers.accept, [NDJSON_MEDIA_TYPE]) === undefined)
    return false;
  response.status(status).setHeader('Content-Type', NDJSON_MEDIA_TYPE);
  ndjsonResponses.add(response);
  if (!proxiesForwardEarlyResponses && isForwarded(request)) deferredResponses.add(response);
  return true;
}

/** Some proxies use HTTP/1.0, which has no early responses. */
function isForwarded({ headers, httpVersion }: Request): boolean {
  return httpVersion === '1.0' || PROXY_HEADERS.some((name) => headers[name] !== undefined);
}

/**
 * Sends a line of progress. The line is left out while the client doesn't read: a client may send its whole request
 * before it reads the response. A deferred response doesn't start before the whole request has arrived.
 */
export function sendProgress(response: Response, progress: object): void {
  if (deferredResponses.has(response) && !response.req.complete) return;
  if (!response.writableNeedDrain) response.write(`${JSON.stringify({ progress })}\n`);
}

/** Sends the last line. */
export function endNdjson(response: Response, json: string): void {
  response.end(`${json}\n`);
}
