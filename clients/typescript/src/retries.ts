import { pause } from './pause.js';
import { type ProblemError, problemOf } from './problem-error.js';

/** How requests are retried. */
export interface RetryOptions {
  /** Milliseconds after the first attempt within which further attempts start; by default 5 minutes. */
  readonly patience?: number;
  /** Milliseconds within which an attempt has to be answered; by default a minute. */
  readonly timeout?: number;
  /** Called for each failed attempt that is retried. */
  readonly onRetry?: (retry: Retry) => void;
}

/** A failed attempt that is retried. */
export interface Retry {
  readonly request: Request;
  /** Starts at 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** The problem in the response, or the error that prevented a response. */
  readonly cause: unknown;
}

type Fetch = (request: Request) => Promise<Response>;

const MINUTE_MS = 60_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;

/** POST operations without an Idempotency-Key. They are not retried if the work may have been done. */
const WITHOUT_KEY = /\/v1\/(apiKeys|auth|fileManager|webhooks)(\/|$)/;

/**
 * Returns a fetch that retries what can safely be retried: after `Retry-After`, or after increasing delays. All
 * attempts of a POST have the same Idempotency-Key, so nothing is done twice.
 * @returns successful responses; throws ProblemError for all others, and the errors of `fetch`
 */
export function retrying(
  { patience = 5 * MINUTE_MS, timeout = MINUTE_MS, onRetry }: RetryOptions = {},
  fetch: Fetch = (request) => globalThis.fetch(request),
): Fetch {
  return async (original) => {
    const request = withKey(original);
    const end = performance.now() + patience;
    for (let attempt = 1; ; attempt++) {
      const { response, cause } = await tryFetch(fetch, request, timeout);
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
  /** Absent if there was no response. */
  readonly problem?: ProblemError;
  /** Delay that the service asked for, in seconds. */
  readonly retryAfter?: number;
}

type Attempt =
  | { readonly response: Response; readonly cause?: never }
  | { readonly response?: never; readonly cause: Failure };

async function tryFetch(fetch: Fetch, request: Request, timeout: number): Promise<Attempt> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => {
    tooLong.abort(new DOMException(`No answer within ${timeout} ms`, 'TimeoutError'));
  }, timeout);
  const signal = AbortSignal.any([request.signal, tooLong.signal]);
  try {
    const response = await fetch(new Request(request.clone(), { signal }));
    if (response.ok || response.status === 304) return { response: await readJson(response) };
    const problem = await problemOf(response);
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    return { cause: { error: problem, problem, retryAfter } };
  } catch (error) {
    return { cause: { error } };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads JSON to its end, because the connection may break in the middle. Files are passed on as they arrive. */
async function readJson(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  return new Response(await response.text(), response);
}

function mayRepeat({ method, url }: Request, problem: ProblemError | undefined): boolean {
  if (problem && [408, 429].includes(problem.status)) return true;
  if (problem && ['idempotency.inProgress', 'export.busy'].includes(problem.code)) return true;
  // A 503 means that nothing was done, unless the service doesn't know the outcome.
  const wasNotDone =
    problem?.status === 503 && !['', 'database.outcomeUnknown'].includes(problem.code);
  if (wasNotDone) return true;
  if (problem && problem.status < 500) return false;
  return method !== 'POST' || !WITHOUT_KEY.test(new URL(url).pathname);
}

function delayAfter({ retryAfter = Number.NaN }: Failure, attempt: number): number {
  if (retryAfter >= 0) return retryAfter * 1000;
  const maxDelay = Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempt, 10), MAX_DELAY_MS);
  return maxDelay * (0.5 + Math.random() / 2);
}

function withKey(request: Request): Request {
  if (request.method !== 'POST' || request.headers.has('idempotency-key')) return request;
  const headers = new Headers(request.headers);
  headers.set('idempotency-key', crypto.randomUUID());
  return new Request(request, { headers });
}
