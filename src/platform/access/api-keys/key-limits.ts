import type { Principal } from '../../../api';
import { ScopeMissing } from '../../../api/problems/problems';
import { type Actor, systemActor } from '../../../core/actor-context';
import { defineError } from '../../../core/errors';
import { formatInstant } from '../../../core/instant';
import { includesScope, type Scope } from '../../../core/scopes';

/** Who makes, rotates and deletes keys, and what its own rights are: nobody can give away more than that. */
export interface KeyHolder {
  readonly who: Actor;
  readonly scopes: Principal['scopes'];
  readonly expiresAt?: Principal['expiresAt'];
  readonly isReplaced?: Principal['isReplaced'];
}

/** The service itself and its command line. */
export const systemKeyHolder: KeyHolder = {
  who: systemActor,
  scopes: new Set(['*']),
};

/** 422: a key ends after now. */
export const ApiKeyExpiryPassed = defineError<{ pointer?: string }>({
  code: 'apiKey.endPassed',
  status: 422,
  title: 'The key would have ended already',
  remedy: 'Send an end in the future, or make another key.',
  detail: () => 'The end of the key has passed.',
  pointer: ({ pointer }) => pointer,
});

/** 422: a key does not outlive the key that gives it. */
export const ApiKeyExpiryTooLate = defineError<{ end: Date; pointer?: string }>({
  code: 'apiKey.endTooLate',
  status: 422,
  title: "The key would outlive the caller's",
  remedy: 'Send an earlier end, or call with a key that ends later.',
  detail: ({ end }) =>
    `The caller's key ends at ${formatInstant(end, 'UTC')}; no later end can be given.`,
  pointer: ({ pointer }) => pointer,
});

/** @throws ScopeMissing for the first of a key's scopes that the holder does not have */
export function requireHeldScopes(
  { scopes: held }: Pick<KeyHolder, 'scopes'>,
  scopes: readonly string[],
): void {
  const missing = scopes.find((scope) => !includesScope(held, scope as Scope));
  if (missing !== undefined) throw new ScopeMissing({ scope: missing as Scope });
}

/**
 * Holds the end of a key against that of its giver.
 * @param end null: none
 * @throws ApiKeyExpiryPassed, ApiKeyExpiryTooLate
 */
export function requireValidExpiry(
  { expiresAt: limit }: KeyHolder,
  end: Date | null,
  now: Date,
  pointer?: string,
): void {
  if (end !== null && end <= now) throw new ApiKeyExpiryPassed({ pointer });
  if (limit && (end === null || end > limit))
    throw new ApiKeyExpiryTooLate({ end: limit, pointer });
}
