import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import { getCallerId, isRequestAborted } from '../../core/actor-context';
import { DatabaseBusy } from '../../core/errors';
import { FairSemaphore } from '../../core/fair-semaphore';
import type { SemaphoreLoad } from '../../core/semaphore';
import { LatencyHistory } from '../reading/latency-history';
import type { SqlValue } from '../schema/column-kinds';
import type {
  StatementResult,
  Connection,
  Engine,
  InsertBatch,
  RawRow,
  ReadCost,
  Statement,
  QueryProgram,
  Transaction,
} from './connection';
import { isMariaDb, isStatementTimeout, type MysqlDialect } from './mysql.dialect';
import { createInsertStatements } from './mysql.insert';
import { type StatementClock, idleClock, MysqlPool } from './mysql.pool';
import type { MysqlServerInfo } from './mysql.server-info';
import { UnionCache } from './mysql.union';

/** Lock waits end before HTTP clients give up; the unit of work is then retried. */
const LOCK_WAIT_S = 5;
const MAX_STATEMENT_S = 15;
/** Maximum length of GROUP_CONCAT; MySQL would truncate after 1,024 bytes. */
const MAX_GROUP_CONCAT_BYTES = 1024 * 1024;

/** A read is slow if its longest statement takes this long. */
const SLOW_READ_MS = 50;
/** How long a slow read waits for other slow reads. */
const SLOW_READ_WAIT_MS = 10_000;

const sqlMode = [
  'STRICT_ALL_TABLES',
  'NO_ZERO_DATE',
  'NO_ZERO_IN_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
  'ONLY_FULL_GROUP_BY',
].join();

/** How the server assigns the keys of a multi-row INSERT. */
interface GeneratedKeyRule {
  /** MariaDB returns them: the only safe way in a Galera cluster, whose step changes with its size. */
  readonly usesReturning: boolean;
  /** Otherwise they start at insertId and increase by this step. */
  readonly step: number;
}

interface PoolLimits {
  /** Maximum number of connections. */
  readonly size: number;
  /** Time limit of a statement, in milliseconds. */
  readonly statementTimeoutMs?: number;
}

/** Creates the engine over the pool that a data source has opened. */
export function createMysqlEngine(
  pool: Pool,
  dialect: MysqlDialect,
  { size, statementTimeoutMs }: PoolLimits,
): Engine {
  const { version, keyStep } = dialect.serverInfo;
  const mysqlPool = new MysqlPool(pool, createSessionSetup(dialect.serverInfo), statementTimeoutMs);
  const reader = new MysqlReader(mysqlPool, Math.max(1, Math.floor(size / 2)));
  return new MysqlEngine(dialect, mysqlPool, reader, {
    usesReturning: isMariaDb(version),
    step: keyStep,
  });
}

/** Returns the statements that set up a session. */
export function createSessionSetup({ version, hasGalera }: MysqlServerInfo): string[] {
  const timeLimitSetting = isMariaDb(version)
    ? `max_statement_time = ${MAX_STATEMENT_S}`
    : `max_execution_time = ${MAX_STATEMENT_S * 1000}`;
  // With the sync wait, changes written through one node of a Galera cluster are readable through the others.
  const galeraSetting = hasGalera ? ', wsrep_sync_wait = 1' : '';
  return [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}', ` +
      `innodb_lock_wait_timeout = ${LOCK_WAIT_S}, group_concat_max_len = ${MAX_GROUP_CONCAT_BYTES}, ${timeLimitSetting}${galeraSetting}`,
  ];
}

class MysqlEngine implements Engine {
  /** The durability of commits is the server's responsibility. */
  readonly isWritable = true;

  constructor(
    readonly dialect: MysqlDialect,
    private readonly pool: MysqlPool,
    readonly reader: Connection,
    private readonly keyRule: GeneratedKeyRule,
  ) {}

  get connectionLoad(): SemaphoreLoad {
    return this.pool.load;
  }

  begin(): Promise<Transaction> {
    return this.openTransaction(['START TRANSACTION']);
  }

  /** Reads are prepared statements: they contain hundreds of ids as parameters, and parsing them each time is slow. */
  beginSnapshot(): Promise<Transaction> {
    const statements = [
      'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
      'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
    ];
    return this.openTransaction(statements, { isSnapshot: true });
  }

  private async openTransaction(
    statements: readonly string[],
    { isSnapshot = false }: { readonly isSnapshot?: boolean } = {},
  ): Promise<Transaction> {
    for (let attempt = 1; ; attempt++) {
      const connection = await this.pool.acquire();
      try {
        for (const sql of statements) await this.pool.query(connection, sql);
        return new MysqlTransaction(this.pool, connection, { ...this.keyRule, isSnapshot });
      } catch (error) {
        this.pool.discard(connection);
        // The connection died while it was idle; nothing has been done on it.
        if (attempt === 3 || this.dialect.classifyFailure(error) !== 'disconnected') throw error;
      }
    }
  }

  /** The durability of commits is the server's responsibility. */
  async waitUntilDurable(): Promise<void> {
    return Promise.resolve();
  }

  /** The pool waits for the work in progress before it closes. */
  async drain(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Reads outside of a unit of work: each statement takes a connection of the pool. Reads that were slow before, and
 * unmeasured reads that may be slow, get half of the connections at most. The other half is reserved for fast reads.
 */
class MysqlReader implements Connection {
  private readonly latencyHistory = new LatencyHistory(SLOW_READ_MS);
  private readonly slowReadSemaphore: FairSemaphore;

  /** @param maxSlowReads maximum number of connections that slow reads may use together */
  constructor(
    private readonly pool: MysqlPool,
    maxSlowReads: number,
  ) {
    this.slowReadSemaphore = new FairSemaphore(maxSlowReads);
  }

  async read<T>(program: QueryProgram<T>, cost: ReadCost): Promise<T> {
    const firstStep = program.next();
    if (firstStep.done) return firstStep.value;
    const [{ sql } = { sql: '' }] = firstStep.value;
    const isExpectedSlow = cost === 'scan';
    const isSlow = this.latencyHistory.isSlow(sql, () => isExpectedSlow);
    let longestMs = 0;
    // A lookup seems slow only while this thread is busy, so the thread's busy time is excluded. A search is measured
    // in real time.
    const clock = isExpectedSlow ? () => performance.now() : idleClock;
    const runStatement = async (statement: Statement): Promise<RawRow[]> => {
      if (isRequestAborted()) throw new DatabaseBusy();
      const run = () =>
        this.readRows(statement, clock, (durationMs) => {
          longestMs = Math.max(longestMs, durationMs);
        });
      return isSlow ? this.runInTurn(run) : run();
    };
    try {
      const value = await runQueryProgram(program, runStatement, firstStep);
      this.latencyHistory.record(sql, longestMs, cost, isExpectedSlow);
      return value;
    } catch (error) {
      // A statement that was aborted by its time limit is slow; other failures have no meaning for the statistics.
      if (isStatementTimeout(error))
        this.latencyHistory.record(sql, longestMs, cost, isExpectedSlow);
      throw error;
    }
  }

  async select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    const rows = await this.pool.withConnection((connection) =>
      this.pool.execute(connection, { sql, params }, { clock: idleClock }),
    );
    return rows as Record<string, unknown>[];
  }

  /** Callers take turns. */
  private runInTurn<T>(work: () => Promise<T>): Promise<T> {
    const options = { timeoutMs: SLOW_READ_WAIT_MS, createBusyError: () => new DatabaseBusy() };
    return this.slowReadSemaphore.run(getCallerId(), options, work);
  }

  /** @param onEnd receives the duration of the statement by `clock`, without the wait for a connection */
  private async readRows(
    statement: Statement,
    clock: StatementClock,
    onEnd: (durationMs: number) => void,
  ): Promise<RawRow[]> {
    return this.pool.withConnection(async (connection) => {
      const startTime = clock();
      try {
        const options = { rowsAsArray: true, clock };
        return (await this.pool.execute(connection, statement, options)) as RawRow[];
      } finally {
        onEnd(clock() - startTime);
      }
    });
  }
}

/** Statements are sent as text (see `MysqlPool.executeText`), except in a snapshot, which no other node rolls back. */
class MysqlTransaction implements Transaction {
  private isEnded = false;

  constructor(
    private readonly pool: MysqlPool,
    private readonly connection: PoolConnection,
    private readonly transactionOptions: GeneratedKeyRule & { readonly isSnapshot: boolean },
  ) {}

  async read<T>(program: QueryProgram<T>): Promise<T> {
    const { pool, connection, transactionOptions } = this;
    return runQueryProgram(program, async (statement) => {
      const answer = transactionOptions.isSnapshot
        ? pool.execute(connection, statement, { rowsAsArray: true })
        : pool.executeText(connection, statement, { rowsAsArray: true });
      return (await answer) as RawRow[];
    });
  }

  async select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return (await this.pool.executeText(this.connection, { sql, params })) as Record<
      string,
      unknown
    >[];
  }

  async execute(sql: string, params: readonly SqlValue[]): Promise<number> {
    const answer = await this.pool.executeText(this.connection, { sql, params });
    return (answer as ResultSetHeader).affectedRows;
  }

  async insert(batch: InsertBatch): Promise<number[]> {
    const ids: number[] = [];
    for (const statement of createInsertStatements(batch, this.transactionOptions.usesReturning)) {
      const answer = await this.pool.executeText(this.connection, statement, { rowsAsArray: true });
      if (batch.generatedKey === undefined) continue;
      if (Array.isArray(answer)) {
        for (const [id] of answer as RawRow[]) ids.push(Number(id));
      } else {
        // A plain multi-row INSERT takes its keys in one block, in every lock mode.
        for (let row = 0; row < statement.rowCount; row++)
          ids.push(answer.insertId + row * this.transactionOptions.step);
      }
    }
    return ids;
  }

  async query(sql: string, params?: readonly SqlValue[]): Promise<StatementResult> {
    const answer = await this.pool.query(this.connection, sql, params);
    if (!Array.isArray(answer)) return { affected: answer.affectedRows, insertId: answer.insertId };
    return { rows: answer as Record<string, unknown>[], affected: answer.length, insertId: 0 };
  }

  async commit(): Promise<void> {
    await this.pool.query(this.connection, 'COMMIT');
    this.isEnded = true;
    this.pool.release(this.connection);
  }

  async rollback(): Promise<void> {
    if (this.isEnded) return;
    this.isEnded = true;
    try {
      await this.pool.query(this.connection, 'ROLLBACK');
      this.pool.release(this.connection);
    } catch {
      // The server rolls back by itself when the connection is closed.
      this.pool.discard(this.connection);
    }
  }
}

const unionCache = new UnionCache();

/** Runs a read, the statements of a step as one or in parallel. @param firstStep first step of the read */
async function runQueryProgram<T>(
  program: QueryProgram<T>,
  runStatement: (statement: Statement) => Promise<RawRow[]>,
  firstStep = program.next(),
): Promise<T> {
  let step = firstStep;
  while (!step.done) {
    step = program.next(await runStep(step.value, runStatement));
  }
  return step.value;
}

async function runStep(
  statements: readonly Statement[],
  runStatement: (statement: Statement) => Promise<RawRow[]>,
): Promise<RawRow[][]> {
  const [first, ...more] = statements;
  if (first && more.length === 0) return [await runStatement(first)];
  const union = unionCache.findOrCreate(statements);
  if (!union) return Promise.all(statements.map(runStatement));
  const params = statements.flatMap((statement) => statement.params);
  return union.split(await runStatement({ sql: union.sql, params }));
}
