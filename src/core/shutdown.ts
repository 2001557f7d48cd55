/**
 * Announces the end of the process: first to load balancers, then to long-running work, which can stop at a safe point.
 */
export class Shutdown {
  private readonly controller = new AbortController();
  private announced = false;

  /** Whether the process has been asked to stop, so that it should get no more requests. */
  get isAnnounced(): boolean {
    return this.announced;
  }

  /** Aborts when long-running work has to stop. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  announce(): void {
    this.announced = true;
  }

  abortWork(): void {
    this.announce();
    this.controller.abort();
  }
}
