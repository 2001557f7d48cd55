import { type Desk, Kept, type Primary } from '../../core/primary';
import { type Budget, Points } from './points';

/** Where workers have their callers' budgets counted. A call never waits longer for its budget. */
export const pointsDesk: Desk<Points> = { name: 'points', patienceMs: 500 };

/** Counts in the primary's memory, so that all processes behind a port share their callers' budgets. */
export class PrimaryPoints extends Points {
  private readonly kept: Kept<Points>;

  /** @param own counts while the primary does not answer */
  constructor(
    primary: Primary,
    private readonly own: Points,
  ) {
    super();
    this.kept = new Kept(pointsDesk, primary);
  }

  override spend(caller: string, points: number): Promise<Budget> {
    return this.kept.call('spend', [caller, points], () => this.own.spend(caller, points));
  }
}
