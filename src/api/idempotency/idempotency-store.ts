/** A request that its caller may repeat. */
export interface IdempotentRequest {
  /** Hash of caller, method, path and key: the same for every attempt. */
  readonly name: string;
  /** Hash of query and body. Different content under the same name is another request. */
  readonly content: string;
}

/** The right to work on a request, for its first attempt. */
export interface IdempotencyClaim {
  readonly id: number;
  /** Identifies the attempt: another one may have taken the claim over since. */
  readonly holder: string;
}

/** The response to the first attempt. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** Result of a claim: the right to work, the stored response, or a refusal. */
export type IdempotencyClaimResult =
  | { readonly claim: IdempotencyClaim }
  | { readonly storedResponse: StoredResponse }
  | { readonly refusal: 'running' | 'otherContent' };

/**
 * Stores responses, to send them again when a request is repeated. A module with a database provides the
 * implementation.
 */
export abstract class IdempotencyStore {
  /** Claims a request, so that only one of all its attempts does the work. */
  abstract claim(request: IdempotentRequest): Promise<IdempotencyClaimResult>;

  /**
   * Stores the response. Within a transaction, it is stored together with the work or not at all.
   * @returns false if another attempt has taken the claim over: then the work must be rolled back
   */
  abstract saveResponse(claim: IdempotencyClaim, storedResponse: StoredResponse): Promise<boolean>;

  /**
   * Lets the next attempt do the work, unless a response is stored already. A release that can't be stored now is
   * retried.
   */
  abstract release(claim: IdempotencyClaim): Promise<void>;

  /** The attempt has ended: from now on its claim may be taken over, if it is still open. */
  abstract endAttempt(claim: IdempotencyClaim): void;
}
