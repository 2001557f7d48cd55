import type { RequestHandler } from 'express';
import { HeadersTooLong, MAX_HEADER_FIELDS } from '../problems/problems';
import { leaveUnread } from './body';

/**
 * Refuses requests with too many header fields, before any of them is relied on. Node would drop the fields beyond its
 * own limit (`maxHeadersCount`) without an error: among them what a proxy adds at the end.
 */
export const headerCount: RequestHandler = (request, response, next) => {
  if (request.rawHeaders.length / 2 <= MAX_HEADER_FIELDS) {
    next();
    return;
  }
  leaveUnread(request, response);
  next(new HeadersTooLong());
};
