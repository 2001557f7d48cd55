import type { Actor, CallerLock } from '../../core/actor-context';

/** The caller: an API key, or an administrator who has logged in. */
export interface Principal {
  /** Unique name, for example `key:12`; rate limits and idempotency keys belong to it. */
  readonly callerId: string;
  readonly scopes: ReadonlySet<string>;
  /** The key or user, with its display name. */
  readonly actor: Actor;
  /** When the access ends, if the key expires or its secret has been replaced. */
  readonly expiresAt?: Date | null;
  /**
   * Checks in the primary database whether a rotation has replaced the caller's secret, which stays valid for a while.
   * Absent for callers without a replaceable secret.
   */
  readonly checkSecretReplaced?: () => Promise<boolean>;
  /**
   * Checks in the primary database whether the credentials are still valid.
   * @param lock lock on the credentials until the end of the current transaction
   */
  readonly checkStillValid: (lock?: CallerLock) => Promise<boolean>;
}

/** Finds the caller for the credentials of a request; the access module provides the implementation. */
export abstract class Authenticator {
  /**
   * @param token text after `Bearer ` in the Authorization header
   * @returns undefined if the credentials are unknown or no longer valid
   */
  abstract authenticate(token: string): Promise<Principal | undefined>;
}
