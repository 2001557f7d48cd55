import type { Request } from 'express';
import { getRequestContext } from './request-context';

/**
 * Returns a function that creates links to the request's own address with other query parameters.
 * @param baseUrl address at which clients reach the service; default: the scheme and host of the request
 */
export function createLinkBuilder(
  request: Request,
  baseUrl: string | undefined,
): (parameters: Readonly<Record<string, string>>) => string {
  return (parameters) => {
    const origin = baseUrl ?? getRequestContext(request).origin ?? '';
    const [path = '', query = ''] = request.originalUrl.split('?');
    const search = new URLSearchParams(query);
    for (const [name, value] of Object.entries(parameters)) search.set(name, value);
    return `${origin}${path}?${search.toString()}`;
  };
}
