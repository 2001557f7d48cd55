const HOUR_MS = 60 * 60 * 1000;

/** Logger for the results of the runs. */
interface JobLogger {
  log(text: string): void;
  warn(text: string): void;
}

/** Changes or removes records in the background, at the start and every hour. */
export class HourlyJob {
  private timer?: NodeJS.Timeout;
  private currentRun: Promise<void> = Promise.resolve();

  /**
   * @param changeRecords changes or removes records and returns their number; may run in several processes at once
   * @param outcome records and what is done to them, for the log: `exports removed`
   */
  constructor(
    private readonly changeRecords: () => Promise<number>,
    private readonly outcome: string,
    private readonly logger: JobLogger,
  ) {}

  start(): void {
    this.currentRun = this.run();
    this.timer = setInterval(() => {
      this.currentRun = this.currentRun.then(() => this.run());
    }, HOUR_MS).unref();
  }

  /** Stops, and waits until the current run ends. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.currentRun;
  }

  private async run(): Promise<void> {
    try {
      const changedCount = await this.changeRecords();
      if (changedCount > 0) this.logger.log(`${changedCount} ${this.outcome}`);
    } catch (error) {
      this.logger.warn(`Hourly job failed (${this.outcome}): ${(error as Error).message}`);
    }
  }
}
