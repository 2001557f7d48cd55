/** Who is calling: an API key, or an administrator who has logged in. */
export interface Principal {
  /** Unique name, for example `key:12`; limits and retries are counted by it. */
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
}

/** Tells whose credentials a request carries; the access module provides it. */
export abstract class Authenticator {
  /**
   * @param token what follows `Bearer ` in the Authorization header
   * @returns undefined when nobody has these credentials (any more)
   */
  abstract authenticate(token: string): Promise<Principal | undefined>;
}
