import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { API_PREFIX, type OperationRegistry } from '../operation/operation-registry';
import { CredentialsInvalid, CredentialsMissing } from '../problems/api-errors';
import { getRequestContext } from './request-context';
import type { Authenticator, Principal } from './principal';

/**
 * Middleware under `/v1` that identifies the caller before anything else is checked, so that only valid callers learn
 * which paths exist. Public operations pass without credentials, and with invalid ones.
 */
export function authenticateRequests(
  authenticator: Authenticator,
  operations: OperationRegistry,
): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    identifyCaller(request, authenticator, operations).then(() => {
      next();
    }, next);
  };
}

async function identifyCaller(
  request: Request,
  authenticator: Authenticator,
  operations: OperationRegistry,
): Promise<void> {
  try {
    getRequestContext(request).principal = await authenticateCaller(request, authenticator);
  } catch (error) {
    // A login may still carry an expired token.
    if (!isPublic(request, operations)) throw error;
  }
}

async function authenticateCaller(
  { headers: { authorization = '' } }: Request,
  authenticator: Authenticator,
): Promise<Principal> {
  const token = /^Bearer +([^\s]+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw new CredentialsMissing();
  const principal = await authenticator.authenticate(token);
  if (!principal) throw new CredentialsInvalid();
  return principal;
}

function isPublic({ method, path }: Request, operations: OperationRegistry): boolean {
  return operations.findByRoute(method, `${API_PREFIX}${path}`)?.scope === 'public';
}
