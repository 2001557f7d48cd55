import type { Line } from './client';

/** When a fault began and when it was over, by `performance.now()`. */
export interface Strike {
  readonly begin: number;
  readonly end: number;
}

/** What clients have seen of the faults of a drill. */
export interface Felt {
  /** The longest time without an answer to any of them that was not a refusal for the moment, in seconds. */
  readonly silence: number;
  /** Seconds from the beginning of a fault to the last attempt that had to be made again. */
  readonly calmAfter: number;
  /** Answers 503, 409 `idempotency.inProgress`, and attempts without an answer. */
  readonly unavailable: number;
  readonly inProgress: number;
  readonly lost: number;
  /** What had to be made again though all should have been right by itself, a line each. */
  readonly late: readonly string[];
}

/** Milliseconds after a fault in which all is to be right by itself. */
const CALM = 10_000;
const AFTERMATH = 10_000;

/** @param ended when the clients had done all */
export function felt(
  { sent, troubles }: Pick<Line, 'sent' | 'troubles'>,
  strikes: readonly Strike[],
  ended: number,
): Felt {
  const answers = sent.map(({ end }) => end).filter((end) => end < Infinity);
  const silences = strikes.map(({ begin, end }) =>
    longestGap(answers, begin, end + AFTERMATH, ended),
  );
  const after = strikes.flatMap(({ begin }, at) => {
    const next = strikes[at + 1]?.begin ?? Infinity;
    return troubles
      .filter((one) => one.at > begin && one.at < next)
      .map(({ at: then, what }) => ({ what, after: then - begin }));
  });
  const count = (status: number): number => troubles.filter((one) => one.status === status).length;
  return {
    ...{
      silence: seconds(Math.max(0, ...silences)),
      calmAfter: seconds(Math.max(0, ...after.map((one) => one.after))),
    },
    ...{ unavailable: count(503), inProgress: count(409), lost: count(0) },
    late: after
      .filter((one) => one.after > CALM)
      .map((one) => `${seconds(one.after)} s: ${one.what}`),
  };
}

function longestGap(answers: readonly number[], begin: number, end: number, ended: number): number {
  const last = Math.min(end, ended);
  const within = answers.filter((at) => at > begin && at < last).sort((one, other) => one - other);
  const gaps = [begin, ...within].map((at, place) => (within[place] ?? last) - at);
  return Math.max(0, ...gaps);
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;
