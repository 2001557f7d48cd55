import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseDatabaseUrl } from '../connection/database-url';
import type { DatabaseBackupOptions, DatabaseBackup } from './database-backup';
import { MysqlBackup } from './mysql.backup';
import { SqliteBackup } from './sqlite.backup';

/** Creates what copies and restores the database of a URL. */
export function createDatabaseBackup(url: string, options: DatabaseBackupOptions): DatabaseBackup {
  const target = parseDatabaseUrl(url);
  if (target.engine === 'mysql') return new MysqlBackup(target, options);
  return new SqliteBackup(
    existsSync(target.path) ? realpathSync(target.path) : resolve(target.path),
  );
}
