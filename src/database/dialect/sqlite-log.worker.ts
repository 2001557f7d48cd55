import { openSqlite, type Sqlite } from './sqlite.driver';
import type { CheckpointTask } from './sqlite.wal-limiter';

/** How long a TRUNCATE checkpoint waits for readers to finish. */
const BUSY_TIMEOUT_MS = 50;

let cachedDatabase: Sqlite.Database | undefined;

/** Runs in a worker thread: writes the write-ahead log back into the file. */
export function writeBack({ file, mode }: CheckpointTask): void {
  cachedDatabase ??= openDatabase(file);
  cachedDatabase.pragma(`wal_checkpoint(${mode})`);
}

function openDatabase(file: string): Sqlite.Database {
  const connection = openSqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  // The log is synced before the file is written, and the file before the log restarts.
  connection.pragma('synchronous = FULL');
  return connection;
}
