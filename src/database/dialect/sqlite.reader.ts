import { statSync } from 'node:fs';
import { LatencyHistory } from '../reading/latency-history';
import type { SqlValue } from '../schema/column-kinds';
import type { Connection, ReadCost, Statement, QueryProgram } from './connection';
import type { SqliteConnection } from './sqlite.connection';
import { ReaderThreads } from './sqlite.reader-threads';

/** A read is slow when all of its statements together take this long. */
const SLOW_READ_MS = 4;

/** How long a read on a thread may take: as long as MariaDB is given for one statement. */
const READ_TIMEOUT_MS = 15_000;

/** A database in which no read is slow until it has been: all of it is walked through in that time. */
const SMALL_FILE_BYTES = 8 * 1024 * 1024;

/** How reads are spread. */
export interface SqliteReaderOptions {
  /** Threads for slow reads; 0: there are none. */
  readonly threads: number;
  /** The largest database in which reads are taken for quick until they were slow. */
  readonly smallFileBytes?: number;
  /** How long a read on a thread may take. */
  readonly timeoutMs?: number;
}

/**
 * Reads outside of a unit of work. Quick ones are done at once, on the thread that answers requests; those that
 * were slow before, and those that may be and are not known, on a thread of their own.
 */
export class SqliteReader implements Connection {
  private readonly latencyHistory = new LatencyHistory(SLOW_READ_MS);
  private readonly threads: ReaderThreads | undefined;
  private readonly smallFileBytes: number;

  constructor(
    private readonly localConnection: SqliteConnection,
    {
      threads,
      smallFileBytes = SMALL_FILE_BYTES,
      timeoutMs = READ_TIMEOUT_MS,
    }: SqliteReaderOptions,
  ) {
    this.threads =
      threads > 0 ? new ReaderThreads(localConnection.file, threads, timeoutMs) : undefined;
    this.smallFileBytes = smallFileBytes;
  }

  async read<T>(steps: QueryProgram<T>, reach: ReadCost): Promise<T> {
    const first = steps.next();
    if (first.done) return first.value;
    const [{ sql } = { sql: '' }] = first.value;
    const isSuspect = (): boolean => reach === 'searched' && this.isLarge();
    if (this.threads && this.latencyHistory.isSlow(sql, isSuspect)) {
      const { value, took } = await this.threads.read(steps, first);
      this.latencyHistory.record(sql, took, reach, true);
      return value;
    }
    return this.readInline(steps, first, { sql, reach });
  }

  /** At once: they are looks at a record or two. */
  async select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return Promise.resolve(this.localConnection.select({ sql, params }));
  }

  /** Lets what is under way come to its end. */
  async end(): Promise<void> {
    await this.threads?.end();
  }

  private readInline<T>(
    steps: QueryProgram<T>,
    first: IteratorResult<readonly Statement[], T>,
    { sql, reach }: { readonly sql: string; readonly reach: ReadCost },
  ): T {
    let took = 0;
    try {
      return this.localConnection.read(steps, first, (statement) => {
        const begin = performance.now();
        const rows = this.localConnection.rows(statement);
        took += performance.now() - begin;
        return rows;
      });
    } finally {
      this.latencyHistory.record(sql, took, reach, false);
    }
  }

  private isLarge(): boolean {
    return statSync(this.localConnection.file).size > this.smallFileBytes;
  }
}
