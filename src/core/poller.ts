import { runAsSystem } from './actor-context';

interface PollerOptions {
  /** Interval between polls. */
  readonly intervalMs: number;
  /** Called with the reason of a failed poll; for consecutive failures only once. The next poll comes soon. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Polls for work of the service, at intervals and when triggered. Only one poll runs at a time; a trigger during a poll
 * starts another one after it.
 */
export class Poller {
  private timer?: NodeJS.Timeout;
  private currentPoll: Promise<void> = Promise.resolve();
  private isPolling = false;
  private isTriggered = false;
  private hasFailed = false;

  /** @param poll does the pending work; it may trigger another poll if there is more */
  constructor(
    private readonly poll: () => Promise<void>,
    private readonly options: PollerOptions,
  ) {}

  /** Whether it has been started and not stopped since. */
  get isStarted(): boolean {
    return this.timer !== undefined;
  }

  start(): void {
    this.timer = setInterval(() => {
      this.trigger();
    }, this.options.intervalMs).unref();
    this.trigger();
  }

  /** Polls immediately; has no effect before the start and after the stop. */
  trigger(): void {
    if (!this.isStarted) return;
    this.isTriggered = true;
    if (!this.isPolling) this.currentPoll = runAsSystem(() => this.pollWhileTriggered());
  }

  /** Stops polling; a running poll continues. */
  stop(): void {
    clearInterval(this.timer);
    delete this.timer;
  }

  /** Waits for a running poll. */
  whenIdle(): Promise<void> {
    return this.currentPoll;
  }

  private async pollWhileTriggered(): Promise<void> {
    this.isPolling = true;
    while (this.isStarted && this.isTriggered) {
      this.isTriggered = false;
      try {
        await this.poll();
        this.hasFailed = false;
      } catch (error) {
        if (!this.hasFailed) this.options.onFailure((error as Error).message);
        this.hasFailed = true;
      }
    }
    // Reset here, because a `finally` of the promise would run later: a trigger in between would be lost.
    this.isPolling = false;
  }
}
