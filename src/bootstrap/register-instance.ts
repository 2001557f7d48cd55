import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration';
// Not by the index: the primary of several processes has no use for the rest of it.
import { acquireInstanceLock } from '../database/connection/instance-lock';

/** What a second service on a file has to know. */
const OTHER_INSTANCE_WARNING =
  'Another process serves from the same SQLite file: that works, but each waits while the other writes, and each counts limits for itself; WORKERS starts several processes of one service, several services belong on MariaDB or MySQL';

/** Says that the service works on its database, until this process ends; warns when another one does. */
export function registerInstance({ databaseUrl }: Configuration, logger: Logger): void {
  const presence = acquireInstanceLock(databaseUrl);
  process.once('exit', () => presence.release());
  if (!presence.isAlone) logger.warn(OTHER_INSTANCE_WARNING);
}
