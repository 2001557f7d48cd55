import { existsSync } from 'node:fs';
import { formatHost, type ParsedDatabaseUrl, parseDatabaseUrl } from './database-url';
import { createDataSource, type StoreDataSource } from './data-source';
import { getSqliteDriver } from '../dialect/sqlite.driver';
import { migrations } from '../migrations';
import {
  isReplacedByBaseline,
  listExecutedMigrations,
  findIncompatibility,
} from '../migrations/history';

/** Description of a database that can be gathered without changing it. */
export interface DatabaseInspection {
  /** Engine, version and location. */
  readonly description: string;
  /** The migrations that have run. */
  readonly executedMigrations: readonly string[];
  /** Why this version can't work on it, with the remedy. */
  readonly incompatibility: string | undefined;
  /** Migrations that the next start will run. */
  readonly pendingMigrations: readonly string[];
  /** Migrations that have run, but are unknown to this version of the service. */
  readonly unknownMigrations: readonly string[];
  /** Last position of the journal; undefined if the database has no journal yet. */
  readonly journalPosition: number | undefined;
}

/**
 * Inspects a database without changing it.
 * @returns undefined if the SQLite file doesn't exist yet
 * @throws NoSqliteDriver, or the driver's error if the database is unreachable
 */
export async function inspectDatabase(url: string): Promise<DatabaseInspection | undefined> {
  const parsedUrl = parseDatabaseUrl(url);
  if (parsedUrl.engine === 'sqlite') {
    getSqliteDriver();
    if (!existsSync(parsedUrl.path)) return undefined;
  }
  const dataSource = await createDataSource(url);
  await dataSource.initialize();
  try {
    const executedMigrations = await listExecutedMigrations(dataSource);
    return {
      description: await describeDatabase(dataSource, parsedUrl),
      executedMigrations,
      incompatibility: findIncompatibility(executedMigrations),
      pendingMigrations: listKnownMigrations().filter((name) => !executedMigrations.includes(name)),
      unknownMigrations: listUnknownMigrations(executedMigrations),
      journalPosition: await readJournalPosition(dataSource),
    };
  } finally {
    await dataSource.destroy();
  }
}

/** Returns the migrations that this version doesn't know: those of a newer version. */
export function listUnknownMigrations(executedMigrations: readonly string[]): string[] {
  const known = listKnownMigrations();
  return executedMigrations.filter((name) => !known.includes(name) && !isReplacedByBaseline(name));
}

function listKnownMigrations(): string[] {
  return migrations.map((migration) => new migration().name ?? '');
}

async function readJournalPosition(dataSource: StoreDataSource): Promise<number | undefined> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('journal_numbering'))) return undefined;
    const rows: unknown = await runner.query('SELECT `last` FROM journal_numbering WHERE id = 1');
    return Number((rows as { last: number | string }[])[0]?.last ?? 0);
  } finally {
    await runner.release();
  }
}

async function describeDatabase(
  dataSource: StoreDataSource,
  parsedUrl: ParsedDatabaseUrl,
): Promise<string> {
  if (parsedUrl.engine === 'mysql') {
    const [{ version } = { version: '' }] = await dataSource.query<{ version: string }[]>(
      'SELECT VERSION() AS version',
    );
    const host = dataSource.clusterMembers?.currentAddress ?? formatHost(parsedUrl.hosts[0]);
    return `${version}, ${parsedUrl.database} on ${host}`;
  }
  const [{ version } = { version: '' }] = await dataSource.query<{ version: string }[]>(
    'SELECT sqlite_version() AS version',
  );
  return `SQLite ${version}, ${parsedUrl.path}`;
}
