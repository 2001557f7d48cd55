import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { API_PREFIX, type Operations } from '../operation/operations';
import { CredentialsInvalid, CredentialsMissing } from '../problems';
import { contextOf } from './context';
import type { Authenticator } from './principal';
import { routeMatches } from './routes';

/**
 * Middleware under `/v1`: finds out who is calling before anything else is looked at, so that nobody learns
 * without credentials which paths exist. Operations declared public pass without.
 */
export function credentials(authenticator: Authenticator, operations: Operations): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    identify(request, authenticator, operations).then(() => {
      next();
    }, next);
  };
}

async function identify(
  request: Request,
  authenticator: Authenticator,
  operations: Operations,
): Promise<void> {
  const header = request.headers.authorization;
  if (header === undefined) {
    if (isPublic(request, operations)) return;
    throw new CredentialsMissing();
  }
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  if (token === undefined) throw new CredentialsMissing();
  const principal = await authenticator.authenticate(token);
  if (!principal) throw new CredentialsInvalid();
  contextOf(request).principal = principal;
}

function isPublic({ method, path }: Request, operations: Operations): boolean {
  const segments = `${API_PREFIX}${path}`.split('/');
  return operations
    .all()
    .some(
      (operation) =>
        operation.scope === 'public' &&
        operation.method === method.toLowerCase() &&
        routeMatches(operation.route.split('/'), segments),
    );
}
