import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { ThreadPool } from '../../threads/thread-pool';

/** Bytes that the write-ahead log may have where nobody says otherwise. */
export const DEFAULT_MAX_WAL_BYTES = 2 ** 30;

/** What is left of the log's file once the log is begun anew. */
export const WAL_RETAINED_BYTES = 2 ** 26;

/** Between two looks at the log. */
const CHECK_INTERVAL_MS = 1000;

/**
 * What is written before it is written back, in rows: some 1,000 pages, as many as SQLite itself would wait for. It does not
 * tell how many there are; a unit of work changes pages of indexes as well, and as many for one row as for dozens.
 */
const ROWS_PER_CHECKPOINT = 4000;
const EXTRA_ROWS_PER_UNIT = 20;

const HEAP_MIB = 16;

/** Where the write-ahead log of a file is: beside it, whatever link leads to it. */
export const getWalPath = (file: string): string => `${realpathSync(file)}-wal`;

/** What the thread is asked for. */
export interface CheckpointTask {
  /** Path of the database. */
  readonly file: string;
  /** PASSIVE: as much as readers allow. TRUNCATE: all, and the log's file is empty after it. */
  readonly mode: 'PASSIVE' | 'TRUNCATE';
}

/** A read of one state has gone on while too much was written. */
export class WalLimitExceeded extends Error {
  constructor() {
    super(
      'what was written meanwhile outgrew SQLITE_WAL_BYTES: read when less is written, or allow more',
    );
  }
}

/**
 * The bound of a file's write-ahead log. All that is written stands there until it is in the file itself and nobody reads
 * a state from before it. A thread writes it back, as SQLite would hold up whoever commits, and everybody else in the process
 * with them, until the disk has it all.
 */
export class WalLimiter {
  private readonly logger = new Logger('Database');
  private readonly pool = new ThreadPool({
    file: join(__dirname, 'sqlite-log.worker'),
    name: 'writeBack',
    threads: 1,
    heapMib: HEAP_MIB,
  });
  private readonly path: string;
  private uncheckpointedRows = 0;
  private checkedAt = performance.now();

  /**
   * @param file path of the database
   * @param maxBytes bytes that the log may have
   */
  constructor(
    private readonly file: string,
    private readonly maxBytes: number,
  ) {
    this.path = getWalPath(file);
  }

  /**
   * Notes what a unit of work has written.
   * @returns what has to be over before more is written; undefined where that is not due
   */
  recordRows(rows: number): Promise<void> | undefined {
    this.uncheckpointedRows += rows + EXTRA_ROWS_PER_UNIT;
    const mode = this.isTooLarge() ? 'TRUNCATE' : 'PASSIVE';
    if (mode === 'PASSIVE' && this.uncheckpointedRows < ROWS_PER_CHECKPOINT) return undefined;
    this.uncheckpointedRows = 0;
    return this.checkpoint(mode);
  }

  /**
   * Calls back once the log has grown past the bound, and since now: a read that begins beside a large log is not the one
   * that has made it so.
   * @returns what ends that
   */
  watchLimit(outgrown: () => void): () => void {
    const begun = this.readSizeBytes();
    const timer = setInterval(() => {
      const bytes = this.readSizeBytes();
      if (bytes > this.maxBytes && bytes > begun) outgrown();
    }, CHECK_INTERVAL_MS).unref();
    return () => clearInterval(timer);
  }

  async end(): Promise<void> {
    await this.pool.end();
  }

  private async checkpoint(mode: CheckpointTask['mode']): Promise<void> {
    const task: CheckpointTask = { file: this.file, mode };
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
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }
}
