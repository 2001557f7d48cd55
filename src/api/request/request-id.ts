import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { runInContext } from '../../core/actor-context';
import { parseOrCreateTraceParent } from '../../core/trace-parent';
import { createRequestContext } from './request-context';

/**
 * The first middleware: gives the request its id, taken from `X-Request-Id` when that is sane, puts it on the
 * answer, and does all further work in the request's context. A request with `traceparent` (W3C Trace Context) belongs to
 * that trace, or to a new one when it is none; the answer tells which.
 */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id =
    typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  const parent = request.headers['traceparent'];
  const trace = parent === undefined ? undefined : parseOrCreateTraceParent(String(parent));
  if (trace !== undefined) response.setHeader('traceparent', trace);
  runInContext(createRequestContext(request, id, trace), next);
};
