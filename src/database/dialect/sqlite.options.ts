import type Sqlite from 'better-sqlite3';
import type { DataSourceOptions } from 'typeorm';
import { WAL_KEPT_BYTES } from './sqlite.wal';

type SqliteOptions = Extract<DataSourceOptions, { type: 'better-sqlite3' }>;

/** What a connection to a file is for. */
export type SqliteUse = 'writer' | 'reader' | 'migrations';

/** What SQLite makes of a new file. */
const PAGE_BYTES = 4096;

/** How long SQLite itself waits for other processes where one only reads. */
export const READER_TIMEOUT_MS = 2000;

/** The same for all uses; the writer waits without blocking this process. */
const timeoutsMs: Record<SqliteUse, number> = {
  writer: 50,
  reader: READER_TIMEOUT_MS,
  migrations: 30_000,
};

/** This Node.js can't be used with SQLite. */
class UnusableNode extends Error {
  readonly code = 'node.unusable';
}

/**
 * From 24.19 on Node.js aborts a process in which statements of better-sqlite3 12 are collected, at any time; see
 * docs/operations.md.
 * @param version of Node.js
 * @throws UnusableNode that says what to use instead
 */
export function requireCalmNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 24 || (major === 24 && minor < 19)) return;
  throw new UnusableNode(
    `Node.js ${version} aborts processes that use SQLite by this version of the service: use Node.js 20 or 22, or MariaDB`,
  );
}

/**
 * TypeORM's options of a SQLite file, which is made when absent.
 * @throws UnusableNode
 */
export function sqliteOptions(database: string, use: SqliteUse): SqliteOptions {
  requireCalmNode(process.versions.node);
  const isReader = use === 'reader';
  return {
    type: 'better-sqlite3',
    database,
    timeout: timeoutsMs[use],
    readonly: isReader,
    enableWAL: !isReader,
    prepareDatabase: (file: Sqlite.Database) => {
      // A commit that was answered survives a power cut: for the writer's ones Durability sees to that.
      file.pragma(`synchronous = ${use === 'writer' ? 'NORMAL' : 'FULL'}`);
      file.pragma(`journal_size_limit = ${WAL_KEPT_BYTES}`);
      // WalBound has the log written back long before that.
      if (use === 'writer') file.pragma(`wal_autocheckpoint = ${WAL_KEPT_BYTES / PAGE_BYTES}`);
    },
  };
}
