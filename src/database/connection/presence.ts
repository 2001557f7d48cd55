import { realpathSync } from 'node:fs';
import { parseDatabaseUrl } from './database-url';
import { enterFile, type Presence } from '../dialect/sqlite.presence';

/** On a database server any number of processes may work side by side. */
const ofServer: Presence = { isAlone: true, end: () => undefined };

/**
 * Says that this process serves from a database, which must be there, until it ends.
 * @returns whether a second one should be told that it is not alone
 */
export function enterDatabase(url: string): Presence {
  const target = parseDatabaseUrl(url);
  return target.engine === 'sqlite' ? enterFile(realpathSync(target.path)) : ofServer;
}
