import type { Principal } from '../../../api';
import { ScopeMissing } from '../../../api/problems/api-errors';
import { type Actor, systemActor } from '../../../core/actor-context';
import { defineError } from '../../../core/errors';
import { formatInstant } from '../../../core/instant';
import { includesScope, type Scope } from '../../../core/scopes';

/** A caller that creates, rotates or deletes keys, with its rights, which limit those of the keys. */
export interface ApiKeyCaller {
  readonly actor: Actor;
  readonly scopes: Principal['scopes'];
  readonly expiresAt?: Principal['expiresAt'];
  readonly checkSecretReplaced?: Principal['checkSecretReplaced'];
}

/** The service itself and its command line. */
export const systemCallerWithAllScopes: ApiKeyCaller = {
  actor: systemActor,
  scopes: new Set(['*']),
};

/** 422: the expiry of a key has to be in the future. */
export const ApiKeyExpiryPassed = defineError<{ pointer?: string }>({
  code: 'apiKey.endPassed',
  status: 422,
  title: 'The expiry of the key is in the past',
  remedy: 'Send an expiry in the future, or create another key.',
  detail: () => 'The expiry of the key has passed.',
});

/** 422: a key can't outlive the key that creates it. */
export const ApiKeyExpiryTooLate = defineError<{ end: Date; pointer?: string }>({
  code: 'apiKey.endTooLate',
  status: 422,
  title: "The key would outlive the caller's key",
  remedy: 'Send an earlier expiry, or call with a key that expires later.',
  detail: ({ end }) =>
    `The caller's key expires at ${formatInstant(end, 'UTC')}, so the new key can't expire later.`,
});

/** @throws ScopeMissing for the first of a key's scopes that the holder doesn't have */
export function assertHoldsScopes(
  { scopes: held }: Pick<ApiKeyCaller, 'scopes'>,
  scopes: readonly string[],
): void {
  const missing = scopes.find((scope) => !includesScope(held, scope as Scope));
  if (missing !== undefined) throw new ScopeMissing({ scope: missing as Scope });
}

/**
 * Compares the expiry of a key with that of its creator.
 * @param expiry null if the key doesn't expire
 * @throws ApiKeyExpiryPassed, ApiKeyExpiryTooLate
 */
export function requireValidExpiry(
  { expiresAt: callerExpiry }: ApiKeyCaller,
  expiry: Date | null,
  now: Date,
  pointer?: string,
): void {
  if (expiry !== null && expiry <= now) throw new ApiKeyExpiryPassed({ pointer });
  if (callerExpiry && (expiry === null || expiry > callerExpiry))
    throw new ApiKeyExpiryTooLate({ end: callerExpiry, pointer });
}
