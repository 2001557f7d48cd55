/** How much is going on. */
export interface SemaphoreLoad {
  readonly inUse: number;
  readonly waiting: number;
}

/** Lets only so many in at a time, in the order of asking. */
export class Semaphore {
  private acquired = 0;
  private readonly waiting = new Set<() => void>();

  /** @param permits how many may be inside at once */
  constructor(private readonly permits: number) {}

  /** How many are inside, and how many wait. */
  get load(): SemaphoreLoad {
    return { inUse: this.acquired, waiting: this.waiting.size };
  }

  /**
   * Waits for its turn.
   * @param patienceMs how long to wait at most
   * @param gone aborts when it need not wait any more
   * @returns false when the turn did not come in time; else `leave` must be called
   */
  async acquire(patienceMs: number, gone?: AbortSignal): Promise<boolean> {
    if (gone?.aborted === true) return false;
    if (this.acquired < this.permits) {
      this.acquired += 1;
      return true;
    }
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
      };
      const timer = setTimeout(giveUp, patienceMs);
      gone?.addEventListener('abort', giveUp);
      this.waiting.add(turn);
    });
  }

  release(): void {
    const [turn] = this.waiting;
    if (!turn) {
      this.acquired -= 1;
      return;
    }
    this.waiting.delete(turn);
    turn();
  }
}
