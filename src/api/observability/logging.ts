import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import pino, { type DestinationStream, type Logger } from 'pino';
import { type ActorContext, currentContext } from '../../core/actor-context';
import { getTraceId } from '../../core/trace-parent';
import { getRequestContext } from '../request/request-context';

/** Token of the service's logger. */
export const LOGGER = Symbol('logger');

/** Token of the stream that takes the log; without a provider, standard output takes it. */
export const LOG_DESTINATION = Symbol('log destination');

/**
 * The service's logger: one JSON object a line, which says to which trace the work around belongs.
 * @param destination standard output unless told otherwise
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  const mixin = (): object => traceFields(currentContext());
  return pino({ level, base: null, timestamp, mixin }, destination);
}

/**
 * Logs one line for every answered request. Neither headers, query nor bodies are in it: they may hold
 * credentials and personal data.
 */
export function accessLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const context = getRequestContext(request);
      const { requestId, operation, principal } = context;
      const entry = {
        requestId,
        // What closes the response may be the work for another request.
        ...traceFields(context),
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        operation,
        status: response.statusCode,
        aborted: response.writableFinished ? undefined : true,
        milliseconds: Math.round(performance.now() - start),
        caller: principal?.name,
      };
      if (response.statusCode >= 500) logger.error(entry, 'request');
      else logger.info(entry, 'request');
    });
    next();
  };
}

/** What a line tells of the trace. @param context of the work that it is about */
function traceFields({ trace }: ActorContext): { traceId: string | undefined } {
  return { traceId: trace === undefined ? undefined : getTraceId(trace) };
}

/** Lets Nest's own messages out through the service's logger, at the level of detail that they deserve. */
export function nestLogger(logger: Logger): LoggerService {
  return {
    log: (message: unknown) => {
      logger.debug(String(message));
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
