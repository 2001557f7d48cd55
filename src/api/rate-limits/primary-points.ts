import { type IpcService, PrimaryWithLocalFallback, type PrimaryProcess } from '../../core/primary';
import { type Budget, Points } from './points';

/** Where workers have their callers' budgets counted. A call never waits longer for its budget. */
export const pointsDesk: IpcService<Points> = { name: 'points', timeoutMs: 500 };

/** Counts in the primary's memory, so that all processes behind a port share their callers' budgets. */
export class PrimaryPoints extends Points {
  private readonly kept: PrimaryWithLocalFallback<Points>;

  /** @param own counts while the primary does not answer */
  constructor(
    primary: PrimaryProcess,
    private readonly own: Points,
  ) {
    super();
    this.kept = new PrimaryWithLocalFallback(pointsDesk, primary);
  }

  override spend(caller: string, points: number): Promise<Budget> {
    return this.kept.call('spend', [caller, points], () => this.own.spend(caller, points));
  }
}
