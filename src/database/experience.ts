import type { Reach } from './dialect/connection';

/** How much the last run of a read counts for. */
const WEIGHT = 1 / 32;
/**
 * Times the limit; a run that took longer counts as this. How long a search takes depends on what is searched for; a
 * look at named records takes long when other processes have the processor, so one such run alone does not make it slow.
 */
const LONGEST: Readonly<Record<Reach, number>> = { searched: 64, named: 5 };
/** Times what makes a read slow, for one of which nothing is known and that may be slow: eight quick runs clear it. */
const SUSPECT = 1.28;
/** Times what makes a read slow; a mean below it counts as 0. */
const FORGOTTEN = 0.001;
const MOST_READS = 2000;

/**
 * What reads took so far, by the text of their first statement. What counts is the mean of the squares: whoever
 * comes while a run takes long waits for half of it, and the longer it takes, the more come. So one long run
 * among many makes a slow read, since the same text is quick with one parameter and slow with another one, but a run
 * that was only held up for some milliseconds by other processes doesn't.
 */
export class Experience {
  /** The mean of the squares, the last runs counting most. */
  private readonly means = new Map<string, number>();
  private readonly bound: number;

  /** @param limit milliseconds; a read is slow whose runs take as long always, or longer at times */
  constructor(private readonly limit: number) {
    this.bound = limit ** 2;
  }

  /** Whether a read is to be expected to be slow. @param isSuspect what is expected of one that is not known */
  isSlow(sql: string, isSuspect: () => boolean): boolean {
    const mean = this.means.get(sql);
    return mean === undefined ? isSuspect() : mean > this.bound;
  }

  /**
   * Takes note of a run.
   * @param took milliseconds
   * @param isSuspect what was expected of it, if it was not known
   */
  learn(sql: string, took: number, reach: Reach, isSuspect: boolean): void {
    const known = this.means.get(sql);
    if (known === undefined && this.means.size >= MOST_READS) this.means.clear();
    const before = known ?? (isSuspect ? SUSPECT * this.bound : 0);
    const square = Math.min(took, LONGEST[reach] * this.limit) ** 2;
    const mean = before + WEIGHT * (square - before);
    if (mean > FORGOTTEN * this.bound) this.means.set(sql, mean);
    else if (known !== 0) this.means.set(sql, 0);
  }
}
