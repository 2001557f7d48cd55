import type { MessagePort } from 'node:worker_threads';
import type { RawRow, Statement } from './connection';

/** What a reader thread is given: one read, from its first statement to its last one. */
export interface ReadTask {
  /** Path of the database. */
  readonly file: string;
  /** What is asked for comes over it, and the answers go back; closing it ends the read. */
  readonly port: MessagePort;
}

/** What is asked for: the statements of a step, or the next slice of their rows. */
export type ReadRequest = readonly Statement[] | 'more';

/** Rows of a step, as many as the thread that answers requests takes over in a millisecond or two. */
export interface RowSlice {
  /** For each of the statements; what came with slices before is not in it. */
  readonly rows: RawRow[][];
  readonly isLast: boolean;
  /** Milliseconds that SQLite has worked on it. */
  readonly tookMs: number;
}

/** An error of the driver. */
export interface ReadError {
  readonly code: string;
  readonly message: string;
}

export type ReadReply = RowSlice | ReadError;
