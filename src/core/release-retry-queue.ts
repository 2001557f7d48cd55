/** Between two tries: whoever repeats a request after an outage should not wait for long. */
const RETRY_DELAY_MS = 500;

type Release = () => Promise<void>;

/** Releases of claims that failed, most often because the database was away; tried until they work. */
export class ReleaseRetryQueue {
  private readonly waiting = new Map<Release, number>();
  private running = Promise.resolve();
  private timer?: NodeJS.Timeout;

  /** @param leaseMs after which a claim ends by itself */
  constructor(private readonly leaseMs: number) {}

  add(release: Release): void {
    this.waiting.set(release, performance.now() + this.leaseMs);
    this.scheduleRetry();
  }

  /** Tries once more what still waits. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
    clearTimeout(this.timer);
    await this.retryAll();
  }

  /** One round after the other: in an outage each may take as long as a connection is waited for. */
  private scheduleRetry(): void {
    this.timer ??= setTimeout(() => {
      this.running = this.retryAll().then(() => {
        delete this.timer;
        if (this.waiting.size > 0) this.scheduleRetry();
      });
    }, RETRY_DELAY_MS).unref();
  }

  /** Up to the first that fails: the others would, too. */
  private async retryAll(): Promise<void> {
    for (const [release, until] of [...this.waiting]) {
      try {
        if (performance.now() < until) await release();
      } catch {
        return;
      }
      this.waiting.delete(release);
    }
  }
}
