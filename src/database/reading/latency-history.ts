import type { ReadCost } from '../dialect/connection';

/** Weight of the last run of a read in its mean. */
const LAST_RUN_WEIGHT = 1 / 32;
/**
 * Maximum duration that one run counts for, as a multiple of the limit. A search may really take that long, depending
 * on the searched terms. Reads by ids take long only while other processes occupy the CPU, so one such run must not
 * make the read a slow one.
 */
const MAX_LIMIT_MULTIPLE: Readonly<Record<ReadCost, number>> = { scan: 64, lookup: 5 };
/** Initial mean of a read that may be slow, as a multiple of the squared limit: eight fast runs clear it. */
const EXPECTED_SLOW_LIMIT_MULTIPLE = 1.28;
/** A mean below this share of the squared limit counts as 0. */
const NEGLIGIBLE_SHARE = 0.001;
const MAX_RECORDED_READS = 2000;

/**
 * Durations of reads so far, by the text of their first statement. The mean of the squares decides. Requests that
 * arrive during a long run wait for half of it on average, and the longer the run, the more of them arrive. So one
 * long run among many makes a read slow, because the same text can be fast with one parameter and slow with another.
 * A run that other processes delayed by some milliseconds doesn't.
 */
export class LatencyHistory {
  /** Weighted mean of the squares; the last runs count most. */
  private readonly meanSquares = new Map<string, number>();
  private readonly squaredLimit: number;

  /** @param limitMs milliseconds; a read is slow if its runs always take that long, or longer at times */
  constructor(private readonly limitMs: number) {
    this.squaredLimit = limitMs ** 2;
  }

  /** Whether a read is probably slow. @param isExpectedSlow expectation for an unknown read */
  isSlow(sql: string, isExpectedSlow: () => boolean): boolean {
    const mean = this.meanSquares.get(sql);
    return mean === undefined ? isExpectedSlow() : mean > this.squaredLimit;
  }

  /**
   * Records a run.
   * @param durationMs duration in milliseconds
   * @param isExpectedSlow expectation before the run, if the read was unknown
   */
  record(sql: string, durationMs: number, cost: ReadCost, isExpectedSlow: boolean): void {
    const previousMean = this.meanSquares.get(sql);
    if (previousMean === undefined && this.meanSquares.size >= MAX_RECORDED_READS)
      this.meanSquares.clear();
    const initialMean =
      previousMean ?? (isExpectedSlow ? EXPECTED_SLOW_LIMIT_MULTIPLE * this.squaredLimit : 0);
    const square = Math.min(durationMs, MAX_LIMIT_MULTIPLE[cost] * this.limitMs) ** 2;
    const mean = initialMean + LAST_RUN_WEIGHT * (square - initialMean);
    if (mean > NEGLIGIBLE_SHARE * this.squaredLimit) this.meanSquares.set(sql, mean);
    else if (previousMean !== 0) this.meanSquares.set(sql, 0);
  }
}
