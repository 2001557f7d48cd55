type End = () => Promise<void>;

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** Ends everything that a run has started, also when the run is interrupted. */
export class CleanupStack {
  private readonly ends: End[] = [];

  /** Ends all of it and then this process, with the exit code of the signal, when one comes. */
  onSignals(): void {
    for (const [signal, code] of Object.entries(signals)) {
      process.once(signal, () => {
        void this.runAll().finally(() => process.exit(code));
      });
    }
  }

  add(end: End): void {
    this.ends.push(end);
  }

  /** The last one started ends first; a failure to end one doesn't keep the others from ending. */
  async runAll(): Promise<void> {
    for (let end = this.ends.pop(); end; end = this.ends.pop()) {
      await end().catch((error: unknown) => {
        console.error(error);
      });
    }
  }
}
