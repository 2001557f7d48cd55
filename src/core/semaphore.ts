/** The load of a semaphore. */
export interface SemaphoreLoad {
  readonly inUse: number;
  readonly waiting: number;
}

/** A semaphore that serves waiters in the order of their requests. */
export class Semaphore {
  private acquired = 0;
  private readonly waiting = new Set<() => void>();

  /** @param permits maximum number of concurrent holders */
  constructor(private readonly permits: number) {}

  /** Numbers of holders and of waiters. */
  get load(): SemaphoreLoad {
    return { inUse: this.acquired, waiting: this.waiting.size };
  }

  /**
   * Waits for a permit.
   * @param timeoutMs maximum waiting time
   * @param signal aborts the waiting
   * @returns false after the timeout or an abort; otherwise `release` must be called
   */
  async acquire(timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.acquired < this.permits) {
      this.acquired += 1;
      return true;
    }
    return new Promise((resolve) => {
      const finish = (isAcquired: boolean): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(isAcquired);
      };
      const grant = (): void => finish(true);
      const giveUp = (): void => {
        this.waiting.delete(grant);
        finish(false);
      };
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp);
      this.waiting.add(grant);
    });
  }

  release(): void {
    const [grant] = this.waiting;
    if (!grant) {
      this.acquired -= 1;
      return;
    }
    this.waiting.delete(grant);
    grant();
  }
}
