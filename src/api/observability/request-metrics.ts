import type { RequestHandler } from 'express';
import type { Metrics } from '../../core/metrics';
import { getRequestContext } from '../request/request-context';

/** Label of all requests without an operation, such as those outside the API. */
const OTHER_OPERATION = 'other';

/** Counts every request and measures its duration, from its headers to the end of its response. */
export function createRequestMetrics(metrics: Metrics): RequestHandler {
  const requests = metrics.counter({
    name: 'http_requests_total',
    help: 'Requests by operation and status; aborted: the client disconnected before the end of its response',
    labels: ['operation', 'status'],
  });
  const durations = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response, by operation',
    labels: ['operation'],
  });
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const operation = getRequestContext(request).operationId ?? OTHER_OPERATION;
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      requests.add({ operation, status });
      durations.observe({ operation }, (performance.now() - start) / 1000);
    });
    next();
  };
}
