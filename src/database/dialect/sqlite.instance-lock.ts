import { openSqlite, type Sqlite } from './sqlite.driver';

/** How long this process waits while another one checks whether it is alone. */
const LOCK_TIMEOUT_MS = 1000;

/** A lock that a process holds as long as it serves from a database. */
export interface InstanceLock {
  /** Whether no other process served from the database when this one started; undefined if that is unknown. */
  readonly isOnlyInstance: boolean | undefined;
  release(): void;
}

/**
 * Marks a SQLite file as served by this process until the process ends, even if it crashes. A process can't see which
 * others have a WAL database open. So each holds a shared lock on an empty file next to it; a process that gets the
 * exclusive lock is alone. Two processes that start at the very same moment may both be reported as alone.
 */
export function acquireFileLock(path: string): InstanceLock {
  const lockDatabase = openSqlite(toLockPath(path), { timeout: 0 });
  try {
    const isOnlyInstance = isUnlocked(lockDatabase);
    lockDatabase.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
    // A transaction keeps its lock after a read.
    lockDatabase.exec('BEGIN');
    lockDatabase.prepare('SELECT count(*) FROM sqlite_schema').get();
    return { isOnlyInstance, release: () => void lockDatabase.close() };
  } catch (error) {
    lockDatabase.close();
    throw error;
  }
}

/** Path of the lock of a SQLite file. */
export function toLockPath(path: string): string {
  return `${path}.serving`;
}

function isUnlocked(lockDatabase: Sqlite.Database): boolean {
  try {
    lockDatabase.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return true;
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
    return false;
  }
}
