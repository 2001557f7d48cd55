import type { Socket } from 'node:net';
import type { Pool, PoolConnection, PoolOptions, ResultSetHeader, TypeCast } from 'mysql2';
import type { SemaphoreLoad } from '../../core/semaphore';
import type { MysqlUrl } from '../connection/database-url';
import { parseSqlInstant, type SqlValue } from '../schema/column-kinds';
import type { Statement } from './connection';
import { toDriverError } from './dialect';

/** How long it may take to set a connection up, to get a free one, and to have a statement answered. */
const CONNECT_TIMEOUT_MS = 2_000;
const ACQUIRE_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 20_000;

/** Makes the connections of a pool. */
export interface SocketFactory {
  connect(): Socket;
}

/**
 * mysql2's options for a pool: values arrive in the same types as SQLite's.
 * @param connector where its connections go to one of several servers, or are to be broken off
 */
export function createPoolOptions(
  url: MysqlUrl,
  size: number,
  connector?: SocketFactory,
): PoolOptions {
  const { user, password, database, hosts } = url;
  return {
    ...(connector ? { stream: () => connector.connect() } : hosts[0]),
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

/** TypeORM would read the text of an instant in this process's time zone. */
const typeCast: TypeCast = (field, next) => {
  const text = field.type === 'DATETIME' ? field.string() : undefined;
  if (text === undefined) return next();
  return text === null ? null : parseSqlInstant(text);
};

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** All connections are in use, for too long. */
export class NoFreeConnection extends TimeoutError {}

/**
 * What took longer is prepared anew the next time. MariaDB 10.11 forgets that an index covers a prepared statement as
 * soon as another statement has read more columns of the table, and from then on reads whole rows: five times as long.
 * Statements that run at the same time share the server: what one takes is divided by how many there are.
 */
const MAX_PREPARED_MS = 5;

/** Milliseconds since some time. */
export type StatementClock = () => number;

/**
 * The milliseconds in which this thread had nothing to do. By this clock a statement takes no longer than the server did;
 * by any other, it also takes as long as this thread was busy with something else.
 */
export const idleClock: StatementClock = () => performance.eventLoopUtilization().idle;

/** Connections whose sessions are set up, every use with a time limit: a hung server is an error soon. */
export class MysqlPool {
  private readonly initialized = new WeakSet<PoolConnection>();
  private readonly acquired = new Set<PoolConnection>();
  private waiterCount = 0;

  /**
   * @param sessionStatements statements that set up a session
   * @param statementTimeoutMs milliseconds for one statement
   */
  constructor(
    private readonly pool: Pool,
    private readonly sessionStatements: readonly string[] = [],
    private readonly statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  ) {}

  get load(): SemaphoreLoad {
    return { inUse: this.acquired.size, waiting: this.waiterCount };
  }

  /** Takes a connection; it must be given back by `release` or `discard`. */
  async acquire(): Promise<PoolConnection> {
    try {
      return await this.acquireOnce();
    } catch (error) {
      // One that got stuck on its way says little about the next one.
      if (toDriverError(error).code !== 'ETIMEDOUT' || error instanceof NoFreeConnection)
        throw error;
      return this.acquireOnce();
    }
  }

  private async acquireOnce(): Promise<PoolConnection> {
    this.waiterCount += 1;
    const connection = await this.connect().finally(() => {
      this.waiterCount -= 1;
    });
    this.acquired.add(connection);
    if (this.initialized.has(connection)) return connection;
    try {
      for (const sql of this.sessionStatements)
        await this.query(connection, sql, [], CONNECT_TIMEOUT_MS);
    } catch (error) {
      this.discard(connection);
      throw error;
    }
    this.initialized.add(connection);
    return connection;
  }

  release(connection: PoolConnection): void {
    this.acquired.delete(connection);
    connection.release();
  }

  /** Closes a connection that can't be trusted any more. */
  discard(connection: PoolConnection): void {
    this.acquired.delete(connection);
    connection.destroy();
  }

  /** Runs `work` on a connection of its own. */
  async withConnection<T>(work: (connection: PoolConnection) => Promise<T>): Promise<T> {
    const connection = await this.acquire();
    try {
      return await work(connection);
    } finally {
      this.release(connection);
    }
  }

  /**
   * Runs a prepared statement, outside of units of work.
   * @param rowsAsArray rows as values in order, else by column name
   * @param clock measures how long it takes; without one it stays prepared, however long that is
   */
  async execute(
    connection: PoolConnection,
    { sql, params }: Statement,
    rowsAsArray: boolean,
    clock?: StatementClock,
  ): Promise<DriverResult> {
    const options = { sql, values: params as unknown[], rowsAsArray } as never;
    const begin = clock?.() ?? 0;
    const atOnce = this.acquired.size;
    const answer = await this.withTimeout(connection, (done) =>
      connection.execute(options, done as never),
    );
    const share = Math.max(atOnce, this.acquired.size);
    if (clock && clock() - begin > MAX_PREPARED_MS * share) connection.unprepare(options);
    return answer;
  }

  /**
   * Runs a statement with its values in its text, as all inside a transaction are. A node of a Galera cluster that turns
   * a transaction back while a statement of it is prepared or closed tells nobody (MariaDB 10.11): what was written
   * so far would be gone, what follows stored at once, and COMMIT would answer OK.
   */
  executeText(
    connection: PoolConnection,
    { sql, params }: Statement,
    rowsAsArray: boolean,
  ): Promise<DriverResult> {
    const options = { sql, values: params as unknown[], rowsAsArray };
    return this.withTimeout(connection, (done) => connection.query(options, done as never));
  }

  /** Runs a statement for TypeORM, or one without values: BEGIN, SET, SAVEPOINT. Instants come as Date. */
  query(
    connection: PoolConnection,
    sql: string,
    params: readonly SqlValue[] = [],
    timeout = this.statementTimeoutMs,
  ): Promise<DriverResult> {
    return this.withTimeout(
      connection,
      (done) => connection.query({ sql, typeCast }, params as unknown[], done as never),
      timeout,
    );
  }

  private connect(): Promise<PoolConnection> {
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

  /** mysql2's own limit does not cover the preparation; and a connection that is out of step must go. */
  private withTimeout(
    connection: PoolConnection,
    start: (done: (error: Error | null, answer: DriverResult) => void) => void,
    timeout = this.statementTimeoutMs,
  ): Promise<DriverResult> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        connection.destroy();
        reject(new TimeoutError('The database did not answer in time'));
      }, timeout);
      start((error, answer) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(answer);
      });
    });
  }
}
