/**
 * Times of changes, which never go back. If the clock is set back, times continue in steps of a millisecond until it
 * has caught up. So readers that ask for changes since a time miss none.
 */
export class MonotonicClock {
  private lastMs = -Infinity;

  /** @param read returns the current time */
  constructor(private readonly read: () => Date) {}

  /** Continues after a time that is already stored. */
  continueAfter(stored: Date): void {
    this.lastMs = Math.max(this.lastMs, stored.getTime());
  }

  /** The time of the next change. */
  next(): Date {
    const nowMs = this.read().getTime();
    this.lastMs = nowMs < this.lastMs ? this.lastMs + 1 : nowMs;
    return new Date(this.lastMs);
  }
}
