import type { MigrationInterface } from 'typeorm';
import { createDataSource, type StoreDataSource } from '../connection/data-source';
import { openSqlite } from '../dialect/sqlite.driver';
import { migrations as all } from './index';
import { withMigrationClaim } from './migration-claim';

/** Seconds that a starting process waits for another one's migration of its file. */
const LOCK_TIMEOUT_S = 120;

/**
 * Brings the database's schema up to date: runs the migrations that have not run yet, each in its own
 * transaction (which undoes nothing on MySQL, where every CREATE commits).
 * @returns the names of those that ran
 */
export async function migrate(
  url: string,
  migrations: readonly (new () => MigrationInterface)[] = all,
): Promise<string[]> {
  const dataSource = await createDataSource(url, { migrations });
  await dataSource.initialize();
  try {
    if (await isUpToDate(dataSource)) return [];
    return await runExclusively(dataSource, async () => {
      const done = await dataSource.runMigrations({ transaction: 'each' });
      return done.map(({ name }) => name);
    });
  } finally {
    await dataSource.destroy();
  }
}

/** A start that has nothing to do waits for nobody, and needs no rights to change tables. */
async function isUpToDate(dataSource: StoreDataSource): Promise<boolean> {
  try {
    const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
    const done = new Set(rows.map(({ name }) => name));
    return dataSource.migrations.every(({ name }) => done.has(name ?? ''));
  } catch {
    return false;
  }
}

/** Of several processes that start at once, one migrates and the others wait. */
async function runExclusively<T>(dataSource: StoreDataSource, work: () => Promise<T>): Promise<T> {
  return dataSource.dialect.name === 'sqlite'
    ? runWithFileLock(String(dataSource.options.database), work)
    : withMigrationClaim(dataSource, work);
}

/**
 * SQLite has no locks but those of files: the lock is a transaction on an empty file beside the database.
 * The file stays: SQLite fails with a fault of the disk when a file goes while it is being opened.
 */
async function runWithFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = openSqlite(`${path}.migrating`, { timeout: LOCK_TIMEOUT_S * 1000 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return await work();
  } finally {
    lock.close();
  }
}
