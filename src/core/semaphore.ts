/** The load of a semaphore. */
export interface SemaphoreLoad {
  readonly inUse: number;
  readonly waiting: number;
}

/** A semaphore that serves waiters in the order of their requests. */
export class Semaphore {
  private acquiredPermits = 0;
  private readonly waiters = new Set<() => void>();

  /** @param permits maximum number of concurrent holders */
  constructor(private readonly permits: number) {}

  /** Numbers of holders and of waiters. */
  get load(): SemaphoreLoad {
    return { inUse: this.acquiredPermits, waiting: this.waiters.size };
  }

  /**
   * Waits for a permit.
   * @param timeoutMs maximum waiting time
   * @param signal aborts the waiting
   * @returns false after the timeout or an abort; otherwise `release` must be called
   */
  async acquire(timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.acquiredPermits < this.permits) {
      this.acquiredPermits += 1;
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
        this.waiters.delete(grant);
        finish(false);
      };
      const timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp);
      this.waiters.add(grant);
    });
  }

  release(): void {
    const [grant] = this.waiters;
    if (!grant) {
      this.acquiredPermits -= 1;
      return;
    }
    this.waiters.delete(grant);
    grant();
  }
}
