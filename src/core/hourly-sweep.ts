const HOUR_MS = 60 * 60 * 1000;

/** Logger for the results of a sweep. */
interface SweepLogger {
  log(text: string): void;
  warn(text: string): void;
}

/** Removes obsolete records in the background, at the start and every hour. */
export class HourlySweep {
  private timer?: NodeJS.Timeout;
  private currentRun: Promise<void> = Promise.resolve();

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
    this.currentRun = this.run();
    this.timer = setInterval(() => {
      this.currentRun = this.currentRun.then(() => this.run());
    }, HOUR_MS).unref();
  }

  /** Stops, and waits for a running sweep. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.currentRun;
  }

  private async run(): Promise<void> {
    try {
      const removedCount = await this.sweep();
      if (removedCount > 0) this.logger.log(`Removed ${removedCount} ${this.itemName}`);
    } catch (error) {
      this.logger.warn(`Could not remove ${this.itemName}: ${(error as Error).message}`);
    }
  }
}
