import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Pool, ResultSetHeader } from 'mysql2';
import { DomainError } from '../../core/errors';
import { formatHost, type MysqlUrl } from '../connection/database-url';
import './replica-heartbeat.entity';
import type { Engine } from '../dialect/connection';
import { isStatementTimeout, MysqlDialect, classifyMysqlFailure } from '../dialect/mysql.dialect';
import { createMysqlEngine, sessionStatements } from '../dialect/mysql.engine';
import type { ClusterMembers } from '../dialect/mysql.cluster-members';
import { MysqlPool, NoFreeConnection, createPoolOptions } from '../dialect/mysql.pool';
import { inspectServer } from '../dialect/mysql.server';
import { lostConnectionError, SocketRegistry } from '../dialect/mysql.socket-registry';
import type { Replica } from './replica';

/** Between two beats, what a beat has to arrive before it is looked for, and how long beat and look may take. */
const HEARTBEAT_INTERVAL_MS = 500;
const HEARTBEAT_ARRIVAL_MS = 100;
const HEARTBEAT_TIMEOUT_MS = 1_500;
/** Between two looks of those who wait for a beat. */
const CATCH_UP_INTERVAL_MS = 20;
/** How long it is left out after a statement has failed on it. */
const EXCLUSION_MS = 10_000;

const UPDATE_SQL = 'UPDATE replica_beats SET beat = ?, beaten_at = UTC_TIMESTAMP(3) WHERE name = ?';
const INSERT_SQL =
  'INSERT INTO replica_beats (beat, beaten_at, name) VALUES (?, UTC_TIMESTAMP(3), ?)';
const DELETE_SQL = 'DELETE FROM replica_beats WHERE name = ?';
/** Those of processes that have died. */
const SWEEP_SQL = 'DELETE FROM replica_beats WHERE beaten_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY';
const SELECT_SQL = 'SELECT beat FROM replica_beats WHERE name = ?';

export interface ReplicaOptions {
  readonly url: MysqlUrl;
  /** What it is a copy of. */
  readonly primary: MysqlUrl;
  /** Where that is on several servers. */
  readonly clusterMembers?: ClusterMembers;
  /** Connections for reads at most. */
  readonly poolSize: number;
  /** Milliseconds that a statement may take. */
  readonly statementTimeoutMs?: number;
  /** What it may be behind. */
  readonly lagSeconds: number;
}

type ReplicaState = 'used' | 'behind' | 'lost';

/**
 * A replica of the server, or another member of its cluster. How far it is behind is told by beats: a row of this
 * process's own, in which it writes what its own monotonic clock says, and which it looks for on the replica. Whatever
 * was committed before the beat that is there is there, too; nobody else's clock is asked.
 */
export class MysqlReplica implements Replica {
  private readonly logger = new Logger('Database');
  private readonly name = randomBytes(16).toString('hex');
  private readonly address: string;
  private readonly lagMs: number;
  private readonly sockets = new SocketRegistry();
  /** What beats are written on, and looked for: reads that hold all other connections do not hold these up. */
  private readonly heartbeatPool: MysqlPool;
  private checkPool?: MysqlPool;
  private readonly pools: Pool[] = [];
  private opened?: Promise<Engine>;
  private reader?: Engine;
  /** By `performance.now()`: all that was committed until then is there. */
  private caughtUpAt?: number;
  private isReachable = false;
  private excludedUntil = -Infinity;
  private loggedState?: ReplicaState;
  private lastHeartbeat = 0;
  private readonly startedAt = performance.now();
  private readonly over = new AbortController();
  private monitoring?: Promise<void>;

  private constructor(
    private readonly createPool: (options: ReturnType<typeof createPoolOptions>) => Pool,
    private readonly options: ReplicaOptions,
  ) {
    const { url, primary, clusterMembers, lagSeconds } = options;
    this.address = formatHost(url.hosts[0]);
    this.lagMs = lagSeconds * 1000;
    const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
    this.heartbeatPool = new MysqlPool(
      this.openPool(createPoolOptions(primary, 1, clusterMembers)),
      [isolation],
      HEARTBEAT_TIMEOUT_MS,
    );
  }

  /** Asks nothing of it yet: it may be out of reach. */
  static async over(options: ReplicaOptions): Promise<MysqlReplica> {
    // A store in SQLite starts without the driver.
    const { createPool } = await import('mysql2');
    return new MysqlReplica(createPool, options);
  }

  get engine(): Engine | undefined {
    return this.state === 'used' ? this.reader : undefined;
  }

  get lagSeconds(): number | undefined {
    if (this.caughtUpAt === undefined) return undefined;
    return (performance.now() - this.caughtUpAt) / 1000;
  }

  startMonitoring(): void {
    this.monitoring ??= this.monitor();
  }

  async waitUntilCaughtUp(): Promise<Engine | undefined> {
    const end = performance.now() + this.lagMs;
    const beat = await this.sendHeartbeat();
    while (beat !== undefined && performance.now() < end) {
      await this.checkHeartbeat();
      if (!this.isReachable) return undefined;
      if ((this.caughtUpAt ?? -Infinity) >= beat) return this.engine;
      await pause(CATCH_UP_INTERVAL_MS);
    }
    return undefined;
  }

  exclude(error: unknown): boolean {
    if (
      error instanceof DomainError ||
      error instanceof NoFreeConnection ||
      isStatementTimeout(error)
    )
      return false;
    // Of a lost connection the next look tells whether it is there again.
    if (classifyMysqlFailure(error) === undefined)
      this.excludedUntil = performance.now() + EXCLUSION_MS;
    this.markLost(error);
    return true;
  }

  async end(): Promise<void> {
    this.over.abort();
    await this.monitoring;
    await this.write(DELETE_SQL, [this.name]).catch(noop);
    await Promise.all(this.pools.map((pool) => pool.promise().end().catch(noop)));
  }

  private get state(): ReplicaState {
    if (!this.isReachable) return 'lost';
    const { lagSeconds = Infinity } = this;
    return lagSeconds * 1000 <= this.lagMs ? 'used' : 'behind';
  }

  private async monitor(): Promise<void> {
    await this.write(SWEEP_SQL, []).catch(noop);
    while (!this.over.signal.aborted) {
      await this.sendHeartbeat();
      await this.sleep(HEARTBEAT_ARRIVAL_MS);
      await this.checkHeartbeat();
      await this.sleep(HEARTBEAT_INTERVAL_MS - HEARTBEAT_ARRIVAL_MS);
    }
  }

  /** @returns what was written, to wait for; undefined: what it is a copy of is away, and what is seen grows old */
  private async sendHeartbeat(): Promise<number | undefined> {
    // In whole microseconds, each higher than the one before.
    const beat = Math.max(Math.floor(performance.now() * 1000), this.lastHeartbeat + 1);
    this.lastHeartbeat = beat;
    try {
      const changed = await this.write(UPDATE_SQL, [beat, this.name]);
      if (changed === 0) await this.write(INSERT_SQL, [beat, this.name]);
      return beat / 1000;
    } catch {
      return undefined;
    }
  }

  private async checkHeartbeat(): Promise<void> {
    try {
      this.reader = await (this.opened ??= this.open());
      const beat = await this.readHeartbeat();
      if (performance.now() < this.excludedUntil) return;
      this.isReachable = true;
      if (beat === undefined) delete this.caughtUpAt;
      else this.caughtUpAt = beat / 1000;
      this.logState();
    } catch (error) {
      delete this.opened;
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

  /** Asks it what it is, which tells how its sessions are set up. */
  private async open(): Promise<Engine> {
    if (this.reader) return this.reader;
    const { url, poolSize: size, statementTimeoutMs } = this.options;
    const server = await inspectServer(url);
    const session = sessionStatements(server);
    this.checkPool = new MysqlPool(
      this.openPool(createPoolOptions(url, 1)),
      session,
      HEARTBEAT_TIMEOUT_MS,
    );
    const connect = () => {
      const socket = this.sockets.create();
      this.sockets.connect(socket, url.hosts[0]);
      return socket;
    };
    return createMysqlEngine(
      this.openPool(createPoolOptions(url, size, { connect })),
      new MysqlDialect(server),
      {
        size,
        ...(statementTimeoutMs !== undefined && { statementTimeoutMs: statementTimeoutMs }),
      },
    );
  }

  private openPool(options: ReturnType<typeof createPoolOptions>): Pool {
    const pool = this.createPool(options);
    this.pools.push(pool);
    return pool;
  }

  /** What is under way on it is broken off: it is done where it is a copy of. */
  private markLost(error: unknown): void {
    this.isReachable = false;
    this.sockets.destroyAll(lostConnectionError('ECONNRESET', 'The replica was lost'));
    this.logState(error);
  }

  private logState(error?: unknown): void {
    const { state, address } = this;
    const isBeginning =
      this.loggedState === undefined && performance.now() - this.startedAt < this.lagMs;
    if (state === this.loggedState || (state === 'behind' && isBeginning)) return;
    this.loggedState = state;
    if (state === 'used') {
      this.logger.log(`Lists are read from the replica at ${address}`);
      return;
    }
    const { lagSeconds } = this;
    const lag =
      lagSeconds === undefined ? 'shows no sign of life' : `is ${lagSeconds.toFixed(1)} s behind`;
    const problem = state === 'lost' ? `fails (${(error as Error).message})` : lag;
    this.logger.warn(`The replica at ${address} ${problem}: lists are read where writes go`);
  }

  private write(sql: string, params: readonly (string | number)[]): Promise<number> {
    const { heartbeatPool } = this;
    return heartbeatPool.withConnection(async (connection) => {
      const answer = await heartbeatPool.execute(connection, { sql, params }, false);
      return (answer as ResultSetHeader).affectedRows;
    });
  }

  private async sleep(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { ref: false, signal: this.over.signal }).catch(noop);
  }
}

function noop(): void {
  return;
}
