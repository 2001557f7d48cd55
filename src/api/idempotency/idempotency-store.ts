/** A request that its caller may send again: which one it is, and what it says. */
export interface IdempotentRequest {
  /** Hash of caller, method, path and key: the same for every attempt. */
  readonly name: string;
  /** Hash of query and body: another one under the same name is another request. */
  readonly content: string;
}

/** The right to work on a request, for the attempt that came first. */
export interface IdempotencyClaim {
  readonly id: number;
  /** Tells this attempt from one that has taken the claim over since. */
  readonly holder: string;
}

/** An answer as its first attempt gave it. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** What an attempt finds. */
export type ClaimResult =
  | { readonly claim: IdempotencyClaim }
  | { readonly answer: StoredResponse }
  | { readonly refused: 'running' | 'otherContent' };

/** Answers that are given again when a request comes again; a module with a database provides them. */
export abstract class IdempotencyStore {
  /** Claims a request, so that of all its attempts one is worked on. */
  abstract claim(request: IdempotentRequest): Promise<ClaimResult>;

  /**
   * Keeps the answer, in the unit of work around if there is one: it is stored with the work, or not at all.
   * @returns false when another attempt has taken the claim over: then the work must be undone
   */
  abstract keep(claim: IdempotencyClaim, answer: StoredResponse): Promise<boolean>;

  /** Lets the next attempt work again, unless an answer is kept already; as soon as that can be stored. */
  abstract release(claim: IdempotencyClaim): Promise<void>;
}
