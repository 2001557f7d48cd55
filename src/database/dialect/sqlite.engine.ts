import { setTimeout as pause } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import { TryAgain } from '../../core/errors';
import { Lane } from '../../core/lane';
import type { SqlValue } from '../kinds';
import { quote } from '../names';
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
import type { Dialect } from './dialect';

/** Milliseconds that a unit of work waits for those before it, and for other processes. */
const TURN_TIMEOUT_MS = 15_000;
const MOST_STATEMENTS = 1000;

/**
 * The engine over two connections to a file that data sources have opened: one that writes, behind a lane,
 * and one that only reads. With one for all, the transactions of concurrent requests would run into each
 * other.
 */
export function sqliteEngine(
  dialect: Dialect,
  writing: Sqlite.Database,
  reading: Sqlite.Database,
): Engine {
  const writer = new SqliteConnection(writing);
  const reader = new SqliteConnection(reading);
  const lane = new Lane(1);
  return {
    dialect,
    reader,
    get load() {
      return lane.load;
    },
    begin: async () => {
      if (!(await lane.enter(TURN_TIMEOUT_MS))) throw new TryAgain();
      try {
        await beginImmediate(writer);
      } catch (error) {
        lane.leave();
        throw error;
      }
      return new SqliteTransaction(writer, lane);
    },
    // The lane is never left again.
    drain: async () => {
      await lane.enter(TURN_TIMEOUT_MS);
    },
  };
}

/**
 * IMMEDIATE, because a transaction that read first could not write any more once another process has
 * written. The wait for other processes must not block this one, so SQLite itself doesn't wait.
 */
async function beginImmediate(writer: SqliteConnection): Promise<void> {
  const end = performance.now() + TURN_TIMEOUT_MS;
  for (;;) {
    try {
      writer.control('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!code.startsWith('SQLITE_BUSY') || performance.now() > end) throw error;
      await pause(5 + Math.random() * 20);
    }
  }
}

/** One connection with its prepared statements. */
class SqliteConnection implements Connection {
  private readonly statements = new Map<string, Sqlite.Statement<SqlValue[]>>();

  constructor(private readonly database: Sqlite.Database) {
    if (database.pragma('foreign_keys', { simple: true }) !== 1) {
      throw new Error('This SQLite does not check foreign keys');
    }
    if (database.pragma('journal_mode', { simple: true }) !== 'wal') {
      throw new Error(`SQLite can't keep a write-ahead log beside ${database.name}`);
    }
  }

  // All steps without a pause: nothing in this process writes in between. The transaction keeps other
  // processes' writes out of sight too.
  read<T>(steps: Steps<T>): Promise<T> {
    return settle(() => {
      const isOwn = !this.database.inTransaction;
      if (isOwn) this.control('BEGIN');
      try {
        let step = steps.next();
        while (!step.done) step = steps.next(step.value.map((statement) => this.rows(statement)));
        return step.value;
      } finally {
        if (isOwn) this.control('COMMIT');
      }
    });
  }

  all(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return settle(() => {
      const statement = this.statement(sql).raw(false);
      return statement.all(...params) as Record<string, unknown>[];
    });
  }

  change(sql: string, params: readonly SqlValue[]): number {
    return this.statement(sql).run(...params).changes;
  }

  insert({ table, columns, rows, key }: Insertion): number[] {
    const names = columns.map(quote).join(', ');
    const marks = columns.map(() => '?').join(', ');
    const values = columns.length === 0 ? 'DEFAULT VALUES' : `(${names}) VALUES (${marks})`;
    const statement = this.statement(`INSERT INTO ${quote(table)} ${values}`);
    const ids: number[] = [];
    for (const row of rows) {
      const { lastInsertRowid } = statement.run(...row);
      if (key !== undefined) ids.push(Number(lastInsertRowid));
    }
    return ids;
  }

  /** Not kept prepared: statements of this kind are too many. */
  query(sql: string, params: readonly SqlValue[]): Answer {
    const statement = this.database.prepare<SqlValue[]>(sql);
    if (statement.reader) {
      const rows = statement.all(...params) as Record<string, unknown>[];
      return { rows, affected: rows.length, insertId: 0 };
    }
    const { changes, lastInsertRowid } = statement.run(...params);
    return { affected: changes, insertId: Number(lastInsertRowid) };
  }

  control(sql: string): void {
    this.statement(sql).run();
  }

  private rows({ sql, params }: Statement): RawRow[] {
    return this.statement(sql)
      .raw(true)
      .all(...params) as RawRow[];
  }

  private statement(sql: string): Sqlite.Statement<SqlValue[]> {
    const known = this.statements.get(sql);
    if (known) return known;
    if (this.statements.size >= MOST_STATEMENTS) this.statements.clear();
    const statement = this.database.prepare<SqlValue[]>(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

/** The writer's transaction; whoever ends it lets the next one in. */
class SqliteTransaction implements Transaction {
  private isOver = false;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly lane: Lane,
  ) {}

  read<T>(steps: Steps<T>): Promise<T> {
    return this.connection.read(steps);
  }

  all(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return this.connection.all(sql, params);
  }

  change(sql: string, params: readonly SqlValue[]): Promise<number> {
    return settle(() => this.connection.change(sql, params));
  }

  insert(insertion: Insertion): Promise<number[]> {
    return settle(() => this.connection.insert(insertion));
  }

  query(sql: string, params: readonly SqlValue[] = []): Promise<Answer> {
    return settle(() => this.connection.query(sql, params));
  }

  async commit(): Promise<void> {
    this.connection.control('COMMIT');
    this.leave();
    return Promise.resolve();
  }

  async rollback(): Promise<void> {
    if (this.isOver) return;
    try {
      this.connection.control('ROLLBACK');
    } catch {
      // SQLite has rolled back itself (disk full, for example).
    }
    this.leave();
    return Promise.resolve();
  }

  private leave(): void {
    this.isOver = true;
    this.lane.leave();
  }
}

/** The driver is synchronous; its errors must come as rejections all the same. */
function settle<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
