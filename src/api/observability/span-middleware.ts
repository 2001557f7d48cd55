import type { RequestHandler } from 'express';
import type { SpanRecorder } from '../../core/span-recorder';
import { parseTraceParent } from '../../core/trace-parent';
import { type OperationRegistry } from '../operation/operation-registry';
import { getRequestContext } from '../request/request-context';

/**
 * Records every request to an operation as a span, from its headers to the end of its response. The span continues the
 * trace of the `traceparent` header; spans of the work for the request are its children.
 */
export function createSpanMiddleware(
  spanRecorder: SpanRecorder,
  operations: OperationRegistry,
): RequestHandler {
  return (request, response, next) => {
    const { method, baseUrl, path, headers } = request;
    const operation = operations.findByRoute(method, `${baseUrl}${path}`);
    if (operation) {
      const { id, route } = operation;
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'store.operation': id,
      };
      const context = getRequestContext(request);
      const parent = parseTraceParent(String(headers['traceparent'] ?? ''));
      const span = spanRecorder.startSpan(
        { name: `${method} ${route}`, kind: 'server', attributes },
        parent,
      );
      context.span = span;
      context.trace = span.traceParent;
      response.setHeader('traceparent', span.traceParent);
      response.on('close', () => {
        const { statusCode, writableFinished } = response;
        if (writableFinished) span.setAttributes({ 'http.response.status_code': statusCode });
        span.end(toSpanError(statusCode, writableFinished));
      });
    }
    next();
  };
}

/** A 4xx response is not a failure of the service. */
function toSpanError(status: number, isSent: boolean): string | undefined {
  if (!isSent) return 'aborted';
  return status >= 500 ? String(status) : undefined;
}
