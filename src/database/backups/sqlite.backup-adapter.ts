import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openSqlite } from '../dialect/sqlite.driver';
import { acquireFileLock, toLockPath } from '../dialect/sqlite.instance-lock';
import type { DatabaseBackupAdapter, DatabaseCopyInfo, StagedDatabase } from './database-backup';
import { inheritOwner, moveAside, replacePath } from './replace-path';

const DATABASE_FILE = 'store.sqlite';

/** Endings of the files that SQLite keeps next to a database. A database that is moved is complete only with them. */
const COMPANION_FILE_SUFFIXES = ['-wal', '-shm'] as const;

/** Copies a SQLite file by `VACUUM INTO`: the state of one moment, while others write. */
export class SqliteBackupAdapter implements DatabaseBackupAdapter {
  /** @param path absolute path of the database */
  constructor(private readonly path: string) {}

  async write(folder: string): Promise<DatabaseCopyInfo> {
    const database = openSqlite(this.path, { fileMustExist: true });
    try {
      database.prepare('VACUUM INTO ?').run(join(folder, DATABASE_FILE));
    } finally {
      database.close();
    }
    return Promise.resolve({ engine: 'sqlite' });
  }

  async stage(folder: string, _copy: DatabaseCopyInfo, suffix: string): Promise<StagedDatabase> {
    const lock = acquireFileLock(this.path);
    if (!lock.isOnlyInstance) {
      lock.release();
      throw new Error(`The service uses ${this.path}: stop it first.`);
    }
    // The service must be able to open the lock, too.
    inheritOwner(toLockPath(this.path), this.path);
    const stagedPath = `${this.path}.restoring-${suffix}`;
    const discard = (): Promise<void> => {
      rmSync(stagedPath, { force: true });
      lock.release();
      return Promise.resolve();
    };
    try {
      await pipeline(
        createReadStream(join(folder, DATABASE_FILE)),
        createWriteStream(stagedPath, { flags: 'wx', flush: true }),
      );
      assertIntact(stagedPath);
      inheritOwner(stagedPath, this.path);
    } catch (error) {
      await discard();
      throw error;
    }
    return {
      commit: () => {
        const kept = this.replace(stagedPath, suffix);
        lock.release();
        return Promise.resolve(kept);
      },
      discard,
    };
  }

  private replace(staged: string, suffix: string): string | undefined {
    const keptPath = existsSync(this.path) ? `${this.path}.before-${suffix}` : undefined;
    // Without its log the old database would be incomplete, and with it the new one would be wrong.
    for (const companion of COMPANION_FILE_SUFFIXES) {
      const file = `${this.path}${companion}`;
      if (keptPath === undefined) moveAside(file, suffix);
      else if (existsSync(file)) renameSync(file, `${keptPath}${companion}`);
    }
    return replacePath(this.path, staged, suffix);
  }
}

/** @throws Error if SQLite finds damage */
function assertIntact(path: string): void {
  const database = openSqlite(path, { fileMustExist: true, readonly: true });
  try {
    const result = database.pragma('quick_check(1)', { simple: true });
    if (result !== 'ok')
      throw new Error(`The database of the backup is damaged: ${String(result)}`);
  } finally {
    database.close();
  }
}
