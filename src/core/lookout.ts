import { runAsSystem } from './acting';

interface LookoutOptions {
  /** Between two looks that nobody asks for. */
  readonly intervalMs: number;
  /** Told why a look failed, of several in a row the first: another one comes soon. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Looks for work of the service's own, at intervals and whenever it is nudged: one look at a time, and after a nudge
 * one that begins after it.
 */
export class Lookout {
  private timer?: NodeJS.Timeout;
  private looking: Promise<void> = Promise.resolve();
  private isLooking = false;
  private isNudged = false;
  private hasFailed = false;

  /** @param look does what there is to do; it may nudge when there is more */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly options: LookoutOptions,
  ) {}

  /** Whether it has begun, and has not been stopped. */
  get isOpen(): boolean {
    return this.timer !== undefined;
  }

  begin(): void {
    this.timer = setInterval(() => {
      this.nudge();
    }, this.options.intervalMs).unref();
    this.nudge();
  }

  /** Looks at once; before it has begun, and after it was stopped, never. */
  nudge(): void {
    if (!this.isOpen) return;
    this.isNudged = true;
    if (!this.isLooking) this.looking = runAsSystem(() => this.keepLooking());
  }

  /** Begins no look any more. */
  stop(): void {
    clearInterval(this.timer);
    delete this.timer;
  }

  /** Waits for the look that is under way. */
  end(): Promise<void> {
    return this.looking;
  }

  private async keepLooking(): Promise<void> {
    this.isLooking = true;
    while (this.isOpen && this.isNudged) {
      this.isNudged = false;
      try {
        await this.look();
        this.hasFailed = false;
      } catch (error) {
        if (!this.hasFailed) this.options.onFailure((error as Error).message);
        this.hasFailed = true;
      }
    }
    // Not in a `finally` of the promise: a nudge before that would be lost.
    this.isLooking = false;
  }
}
