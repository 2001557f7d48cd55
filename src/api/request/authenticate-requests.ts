import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { API_PREFIX, type OperationRegistry } from '../operation/operation-registry';
import { CredentialsInvalid, CredentialsMissing } from '../problems/problems';
import { getRequestContext } from './request-context';
import type { Authenticator, Principal } from './principal';

/**
 * Middleware under `/v1`: finds out who is calling before anything else is looked at, so that nobody learns
 * without credentials which paths exist. Operations declared public pass without, or with bad ones.
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
    // Whoever logs in may still send the token that has just ended.
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
