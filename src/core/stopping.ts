/** Tells long work that the process is about to stop, so that it ends at a good place. */
export class Stopping {
  private readonly controller = new AbortController();

  /** Aborted once the process has been asked to stop. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort();
  }
}
