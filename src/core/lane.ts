/** How much is going on. */
export interface Load {
  readonly inUse: number;
  readonly waiting: number;
}

/** So many at a time, in the order of asking. */
export class Lane {
  private inside = 0;
  private readonly waiting = new Set<() => void>();

  /**
   * @param width how many may be inside at once
   * @param mostWaiting how many may wait; who comes later does not
   */
  constructor(
    private readonly width: number,
    private readonly mostWaiting = Infinity,
  ) {}

  /** How many are inside, and how many wait. */
  get load(): Load {
    return { inUse: this.inside, waiting: this.waiting.size };
  }

  /**
   * Waits for its turn.
   * @param patience milliseconds to wait at most
   * @returns false when the turn did not come in time, or too many wait for theirs; else `leave` must be called
   */
  async enter(patience: number): Promise<boolean> {
    if (this.inside < this.width) {
      this.inside += 1;
      return true;
    }
    if (this.waiting.size >= this.mostWaiting) return false;
    return new Promise((resolve) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(turn);
        resolve(false);
      }, patience);
      this.waiting.add(turn);
    });
  }

  leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.inside -= 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
