import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import { placeholders } from '../queries/conditions';
import type { SqlValue } from '../schema/column-kinds';
import { quoteIdentifier } from '../schema/sql-names';
import type { StatementResult, InsertBatch, RawRow, Statement, QueryProgram } from './connection';
import type { Sqlite } from './sqlite.driver';

const MAX_STATEMENTS = 1000;

/** Rows that are inserted without a look at the time. */
const ROWS_PER_YIELD = 50;
/** Columns up to which several rows in a statement are quicker than several statements. */
const MAX_NARROW_COLUMNS = 4;

type Prepared = Sqlite.Statement<SqlValue[]>;

/** One connection with its prepared statements. The driver answers at once, and throws its errors. */
export class SqliteConnection {
  private changedRows = 0;
  private readonly statements = new Map<string, Prepared>();

  constructor(private readonly database: Sqlite.Database) {
    if (database.pragma('foreign_keys', { simple: true }) !== 1) {
      throw new Error('This SQLite does not check foreign keys');
    }
    if (database.pragma('journal_mode', { simple: true }) !== 'wal') {
      throw new Error(`SQLite can't keep a write-ahead log beside ${database.name}`);
    }
  }

  /** The path of the file. */
  get file(): string {
    return this.database.name;
  }

  /** How many rows the connection has changed; those that went or changed along with others are not counted. */
  get totalChanges(): number {
    return this.changedRows;
  }

  /** Another number whenever another connection, of whichever process, has committed something. */
  get dataVersion(): number {
    const [[version] = []] = this.rows({ sql: 'PRAGMA data_version', params: [] });
    return Number(version);
  }

  /**
   * Runs all steps of a read without a pause: nothing in this process writes in between. The transaction keeps
   * other processes' writes out of sight too.
   * @param first the step that it begins with, if that has been taken already
   * @param rows runs a statement
   */
  read<T>(
    steps: QueryProgram<T>,
    first = steps.next(),
    rows = (statement: Statement): RawRow[] => this.rows(statement),
  ): T {
    const isOwn = !this.database.inTransaction;
    if (isOwn) this.exec('BEGIN');
    try {
      let step = first;
      while (!step.done) step = steps.next(step.value.map(rows));
      return step.value;
    } finally {
      if (isOwn) this.exec('COMMIT');
    }
  }

  rows({ sql, params }: Statement): RawRow[] {
    return this.prepare(sql)
      .raw(true)
      .all(...params) as RawRow[];
  }

  /** The rows one after the other. */
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

  /** The rows of a long list give way to others. */
  async insert(insertion: InsertBatch): Promise<number[]> {
    const { columns, rows, generatedKey } = insertion;
    this.changedRows += rows.length;
    const isNarrow = generatedKey === undefined && columns.length <= MAX_NARROW_COLUMNS;
    const together = isNarrow ? rows.length - (rows.length % ROWS_PER_YIELD) : 0;
    for (let at = 0; at < together; at += ROWS_PER_YIELD) {
      await yieldToEventLoop();
      const some = rows.slice(at, at + ROWS_PER_YIELD);
      this.prepareInsert(insertion, ROWS_PER_YIELD).run(...some.flat());
    }
    const statement = this.prepareInsert(insertion, 1);
    const ids: number[] = [];
    for (let at = together; at < rows.length; at++) {
      if (at % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) await yieldToEventLoop();
      const { lastInsertRowid } = statement.run(...(rows[at] as readonly SqlValue[]));
      if (generatedKey !== undefined) ids.push(Number(lastInsertRowid));
    }
    return ids;
  }

  private prepareInsert({ table, columns }: InsertBatch, rows: number): Prepared {
    const names = columns.map(quoteIdentifier).join(', ');
    const marks = Array<string>(rows)
      .fill(`(${placeholders(columns.length)})`)
      .join(', ');
    const values = columns.length === 0 ? 'DEFAULT VALUES' : `(${names}) VALUES ${marks}`;
    return this.prepare(`INSERT INTO ${quoteIdentifier(table)} ${values}`);
  }

  /** Not kept prepared: statements of this kind are too many. */
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

  private prepare(sql: string): Prepared {
    const known = this.statements.get(sql);
    if (known) return known;
    if (this.statements.size >= MAX_STATEMENTS) this.statements.clear();
    const statement = this.database.prepare<SqlValue[]>(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
