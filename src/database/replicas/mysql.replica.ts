import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Pool, ResultSetHeader } from 'mysql2';
import { DomainError } from '../../core/errors';
import { formatHost, type ParsedMysqlUrl } from '../connection/database-url';
import './replica-heartbeat.entity';
import type { Engine } from '../dialect/connection';
import { isStatementTimeout, MysqlDialect, classifyMysqlFailure } from '../dialect/mysql.dialect';
import { createMysqlEngine, createSessionSetup } from '../dialect/mysql.engine';
import type { ClusterMembers } from '../dialect/mysql.cluster-members';
import { MysqlPool, NoFreeConnection, createPoolOptions } from '../dialect/mysql.pool';
import { inspectServer } from '../dialect/mysql.server-info';
import { createConnectionError, SocketRegistry } from '../dialect/mysql.socket-registry';
import type { Replica } from './replica';

/** Time between two heartbeats, delay before a heartbeat is checked, and time limit of both operations. */
const HEARTBEAT_INTERVAL_MS = 500;
const HEARTBEAT_ARRIVAL_MS = 100;
const HEARTBEAT_TIMEOUT_MS = 1_500;
/** Time between two checks while waiting for a heartbeat. */
const CATCH_UP_INTERVAL_MS = 20;
/** How long the replica isn't used after a statement has failed on it. */
const EXCLUSION_MS = 10_000;

const UPDATE_SQL = 'UPDATE replica_beats SET beat = ?, beaten_at = UTC_TIMESTAMP(3) WHERE name = ?';
const INSERT_SQL =
  'INSERT INTO replica_beats (beat, beaten_at, name) VALUES (?, UTC_TIMESTAMP(3), ?)';
const DELETE_SQL = 'DELETE FROM replica_beats WHERE name = ?';
/** Deletes the rows of processes that have died. */
const SWEEP_SQL = 'DELETE FROM replica_beats WHERE beaten_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY';
const SELECT_SQL = 'SELECT beat FROM replica_beats WHERE name = ?';

export interface ReplicaOptions {
  readonly url: ParsedMysqlUrl;
  /** The primary that is replicated. */
  readonly primary: ParsedMysqlUrl;
  /** Members of the primary's cluster, if it has several servers. */
  readonly clusterMembers?: ClusterMembers;
  /** Maximum number of connections for reads. */
  readonly poolSize: number;
  /** Time limit of a statement, in milliseconds. */
  readonly statementTimeoutMs?: number;
  /** Maximum lag behind the primary, in seconds. */
  readonly maxLagSeconds: number;
}

type ReplicaState = 'used' | 'behind' | 'lost';

/**
 * A replica of the server, or another member of its cluster. Its lag is measured by heartbeats. This process writes
 * the value of its monotonic clock to its own row on the primary, and reads the row on the replica. Everything
 * committed before a heartbeat that has arrived has arrived too. No other clock is involved.
 */
export class MysqlReplica implements Replica {
  private readonly logger = new Logger('Database');
  private readonly name = randomBytes(16).toString('hex');
  private readonly address: string;
  private readonly maxLagMs: number;
  private readonly sockets = new SocketRegistry();
  /** Connections for heartbeats only, so that reads which occupy all other connections don't delay them. */
  private readonly heartbeatPool: MysqlPool;
  private checkPool?: MysqlPool;
  private readonly pools: Pool[] = [];
  private enginePromise?: Promise<Engine>;
  private replicaEngine?: Engine;
  /** By `performance.now()`: everything committed until then is on the replica. */
  private caughtUpAt?: number;
  private isReachable = false;
  private excludedUntil = -Infinity;
  private loggedState?: ReplicaState;
  private lastHeartbeat = 0;
  private readonly startedAt = performance.now();
  private readonly abortController = new AbortController();
  private monitoring?: Promise<void>;

  private constructor(
    private readonly createPool: (options: ReturnType<typeof createPoolOptions>) => Pool,
    private readonly options: ReplicaOptions,
  ) {
    const { url, primary, clusterMembers, maxLagSeconds } = options;
    this.address = formatHost(url.hosts[0]);
    this.maxLagMs = maxLagSeconds * 1000;
    const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
    this.heartbeatPool = new MysqlPool(
      this.openPool(createPoolOptions(primary, 1, clusterMembers)),
      [isolation],
      HEARTBEAT_TIMEOUT_MS,
    );
  }

  /** Creates the replica without connecting: it may be unreachable. */
  static async create(options: ReplicaOptions): Promise<MysqlReplica> {
    // A store on SQLite starts without this driver.
    const { createPool } = await import('mysql2');
    return new MysqlReplica(createPool, options);
  }

  get usableEngine(): Engine | undefined {
    return this.state === 'used' ? this.replicaEngine : undefined;
  }

  get lagSeconds(): number | undefined {
    if (this.caughtUpAt === undefined) return undefined;
    return (performance.now() - this.caughtUpAt) / 1000;
  }

  startMonitoring(): void {
    this.monitoring ??= this.monitor();
  }

  async waitUntilCaughtUp(): Promise<Engine | undefined> {
    const deadline = performance.now() + this.maxLagMs;
    const heartbeatMs = await this.sendHeartbeat();
    while (heartbeatMs !== undefined && performance.now() < deadline) {
      await this.checkHeartbeat();
      if (!this.isReachable) return undefined;
      if ((this.caughtUpAt ?? -Infinity) >= heartbeatMs) return this.usableEngine;
      await pause(CATCH_UP_INTERVAL_MS);
    }
    return undefined;
  }

  excludeAfter(error: unknown): boolean {
    if (
      error instanceof DomainError ||
      error instanceof NoFreeConnection ||
      isStatementTimeout(error)
    )
      return false;
    // A lost connection doesn't exclude the replica: the next check shows whether it is available again.
    if (classifyMysqlFailure(error) === undefined)
      this.excludedUntil = performance.now() + EXCLUSION_MS;
    this.markLost(error);
    return true;
  }

  async end(): Promise<void> {
    this.abortController.abort();
    await this.monitoring;
    await this.write(DELETE_SQL, [this.name]).catch(noop);
    await Promise.all(this.pools.map((pool) => pool.promise().end().catch(noop)));
  }

  private get state(): ReplicaState {
    if (!this.isReachable) return 'lost';
    const { lagSeconds = Infinity } = this;
    return lagSeconds * 1000 <= this.maxLagMs ? 'used' : 'behind';
  }

  private async monitor(): Promise<void> {
    await this.write(SWEEP_SQL, []).catch(noop);
    while (!this.abortController.signal.aborted) {
      await this.sendHeartbeat();
      await this.sleep(HEARTBEAT_ARRIVAL_MS);
      await this.checkHeartbeat();
      await this.sleep(HEARTBEAT_INTERVAL_MS - HEARTBEAT_ARRIVAL_MS);
    }
  }

  /** @returns the heartbeat to wait for; undefined if the primary is unreachable, so that the lag can't be measured */
  private async sendHeartbeat(): Promise<number | undefined> {
    // In whole microseconds, and strictly increasing.
    const heartbeatMicros = Math.max(Math.floor(performance.now() * 1000), this.lastHeartbeat + 1);
    this.lastHeartbeat = heartbeatMicros;
    try {
      const affectedRows = await this.write(UPDATE_SQL, [heartbeatMicros, this.name]);
      if (affectedRows === 0) await this.write(INSERT_SQL, [heartbeatMicros, this.name]);
      return heartbeatMicros / 1000;
    } catch {
      return undefined;
    }
  }

  private async checkHeartbeat(): Promise<void> {
    try {
      this.replicaEngine = await (this.enginePromise ??= this.open());
      const heartbeatMicros = await this.readHeartbeat();
      if (performance.now() < this.excludedUntil) return;
      this.isReachable = true;
      if (heartbeatMicros === undefined) delete this.caughtUpAt;
      else this.caughtUpAt = heartbeatMicros / 1000;
      this.logState();
    } catch (error) {
      delete this.enginePromise;
      this.markLost(error);
    }
  }

  private async readHeartbeat(): Promise<number | undefined> {
    const { checkPool } = this;
    const rows = await checkPool?.withConnection((connection) =>
      checkPool.query(connection, SELECT_SQL, [this.name]),
    );
    const [row] = (rows ?? []) as { beat: number }[];
    return row?.beat;
  }

  /** Connects to the replica; its server version determines the setup of the sessions. */
  private async open(): Promise<Engine> {
    if (this.replicaEngine) return this.replicaEngine;
    const { url, poolSize, statementTimeoutMs } = this.options;
    const server = await inspectServer(url);
    const sessionSetup = createSessionSetup(server);
    this.checkPool = new MysqlPool(
      this.openPool(createPoolOptions(url, 1)),
      sessionSetup,
      HEARTBEAT_TIMEOUT_MS,
    );
    const connect = () => {
      const socket = this.sockets.create();
      this.sockets.connect(socket, url.hosts[0]);
      return socket;
    };
    return createMysqlEngine(
      this.openPool(createPoolOptions(url, poolSize, { connect })),
      new MysqlDialect(server),
      {
        size: poolSize,
        ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
      },
    );
  }

  private openPool(options: ReturnType<typeof createPoolOptions>): Pool {
    const pool = this.createPool(options);
    this.pools.push(pool);
    return pool;
  }

  /** Aborts the running statements; they are retried on the primary. */
  private markLost(error: unknown): void {
    this.isReachable = false;
    this.sockets.destroyAll(createConnectionError('ECONNRESET', 'The replica was lost'));
    this.logState(error);
  }

  private logState(error?: unknown): void {
    const { state, address } = this;
    const isStartingUp =
      this.loggedState === undefined && performance.now() - this.startedAt < this.maxLagMs;
    if (state === this.loggedState || (state === 'behind' && isStartingUp)) return;
    this.loggedState = state;
    if (state === 'used') {
      this.logger.log(`Lists are read from the replica at ${address}`);
      return;
    }
    const { lagSeconds } = this;
    const lag =
      lagSeconds === undefined
        ? 'has not received a heartbeat'
        : `is ${lagSeconds.toFixed(1)} s behind`;
    const problem = state === 'lost' ? `fails (${(error as Error).message})` : lag;
    this.logger.warn(`The replica at ${address} ${problem}: lists are read from the primary`);
  }

  private write(sql: string, params: readonly (string | number)[]): Promise<number> {
    const { heartbeatPool } = this;
    return heartbeatPool.withConnection(async (connection) => {
      const result = await heartbeatPool.execute(connection, { sql, params });
      return (result as ResultSetHeader).affectedRows;
    });
  }

  private async sleep(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { ref: false, signal: this.abortController.signal }).catch(
      noop,
    );
  }
}

function noop(): void {
  return;
}
