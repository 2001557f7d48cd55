import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import { currentCallerKey, isRequestAborted } from '../../core/actor-context';
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
import { insertStatements } from './mysql.insert';
import { type StatementClock, idleClock, MysqlPool } from './mysql.pool';
import type { MysqlServer } from './mysql.server';

/** Lock waits end before the callers of HTTP give up; the unit of work then runs again. */
const LOCK_WAIT_S = 5;
const MAX_STATEMENT_S = 15;
/** Of GROUP_CONCAT, in bytes; MySQL would cut what is longer than 1,024. */
const MAX_GROUP_CONCAT_BYTES = 1024 * 1024;

/** A read is slow when its longest statement takes this long, and how long it waits for others of the kind. */
const SLOW_READ_MS = 50;
const SLOW_READ_WAIT_MS = 10_000;

const sqlMode = [
  'STRICT_ALL_TABLES',
  'NO_ZERO_DATE',
  'NO_ZERO_IN_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
  'ONLY_FULL_GROUP_BY',
].join();

/** How the server hands out the keys of a multi-row INSERT. */
interface GeneratedKeyRule {
  /** It tells them (MariaDB): the only sure way in a Galera cluster, whose step changes with its size. */
  readonly usesReturning: boolean;
  /** Otherwise they start at insertId and go on by this step. */
  readonly step: number;
}

interface PoolLimits {
  /** Connections at most. */
  readonly size: number;
  /** Milliseconds for a statement. */
  readonly statementTimeoutMs?: number;
}

/** The engine over the pool that a data source has opened. */
export function createMysqlEngine(
  pool: Pool,
  dialect: MysqlDialect,
  { size, statementTimeoutMs }: PoolLimits,
): Engine {
  const { version, keyStep } = dialect.server;
  const prepared = new MysqlPool(pool, sessionStatements(dialect.server), statementTimeoutMs);
  const reader = new MysqlReader(prepared, Math.max(1, Math.floor(size / 2)));
  return new MysqlEngine(dialect, prepared, reader, {
    usesReturning: isMariaDb(version),
    step: keyStep,
  });
}

/** What sets up a session. */
export function sessionStatements({ version, hasGalera }: MysqlServer): string[] {
  const limit = isMariaDb(version)
    ? `max_statement_time = ${MAX_STATEMENT_S}`
    : `max_execution_time = ${MAX_STATEMENT_S * 1000}`;
  // The sync wait makes what was written over one node of a Galera cluster readable over the others.
  const galera = hasGalera ? ', wsrep_sync_wait = 1' : '';
  return [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}', ` +
      `innodb_lock_wait_timeout = ${LOCK_WAIT_S}, group_concat_max_len = ${MAX_GROUP_CONCAT_BYTES}, ${limit}${galera}`,
  ];
}

class MysqlEngine implements Engine {
  /** What the server's disk has is the server's to see to. */
  readonly isWritable = true;

  constructor(
    readonly dialect: MysqlDialect,
    private readonly pool: MysqlPool,
    readonly reader: Connection,
    private readonly keyRule: GeneratedKeyRule,
  ) {}

  get load(): SemaphoreLoad {
    return this.pool.load;
  }

  begin(): Promise<Transaction> {
    return this.openTransaction(['START TRANSACTION']);
  }

  /** Its reads name hundreds of records by their ids, each a parameter: preparing them anew takes long. */
  snapshot(): Promise<Transaction> {
    const statements = [
      'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
      'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
    ];
    return this.openTransaction(statements, true);
  }

  private async openTransaction(
    statements: readonly string[],
    isSnapshot = false,
  ): Promise<Transaction> {
    for (let attempt = 1; ; attempt++) {
      const connection = await this.pool.acquire();
      try {
        for (const sql of statements) await this.pool.query(connection, sql);
        return new MysqlTransaction(this.pool, connection, { ...this.keyRule, isSnapshot });
      } catch (error) {
        this.pool.discard(connection);
        // A connection that died while it was idle; nothing has been done on it.
        if (attempt === 3 || this.dialect.classifyFailure(error) !== 'disconnected') throw error;
      }
    }
  }

  /** That is the server's to see to. */
  async whenDurable(): Promise<void> {
    return Promise.resolve();
  }

  /** The pool lets what is under way end before it closes. */
  async drain(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Reads outside a unit of work: each statement takes a connection of the pool. Those of reads that were slow
 * before, or may be and are not known, have half of the connections at most: the other half is left to quick ones.
 */
class MysqlReader implements Connection {
  private readonly latencyHistory = new LatencyHistory(SLOW_READ_MS);
  private readonly slowReads: FairSemaphore;

  /** @param mostSlow connections that slow reads may have together */
  constructor(
    private readonly pool: MysqlPool,
    mostSlow: number,
  ) {
    this.slowReads = new FairSemaphore(mostSlow);
  }

  async read<T>(steps: QueryProgram<T>, reach: ReadCost): Promise<T> {
    const first = steps.next();
    if (first.done) return first.value;
    const [{ sql } = { sql: '' }] = first.value;
    const isSuspect = reach === 'searched';
    const isSlow = this.latencyHistory.isSlow(sql, () => isSuspect);
    let longest = 0;
    // Records that are named take long only while this thread is busy; a search may take long for its own sake, too.
    const clock = isSuspect ? () => performance.now() : idleClock;
    const rows = async (statement: Statement): Promise<RawRow[]> => {
      if (isRequestAborted()) throw new DatabaseBusy();
      const run = () =>
        this.readRows(statement, clock, (took) => {
          longest = Math.max(longest, took);
        });
      return isSlow ? this.inTurn(run) : run();
    };
    try {
      const value = await runProgram(steps, rows, first);
      this.latencyHistory.record(sql, longest, reach, isSuspect);
      return value;
    } catch (error) {
      // What was killed for its time is slow; other failures tell nothing.
      if (isStatementTimeout(error)) this.latencyHistory.record(sql, longest, reach, isSuspect);
      throw error;
    }
  }

  async select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    const rows = await this.pool.withConnection((connection) =>
      this.pool.execute(connection, { sql, params }, false, idleClock),
    );
    return rows as Record<string, unknown>[];
  }

  /** Callers take turns. */
  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const caller = currentCallerKey();
    const isIn = await this.slowReads.acquire(caller, { timeoutMs: SLOW_READ_WAIT_MS });
    if (!isIn) throw new DatabaseBusy();
    try {
      return await work();
    } finally {
      this.slowReads.release(caller);
    }
  }

  /** @param onEnd told what the statement took by the clock once there was a connection */
  private async readRows(
    statement: Statement,
    clock: StatementClock,
    onEnd: (took: number) => void,
  ): Promise<RawRow[]> {
    return this.pool.withConnection(async (connection) => {
      const begin = clock();
      try {
        return (await this.pool.execute(connection, statement, true, clock)) as RawRow[];
      } finally {
        onEnd(clock() - begin);
      }
    });
  }
}

/** Its statements are text (see `MysqlPool.text`), but for the reads of a snapshot, which no other node turns back. */
class MysqlTransaction implements Transaction {
  private isEnded = false;

  constructor(
    private readonly pool: MysqlPool,
    private readonly connection: PoolConnection,
    private readonly rules: GeneratedKeyRule & { readonly isSnapshot: boolean },
  ) {}

  async read<T>(steps: QueryProgram<T>): Promise<T> {
    const { pool, connection, rules } = this;
    return runProgram(steps, async (statement) => {
      const answer = rules.isSnapshot
        ? pool.execute(connection, statement, true)
        : pool.executeText(connection, statement, true);
      return (await answer) as RawRow[];
    });
  }

  async select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return (await this.pool.executeText(this.connection, { sql, params }, false)) as Record<
      string,
      unknown
    >[];
  }

  async execute(sql: string, params: readonly SqlValue[]): Promise<number> {
    const answer = await this.pool.executeText(this.connection, { sql, params }, false);
    return (answer as ResultSetHeader).affectedRows;
  }

  async insert(insertion: InsertBatch): Promise<number[]> {
    const ids: number[] = [];
    for (const statement of insertStatements(insertion, this.rules.usesReturning)) {
      const answer = await this.pool.executeText(this.connection, statement, true);
      if (insertion.generatedKey === undefined) continue;
      if (Array.isArray(answer)) {
        for (const [id] of answer as RawRow[]) ids.push(Number(id));
      } else {
        // A plain multi-row INSERT takes its keys in one block, in every lock mode.
        for (let row = 0; row < statement.rows; row++)
          ids.push(answer.insertId + row * this.rules.step);
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
      // Without its connection the server rolls back by itself.
      this.pool.discard(this.connection);
    }
  }
}

/** The statements of a step at once. @param begun the step that the read begins with */
async function runProgram<T>(
  steps: QueryProgram<T>,
  rows: (statement: Statement) => Promise<RawRow[]>,
  begun = steps.next(),
): Promise<T> {
  let step = begun;
  while (!step.done) {
    const [first, ...more] = step.value;
    const answers =
      first && more.length === 0 ? [await rows(first)] : await Promise.all(step.value.map(rows));
    step = steps.next(answers);
  }
  return step.value;
}
