import type { Socket } from 'node:net';
import type { Pool, PoolConnection, PoolOptions, ResultSetHeader, TypeCast } from 'mysql2';
import type { SemaphoreLoad } from '../../core/semaphore';
import type { ParsedMysqlUrl } from '../connection/database-url';
import { parseSqlInstant, type SqlValue } from '../schema/column-kinds';
import type { Statement } from './connection';
import { toDriverErrorInfo } from './dialect';

/** Time limits for opening a connection, for getting a free one, and for the answer to a statement. */
const CONNECT_TIMEOUT_MS = 2_000;
const ACQUIRE_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 20_000;

/** Creates the sockets of a pool. */
export interface SocketFactory {
  connect(): Socket;
}

/**
 * Returns mysql2's options for a pool: values have the same types as SQLite's.
 * @param socketFactory creates the sockets, if connections go to one of several servers or must be closable
 */
export function createPoolOptions(
  url: ParsedMysqlUrl,
  size: number,
  socketFactory?: SocketFactory,
): PoolOptions {
  const { user, password, database, hosts } = url;
  return {
    ...(socketFactory ? { stream: () => socketFactory.connect() } : hosts[0]),
    user,
    password,
    database,
    connectionLimit: size,
    maxIdle: size,
    resetOnRelease: false,
    maxPreparedStatements: 500,
    enableKeepAlive: true,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
  };
}

type DriverResult = unknown[] | ResultSetHeader;

/** TypeORM would parse an instant in this process's time zone. */
const typeCast: TypeCast = (field, next) => {
  const text = field.type === 'DATETIME' ? field.string() : undefined;
  if (text === undefined) return next();
  return text === null ? null : parseSqlInstant(text);
};

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** All connections were in use for too long. */
export class NoFreeConnection extends TimeoutError {}

/**
 * Slower statements are prepared again the next time. MariaDB 10.11 forgets that an index covers a prepared statement
 * as soon as another statement has read more columns of the table. Then it reads whole rows, which takes five times as
 * long. Concurrent statements share the server, so the duration is divided by their number.
 */
const MAX_PREPARED_MS = 5;

/** Milliseconds since an arbitrary point in time. */
export type StatementClock = () => number;

/**
 * The milliseconds in which this thread was idle. By this clock a statement takes only as long as the server did. Any
 * other clock also counts the time in which this thread was busy with other work.
 */
export const idleClock: StatementClock = () => performance.eventLoopUtilization().idle;

/** How a statement returns rows. */
interface RowOptions {
  /** Whether rows are arrays of values in order, instead of objects by column name. */
  readonly rowsAsArray?: boolean;
}

interface ExecuteOptions extends RowOptions {
  /** Measures the duration; without it the statement stays prepared, however long it takes. */
  readonly clock?: StatementClock;
}

/** Connections with a prepared session. Every use has a time limit, so a hung server soon causes an error. */
export class MysqlPool {
  private readonly initializedConnections = new WeakSet<PoolConnection>();
  private readonly acquiredConnections = new Set<PoolConnection>();
  private waiterCount = 0;

  /**
   * @param sessionStatements statements that set up a session
   * @param statementTimeoutMs time limit of a statement, in milliseconds
   */
  constructor(
    private readonly pool: Pool,
    private readonly sessionStatements: readonly string[] = [],
    private readonly statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  ) {}

  get load(): SemaphoreLoad {
    return { inUse: this.acquiredConnections.size, waiting: this.waiterCount };
  }

  /** Acquires a connection; it must be returned by `release` or `discard`. */
  async acquire(): Promise<PoolConnection> {
    try {
      return await this.acquireOnce();
    } catch (error) {
      // An attempt that timed out predicts little about the next one.
      if (toDriverErrorInfo(error).code !== 'ETIMEDOUT' || error instanceof NoFreeConnection)
        throw error;
      return this.acquireOnce();
    }
  }

  private async acquireOnce(): Promise<PoolConnection> {
    this.waiterCount += 1;
    const connection = await this.getPooledConnection().finally(() => {
      this.waiterCount -= 1;
    });
    this.acquiredConnections.add(connection);
    if (this.initializedConnections.has(connection)) return connection;
    try {
      for (const sql of this.sessionStatements)
        await this.query(connection, sql, [], CONNECT_TIMEOUT_MS);
    } catch (error) {
      this.discard(connection);
      throw error;
    }
    this.initializedConnections.add(connection);
    return connection;
  }

  release(connection: PoolConnection): void {
    this.acquiredConnections.delete(connection);
    connection.release();
  }

  /** Closes a connection that can no longer be trusted. */
  discard(connection: PoolConnection): void {
    this.acquiredConnections.delete(connection);
    connection.destroy();
  }

  /** Runs `work` on a connection from the pool. */
  async withConnection<T>(work: (connection: PoolConnection) => Promise<T>): Promise<T> {
    const connection = await this.acquire();
    try {
      return await work(connection);
    } finally {
      this.release(connection);
    }
  }

  /** Runs a prepared statement, outside of units of work. */
  async execute(
    connection: PoolConnection,
    { sql, params }: Statement,
    { rowsAsArray = false, clock }: ExecuteOptions = {},
  ): Promise<DriverResult> {
    const options = { sql, values: params as unknown[], rowsAsArray } as never;
    const startTime = clock?.() ?? 0;
    const concurrentAtStart = this.acquiredConnections.size;
    const answer = await this.withTimeout(connection, (done) =>
      connection.execute(options, done as never),
    );
    const concurrentCount = Math.max(concurrentAtStart, this.acquiredConnections.size);
    if (clock && clock() - startTime > MAX_PREPARED_MS * concurrentCount)
      connection.unprepare(options);
    return answer;
  }

  /**
   * Runs a statement with its values in its text, like all statements inside a transaction. A Galera node may roll a
   * transaction back while one of its statements is prepared or closed, and reports no error (MariaDB 10.11). Earlier
   * changes would be lost, later ones stored at once, and COMMIT would succeed.
   */
  executeText(
    connection: PoolConnection,
    { sql, params }: Statement,
    { rowsAsArray = false }: RowOptions = {},
  ): Promise<DriverResult> {
    const options = { sql, values: params as unknown[], rowsAsArray };
    return this.withTimeout(connection, (done) => connection.query(options, done as never));
  }

  /** Runs a statement for TypeORM, or one without values: BEGIN, SET, SAVEPOINT. Instants are returned as Date. */
  query(
    connection: PoolConnection,
    sql: string,
    params: readonly SqlValue[] = [],
    timeoutMs = this.statementTimeoutMs,
  ): Promise<DriverResult> {
    return this.withTimeout(
      connection,
      (done) => connection.query({ sql, typeCast }, params as unknown[], done as never),
      timeoutMs,
    );
  }

  private getPooledConnection(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new NoFreeConnection('No connection to the database became free'));
      }, ACQUIRE_TIMEOUT_MS);
      this.pool.getConnection((error, connection) => {
        clearTimeout(timer);
        if (error) reject(error);
        else if (isLate) connection.release();
        else resolve(connection);
      });
    });
  }

  /** mysql2's own limit doesn't cover the preparation, and a connection that is out of step must be closed. */
  private withTimeout(
    connection: PoolConnection,
    sendStatement: (done: (error: Error | null, answer: DriverResult) => void) => void,
    timeoutMs = this.statementTimeoutMs,
  ): Promise<DriverResult> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        connection.destroy();
        reject(new TimeoutError('The database did not answer in time'));
      }, timeoutMs);
      sendStatement((error, answer) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(answer);
      });
    });
  }
}
