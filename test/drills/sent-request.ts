/** A request that a client sent, however often it had to, and what came of it. */
export interface SentRequest {
  /** The kind of request, for example `order.create`. */
  readonly kind: string;
  /** Its subject: the pId, path or id by which the checks know it. */
  readonly about: string;
  /** A text that no other request has; written into what it stores, where it stores something. */
  readonly mark: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Whether it carries an Idempotency-Key. */
  readonly isKeyed: boolean;
  /** The state that the caller has seen, where the request depends on it. */
  readonly ifMatch?: string;
  /** When it was sent first, in milliseconds. */
  readonly start: number;
  /** When its answer came; Infinity: none has come. */
  end: number;
  /** Status of the last answer; 0: none came. */
  status: number;
  answer: unknown;
  /** ETag of the last answer, '' without one. */
  etag?: string;
  attempts: number;
  /** Attempts without an answer. */
  lost: number;
  /** Statuses of 500 and above, in their order. */
  readonly faults: number[];
}

/** done: it must be there. refused: it must not be. unknown: it may be there, once. */
export type RequestOutcome = 'done' | 'refused' | 'unknown';

/**
 * The outcome that the final state must show of a request. A key makes the attempts one: the last answer counts for
 * all of them. Without one, a refusal doesn't show how an earlier, unanswered attempt ended.
 */
export function toOutcome({ status, lost, faults, isKeyed }: SentRequest): RequestOutcome {
  if (status >= 200 && status < 300) return 'done';
  if (status === 0 || status >= 500) return 'unknown';
  return !isKeyed && lost + faults.length > 0 ? 'unknown' : 'refused';
}

/** The requests of a kind. */
export function filterByKind(sent: readonly SentRequest[], kind: string): SentRequest[] {
  return sent.filter((one) => one.kind === kind);
}

/** An answer's body as the check of its kind knows it. */
export function responseOf<T>({ answer }: SentRequest): T {
  return answer as T;
}

/** Texts that come more than once. */
export function findRepeated<T>(values: Iterable<T>): T[] {
  const seen = new Set<T>();
  const twice = new Set<T>();
  for (const value of values) (seen.has(value) ? twice : seen).add(value);
  return [...twice];
}

/** Values by what they have in common. */
export function groupBy<K, T>(values: Iterable<T>, keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
