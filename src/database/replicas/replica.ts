import type { Engine } from '../dialect/connection';

/** A copy of the database that may be behind, or out of reach. */
export interface Replica {
  /** For reads, while it is behind by no more than it may be. */
  readonly engine: Engine | undefined;
  /** What it shows is as old as this at most; undefined: it has not been seen yet. */
  readonly lagSeconds: number | undefined;
  /** Waits, as long as it may be behind, until it has all that was committed by now. @returns undefined: it does not */
  waitUntilCaughtUp(): Promise<Engine | undefined>;
  /** Leaves it out for a while. @returns false: what went wrong on it is not its own fault */
  exclude(error: unknown): boolean;
  /** Looks after it from now on. */
  startMonitoring(): void;
  end(): Promise<void>;
}
