import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import { formatPlaceholders } from '../queries/conditions';
import type { SqlValue } from '../schema/column-kinds';
import { quoteIdentifier } from '../schema/sql-names';
import type { StatementResult, InsertBatch, RawRow, Statement, QueryProgram } from './connection';
import type { Sqlite } from './sqlite.driver';

const MAX_CACHED_STATEMENTS = 1000;

/** Rows that are inserted before the event loop may run. */
const ROWS_PER_YIELD = 50;
/** Up to this many columns, one statement for several rows is faster than several statements. */
const MAX_NARROW_COLUMNS = 4;

type PreparedStatement = Sqlite.Statement<SqlValue[]>;

/** A connection with its prepared statements. The driver is synchronous and throws its errors. */
export class SqliteConnection {
  private changedRows = 0;
  private readonly statements = new Map<string, PreparedStatement>();

  constructor(private readonly database: Sqlite.Database) {
    if (database.pragma('foreign_keys', { simple: true }) !== 1) {
      throw new Error('This SQLite does not check foreign keys');
    }
    if (database.pragma('journal_mode', { simple: true }) !== 'wal') {
      throw new Error(`SQLite can't use a write-ahead log for ${database.name}`);
    }
  }

  /** The path of the file. */
  get path(): string {
    return this.database.name;
  }

  /** Number of rows changed by this connection, without cascaded changes. */
  get totalChangedRows(): number {
    return this.changedRows;
  }

  /** A number that changes whenever another connection, of any process, commits. */
  get dataVersion(): number {
    const [[version] = []] = this.readRows({ sql: 'PRAGMA data_version', params: [] });
    return Number(version);
  }

  /**
   * Runs all steps of a read without interruption: nothing in this process writes in between. The transaction hides
   * the writes of other processes.
   * @param firstStep first step of the read, if it has been taken already
   * @param runStatement runs a statement
   */
  read<T>(
    program: QueryProgram<T>,
    firstStep = program.next(),
    runStatement = (statement: Statement): RawRow[] => this.readRows(statement),
  ): T {
    const opensTransaction = !this.database.inTransaction;
    if (opensTransaction) this.exec('BEGIN');
    try {
      let step = firstStep;
      while (!step.done) step = program.next(step.value.map(runStatement));
      return step.value;
    } finally {
      if (opensTransaction) this.exec('COMMIT');
    }
  }

  readRows({ sql, params }: Statement): RawRow[] {
    return this.prepare(sql)
      .raw(true)
      .all(...params) as RawRow[];
  }

  /** Iterates over the rows. */
  iterate({ sql, params }: Statement): IterableIterator<RawRow> {
    return this.prepare(sql)
      .raw(true)
      .iterate(...params) as IterableIterator<RawRow>;
  }

  /** Rows by column name. */
  select({ sql, params }: Statement): Record<string, unknown>[] {
    return this.prepare(sql)
      .raw(false)
      .all(...params) as Record<string, unknown>[];
  }

  execute(sql: string, params: readonly SqlValue[]): number {
    const { changes } = this.prepare(sql).run(...params);
    this.changedRows += changes;
    return changes;
  }

  /** Inserts rows; a long list yields to the event loop. */
  async insert(insertion: InsertBatch): Promise<number[]> {
    const { columns, rows, generatedKey } = insertion;
    this.changedRows += rows.length;
    const isNarrow = generatedKey === undefined && columns.length <= MAX_NARROW_COLUMNS;
    const batchedRows = isNarrow ? rows.length - (rows.length % ROWS_PER_YIELD) : 0;
    const batchStatement =
      batchedRows > 0 ? this.prepareInsert(insertion, ROWS_PER_YIELD) : undefined;
    for (let at = 0; at < batchedRows; at += ROWS_PER_YIELD) {
      await yieldToEventLoop();
      batchStatement?.run(...rows.slice(at, at + ROWS_PER_YIELD).flat());
    }
    const statement = this.prepareInsert(insertion, 1);
    const ids: number[] = [];
    for (let at = batchedRows; at < rows.length; at++) {
      if (at % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) await yieldToEventLoop();
      const { lastInsertRowid } = statement.run(...(rows[at] as readonly SqlValue[]));
      if (generatedKey !== undefined) ids.push(Number(lastInsertRowid));
    }
    return ids;
  }

  private prepareInsert({ table, columns }: InsertBatch, rowCount: number): PreparedStatement {
    const names = columns.map(quoteIdentifier).join(', ');
    const rowPlaceholders = Array<string>(rowCount)
      .fill(`(${formatPlaceholders(columns.length)})`)
      .join(', ');
    const values = columns.length === 0 ? 'DEFAULT VALUES' : `(${names}) VALUES ${rowPlaceholders}`;
    return this.prepare(`INSERT INTO ${quoteIdentifier(table)} ${values}`);
  }

  /** Runs a statement without caching it: there are too many different ones of this kind. */
  query(sql: string, params: readonly SqlValue[]): StatementResult {
    const statement = this.database.prepare<SqlValue[]>(sql);
    if (statement.reader) {
      const rows = statement.all(...params) as Record<string, unknown>[];
      return { rows, affected: rows.length, insertId: 0 };
    }
    const { changes, lastInsertRowid } = statement.run(...params);
    this.changedRows += changes;
    return { affected: changes, insertId: Number(lastInsertRowid) };
  }

  exec(sql: string): void {
    this.prepare(sql).run();
  }

  private prepare(sql: string): PreparedStatement {
    const known = this.statements.get(sql);
    if (known) return known;
    if (this.statements.size >= MAX_CACHED_STATEMENTS) this.statements.clear();
    const statement = this.database.prepare<SqlValue[]>(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
