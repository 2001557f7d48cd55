/** Tells of the end of the process: whoever sends requests first, then long work, so that it ends at a good place. */
export class Shutdown {
  private readonly controller = new AbortController();
  private announced = false;

  /** Whether the process has been asked to stop, and should get no more requests. */
  get isAnnounced(): boolean {
    return this.announced;
  }

  /** Aborted once long work has to end. */
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
