import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseDatabaseUrl } from '../connection/database-url';
import type { DatabaseBackupOptions, DatabaseBackup } from './database-backup';
import { MysqlBackup } from './mysql.backup';
import { SqliteBackup } from './sqlite.backup';

/** Creates what copies and restores the database of a URL. */
export function createDatabaseBackup(url: string, options: DatabaseBackupOptions): DatabaseBackup {
  const parsedUrl = parseDatabaseUrl(url);
  if (parsedUrl.engine === 'mysql') return new MysqlBackup(parsedUrl, options);
  return new SqliteBackup(
    existsSync(parsedUrl.path) ? realpathSync(parsedUrl.path) : resolve(parsedUrl.path),
  );
}
