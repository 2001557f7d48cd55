import { Logger } from '@nestjs/common';

type CompensationStep = () => Promise<unknown>;

/** Runs work outside the database that is completed or undone. */
export class Compensation {
  private static readonly logger = new Logger(Compensation.name);
  private readonly undoSteps: CompensationStep[] = [];
  private readonly finalSteps: CompensationStep[] = [];

  /** Runs the work. If it throws, the undo steps are run in reverse order, and the error is rethrown. */
  static async runOrUndo<T>(work: (compensation: Compensation) => Promise<T>): Promise<T> {
    const compensation = new Compensation();
    try {
      return await work(compensation);
    } catch (error) {
      await Compensation.runSteps(compensation.undoSteps.reverse());
      throw error;
    } finally {
      await Compensation.runSteps(compensation.finalSteps);
    }
  }

  /** Adds a step that undoes the preceding change if the work fails. */
  addUndoStep(step: CompensationStep): void {
    this.undoSteps.push(step);
  }

  /** Adds a step that runs at the end in any case. */
  addFinalStep(step: CompensationStep): void {
    this.finalSteps.push(step);
  }

  private static async runSteps(steps: readonly CompensationStep[]): Promise<void> {
    for (const step of steps) {
      await step().catch((error: unknown) => {
        Compensation.logger.error(
          'A change of the file store could not be undone',
          (error as Error).stack,
        );
      });
    }
  }
}
