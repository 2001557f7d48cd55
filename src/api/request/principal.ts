import type { Actor, CallerLock } from '../../core/actor-context';

/** Who is calling: an API key, or an administrator who has logged in. */
export interface Principal {
  /** Unique name, for example `key:12`; limits and retries are counted by it. */
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
  /** Which key or user it is, and the name that people know it by. */
  readonly who: Actor;
  /** When its rights end: of a key that does, or of a secret that has been replaced. */
  readonly expiresAt?: Date | null;
  /**
   * Asks the primary database whether the secret that it calls with has been replaced by a rotation, and works on for a
   * while. Absent for callers without a secret that can be replaced.
   */
  readonly isReplaced?: () => Promise<boolean>;
  /**
   * Asks the primary database whether its credentials are still good.
   * @param hold inside a unit of work: keeps them so until that ends
   */
  readonly isStillValid: (hold?: CallerLock) => Promise<boolean>;
}

/** Tells whose credentials a request carries; the access module provides it. */
export abstract class Authenticator {
  /**
   * @param token what follows `Bearer ` in the Authorization header
   * @returns undefined when nobody has these credentials (any more)
   */
  abstract authenticate(token: string): Promise<Principal | undefined>;
}
