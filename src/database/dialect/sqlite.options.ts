import type { DataSourceOptions } from 'typeorm';
import { type Sqlite, getSqliteDriver } from './sqlite.driver';
import { WAL_RETAINED_BYTES } from './sqlite.wal-limiter';

type SqliteOptions = Extract<DataSourceOptions, { type: 'better-sqlite3' }>;

/** What a connection to a file is for. */
export type SqlitePurpose = 'writer' | 'reader' | 'migrations';

/** What SQLite makes of a new file. */
const PAGE_BYTES = 4096;

/** How long SQLite itself waits for other processes where one only reads. */
export const READER_BUSY_TIMEOUT_MS = 2000;

/** The same for all uses; the writer waits without blocking this process. */
const busyTimeoutsMs: Record<SqlitePurpose, number> = {
  writer: 50,
  reader: READER_BUSY_TIMEOUT_MS,
  migrations: 30_000,
};

/**
 * TypeORM's options of a SQLite file, which is made when absent.
 * @throws NoSqliteDriver
 */
export function createSqliteOptions(database: string, use: SqlitePurpose): SqliteOptions {
  const isReader = use === 'reader';
  return {
    type: 'better-sqlite3',
    driver: getSqliteDriver(),
    database,
    timeout: busyTimeoutsMs[use],
    readonly: isReader,
    enableWAL: !isReader,
    prepareDatabase: (file: Sqlite.Database) => {
      // A commit that was answered survives a power cut: for the writer's ones Durability sees to that.
      file.pragma(`synchronous = ${use === 'writer' ? 'NORMAL' : 'FULL'}`);
      file.pragma(`journal_size_limit = ${WAL_RETAINED_BYTES}`);
      // WalLimiter has the log written back long before that.
      if (use === 'writer') file.pragma(`wal_autocheckpoint = ${WAL_RETAINED_BYTES / PAGE_BYTES}`);
    },
  };
}
