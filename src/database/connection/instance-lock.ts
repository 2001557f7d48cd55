import { realpathSync } from 'node:fs';
import { parseDatabaseUrl } from './database-url';
import { acquireFileLock, type InstanceLock } from '../dialect/sqlite.instance-lock';

/** On a database server any number of processes may run in parallel, on other machines too. */
const SERVER_LOCK: InstanceLock = { isOnlyInstance: undefined, release: () => undefined };

/**
 * Marks the database, which must exist, as served by this process until the process ends.
 * @returns a lock that reports whether this process is the only one
 */
export function acquireInstanceLock(url: string): InstanceLock {
  const parsedUrl = parseDatabaseUrl(url);
  return parsedUrl.engine === 'sqlite'
    ? acquireFileLock(realpathSync(parsedUrl.path))
    : SERVER_LOCK;
}
