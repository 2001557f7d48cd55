import { Logger } from '@nestjs/common';

type Step = () => Promise<unknown>;

/** Work outside the database that is done whole or undone. */
export class Undoing {
  private static readonly logger = new Logger(Undoing.name);
  private readonly steps: Step[] = [];
  private readonly ends: Step[] = [];

  /** Runs the work; when it throws, what it pushed is run in reverse order, and the error comes through. */
  static async run<T>(work: (undoing: Undoing) => Promise<T>): Promise<T> {
    const undoing = new Undoing();
    try {
      return await work(undoing);
    } catch (error) {
      await Undoing.settle(undoing.steps.reverse());
      throw error;
    } finally {
      await Undoing.settle(undoing.ends);
    }
  }

  /** How to undo what was just done. */
  push(step: Step): void {
    this.steps.push(step);
  }

  /** What is to be done in the end, however that is. */
  atEnd(step: Step): void {
    this.ends.push(step);
  }

  private static async settle(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await step().catch((error: unknown) => {
        Undoing.logger.error('A change could not be undone', (error as Error).stack);
      });
    }
  }
}
