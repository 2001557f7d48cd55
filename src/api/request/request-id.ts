import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { runInActorContext } from '../../core/actor-context';
import { parseOrCreateTraceParent } from '../../core/trace-parent';
import { createRequestContext } from './request-context';

/**
 * The first middleware. It sets the id of the request to a valid `X-Request-Id` or a new one, and sends it with the
 * response. All further work runs in the request's context. A request with `traceparent` (W3C Trace Context)
 * continues that trace, or a new one if the header is invalid; the response has the trace's `traceparent`.
 */
export const enterRequestContext: RequestHandler = (request, response, next) => {
  const header = request.headers['x-request-id'];
  const id =
    typeof header === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : randomUUID();
  response.setHeader('X-Request-Id', id);
  const parent = request.headers['traceparent'];
  const trace = parent === undefined ? undefined : parseOrCreateTraceParent(String(parent));
  if (trace !== undefined) response.setHeader('traceparent', trace);
  runInActorContext(createRequestContext(request, id, trace), next);
};
