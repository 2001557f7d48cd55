import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import pino, { type Logger } from 'pino';
import { contextOf } from './request/context';

/** Token of the service's logger. */
export const LOGGER = Symbol('logger');

/** The service's logger: one JSON object a line on standard output. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/**
 * Logs one line for every answered request. Neither headers, query nor bodies are in it: they may hold
 * credentials and personal data.
 */
export function accessLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const { requestId, operation, principal } = contextOf(request);
      const entry = {
        requestId,
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
