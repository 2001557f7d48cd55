import type { RequestHandler } from 'express';
import { UrlTooLong } from '../problems/api-errors';

const MAX_URL_BYTES = 8192;

/** Refuses long URLs before anything parses them. */
export const limitUrlLength: RequestHandler = (request, _response, next) => {
  next(request.originalUrl.length > MAX_URL_BYTES ? new UrlTooLong() : undefined);
};
