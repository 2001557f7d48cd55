import type { Actor } from '../../core/acting';

/** Who is calling: an API key, or an administrator who has logged in. */
export interface Principal {
  /** Unique name, for example `key:12`; limits and retries are counted by it. */
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
  /** Which key or user it is, and the name that people know it by. */
  readonly who: Actor;
  /** When its rights end, of a key that does. */
  readonly expiresAt?: Date | null;
  /** Looks up anew whether its credentials are still good, for what would outlive them. */
  readonly isCurrent: () => Promise<boolean>;
}

/** Tells whose credentials a request carries; the access module provides it. */
export abstract class Authenticator {
  /**
   * @param token what follows `Bearer ` in the Authorization header
   * @returns undefined when nobody has these credentials (any more)
   */
  abstract authenticate(token: string): Promise<Principal | undefined>;
}
