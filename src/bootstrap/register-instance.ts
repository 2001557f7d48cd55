import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration';
// Not imported from the index: the primary process does not need the rest of it.
import { acquireInstanceLock } from '../database/connection/instance-lock';

const OTHER_INSTANCE_WARNING =
  'Another process uses the same SQLite file: each waits while the other writes, and each counts rate limits separately; use WORKERS for several processes of one service, and MariaDB or MySQL for several services';

/**
 * Registers the service as a user of its database until this process ends; logs a warning if another process uses it.
 * @returns whether it is certainly the only one
 */
export function registerInstance({ databaseUrl }: Configuration, logger: Logger): boolean {
  const lock = acquireInstanceLock(databaseUrl);
  process.once('exit', () => lock.release());
  if (lock.isOnlyInstance === false) logger.warn(OTHER_INSTANCE_WARNING);
  return lock.isOnlyInstance === true;
}
