/** Where it is noted that somebody was not let in; the journal provides it. */
export abstract class SecurityAudit {
  /** @param userId whose password it would have been; 0: nobody's */
  abstract recordLoginFailed(userId: number): void;

  /** The caller (core/acting) lacks the scope of the operation. */
  abstract recordScopeMissing(): void;
}
