import { Logger } from '@nestjs/common';

type CompensationStep = () => Promise<unknown>;

/** Work outside the database that is done whole or undone. */
export class Compensation {
  private static readonly logger = new Logger(Compensation.name);
  private readonly steps: CompensationStep[] = [];
  private readonly finalSteps: CompensationStep[] = [];

  /** Runs the work; when it throws, what it pushed is run in reverse order, and the error comes through. */
  static async run<T>(work: (undoing: Compensation) => Promise<T>): Promise<T> {
    const undoing = new Compensation();
    try {
      return await work(undoing);
    } catch (error) {
      await Compensation.runSteps(undoing.steps.reverse());
      throw error;
    } finally {
      await Compensation.runSteps(undoing.finalSteps);
    }
  }

  /** How to undo what was just done. */
  addStep(step: CompensationStep): void {
    this.steps.push(step);
  }

  /** What is to be done in the end, however that is. */
  addFinalStep(step: CompensationStep): void {
    this.finalSteps.push(step);
  }

  private static async runSteps(steps: readonly CompensationStep[]): Promise<void> {
    for (const step of steps) {
      await step().catch((error: unknown) => {
        Compensation.logger.error('A change could not be undone', (error as Error).stack);
      });
    }
  }
}
