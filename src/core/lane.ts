/** How much is going on. */
export interface Load {
  readonly inUse: number;
  readonly waiting: number;
}

/** Lets only so many in at a time, in the order of asking; some may count for several. */
export class Lane {
  private inside = 0;
  private readonly waiting = new Map<() => void, number>();

  /**
   * @param width how many may be inside at once; one that counts for more may be there alone
   * @param mostWaiting how many may wait; whoever comes later is turned away at once
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
   * @param patienceMs how long to wait at most
   * @param weight how many it counts for
   * @param gone aborts when it need not wait any more
   * @returns false when the turn did not come in time, or too many wait for theirs; else `leave` must be called with the same weight
   */
  async enter(patienceMs: number, weight = 1, gone?: AbortSignal): Promise<boolean> {
    if (gone?.aborted === true) return false;
    if (this.waiting.size === 0 && this.fits(weight)) {
      this.inside += weight;
      return true;
    }
    if (this.waiting.size >= this.mostWaiting) return false;
    return new Promise((resolve) => {
      const over = (isIn: boolean): void => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
        resolve(isIn);
      };
      const turn = (): void => over(true);
      const giveUp = (): void => {
        this.waiting.delete(turn);
        over(false);
        this.admit();
      };
      const timer = setTimeout(giveUp, patienceMs);
      gone?.addEventListener('abort', giveUp);
      this.waiting.set(turn, weight);
    });
  }

  leave(weight = 1): void {
    this.inside -= weight;
    this.admit();
  }

  /** Lets in those who wait, in order, as long as they fit. */
  private admit(): void {
    for (const [turn, weight] of this.waiting) {
      if (!this.fits(weight)) return;
      this.waiting.delete(turn);
      this.inside += weight;
      turn();
    }
  }

  private fits(weight: number): boolean {
    return this.inside === 0 || this.inside + weight <= this.width;
  }
}
