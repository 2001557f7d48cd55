import type { MigrationInterface } from 'typeorm';
import { createDataSource, type StoreDataSource } from '../connection/data-source';
import { openSqlite } from '../dialect/sqlite.driver';
import { listExecutedMigrations, findIncompatibility } from './history';
import { migrations as all } from './index';
import { withMigrationClaim } from './migration-claim';

/** Seconds that a starting process waits for another one's migration of its file. */
const LOCK_TIMEOUT_S = 120;

/** This version can't work on the database. The message has the remedy. */
class DatabaseRefused extends Error {
  readonly code = 'DATABASE_REFUSED';
}

/**
 * Brings the database's schema up to date: runs the migrations that have not run yet, each in its own transaction.
 * On MySQL, a transaction undoes nothing, because every CREATE commits.
 * @returns the names of those that ran
 * @throws DatabaseRefused
 */
export async function migrate(
  url: string,
  migrations: readonly (new () => MigrationInterface)[] = all,
): Promise<string[]> {
  const dataSource = await createDataSource(url, { migrations });
  await dataSource.initialize();
  try {
    const done = await listExecutedMigrations(dataSource);
    const refusal = findIncompatibility(done);
    if (refusal !== undefined) throw new DatabaseRefused(refusal);
    // A start that has nothing to do waits for nobody, and needs no rights to change tables.
    if (dataSource.migrations.every(({ name }) => done.includes(name ?? ''))) return [];
    return await runExclusively(dataSource, async () => {
      const ran = await dataSource.runMigrations({ transaction: 'each' });
      return ran.map(({ name }) => name);
    });
  } finally {
    await dataSource.destroy();
  }
}

/** If several processes start at once, one migrates and the others wait. */
async function runExclusively<T>(dataSource: StoreDataSource, work: () => Promise<T>): Promise<T> {
  return dataSource.dialect.name === 'sqlite'
    ? runWithFileLock(String(dataSource.options.database), work)
    : withMigrationClaim(dataSource, work);
}

/**
 * SQLite has only locks of files: the lock is a transaction on an empty file next to the database. The file stays,
 * because SQLite reports a disk fault if a file is removed while it is being opened.
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
