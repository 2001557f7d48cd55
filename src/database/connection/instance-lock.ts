import { realpathSync } from 'node:fs';
import { parseDatabaseUrl } from './database-url';
import { acquireFileLock, type InstanceLock } from '../dialect/sqlite.instance-lock';

/** On a database server any number of processes may work side by side. */
const SERVER_LOCK: InstanceLock = { isAlone: true, release: () => undefined };

/**
 * Says that this process serves from a database, which must be there, until it ends.
 * @returns whether a second one should be told that it is not alone
 */
export function acquireInstanceLock(url: string): InstanceLock {
  const target = parseDatabaseUrl(url);
  return target.engine === 'sqlite' ? acquireFileLock(realpathSync(target.path)) : SERVER_LOCK;
}
