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
}

const AFTERMATH_MS = 10_000;

/** @param ended when the clients had done all */
export function felt(
  { sent, troubles }: Pick<Line, 'sent' | 'troubles'>,
  strikes: readonly Strike[],
  ended: number,
): Felt {
  const answers = sent.map(({ end }) => end).filter((end) => end < Infinity);
  const silences = strikes.map(({ begin, end }) =>
    longestGap(answers, begin, end + AFTERMATH_MS, ended),
  );
  const calms = strikes.map(({ begin }, at) => {
    const next = strikes[at + 1]?.begin ?? Infinity;
    const after = troubles.map((one) => one.at).filter((one) => one > begin && one < next);
    return Math.max(begin, ...after) - begin;
  });
  const count = (status: number): number => troubles.filter((one) => one.status === status).length;
  return {
    ...{ silence: seconds(Math.max(0, ...silences)), calmAfter: seconds(Math.max(0, ...calms)) },
    ...{ unavailable: count(503), inProgress: count(409), lost: count(0) },
  };
}

function longestGap(answers: readonly number[], begin: number, end: number, ended: number): number {
  const last = Math.min(end, ended);
  const within = answers.filter((at) => at > begin && at < last).sort((one, other) => one - other);
  const gaps = [begin, ...within].map((at, place) => (within[place] ?? last) - at);
  return Math.max(0, ...gaps);
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;
