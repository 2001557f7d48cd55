import type { RequestHandler } from 'express';
import { HeadersTooLong, MAX_HEADER_FIELDS } from '../problems/api-errors';
import { closeConnectionIfUnread } from './body';

/**
 * Refuses requests with too many header fields before any of them is used. Node would drop the fields beyond its own
 * limit (`maxHeadersCount`) without an error, including those that a proxy appends.
 */
export const limitHeaderCount: RequestHandler = (request, response, next) => {
  if (request.rawHeaders.length / 2 <= MAX_HEADER_FIELDS) {
    next();
    return;
  }
  closeConnectionIfUnread(request, response);
  next(new HeadersTooLong());
};
