import type { DrillSession } from './client';
import type { Fault } from './faults';
import type { Stage } from './stage';
import type { Strike } from './strikes';

/** A strike with the number of requests under way when it came. */
interface StrikeWithLoad extends Strike {
  readonly inFlight: number;
}

/** Lets faults strike while clients work, one after the other. */
export class FaultInjector {
  private readonly struck: StrikeWithLoad[] = [];
  private readonly due: readonly { readonly at: number; readonly fault: Fault }[];
  private last = Promise.resolve();
  /** Strikes at a cluster that have not ended. */
  private atCluster = 0;
  private hasFailed = false;

  /**
   * @param acts how many things the clients do together
   * @param faults strike once each, in this order
   */
  constructor(
    private readonly stage: Stage,
    private readonly line: DrillSession,
    private readonly acts: number,
    faults: readonly Fault[],
  ) {
    this.due = faults.map((fault, at) => ({
      at: Math.round((acts * (at + 1)) / (faults.length + 2)),
      fault,
    }));
  }

  /** Called for each thing that is begun. @param count how many that makes */
  begun(count: number): void {
    for (const { at, fault } of this.due) {
      if (at !== count) continue;
      if (fault.needs === 'cluster') this.atCluster++;
      this.last = this.last.then(() => this.strike(fault));
      // `ended` reports a failure, when the clients have ended.
      this.last.catch(() => undefined);
    }
  }

  /**
   * Whether the clients have done everything, or a strike has failed. A member that comes back to its cluster does so
   * under load.
   */
  isOver(begun: number): boolean {
    if (this.hasFailed) return true;
    return begun >= this.acts && this.atCluster === 0;
  }

  /** All strikes, once the last is over. @throws what a strike has thrown */
  async ended(): Promise<readonly StrikeWithLoad[]> {
    await this.last;
    return this.struck;
  }

  private async strike({ strike, needs }: Fault): Promise<void> {
    const { line } = this;
    const { inFlight } = line;
    const begin = performance.now();
    line.recoveredAt = Infinity;
    try {
      await strike(this.stage);
    } catch (error) {
      // The strikes after it don't happen, and the clients may wait for what doesn't come back.
      this.hasFailed = true;
      line.isAborted = true;
      throw error;
    } finally {
      if (needs === 'cluster') this.atCluster--;
      line.recoveredAt = performance.now();
      this.struck.push({ begin, end: line.recoveredAt, inFlight });
    }
  }
}
