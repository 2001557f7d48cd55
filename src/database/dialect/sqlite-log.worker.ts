import { openSqlite, type Sqlite } from './sqlite.driver';
import type { CheckpointTask } from './sqlite.wal-limiter';

/** How long it waits for readers where they have to be gone. */
const BUSY_TIMEOUT_MS = 50;

let cachedDatabase: Sqlite.Database | undefined;

/** Runs in a worker thread: writes what stands in the log into the file. */
export function writeBack({ file, mode }: CheckpointTask): void {
  cachedDatabase ??= openDatabase(file);
  cachedDatabase.pragma(`wal_checkpoint(${mode})`);
}

function openDatabase(file: string): Sqlite.Database {
  const connection = openSqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  // The log is on the disk before the file is written, and the file before the log begins anew.
  connection.pragma('synchronous = FULL');
  return connection;
}
