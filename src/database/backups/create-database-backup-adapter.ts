import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseDatabaseUrl } from '../connection/database-url';
import type { DatabaseBackupOptions, DatabaseBackupAdapter } from './database-backup';
import { MysqlBackupAdapter } from './mysql.backup-adapter';
import { SqliteBackupAdapter } from './sqlite.backup-adapter';

/** Creates the object that copies and restores the database of a URL. */
export function createDatabaseBackupAdapter(
  url: string,
  options: DatabaseBackupOptions,
): DatabaseBackupAdapter {
  const parsedUrl = parseDatabaseUrl(url);
  if (parsedUrl.engine === 'mysql') return new MysqlBackupAdapter(parsedUrl, options);
  return new SqliteBackupAdapter(
    existsSync(parsedUrl.path) ? realpathSync(parsedUrl.path) : resolve(parsedUrl.path),
  );
}
