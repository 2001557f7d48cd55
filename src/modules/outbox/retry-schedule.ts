const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt the next one comes, in milliseconds: eleven attempts in three days. */
export const delays: readonly number[] = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR],
];

/** The random share of a delay, so that what failed together is not tried again together. */
const JITTER = 0.1;

/**
 * When a message is tried again.
 * @param attempts how many have failed
 * @param chance from 0 to 1
 * @returns milliseconds from now; undefined: it is given up
 */
export function delayAfter(attempts: number, chance = Math.random()): number | undefined {
  const delay = delays[attempts - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * chance));
}
