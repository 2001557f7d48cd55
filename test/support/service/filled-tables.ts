import { createHash } from 'node:crypto';
import type { QueryRunner, Table, TableColumn } from 'typeorm';

/** Rows of one INSERT. */
const BATCH = 10_000;
/** Rows that are read at once. */
const PAGE = 50_000;
/** Tables of the migrations themselves. */
const migrationTables = ['migrations', 'migration_claims'];

/** The time in rows that are made up. */
const FILLER_INSTANT = '2025-03-04 05:06:07.890';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The names of all tables, those of migrations themselves left out. */
export async function tableNames(runner: QueryRunner): Promise<string[]> {
  const sql = isFile(runner)
    ? "SELECT name AS name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'";
  const rows = (await runner.query(sql)) as { name: string }[];
  return rows.map(({ name }) => name).filter((name) => !migrationTables.includes(name));
}

/**
 * Fills every table that has no row, whatever tables there are, with rows that keep to all keys: the same ones always.
 * @param rowsOf how many a table gets; fewer where a unique key has no room for them
 */
export async function fillTables(
  runner: QueryRunner,
  rowsOf: (table: string) => number,
): Promise<void> {
  const empty: string[] = [];
  for (const name of await tableNames(runner)) {
    if ((await countOf(runner, name)) === 0) empty.push(name);
  }
  const tables = new Map((await runner.getTables(empty)).map((table) => [bare(table.name), table]));
  const begun = new Set<string>();
  const fill = async (name: string): Promise<void> => {
    const table = tables.get(name);
    if (!table || begun.has(name)) return;
    begun.add(name);
    const counts = new Map<string, number>();
    for (const { referencedTableName } of table.foreignKeys) {
      const other = bare(referencedTableName);
      await fill(other);
      counts.set(other, other === name ? 0 : await countOf(runner, other));
    }
    await runner.startTransaction();
    await new TableFiller(table, counts).fill(runner, rowsOf(name));
    await runner.commitTransaction();
  };
  for (const name of empty) await fill(name);
}

/** The schema and a digest of each table's rows. Times from `since` on and random ids are taken as alike. */
export async function readContent(
  runner: QueryRunner,
  since: Date,
): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  const begun = since.toISOString().replace('T', ' ').slice(0, 23);
  for (const name of (await tableNames(runner)).sort()) {
    const hash = createHash('sha256');
    for await (const row of rowsIn(runner, name)) {
      hash.update(JSON.stringify(Object.entries(row), (_, value: unknown) => alike(value, begun)));
    }
    content[name] = `${await definitionOf(runner, name)} ${hash.digest('hex')}`;
  }
  return content;
}

function alike(value: unknown, begun: string): unknown {
  if (typeof value !== 'string') return value;
  if (UUID.test(value)) return 'random';
  return /^\d{4}-\d\d-\d\d \d\d:/.test(value) && value >= begun ? 'now' : value;
}

async function* rowsIn(runner: QueryRunner, name: string): AsyncGenerator<Record<string, unknown>> {
  const order = (await primaryKey(runner, name)).map(quoted).join();
  for (let at = 0, isMore = true; isMore; at += PAGE) {
    const sql = `SELECT * FROM ${quoted(name)} ORDER BY ${order} LIMIT ${PAGE} OFFSET ${at}`;
    const rows = (await runner.query(sql)) as Record<string, unknown>[];
    yield* rows;
    isMore = rows.length === PAGE;
  }
}

/** TypeORM asks a server much more. */
async function primaryKey(runner: QueryRunner, table: string): Promise<string[]> {
  const sql = isFile(runner)
    ? 'SELECT name AS name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk'
    : 'SELECT column_name AS name FROM information_schema.key_column_usage WHERE table_schema = DATABASE() ' +
      "AND table_name = ? AND constraint_name = 'PRIMARY' ORDER BY ordinal_position";
  const rows = (await runner.query(sql, [table])) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** The schema of a table. */
export async function definitionOf(runner: QueryRunner, name: string): Promise<string> {
  if (isFile(runner)) {
    const sql =
      'SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY name';
    const rows = (await runner.query(sql, [name])) as { sql: string }[];
    return rows.map((row) => row.sql).join('; ');
  }
  const [row] = (await runner.query(`SHOW CREATE TABLE ${quoted(name)}`)) as Record<
    string,
    string
  >[];
  return String(row?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, '');
}

async function countOf(runner: QueryRunner, name: string): Promise<number> {
  const sql = `SELECT COUNT(*) AS n FROM ${quoted(name)}`;
  return Number(((await runner.query(sql)) as { n: number }[])[0]?.n);
}

/** The content of a table: rows that the database itself makes of their numbers `n`. */
class TableFiller {
  private readonly columns: readonly TableColumn[];
  private readonly uniques: readonly (readonly string[])[];
  private readonly references: ReadonlyMap<string, string>;

  /** @param counts rows of the tables that it refers to */
  constructor(
    private readonly table: Table,
    private readonly counts: ReadonlyMap<string, number>,
  ) {
    this.columns = table.columns;
    this.uniques = [
      table.primaryColumns.map(({ name }) => name),
      ...table.uniques.map(({ columnNames }) => columnNames),
      ...table.indices.filter(({ isUnique }) => isUnique).map(({ columnNames }) => columnNames),
    ];
    this.references = new Map(
      table.foreignKeys.map((key) => [key.columnNames[0] ?? '', bare(key.referencedTableName)]),
    );
  }

  async fill(runner: QueryRunner, wanted: number): Promise<void> {
    const count = Math.min(wanted, ...this.uniques.map((unique) => this.roomIn(unique)));
    const columns = this.columns.map(({ name }) => quoted(name)).join();
    const values = this.columns.map((column) => this.expression(column)).join();
    for (let from = 1; from <= count; from += BATCH) {
      const numbers = numbersFrom(from, Math.min(BATCH, count - from + 1));
      const table = quoted(bare(this.table.name));
      await runner.query(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${numbers}`);
    }
  }

  /** A key of references alone has room for as many as the largest of their tables. */
  private roomIn(unique: readonly string[]): number {
    const rooms = unique.map((column) => {
      const other = this.references.get(column);
      return other === undefined ? Infinity : (this.counts.get(other) ?? 0);
    });
    return Math.max(...rooms);
  }

  private expression(column: TableColumn): string {
    const other = this.references.get(column.name);
    if (other === undefined) return this.valueOf(column);
    const count = this.counts.get(other) ?? 0;
    if (column.isNullable && count === 0) return 'NULL';
    const id = `(n - 1) % ${count} + 1`;
    return column.isNullable ? `CASE WHEN n % 2 = 0 THEN NULL ELSE ${id} END` : id;
  }

  private valueOf({ name, type, length, isNullable, isGenerated }: TableColumn): string {
    if (isGenerated) return 'n';
    const isUnique = this.uniques.some((unique) => unique.includes(name));
    switch (type) {
      case 'boolean':
      case 'tinyint':
        return 'n % 2';
      case 'smallint':
        return isNullable ? 'NULL' : 'n % 20 + 1';
      case 'integer':
      case 'int':
      case 'bigint':
        return isNullable ? 'CASE WHEN n % 3 = 0 THEN NULL ELSE n END' : 'n';
      case 'double':
        return 'n + 0.5';
      case 'datetime':
        return literal(FILLER_INSTANT);
      case 'varchar':
        return isFileInstant(length)
          ? literal(FILLER_INSTANT)
          : textOf(name, Number(length || 255), isUnique);
      // Columns of other types get JSON, which some of them need.
      default:
        return `CONCAT('{"n":', n, '}')`;
    }
  }
}

/** A table of so many numbers, `n`: all that have so many digits, up to the last one. */
function numbersFrom(first: number, count: number): string {
  const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(
    ' UNION ALL ',
  );
  const places = Array.from({ length: String(count - 1).length }, (_, place) => place);
  const sum = places.map((place) => `${10 ** place} * d${place}.d`).join(' + ');
  const tables = places
    .map((place) => `(${digits}) d${place}`)
    .reverse()
    .join();
  const all = `SELECT ${first} + ${sum} AS n FROM ${tables}`;
  return `(${all}) numbers WHERE n < ${first + count}`;
}

/** How SQLite holds instants. */
function isFileInstant(length: string): boolean {
  return length === '23';
}

function textOf(column: string, length: number, isUnique: boolean): string {
  if (column.endsWith('currency_code')) return literal('EUR');
  if (column === 'type') return literal('VOUCHER');
  if (length <= 4) return isUnique ? lettersOf(length) : literal('en');
  return `SUBSTR(CONCAT(n, '-${column}'), 1, ${length})`;
}

/** Numbers in the system of 26, by letters. */
function lettersOf(length: number): string {
  const letters = Array.from({ length }, (_, at) => {
    const letter = `FLOOR(n / ${26 ** at}) % 26 + 1`;
    return `SUBSTR('abcdefghijklmnopqrstuvwxyz', ${letter}, 1)`;
  });
  return `CONCAT(${letters.join()})`;
}

function literal(text: string): string {
  return `'${text}'`;
}

function isFile(runner: QueryRunner): boolean {
  return runner.dataSource.options.type !== 'mysql' && runner.dataSource.options.type !== 'mariadb';
}

function quoted(name: string): string {
  return `\`${name}\``;
}

function bare(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
