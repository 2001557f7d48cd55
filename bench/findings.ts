/** What was measured against a goal that is no ratio of rates. */
export interface Finding {
  /** One line. */
  readonly text: string;
  readonly isReached: boolean;
}
