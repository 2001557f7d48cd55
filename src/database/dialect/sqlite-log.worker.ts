import Sqlite from 'better-sqlite3';
import type { WritingBack } from './sqlite.wal';

/** How long it waits for readers where they have to be gone. */
const TIMEOUT_MS = 50;

let connection: Sqlite.Database | undefined;

/** Runs in a worker thread: writes what stands in the log into the file. */
export function writeBack({ file, mode }: WritingBack): void {
  connection ??= new Sqlite(file, { fileMustExist: true, timeout: TIMEOUT_MS });
  connection.pragma(`wal_checkpoint(${mode})`);
}
