/** Records refused logins and calls; the journal provides the implementation. */
export abstract class SecurityAudit {
  /** @param userId user of the login; 0: unknown */
  abstract recordFailedLogin(userId: number): void;

  /** Records that the current caller (actor-context.ts) lacks the scope of the operation. */
  abstract recordMissingScope(): void;
}
