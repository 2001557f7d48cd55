import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { ThreadPool } from '../../threads/thread-pool';

/** Default size limit of the write-ahead log, in bytes. */
export const DEFAULT_MAX_WAL_BYTES = 2 ** 30;

/** Size to which the log's file is truncated when the log restarts. */
export const WAL_RETAINED_BYTES = 2 ** 26;

/** Time between two checks of the log's size. */
const CHECK_INTERVAL_MS = 1000;

/**
 * Number of rows written between two checkpoints: about 1,000 pages, SQLite's own default. SQLite doesn't report the
 * number of pages. A unit of work also changes pages of indexes, as many for one row as for dozens.
 */
const ROWS_PER_CHECKPOINT = 4000;
const EXTRA_ROWS_PER_UNIT_OF_WORK = 20;

const HEAP_MIB = 16;

/** Returns the path of the write-ahead log of a file. It is next to the real file, even if a link leads to it. */
export const getWalPath = (file: string): string => `${realpathSync(file)}-wal`;

/** Task of the thread. */
export interface CheckpointTask {
  /** Path of the database. */
  readonly databasePath: string;
  /** PASSIVE: writes back as much as readers allow. TRUNCATE: writes back everything and empties the log's file. */
  readonly mode: 'PASSIVE' | 'TRUNCATE';
}

/** A snapshot was closed because it was open while the log outgrew its limit. */
export class WalLimitExceeded extends Error {
  constructor() {
    super(
      'the changes made during the read outgrew SQLITE_WAL_BYTES: read while less is written, or raise the limit',
    );
  }
}

/**
 * Limits the size of a file's write-ahead log. Changes stay in the log until they are written back to the file and no
 * reader needs an older state. A thread writes them back: SQLite would do it in COMMIT and block the whole process
 * until the disk has everything.
 */
export class WalLimiter {
  private readonly logger = new Logger('Database');
  private readonly pool = new ThreadPool({
    modulePath: join(__dirname, 'sqlite-checkpoint.worker'),
    functionName: 'runCheckpoint',
    maxThreads: 1,
    maxHeapMib: HEAP_MIB,
  });
  private readonly walPath: string;
  private uncheckpointedRows = 0;
  private checkedAt = performance.now();

  /**
   * @param databasePath path of the database
   * @param maxBytes size limit of the log, in bytes
   */
  constructor(
    private readonly databasePath: string,
    private readonly maxBytes: number,
  ) {
    this.walPath = getWalPath(databasePath);
  }

  /**
   * Records the rows that a unit of work has written.
   * @returns a checkpoint that must end before more is written; undefined if none is due
   */
  recordWrittenRows(rowCount: number): Promise<void> | undefined {
    this.uncheckpointedRows += rowCount + EXTRA_ROWS_PER_UNIT_OF_WORK;
    const mode = this.isTooLarge() ? 'TRUNCATE' : 'PASSIVE';
    if (mode === 'PASSIVE' && this.uncheckpointedRows < ROWS_PER_CHECKPOINT) return undefined;
    this.uncheckpointedRows = 0;
    return this.checkpoint(mode);
  }

  /**
   * Calls `onExceeded` once the log has outgrown its limit and has grown since this call. A read that starts next to a
   * large log isn't the cause of its size.
   * @returns a function that stops the checks
   */
  watchLimit(onExceeded: () => void): () => void {
    const initialBytes = this.readSizeBytes();
    const timer = setInterval(() => {
      const bytes = this.readSizeBytes();
      if (bytes > this.maxBytes && bytes > initialBytes) onExceeded();
    }, CHECK_INTERVAL_MS).unref();
    return () => clearInterval(timer);
  }

  async end(): Promise<void> {
    await this.pool.end();
  }

  private async checkpoint(mode: CheckpointTask['mode']): Promise<void> {
    const task: CheckpointTask = { databasePath: this.databasePath, mode };
    await this.pool.run(task, {}).catch((error: unknown) => {
      this.logger.warn(
        `The write-ahead log could not be written back: ${(error as Error).message}`,
      );
    });
  }

  private isTooLarge(): boolean {
    const now = performance.now();
    if (now - this.checkedAt < CHECK_INTERVAL_MS) return false;
    this.checkedAt = now;
    return this.readSizeBytes() > this.maxBytes;
  }

  private readSizeBytes(): number {
    return statSync(this.walPath, { throwIfNoEntry: false })?.size ?? 0;
  }
}
