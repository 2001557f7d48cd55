import type Sqlite from 'better-sqlite3';
import type { DataSourceOptions } from 'typeorm';
import { WAL_KEPT_BYTES } from './sqlite.wal';

type SqliteOptions = Extract<DataSourceOptions, { type: 'better-sqlite3' }>;

/** What a connection to a file is for. */
export type SqliteUse = 'writer' | 'reader' | 'migrations';

/** How long SQLite itself waits for other processes where one only reads. */
export const READER_TIMEOUT_MS = 2000;

/** The same for all uses; the writer waits without blocking this process. */
const timeoutsMs: Record<SqliteUse, number> = {
  writer: 50,
  reader: READER_TIMEOUT_MS,
  migrations: 30_000,
};

/** TypeORM's options of a SQLite file, which is made when absent. */
export function sqliteOptions(database: string, use: SqliteUse): SqliteOptions {
  const isReader = use === 'reader';
  return {
    type: 'better-sqlite3',
    database,
    timeout: timeoutsMs[use],
    readonly: isReader,
    enableWAL: !isReader,
    // A commit that was answered survives a power cut.
    prepareDatabase: (file: Sqlite.Database) => {
      file.pragma('synchronous = FULL');
      file.pragma(`journal_size_limit = ${WAL_KEPT_BYTES}`);
    },
  };
}
