import type { Engine } from '../dialect/connection';

/** A replica of the database that may lag behind or be unreachable. */
export interface Replica {
  /** Engine for reads; undefined while the lag is too large or the replica is unreachable. */
  readonly usableEngine: Engine | undefined;
  /** Maximum age of its data, in seconds; undefined if no heartbeat has arrived yet. */
  readonly lagSeconds: number | undefined;
  /**
   * Waits, for the allowed lag at most, until the replica has everything committed so far. @returns undefined if it
   * hasn't
   */
  waitUntilCaughtUp(): Promise<Engine | undefined>;
  /**
   * Stops using the replica until a later check succeeds, if it caused an error.
   * @returns whether the replica caused the error
   */
  excludeAfter(error: unknown): boolean;
  /** Starts the heartbeats and their checks. */
  startMonitoring(): void;
  end(): Promise<void>;
}
