import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import type { Load } from '../../core/lane';
import type { SqlValue } from '../kinds';
import type {
  Answer,
  Connection,
  Engine,
  Insertion,
  RawRow,
  Statement,
  Steps,
  Transaction,
} from './connection';
import { isMariaDb, type MysqlDialect } from './mysql.dialect';
import { insertStatements } from './mysql.insert';
import { MysqlPool } from './mysql.pool';
import type { MysqlServer } from './mysql.server';

/** Seconds. Lock waits end before the callers of HTTP give up; the unit of work then runs again. */
const LOCK_WAIT = 5;
const LONGEST_STATEMENT = 15;

const sqlMode = [
  'STRICT_ALL_TABLES',
  'NO_ZERO_DATE',
  'NO_ZERO_IN_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
  'ONLY_FULL_GROUP_BY',
].join();

/** How the server hands out the keys of a multi-row INSERT. */
interface KeyRule {
  /** It tells them (MariaDB): the only sure way in a Galera cluster, whose step changes with its size. */
  readonly returning: boolean;
  /** Else they start at insertId and go on by this step. */
  readonly step: number;
}

/** The engine over the pool that a data source has opened. */
export function mysqlEngine(pool: Pool, dialect: MysqlDialect, timeout?: number): Engine {
  const { version, step } = dialect.server;
  const prepared = new MysqlPool(pool, sessionStatements(dialect.server), timeout);
  return new MysqlEngine(dialect, prepared, { returning: isMariaDb(version), step });
}

function sessionStatements({ version, hasGalera }: MysqlServer): string[] {
  const limit = isMariaDb(version)
    ? `max_statement_time = ${LONGEST_STATEMENT}`
    : `max_execution_time = ${LONGEST_STATEMENT * 1000}`;
  // The sync wait makes what was written over one node of a Galera cluster readable over the others.
  const galera = hasGalera ? ', wsrep_sync_wait = 1' : '';
  return [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}', ` +
      `innodb_lock_wait_timeout = ${LOCK_WAIT}, ${limit}${galera}`,
  ];
}

class MysqlEngine implements Engine {
  readonly reader: Connection;

  constructor(
    readonly dialect: MysqlDialect,
    private readonly pool: MysqlPool,
    private readonly keys: KeyRule,
  ) {
    this.reader = new MysqlReader(pool);
  }

  get load(): Load {
    return this.pool.load;
  }

  async begin(): Promise<Transaction> {
    for (let attempt = 1; ; attempt++) {
      const connection = await this.pool.acquire();
      try {
        await this.pool.query(connection, 'START TRANSACTION');
        return new MysqlTransaction(this.pool, connection, this.keys);
      } catch (error) {
        this.pool.discard(connection);
        // A connection that died while it was idle; nothing has been done on it.
        if (attempt === 3 || this.dialect.failure(error) !== 'disconnected') throw error;
      }
    }
  }

  /** The pool lets what is under way end before it closes. */
  async drain(): Promise<void> {
    return Promise.resolve();
  }
}

/** Reads outside a unit of work: each statement takes a connection of the pool. */
class MysqlReader implements Connection {
  constructor(private readonly pool: MysqlPool) {}

  async read<T>(steps: Steps<T>): Promise<T> {
    return inSteps(steps, (statement) => this.rows(statement));
  }

  async all(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    const rows = await this.pool.use((connection) =>
      this.pool.execute(connection, { sql, params }, false),
    );
    return rows as Record<string, unknown>[];
  }

  private async rows(statement: Statement): Promise<RawRow[]> {
    return (await this.pool.use((connection) =>
      this.pool.execute(connection, statement, true),
    )) as RawRow[];
  }
}

class MysqlTransaction implements Transaction {
  private isOver = false;

  constructor(
    private readonly pool: MysqlPool,
    private readonly connection: PoolConnection,
    private readonly keys: KeyRule,
  ) {}

  async read<T>(steps: Steps<T>): Promise<T> {
    return inSteps(steps, async (statement) => {
      return (await this.pool.execute(this.connection, statement, true)) as RawRow[];
    });
  }

  async all(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return (await this.pool.execute(this.connection, { sql, params }, false)) as Record<
      string,
      unknown
    >[];
  }

  async change(sql: string, params: readonly SqlValue[]): Promise<number> {
    const answer = await this.pool.execute(this.connection, { sql, params }, false);
    return (answer as ResultSetHeader).affectedRows;
  }

  async insert(insertion: Insertion): Promise<number[]> {
    const ids: number[] = [];
    for (const statement of insertStatements(insertion, this.keys.returning)) {
      const answer = await this.pool.execute(this.connection, statement, true);
      if (insertion.key === undefined) continue;
      if (Array.isArray(answer)) {
        for (const [id] of answer as RawRow[]) ids.push(Number(id));
      } else {
        // A plain multi-row INSERT takes its keys in one block, in every lock mode.
        for (let row = 0; row < statement.rows; row++)
          ids.push(answer.insertId + row * this.keys.step);
      }
    }
    return ids;
  }

  async query(sql: string, params?: readonly SqlValue[]): Promise<Answer> {
    const answer = await this.pool.query(this.connection, sql, params);
    if (!Array.isArray(answer)) return { affected: answer.affectedRows, insertId: answer.insertId };
    return { rows: answer as Record<string, unknown>[], affected: answer.length, insertId: 0 };
  }

  async commit(): Promise<void> {
    await this.pool.query(this.connection, 'COMMIT');
    this.isOver = true;
    this.pool.release(this.connection);
  }

  async rollback(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    try {
      await this.pool.query(this.connection, 'ROLLBACK');
      this.pool.release(this.connection);
    } catch {
      // Without its connection the server rolls back by itself.
      this.pool.discard(this.connection);
    }
  }
}

/** The statements of a step at once. */
async function inSteps<T>(
  steps: Steps<T>,
  rows: (statement: Statement) => Promise<RawRow[]>,
): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    const [first, ...more] = step.value;
    const answers =
      first && more.length === 0 ? [await rows(first)] : await Promise.all(step.value.map(rows));
    step = steps.next(answers);
  }
  return step.value;
}
