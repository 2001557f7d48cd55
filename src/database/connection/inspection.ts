import { existsSync } from 'node:fs';
import { formatHost, type DatabaseUrl, parseDatabaseUrl } from './database-url';
import { createDataSource, type StoreDataSource } from './data-source';
import { getSqliteDriver } from '../dialect/sqlite.driver';
import { migrations } from '../migrations';
import { isOfBaseline, migrationsOf, refusalOf } from '../migrations/history';

/** Description of a database that can be gathered without changing it. */
export interface DatabaseInspection {
  /** Engine, version and location. */
  readonly server: string;
  /** Number of migrations that have run. */
  readonly done: number;
  /** Why this version can't work on it, with the remedy. */
  readonly refusal: string | undefined;
  /** Migrations that the next start will run. */
  readonly pending: readonly string[];
  /** Migrations that have run, but are unknown to this version of the service. */
  readonly unknown: readonly string[];
}

/**
 * Inspects a database without changing it.
 * @returns undefined if the SQLite file doesn't exist yet
 * @throws NoSqliteDriver, or the driver's error if the database is unreachable
 */
export async function inspectDatabase(url: string): Promise<DatabaseInspection | undefined> {
  const target = parseDatabaseUrl(url);
  if (target.engine === 'sqlite') {
    getSqliteDriver();
    if (!existsSync(target.path)) return undefined;
  }
  const dataSource = await createDataSource(url);
  await dataSource.initialize();
  try {
    const known = migrations.map((migration) => new migration().name ?? '');
    const run = await migrationsOf(dataSource);
    return {
      server: await describeServer(dataSource, target),
      done: run.length,
      refusal: refusalOf(run),
      pending: known.filter((name) => !run.includes(name)),
      unknown: run.filter((name) => !known.includes(name) && !isOfBaseline(name)),
    };
  } finally {
    await dataSource.destroy();
  }
}

async function describeServer(dataSource: StoreDataSource, target: DatabaseUrl): Promise<string> {
  if (target.engine === 'mysql') {
    const [{ version } = { version: '' }] = await dataSource.query<{ version: string }[]>(
      'SELECT VERSION() AS version',
    );
    const host = dataSource.clusterMembers?.currentAddress ?? formatHost(target.hosts[0]);
    return `${version}, ${target.database} on ${host}`;
  }
  const [{ version } = { version: '' }] = await dataSource.query<{ version: string }[]>(
    'SELECT sqlite_version() AS version',
  );
  return `SQLite ${version}, ${target.path}`;
}
