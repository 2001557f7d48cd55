import {
  type MigrationInterface,
  type QueryRunner,
  Table,
  TableCheck,
  type TableColumnOptions,
  TableForeignKey,
  TableIndex,
  TableUnique,
} from 'typeorm';
import { Clock } from '../../core/clock';
import type { Dialect } from '../dialect/dialect';
import { getDialect } from '../connection/data-source';
import { type ColumnKind, formatSqlInstant, columnKinds } from '../schema/column-kinds';
import { constraintNames, quoteIdentifier } from '../schema/sql-names';

/** A column of a migration. */
export interface ColumnSpec {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  readonly references?: { readonly table: string; readonly onDelete: OnDelete };
}

type OnDelete = 'CASCADE' | 'RESTRICT' | 'SET NULL';
interface SpecOptions {
  readonly nullable?: boolean;
}

const toColumnSpec = (kind: ColumnKind, { nullable = false }: SpecOptions = {}): ColumnSpec => ({
  kind,
  nullable,
});

/** The same presets as columns.ts has for entities. */
export const id = (): ColumnSpec => toColumnSpec(columnKinds.id);
export const pid = (options?: SpecOptions): ColumnSpec => toColumnSpec(columnKinds.pid, options);
export const varchar = (length: number, options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.varchar(length), options);
export const longText = (options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.longText, options);
export const folded = (length = 190, options?: SpecOptions): ColumnSpec => varchar(length, options);
export const bool = (options?: SpecOptions): ColumnSpec => toColumnSpec(columnKinds.bool, options);
export const int = (options?: SpecOptions): ColumnSpec => toColumnSpec(columnKinds.int, options);
export const smallInt = (options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.smallInt, options);
export const bigInt53 = (options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.bigInt, options);
export const money = (options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.bigInt, options);
export const rate = (options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.bigInt, options);
export const quantity = (options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.bigInt, options);
export const double = (options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.double, options);
export const instant = (options?: SpecOptions): ColumnSpec =>
  toColumnSpec(columnKinds.instant, options);
export const offsetInstant = (options?: SpecOptions): ColumnSpec => varchar(32, options);
export const json = (options?: SpecOptions): ColumnSpec => toColumnSpec(columnKinds.json, options);
export const nullableFlag = (): ColumnSpec =>
  toColumnSpec(columnKinds.smallInt, { nullable: true });
/** A foreign key to `table`; it gets an index unless a unique or an index begins with it. */
export const foreignKey = (
  table: string,
  onDelete: OnDelete,
  options: SpecOptions = {},
): ColumnSpec => ({
  ...toColumnSpec(columnKinds.bigInt, options),
  references: { table, onDelete },
});

/** A table of a migration; column names as in the database (snake_case). */
export interface TableSpec {
  readonly columns: Readonly<Record<string, ColumnSpec>>;
  /** Default: `id`. */
  readonly primaryKey?: readonly string[];
  readonly uniques?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
  /** Label -> SQL that both engines take; named `ck_<table>_<label>`. */
  readonly checks?: Readonly<Record<string, string>>;
  /** Whether SQLite stores rows in the primary key's index, as InnoDB always does; for rows with little but a key. */
  readonly withoutRowId?: boolean;
}

type MigrationStep = (runner: QueryRunner) => Promise<void>;

/** A step of a migration and its undoing. */
export interface SchemaChange {
  readonly up: MigrationStep;
  readonly down: MigrationStep;
}

/**
 * A migration: its changes run in order, and are undone in reverse order. MySQL stores each change of a table at
 * once. So an interrupted migration starts again on top of the changes that it has made. Each change has to detect
 * that, or be `changeRows`.
 * @param number orders the migrations; never change one that has been released
 * @param name for example `SearchTerms`
 */
export function defineMigration(
  number: number,
  name: string,
  changes: readonly SchemaChange[],
): new () => MigrationInterface {
  return class implements MigrationInterface {
    // TypeORM wants 13 digits (a time stamp) at the end and orders by them.
    readonly name = `${name}${String(number).padStart(13, '0')}`;

    async up(runner: QueryRunner): Promise<void> {
      // Deletes nothing, but takes SQLite's write lock. A transaction that begins with a read fails as soon as another
      // process has written.
      if (getDialect(runner.dataSource).name === 'sqlite')
        await runner.query('DELETE FROM migrations WHERE id < 0');
      for (const change of changes) await change.up(runner);
    }

    async down(runner: QueryRunner): Promise<void> {
      for (const change of [...changes].reverse()) await change.down(runner);
    }
  };
}

/** Creates a table with all its named constraints and indexes; what is there is left alone. */
export function createTable(name: string, spec: TableSpec): SchemaChange {
  return {
    up: async (runner) => {
      const dialect = getDialect(runner.dataSource);
      await runner.createTable(toTable(name, spec, dialect), true);
      for (const [label, expression] of Object.entries(spec.checks ?? {})) {
        const check = constraintNames.check(name, label);
        const sql = dialect.createCheckStatement(name, check, expression);
        if (sql !== undefined && !(await hasConstraint(runner, name, check)))
          await runner.query(sql);
      }
    },
    down: (runner) => runner.dropTable(name, true),
  };
}

/** For database servers, which have this view. TypeORM doesn't know their checks. */
async function hasConstraint(runner: QueryRunner, table: string, name: string): Promise<boolean> {
  const sql =
    'SELECT 1 FROM information_schema.table_constraints ' +
    'WHERE table_schema = DATABASE() AND table_name = ? AND constraint_name = ?';
  return ((await runner.query(sql, [table, name])) as unknown[]).length > 0;
}

/**
 * Changes rows, as the last change of a migration. On MySQL, earlier changes of tables have ended the transaction. So
 * this change starts another one, in which the migration is also recorded as executed. The rows are changed once, or
 * not at all.
 */
export function changeRows({ up, down }: SchemaChange): SchemaChange {
  return {
    up: async (runner) => {
      if (getDialect(runner.dataSource).name === 'mysql') await runner.query('START TRANSACTION');
      await up(runner);
    },
    down,
  };
}

/** Additions to an existing table. */
export interface TableExtension extends Pick<TableSpec, 'uniques' | 'indexes'> {
  /** Nullable ones only: rows are there already. */
  readonly columns?: Readonly<Record<string, ColumnSpec>>;
}

/**
 * Adds columns, unique keys and indexes to a table; existing ones are left alone. Columns are added in plain SQL,
 * because on SQLite, TypeORM builds the table again. Dropping the old table would delete all rows that refer to it.
 */
export function extendTable(
  table: string,
  { columns = {}, ...keys }: TableExtension,
): SchemaChange {
  const { uniques = [], indexes = [] } = keys;
  const added = [
    ...indexes.map((list) => toTableIndex(table, list)),
    ...uniques.map((list) => toUniqueIndex(table, list)),
  ];
  return {
    up: async (runner) => {
      const dialect = getDialect(runner.dataSource);
      for (const [name, spec] of Object.entries(columns)) {
        if (await runner.hasColumn(table, name)) continue;
        const definition = toColumnDefinition(spec, dialect);
        await runner.query(
          `ALTER TABLE ${quoteIdentifier(table)} ADD COLUMN ${quoteIdentifier(name)} ${definition} NULL`,
        );
      }
      const known = added.length > 0 ? await readIndexNames(runner, table) : new Set();
      for (const index of added) {
        if (!known.has(index.name)) await runner.createIndex(table, index);
      }
    },
    down: async (runner) => {
      const known = added.length > 0 ? await readIndexNames(runner, table) : new Set();
      for (const index of [...added].reverse()) {
        if (known.has(index.name)) await runner.dropIndex(table, index);
      }
      for (const name of Object.keys(columns).reverse()) {
        if (!(await runner.hasColumn(table, name))) continue;
        await runner.query(
          `ALTER TABLE ${quoteIdentifier(table)} DROP COLUMN ${quoteIdentifier(name)}`,
        );
      }
    },
  };
}

/** Returns the names of a table's indexes and unique keys. */
async function readIndexNames(
  runner: QueryRunner,
  table: string,
): Promise<Set<string | undefined>> {
  const { indices = [], uniques = [] } = (await runner.getTable(table)) ?? {};
  return new Set([...indices, ...uniques].map(({ name }) => name));
}

/** Rows that are filled in one statement. */
const ROWS_PER_FILL = 10_000;

/**
 * Sets an added instant to the time of the migration in existing rows, some of them at a time. MySQL stores each
 * statement by itself, so its undo log and the certification of a cluster don't grow with the table.
 */
export function fillWithNow(table: string, column: string): SchemaChange {
  return {
    up: async (runner) => {
      const now = formatSqlInstant(new Clock().now());
      const sql = `SELECT MAX(id) AS \`last\` FROM ${quoteIdentifier(table)}`;
      const [row] = (await runner.query(sql)) as { last: number | string | null }[];
      for (let from = 0; from < Number(row?.last ?? 0); from += ROWS_PER_FILL) {
        await runner.query(
          `UPDATE ${quoteIdentifier(table)} SET ${quoteIdentifier(column)} = ? WHERE id > ? AND id <= ? AND ${quoteIdentifier(column)} IS NULL`,
          [now, from, from + ROWS_PER_FILL],
        );
      }
    },
    down: () => Promise.resolve(),
  };
}

function toColumnDefinition({ kind, nullable, references }: ColumnSpec, dialect: Dialect): string {
  if (!nullable || references) throw new Error('Only a nullable column without a key can be added');
  const { type, length, precision, collation } = dialect.getColumnType(kind);
  const size = length ?? precision;
  return [
    size === undefined || size === null ? type : `${type}(${size})`,
    ...(collation === undefined ? [] : [`COLLATE ${collation}`]),
  ].join(' ');
}

function toTable(name: string, spec: TableSpec, dialect: Dialect): Table {
  const { columns, uniques = [], checks = {}, withoutRowId: withoutRowid = false } = spec;
  const columnEntries = Object.entries(columns);
  const primaryKey = spec.primaryKey ?? ['id'];
  // MySQL knows a UNIQUE only as an index.
  const asIndexes = dialect.name === 'mysql';
  return new Table({
    name,
    withoutRowid,
    columns: columnEntries.map(([column, options]) => ({
      ...toTableColumn(column, options, dialect),
      isPrimary: primaryKey.includes(column),
      // MySQL's primary key is always called PRIMARY.
      ...(primaryKey.includes(column) &&
        !asIndexes && {
          primaryKeyConstraintName: constraintNames.primaryKey(name),
        }),
    })),
    indices: [
      ...listIndexColumns(spec, primaryKey).map((list) => toTableIndex(name, list)),
      ...(asIndexes ? uniques.map((list) => toUniqueIndex(name, list)) : []),
    ],
    uniques: asIndexes ? [] : uniques.map((list) => toTableUnique(name, list)),
    checks: asIndexes
      ? []
      : Object.entries(checks).map(
          ([label, expression]) =>
            new TableCheck({ name: constraintNames.check(name, label), expression }),
        ),
    foreignKeys: columnEntries.flatMap(([column, { references: target }]) =>
      target ? [toTableForeignKey(name, column, target)] : [],
    ),
  });
}

function toTableColumn(
  name: string,
  { kind, nullable }: ColumnSpec,
  dialect: Dialect,
): TableColumnOptions {
  const isGenerated = kind.name === 'id';
  return {
    name,
    ...dialect.getColumnType(kind),
    isNullable: nullable,
    ...(isGenerated && { isGenerated, generationStrategy: 'increment' as const }),
  };
}

/** Returns the declared indexes, and one for each foreign key that starts no index or key: SQLite creates none. */
function listIndexColumns(spec: TableSpec, primaryKey: readonly string[]): (readonly string[])[] {
  const { indexes = [], uniques = [] } = spec;
  const leading = new Set([...indexes, ...uniques, primaryKey].map(([first]) => first));
  const keys = Object.entries(spec.columns)
    .filter(([name, { references }]) => references && !leading.has(name))
    .map(([name]) => [name]);
  return [...indexes, ...keys];
}

function toTableIndex(table: string, columns: readonly string[]): TableIndex {
  return new TableIndex({ name: constraintNames.index(table, columns), columnNames: [...columns] });
}

function toUniqueIndex(table: string, columns: readonly string[]): TableIndex {
  const name = constraintNames.unique(table, columns);
  return new TableIndex({ name, columnNames: [...columns], isUnique: true });
}

function toTableUnique(table: string, columns: readonly string[]): TableUnique {
  return new TableUnique({
    name: constraintNames.unique(table, columns),
    columnNames: [...columns],
  });
}

function toTableForeignKey(
  table: string,
  column: string,
  { table: referencedTableName, onDelete }: { table: string; onDelete: OnDelete },
): TableForeignKey {
  return new TableForeignKey({
    name: constraintNames.foreignKey(table, [column]),
    columnNames: [column],
    referencedTableName,
    referencedColumnNames: ['id'],
    onDelete,
    // The default of entities. Without it, a comparison of the schemas finds a difference.
    onUpdate: 'NO ACTION',
  });
}
