const HOUR_MS = 60 * 60 * 1000;

/** Logger for the results of a sweep. */
interface SweepLogger {
  log(text: string): void;
  warn(text: string): void;
}

/** Removes obsolete records in the background, at the start and every hour. */
export class HourlySweep {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();

  /**
   * @param sweep removes records and returns their number; may run in several processes at once
   * @param itemName name of the removed records, in the plural
   */
  constructor(
    private readonly sweep: () => Promise<number>,
    private readonly itemName: string,
    private readonly logger: SweepLogger,
  ) {}

  start(): void {
    this.running = this.run();
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.run());
    }, HOUR_MS).unref();
  }

  /** Stops, and waits for a running sweep. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      const swept = await this.sweep();
      if (swept > 0) this.logger.log(`Removed ${swept} ${this.itemName}`);
    } catch (error) {
      this.logger.warn(`Could not remove ${this.itemName}: ${(error as Error).message}`);
    }
  }
}
