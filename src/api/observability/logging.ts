import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import pino, { type DestinationStream, type Logger } from 'pino';
import { type ActorContext, getActorContext } from '../../core/actor-context';
import { getTraceId } from '../../core/trace-parent';
import { getRequestContext } from '../request/request-context';

/** Injection token of the service's logger. */
export const LOGGER = Symbol('logger');

/** Injection token of the stream that receives the log; without a provider it is standard output. */
export const LOG_DESTINATION = Symbol('log destination');

/**
 * Creates the service's logger. It writes one JSON object a line, with the id of the current trace.
 * @param level lowest level that is logged
 * @param destination stream for the log; default: standard output
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  const mixin = (): object => toTraceFields(getActorContext());
  return pino({ level, base: null, timestamp, mixin }, destination);
}

/**
 * Logs one line for every request. Headers, query and body are left out: they may hold credentials and personal data.
 */
export function createAccessLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const context = getRequestContext(request);
      const { requestId, operationId, principal } = context;
      const entry = {
        requestId,
        // The current context may belong to another request here, so the request's own trace is logged.
        ...toTraceFields(context),
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        operation: operationId,
        status: response.statusCode,
        aborted: response.writableFinished ? undefined : true,
        milliseconds: Math.round(performance.now() - start),
        caller: principal?.callerId,
      };
      // Checkers ask every second. The reasons of a failed check have lines of their own.
      if (isHealthCheck(entry.path)) logger.debug(entry, 'request');
      else if (response.statusCode >= 500) logger.error(entry, 'request');
      else logger.info(entry, 'request');
    });
    next();
  };
}

function isHealthCheck(path = ''): boolean {
  return path === '/health' || path.startsWith('/health/');
}

/** The fields of a log line that identify the trace. @param context context of the request or task */
function toTraceFields({ trace }: ActorContext): { traceId: string | undefined } {
  return { traceId: trace === undefined ? undefined : getTraceId(trace) };
}

/** The contexts of Nest's own messages about its start. */
const nestStartupContexts = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Writes the messages of Nest's loggers to the service's logger. Nest's `log` messages about its start become `debug`. */
export function createNestLogger(logger: Logger): LoggerService {
  return {
    log: (message: unknown, context?: unknown) => {
      if (nestStartupContexts.has(String(context))) logger.debug(String(message));
      else logger.info(String(message));
    },
    warn: (message: unknown) => {
      logger.warn(String(message));
    },
    error: (message: unknown, ...details: unknown[]) => {
      logger.error({ details }, String(message));
    },
    fatal: (message: unknown) => {
      logger.fatal(String(message));
    },
  };
}
