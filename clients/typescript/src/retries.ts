import { pause } from './pause.js';
import { type ProblemError, problemOf } from './problem-error.js';

/** How requests are repeated. */
export interface RetryOptions {
  /** Milliseconds from the first attempt on within which others are made; 5 minutes by default. */
  readonly patience?: number;
  /** Milliseconds within which an attempt has to be answered; a minute by default. */
  readonly timeout?: number;
  /** Called for each failed attempt that is repeated. */
  readonly onRetry?: (retry: Retry) => void;
}

/** A failed attempt that is repeated. */
export interface Retry {
  readonly request: Request;
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** The problem that was answered, or the reason why no answer came. */
  readonly cause: unknown;
}

type Fetch = (request: Request) => Promise<Response>;

const MINUTE = 60_000;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 30_000;

/** POST operations that take no Idempotency-Key: not repeated if the work may have been done. */
const WITHOUT_KEY = /\/v1\/(apiKeys|auth|fileManager|webhooks)(\/|$)/;

/**
 * A fetch that repeats what may safely be repeated, by the rules of the service's guide: after `Retry-After`, or after
 * ever longer pauses. Every POST has an Idempotency-Key, the same in all its attempts, so nothing is done twice.
 * @returns successful answers; throws ProblemError for all others, and what `fetch` throws
 */
export function retrying(
  { patience = 5 * MINUTE, timeout = MINUTE, onRetry }: RetryOptions = {},
  fetch: Fetch = (request) => globalThis.fetch(request),
): Fetch {
  return async (given) => {
    const request = withKey(given);
    const end = performance.now() + patience;
    for (let attempt = 1; ; attempt++) {
      const { response, cause } = await attempted(fetch, request, timeout);
      if (response) return response;
      request.signal.throwIfAborted();
      const delay = delayAfter(cause, attempt);
      if (!mayRepeat(request, cause.problem) || performance.now() + delay > end) throw cause.error;
      onRetry?.({ request, attempt, delay, cause: cause.error });
      await pause(delay, request.signal);
    }
  };
}

interface Failure {
  readonly error: unknown;
  /** Absent: there was no answer. */
  readonly problem?: ProblemError;
  /** Seconds that the service asked for. */
  readonly retryAfter?: number;
}

type Attempt =
  | { readonly response: Response; readonly cause?: never }
  | { readonly response?: never; readonly cause: Failure };

async function attempted(fetch: Fetch, request: Request, timeout: number): Promise<Attempt> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => {
    tooLong.abort(new DOMException(`No answer within ${timeout} ms`, 'TimeoutError'));
  }, timeout);
  const signal = AbortSignal.any([request.signal, tooLong.signal]);
  try {
    const response = await fetch(new Request(request.clone(), { signal }));
    if (response.ok || response.status === 304) return { response: await arrived(response) };
    const problem = await problemOf(response);
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    return { cause: { error: problem, problem, retryAfter } };
  } catch (error) {
    return { cause: { error } };
  } finally {
    clearTimeout(timer);
  }
}

/** JSON is read to its end, since the service may die in the middle of it; files are passed on as they come. */
async function arrived(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  return new Response(await response.text(), response);
}

function mayRepeat({ method, url }: Request, problem: ProblemError | undefined): boolean {
  if (problem && [408, 429].includes(problem.status)) return true;
  if (problem && ['idempotency.inProgress', 'export.busy'].includes(problem.code)) return true;
  // The service answers 503 before it has done anything, except where it can't know.
  const isUndone =
    problem?.status === 503 && !['', 'database.outcomeUnknown'].includes(problem.code);
  if (isUndone) return true;
  if (problem && problem.status < 500) return false;
  return method !== 'POST' || !WITHOUT_KEY.test(new URL(url).pathname);
}

function delayAfter({ retryAfter = Number.NaN }: Failure, attempt: number): number {
  if (retryAfter >= 0) return retryAfter * 1000;
  const longest = Math.min(FIRST_DELAY * 2 ** Math.min(attempt, 10), LONGEST_DELAY);
  return longest * (0.5 + Math.random() / 2);
}

function withKey(request: Request): Request {
  if (request.method !== 'POST' || request.headers.has('idempotency-key')) return request;
  const headers = new Headers(request.headers);
  headers.set('idempotency-key', crypto.randomUUID());
  return new Request(request, { headers });
}
