/** Delay between attempts; short, because clients repeat requests soon after an outage. */
const RETRY_DELAY_MS = 500;

type Release = () => Promise<void>;

/** Retries failed releases of claims until they succeed. Most fail because the database is unavailable. */
export class ReleaseRetryQueue {
  private readonly pendingReleases = new Map<Release, number>();
  private currentRetry = Promise.resolve();
  private timer?: NodeJS.Timeout;

  /** @param leaseMs time after which a claim ends by itself */
  constructor(private readonly leaseMs: number) {}

  add(release: Release): void {
    this.pendingReleases.set(release, performance.now() + this.leaseMs);
    this.scheduleRetry();
  }

  /** Tries all waiting releases once more. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    await this.currentRetry;
    clearTimeout(this.timer);
    await this.retryAll();
  }

  /** One round after the other: in an outage, each may take as long as the timeout of a connection. */
  private scheduleRetry(): void {
    this.timer ??= setTimeout(() => {
      this.currentRetry = this.retryAll().then(() => {
        delete this.timer;
        if (this.pendingReleases.size > 0) this.scheduleRetry();
      });
    }, RETRY_DELAY_MS).unref();
  }

  /** Stops at the first failure, because the others would fail, too. */
  private async retryAll(): Promise<void> {
    for (const [release, leaseEnd] of [...this.pendingReleases]) {
      try {
        if (performance.now() < leaseEnd) await release();
      } catch {
        return;
      }
      this.pendingReleases.delete(release);
    }
  }
}
