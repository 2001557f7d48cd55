import type { ReadCost } from '../dialect/connection';

/** The share that the last run of a read has in its mean. */
const LAST_RUN_WEIGHT = 1 / 32;
/**
 * The longest that one run can count, as a multiple of the limit. A search may really take that long, depending on what
 * is searched for. Records that are read by their ids take long only while other processes have the processor, so one
 * such run must not make the read a slow one.
 */
const MAX_LIMIT_MULTIPLE: Readonly<Record<ReadCost, number>> = { searched: 64, named: 5 };
/**
 * Where a read that may be slow begins while nothing is known of it, as a multiple of what makes a read slow: eight quick
 * runs clear it.
 */
const SUSPECT_LIMIT_MULTIPLE = 1.28;
/** A mean below this share of what makes a read slow counts as 0. */
const NEGLIGIBLE_SHARE = 0.001;
const MAX_READS = 2000;

/**
 * What reads took so far, by the text of their first statement. The mean of the squares decides: requests that arrive
 * during a long run wait for half of it on average, and the longer the run, the more of them arrive. So one long run among
 * many makes a read slow, because the same text can be quick with one parameter and slow with another. A run that other
 * processes held up for some milliseconds does not.
 */
export class LatencyHistory {
  /** The mean of the squares, the last runs counting most. */
  private readonly means = new Map<string, number>();
  private readonly squaredLimit: number;

  /** @param limit milliseconds; a read is slow whose runs take as long always, or longer at times */
  constructor(private readonly limit: number) {
    this.squaredLimit = limit ** 2;
  }

  /** Whether a read is to be expected to be slow. @param isSuspect what is expected of one that is not known */
  isSlow(sql: string, isSuspect: () => boolean): boolean {
    const mean = this.means.get(sql);
    return mean === undefined ? isSuspect() : mean > this.squaredLimit;
  }

  /**
   * Takes note of a run.
   * @param took milliseconds
   * @param isSuspect what was expected of it, if it was not known
   */
  record(sql: string, took: number, reach: ReadCost, isSuspect: boolean): void {
    const known = this.means.get(sql);
    if (known === undefined && this.means.size >= MAX_READS) this.means.clear();
    const before = known ?? (isSuspect ? SUSPECT_LIMIT_MULTIPLE * this.squaredLimit : 0);
    const square = Math.min(took, MAX_LIMIT_MULTIPLE[reach] * this.limit) ** 2;
    const mean = before + LAST_RUN_WEIGHT * (square - before);
    if (mean > NEGLIGIBLE_SHARE * this.squaredLimit) this.means.set(sql, mean);
    else if (known !== 0) this.means.set(sql, 0);
  }
}
