import { openSqlite, type Sqlite } from './sqlite.driver';

/** How long another process may take to look around. */
const LOCK_TIMEOUT_MS = 1000;

/** What a process holds for as long as it serves from a database. */
export interface InstanceLock {
  /** Whether no other process served from the database when this one began. */
  readonly isAlone: boolean;
  release(): void;
}

/**
 * Says that this process serves from a SQLite file, until it ends, however it ends. Of WAL files no process can see
 * who else has them open, so there is an empty file beside the database that each holds a shared lock on: whoever
 * gets it for itself is alone. Of two that begin at the very same moment both may be told that they are.
 */
export function acquireFileLock(path: string): InstanceLock {
  const file = openSqlite(`${path}.serving`, { timeout: 0 });
  try {
    const isAlone = isUnlocked(file);
    file.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
    // A transaction that has read keeps its lock.
    file.exec('BEGIN');
    file.prepare('SELECT count(*) FROM sqlite_schema').get();
    return { isAlone, release: () => void file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

function isUnlocked(file: Sqlite.Database): boolean {
  try {
    file.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return true;
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
    return false;
  }
}
