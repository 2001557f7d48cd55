/** A measurement whose goal is not a ratio of rates. */
export interface Finding {
  /** The result on one line. */
  readonly text: string;
  readonly isReached: boolean;
}
