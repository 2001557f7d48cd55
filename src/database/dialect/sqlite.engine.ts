import { setTimeout as pause } from 'node:timers/promises';
import { getCallerId } from '../../core/actor-context';
import { DatabaseBusy } from '../../core/errors';
import { FairSemaphore } from '../../core/fair-semaphore';
import type { SqlValue } from '../schema/column-kinds';
import type { StatementResult, Engine, InsertBatch, QueryProgram, Transaction } from './connection';
import type { Dialect } from './dialect';
import { SqliteConnection } from './sqlite.connection';
import { openSqlite, type Sqlite } from './sqlite.driver';
import { WalSyncer } from './sqlite.durability';
import { READER_BUSY_TIMEOUT_MS } from './sqlite.options';
import { type SqliteReaderOptions, SqliteReader } from './sqlite.reader';
import { WalLimitExceeded, DEFAULT_MAX_WAL_BYTES, WalLimiter } from './sqlite.wal-limiter';
import { NO_WRITE_QUEUE, WRITE_QUEUE_TIMEOUT_MS, type WriteQueue } from './sqlite.write-queue';

interface SqliteWriteOptions {
  /** Serializes the writes of several processes of the same service. */
  readonly writeQueue?: WriteQueue | undefined;
  /** Maximum size of the write-ahead log, in bytes. */
  readonly maxWalBytes?: number | undefined;
}

/**
 * The engine over two connections to a file that data sources have opened. One writes, for one caller after the
 * other; the second one only reads. On a single connection, the transactions of concurrent requests would mix. Slow
 * reads have threads and connections of their own.
 */
export function createSqliteEngine(
  dialect: Dialect,
  writerDatabase: Sqlite.Database,
  readerDatabase: Sqlite.Database,
  readerOptions: SqliteReaderOptions,
  { writeQueue = NO_WRITE_QUEUE, maxWalBytes = DEFAULT_MAX_WAL_BYTES }: SqliteWriteOptions = {},
): Engine {
  const writer = new SqliteConnection(writerDatabase);
  const walLimiter = new WalLimiter(writer.path, maxWalBytes);
  const localReader = new SqliteConnection(readerDatabase);
  const walSyncer = new WalSyncer(writer.path, () => localReader.dataVersion);
  const reader = new SqliteReader(localReader, readerOptions);
  const writeSemaphore = new FairSemaphore(1);
  const releaseWriter = (callerId: string): void => {
    writeQueue.release();
    writeSemaphore.release(callerId);
  };
  let changedRowCount = 0;
  const handleTransactionEnd = (callerId: string): void => {
    const previousCount = changedRowCount;
    changedRowCount = writer.totalChangedRows;
    const checkpoint = walLimiter.recordWrittenRows(changedRowCount - previousCount);
    if (checkpoint) void checkpoint.finally(() => releaseWriter(callerId));
    else releaseWriter(callerId);
  };
  return {
    dialect,
    reader,
    get connectionLoad() {
      return writeSemaphore.load;
    },
    begin: async () => {
      const callerId = getCallerId();
      const isAcquired = await writeSemaphore.acquire(callerId, {
        timeoutMs: WRITE_QUEUE_TIMEOUT_MS,
      });
      if (!isAcquired) throw new DatabaseBusy();
      try {
        await writeQueue.acquire();
        walSyncer.assertWritable();
        await beginImmediate(writer);
      } catch (error) {
        releaseWriter(callerId);
        throw error;
      }
      return new SqliteTransaction(writer, () => handleTransactionEnd(callerId), walSyncer);
    },
    beginSnapshot: () => toPromise(() => SqliteSnapshot.open(writer.path, walLimiter)),
    waitUntilDurable: () => walSyncer.whenReadsDurable(),
    get isWritable() {
      return walSyncer.isWritable;
    },
    drain: async () => {
      await writeSemaphore.close(WRITE_QUEUE_TIMEOUT_MS);
      await reader.end();
      await walSyncer.end();
      await walLimiter.end();
    },
  };
}

/**
 * Begins a transaction that writes. It is IMMEDIATE, because a transaction that has read first can no longer write once
 * another process has written. SQLite's own wait would block this process, so the retries pause here instead.
 */
async function beginImmediate(writer: SqliteConnection): Promise<void> {
  const deadline = performance.now() + WRITE_QUEUE_TIMEOUT_MS;
  for (;;) {
    try {
      writer.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!code.startsWith('SQLITE_BUSY') || performance.now() > deadline) throw error;
      await pause(5 + Math.random() * 20);
    }
  }
}

/** The transaction of the writer; its end admits the next one. */
class SqliteTransaction implements Transaction {
  private isEnded = false;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly onEnd: () => void,
    private readonly walSyncer: WalSyncer,
  ) {}

  read<T>(program: QueryProgram<T>): Promise<T> {
    return toPromise(() => this.connection.read(program));
  }

  select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return toPromise(() => this.connection.select({ sql, params }));
  }

  execute(sql: string, params: readonly SqlValue[]): Promise<number> {
    return toPromise(() => this.connection.execute(sql, params));
  }

  insert(insertion: InsertBatch): Promise<number[]> {
    return this.connection.insert(insertion);
  }

  query(sql: string, params: readonly SqlValue[] = []): Promise<StatementResult> {
    return toPromise(() => this.connection.query(sql, params));
  }

  /**
   * Commits. The next transaction may begin, and readers see the changes, while the disk syncs; the promise resolves
   * after that.
   */
  async commit(): Promise<void> {
    this.connection.exec('COMMIT');
    this.release();
    await this.walSyncer.whenCommitsDurable();
  }

  async rollback(): Promise<void> {
    if (this.isEnded) return;
    try {
      this.connection.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back (for example because the disk is full).
    }
    this.release();
    return Promise.resolve();
  }

  private release(): void {
    this.isEnded = true;
    this.onEnd();
  }
}

/** A snapshot on its own connection, so that a long read does not block others. */
class SqliteSnapshot implements Transaction {
  private hasExceededWal = false;
  private readonly stopWatching: () => void;

  private constructor(
    private readonly database: Sqlite.Database,
    private readonly connection: SqliteConnection,
    walLimiter: WalLimiter,
  ) {
    this.stopWatching = walLimiter.watchLimit(() => {
      this.hasExceededWal = true;
      void this.rollback();
    });
  }

  static open(path: string, walLimiter: WalLimiter): SqliteSnapshot {
    const database = openSqlite(path, {
      readonly: true,
      fileMustExist: true,
      timeout: READER_BUSY_TIMEOUT_MS,
    });
    const connection = new SqliteConnection(database);
    connection.exec('BEGIN');
    // The first read determines the state of the snapshot.
    connection.select({ sql: 'SELECT COUNT(*) FROM sqlite_schema', params: [] });
    return new SqliteSnapshot(database, connection, walLimiter);
  }

  read<T>(program: QueryProgram<T>): Promise<T> {
    return this.runRead((connection) => connection.read(program));
  }

  select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return this.runRead((connection) => connection.select({ sql, params }));
  }

  query(sql: string, params: readonly SqlValue[] = []): Promise<StatementResult> {
    return this.runRead((connection) => connection.query(sql, params));
  }

  execute(): Promise<number> {
    return Promise.reject(new Error('A snapshot only reads'));
  }

  insert(): Promise<number[]> {
    return Promise.reject(new Error('A snapshot only reads'));
  }

  commit(): Promise<void> {
    return this.rollback();
  }

  rollback(): Promise<void> {
    this.stopWatching();
    this.database.close();
    return Promise.resolve();
  }

  /** @throws WalLimitExceeded if the snapshot has been closed because of the size of the log */
  private runRead<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    return toPromise(() => {
      if (this.hasExceededWal) throw new WalLimitExceeded();
      return work(this.connection);
    });
  }
}

/** Turns errors of the synchronous driver into rejections. */
function toPromise<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
