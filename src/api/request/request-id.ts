import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { within } from '../../core/acting';
import { openContext } from './context';

/**
 * The first middleware: gives the request its id, taken from `X-Request-Id` when that is sane, puts it on the
 * answer, and does all further work in the request's context. `traceparent` (W3C Trace Context) is echoed.
 */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id =
    typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  const trace = request.headers['traceparent'];
  if (
    typeof trace === 'string' &&
    /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(trace)
  ) {
    response.setHeader('traceparent', trace);
  }
  within(openContext(request, id), next);
};
