import type { DrillSession } from './client';

/** When a fault began and when it was over, by `performance.now()`. */
export interface Strike {
  readonly begin: number;
  readonly end: number;
}

/** The effects of a strike that clients have seen. */
export interface StrikeImpact {
  /** The longest time without an answer to any of them that was not a refusal for the moment, in seconds. */
  readonly silence: number;
  /** Seconds from its beginning to the last attempt that had to be made again. */
  readonly calmAfter: number;
  /** Answers 503, 409 `idempotency.inProgress`, and attempts without an answer. */
  readonly unavailable: number;
  readonly inProgress: number;
  readonly lost: number;
  /** Attempts that were repeated after the service should have recovered, a line each. */
  readonly late: readonly string[];
}

/** Milliseconds after a fault in which all is to be right by itself. */
const CALM_MS = 10_000;
const AFTERMATH_MS = 10_000;

/** @param ended when the clients had done all @returns what was seen of each strike, until the next one */
export function measureImpacts(
  { sent, troubles }: Pick<DrillSession, 'sent' | 'troubles'>,
  strikes: readonly Strike[],
  ended: number,
): StrikeImpact[] {
  const answers = sent.map(({ end }) => end).filter((end) => end < Infinity);
  return strikes.map(({ begin, end }, at) => {
    const next = strikes[at + 1]?.begin ?? Infinity;
    const own = troubles
      .filter((one) => one.at > begin && one.at < next)
      .map((one) => ({ ...one, after: one.at - begin }));
    const count = (status: number): number => own.filter((one) => one.status === status).length;
    return {
      silence: toSeconds(findLongestGap(answers, begin, Math.min(end + AFTERMATH_MS, next), ended)),
      calmAfter: toSeconds(Math.max(0, ...own.map(({ after }) => after))),
      ...{ unavailable: count(503), inProgress: count(409), lost: count(0) },
      late: own
        .filter(({ after }) => after > CALM_MS)
        .map(({ after, what }) => `${toSeconds(after)} s: ${what}`),
    };
  });
}

function findLongestGap(
  answers: readonly number[],
  begin: number,
  end: number,
  ended: number,
): number {
  const last = Math.min(end, ended);
  const within = answers.filter((at) => at > begin && at < last).sort((one, other) => one - other);
  const gaps = [begin, ...within].map((at, place) => (within[place] ?? last) - at);
  return Math.max(0, ...gaps);
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;
