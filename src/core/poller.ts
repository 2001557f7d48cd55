import { runAsSystem } from './actor-context';

interface PollerOptions {
  /** Between two looks that nobody asks for. */
  readonly intervalMs: number;
  /** Told why a look failed, of several in a row the first: another one comes soon. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Looks for work of the service's own, at intervals and whenever it is nudged: one look at a time, and after a nudge
 * one that begins after it.
 */
export class Poller {
  private timer?: NodeJS.Timeout;
  private polling: Promise<void> = Promise.resolve();
  private isPolling = false;
  private isTriggered = false;
  private hasFailed = false;

  /** @param poll does what there is to do; it may nudge when there is more */
  constructor(
    private readonly poll: () => Promise<void>,
    private readonly options: PollerOptions,
  ) {}

  /** Whether it has begun, and has not been stopped. */
  get isStarted(): boolean {
    return this.timer !== undefined;
  }

  start(): void {
    this.timer = setInterval(() => {
      this.trigger();
    }, this.options.intervalMs).unref();
    this.trigger();
  }

  /** Looks at once; before it has begun, and after it was stopped, never. */
  trigger(): void {
    if (!this.isStarted) return;
    this.isTriggered = true;
    if (!this.isPolling) this.polling = runAsSystem(() => this.pollWhileTriggered());
  }

  /** Begins no look any more. */
  stop(): void {
    clearInterval(this.timer);
    delete this.timer;
  }

  /** Waits for the look that is under way. */
  whenIdle(): Promise<void> {
    return this.polling;
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
    // Not in a `finally` of the promise: a nudge before that would be lost.
    this.isPolling = false;
  }
}
