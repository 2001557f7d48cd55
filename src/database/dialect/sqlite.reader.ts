import { statSync } from 'node:fs';
import { LatencyHistory } from '../reading/latency-history';
import type { SqlValue } from '../schema/column-kinds';
import type { Connection, ReadCost, Statement, QueryProgram } from './connection';
import type { SqliteConnection } from './sqlite.connection';
import { ReaderThreads } from './sqlite.reader-threads';

/** A read is slow if all its statements together take this long. */
const SLOW_READ_MS = 4;

/** Time limit of a read on a thread: the same as for one statement on MariaDB. */
const READ_TIMEOUT_MS = 15_000;

/** In a database up to this size even a full scan is fast, so reads count as fast until measured as slow. */
const SMALL_FILE_BYTES = 8 * 1024 * 1024;

/** How reads are distributed. */
export interface SqliteReaderOptions {
  /** Number of threads for slow reads; 0 disables them. */
  readonly threadCount: number;
  /** Size up to which reads of a database count as fast until measured as slow, in bytes. */
  readonly smallFileBytes?: number;
  /** Time limit of a read on a thread, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Reads outside of a unit of work. Fast reads run at once, on the main thread. Reads that were slow before, and
 * unmeasured reads that may be slow, run on a separate thread.
 */
export class SqliteReader implements Connection {
  private readonly latencyHistory = new LatencyHistory(SLOW_READ_MS);
  private readonly readerThreads: ReaderThreads | undefined;
  private readonly smallFileBytes: number;

  constructor(
    private readonly localConnection: SqliteConnection,
    {
      threadCount,
      smallFileBytes = SMALL_FILE_BYTES,
      timeoutMs = READ_TIMEOUT_MS,
    }: SqliteReaderOptions,
  ) {
    this.readerThreads =
      threadCount > 0 ? new ReaderThreads(localConnection.path, threadCount, timeoutMs) : undefined;
    this.smallFileBytes = smallFileBytes;
  }

  async read<T>(program: QueryProgram<T>, cost: ReadCost): Promise<T> {
    const firstStep = program.next();
    if (firstStep.done) return firstStep.value;
    const [{ sql } = { sql: '' }] = firstStep.value;
    const isExpectedSlow = (): boolean => cost === 'scan' && this.isLarge();
    if (this.readerThreads && this.latencyHistory.isSlow(sql, isExpectedSlow)) {
      const { value, durationMs } = await this.readerThreads.read(program, firstStep);
      this.latencyHistory.record(sql, durationMs, cost, true);
      return value;
    }
    return this.readInline(program, firstStep, { sql, cost });
  }

  /** Runs at once: these statements read only a few records. */
  async select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return Promise.resolve(this.localConnection.select({ sql, params }));
  }

  /** Waits for running reads. */
  async end(): Promise<void> {
    await this.readerThreads?.end();
  }

  private readInline<T>(
    program: QueryProgram<T>,
    firstStep: IteratorResult<readonly Statement[], T>,
    { sql, cost }: { readonly sql: string; readonly cost: ReadCost },
  ): T {
    let durationMs = 0;
    try {
      return this.localConnection.read(program, firstStep, (statement) => {
        const begin = performance.now();
        const rows = this.localConnection.readRows(statement);
        durationMs += performance.now() - begin;
        return rows;
      });
    } finally {
      this.latencyHistory.record(sql, durationMs, cost, false);
    }
  }

  private isLarge(): boolean {
    return statSync(this.localConnection.path).size > this.smallFileBytes;
  }
}
