import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  DataSource, type DataSourceOptions, getMetadataArgsStorage, type MigrationInterface,
} from 'typeorm';
import { declaredColumns } from './columns';
import { parseDatabaseUrl } from './database-url';
import type { Dialect } from './dialect/dialect';
import { MysqlDialect } from './dialect/mysql.dialect';
import { mysqlOptions, mysqlVersion } from './dialect/mysql.pool';
import { SqliteDialect } from './dialect/sqlite.dialect';
import type { Entity } from './model';
import { NamedConstraints } from './naming';

const dialects = new WeakMap<DataSource, Dialect>();

/** The dialect of a data source that `createDataSource` made. */
export function dialectOf(dataSource: DataSource): Dialect {
  const dialect = dialects.get(dataSource);
  if (!dialect) throw new Error('The data source was not made by createDataSource');
  return dialect;
}

interface Parts {
  readonly entities?: readonly Entity[];
  readonly migrations?: readonly (new () => MigrationInterface)[];
}

/**
 * TypeORM's data source of a database, not yet initialised: for migrations, its command line and
 * comparing the schema with the entities. The service itself reads and writes through `Database`.
 */
export async function createDataSource(url: string, parts: Parts = {}): Promise<DataSource> {
  const target = parseDatabaseUrl(url);
  const shared = {
    entities: [...(parts.entities ?? [])],
    migrations: [...(parts.migrations ?? [])],
    namingStrategy: new NamedConstraints(),
    synchronize: false,
    logging: false as const,
  };
  let dialect: Dialect;
  let options: DataSourceOptions;
  if (target.engine === 'sqlite') {
    dialect = new SqliteDialect();
    const database = resolve(target.path);
    mkdirSync(dirname(database), { recursive: true });
    options = { ...shared, type: 'better-sqlite3', database, enableWAL: true, timeout: 30_000 };
  } else {
    dialect = new MysqlDialect(await mysqlVersion(target));
    const { host, port, user: username, password, database } = target;
    const { charset, timezone, dateStrings, supportBigNumbers, bigNumberStrings } = mysqlOptions(target);
    options = {
      ...shared, type: 'mysql', host, port, username, password, database,
      charset: String(charset), timezone, dateStrings: dateStrings === true, supportBigNumbers, bigNumberStrings,
      extra: { connectionLimit: 2 },
    };
  }
  fitToDialect(dialect);
  const dataSource = new DataSource(options);
  dialects.set(dataSource, dialect);
  return dataSource;
}

/**
 * Gives the columns that the presets declared the SQL types of this engine, and relations the columns
 * and foreign keys of their `Ref`s. TypeORM reads the declarations when a data source is initialised.
 */
function fitToDialect(dialect: Dialect): void {
  const storage = getMetadataArgsStorage();
  const declared = declaredColumns();
  for (const { target, propertyName, options } of storage.columns) {
    const column = declared.find((c) => c.target === target && c.property === propertyName);
    if (column) Object.assign(options, dialect.columnType(column.kind));
  }
  for (const relation of storage.relations) {
    const { target, propertyName } = relation;
    const column = declared.find((c) => c.target === target && c.property === `${propertyName}Id`);
    if (!column) continue;
    Object.assign(relation, { options: { ...relation.options, createForeignKeyConstraints: false } });
    const isJoined = storage.joinColumns.some(
      (join) => join.target === target && join.propertyName === propertyName,
    );
    if (!isJoined) storage.joinColumns.push({ target, propertyName, name: column.name });
  }
}
