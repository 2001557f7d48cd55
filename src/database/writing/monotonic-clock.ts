/**
 * Times of changes, which never go back. If the clock is set back, times continue in steps of a millisecond until it
 * has caught up. So readers that ask for changes since a time miss none.
 */
export class MonotonicClock {
  private lastMs = -Infinity;

  /** @param readSystemClock returns the current time */
  constructor(private readonly readSystemClock: () => Date) {}

  /** Continues after a time that is already stored. */
  continueAfter(stored: Date): void {
    this.lastMs = Math.max(this.lastMs, stored.getTime());
  }

  /** The time of the next change. */
  next(): Date {
    const nowMs = this.readSystemClock().getTime();
    this.lastMs = nowMs < this.lastMs ? this.lastMs + 1 : nowMs;
    return new Date(this.lastMs);
  }
}
