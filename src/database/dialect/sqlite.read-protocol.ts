import type { MessagePort } from 'node:worker_threads';
import type { RawRow, Statement } from './connection';

/** Task of a reader thread: one read with all its statements. */
export interface ReadTask {
  /** Path of the database. */
  readonly databasePath: string;
  /** Carries the requests and their replies; closing it ends the read. */
  readonly port: MessagePort;
}

/** A request: the statements of a step, or the next slice of their rows. */
export type ReadRequest = readonly Statement[] | 'more';

/** Some rows of a step: as many as the main thread can receive in one or two milliseconds. */
export interface RowSlice {
  /** The rows of each statement, without those of earlier slices. */
  readonly rows: RawRow[][];
  readonly isLast: boolean;
  /** Milliseconds that SQLite spent on the slice. */
  readonly durationMs: number;
}

/** Error of the driver. */
export interface ReadError {
  readonly code: string;
  readonly message: string;
}

export type ReadReply = RowSlice | ReadError;
