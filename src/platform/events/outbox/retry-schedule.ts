const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays after each failed attempt, in milliseconds: eleven attempts in three days. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  20 * HOUR_MS,
];

/** The random share of a delay, so that messages which failed together aren't retried together. */
const JITTER_SHARE = 0.1;

/**
 * Returns the delay before the next attempt.
 * @param failedAttempts number of failed attempts
 * @param chance random number from 0 to 1
 * @returns delay in milliseconds; undefined if there are no further attempts
 */
export function getRetryDelayMs(
  failedAttempts: number,
  chance = Math.random(),
): number | undefined {
  const delay = RETRY_DELAYS_MS[failedAttempts - 1];
  return delay === undefined
    ? undefined
    : Math.round(delay * (1 - JITTER_SHARE + 2 * JITTER_SHARE * chance));
}
