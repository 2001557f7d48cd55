/** One at a time, in the order of asking. */
export class Lane {
  private isBusy = false;
  private readonly waiting = new Set<() => void>();

  /**
   * Waits for its turn.
   * @param patience milliseconds to wait at most
   * @returns false when the turn did not come in time; else `leave` must be called
   */
  async enter(patience: number): Promise<boolean> {
    if (!this.isBusy) {
      this.isBusy = true;
      return true;
    }
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
      this.isBusy = false;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
