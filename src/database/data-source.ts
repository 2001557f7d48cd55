import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { parseDatabaseUrl } from './database-url';
import { fitEntities } from './entity-schema';
import type { Dialect } from './dialect/dialect';
import { isMariaDb, MysqlDialect } from './dialect/mysql.dialect';
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
    const version = await mysqlVersion(target);
    dialect = new MysqlDialect(version);
    // TypeORM reads MariaDB's catalogue differently.
    const type = isMariaDb(version) ? 'mariadb' : 'mysql';
    const { host, port, user: username, password, database } = target;
    const { charset, timezone, dateStrings, supportBigNumbers, bigNumberStrings } =
      mysqlOptions(target);
    options = {
      ...shared,
      type,
      host,
      port,
      username,
      password,
      database,
      charset: String(charset),
      timezone,
      dateStrings: dateStrings === true,
      supportBigNumbers,
      bigNumberStrings,
      extra: { connectionLimit: 2 },
    };
  }
  fitEntities(dialect);
  const dataSource = new DataSource(options);
  dialects.set(dataSource, dialect);
  return dataSource;
}
