import { openSqlite, type Sqlite } from './sqlite.driver';
import type { CheckpointTask } from './sqlite.wal-limiter';

/** How long a TRUNCATE checkpoint waits for readers to finish. */
const BUSY_TIMEOUT_MS = 50;

let cachedDatabase: Sqlite.Database | undefined;

/**
 * Runs in a worker thread: writes the write-ahead log back into the file.
 * @throws Error with SQLite's code and message; the driver's own errors lose their message between threads
 */
export function runCheckpoint({ databasePath, mode }: CheckpointTask): void {
  try {
    cachedDatabase ??= openDatabase(databasePath);
    cachedDatabase.pragma(`wal_checkpoint(${mode})`);
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    throw new Error(`${code} ${message}`.trim(), { cause: error });
  }
}

function openDatabase(file: string): Sqlite.Database {
  const connection = openSqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  // The log is synced before the file is written, and the file before the log restarts.
  connection.pragma('synchronous = FULL');
  return connection;
}
