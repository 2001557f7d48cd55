import type { DataSourceOptions } from 'typeorm';
import { type Sqlite, getSqliteDriver } from './sqlite.driver';
import { WAL_RETAINED_BYTES } from './sqlite.wal-limiter';

type SqliteOptions = Extract<DataSourceOptions, { type: 'better-sqlite3' }>;

/** Purpose of a connection to a SQLite file. */
export type SqliteConnectionPurpose = 'writer' | 'reader' | 'migrations';

/** SQLite's page size for new files. */
const PAGE_BYTES = 4096;

/** How long SQLite itself waits for other processes on connections that only read. */
export const READER_BUSY_TIMEOUT_MS = 2000;

/** How long SQLite waits for other processes; the writer also retries without blocking this process. */
const busyTimeoutsMs: Record<SqliteConnectionPurpose, number> = {
  writer: 50,
  reader: READER_BUSY_TIMEOUT_MS,
  migrations: 30_000,
};

/**
 * Returns TypeORM's options for a SQLite file, which is created if it doesn't exist.
 * @throws NoSqliteDriver
 */
export function createSqliteOptions(
  database: string,
  purpose: SqliteConnectionPurpose,
): SqliteOptions {
  const isReader = purpose === 'reader';
  return {
    type: 'better-sqlite3',
    driver: getSqliteDriver(),
    database,
    timeout: busyTimeoutsMs[purpose],
    readonly: isReader,
    enableWAL: !isReader,
    prepareDatabase: (openedDatabase: Sqlite.Database) => {
      // An acknowledged commit survives a power cut; WalSyncer ensures that for the writer.
      openedDatabase.pragma(`synchronous = ${purpose === 'writer' ? 'NORMAL' : 'FULL'}`);
      openedDatabase.pragma(`journal_size_limit = ${WAL_RETAINED_BYTES}`);
      // WalLimiter writes the log back long before this limit.
      if (purpose === 'writer')
        openedDatabase.pragma(`wal_autocheckpoint = ${WAL_RETAINED_BYTES / PAGE_BYTES}`);
    },
  };
}
