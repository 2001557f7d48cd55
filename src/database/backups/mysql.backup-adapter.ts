import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ParsedMysqlUrl } from '../connection/database-url';
import type {
  DatabaseBackupOptions,
  BackupTool,
  BinaryLogPosition,
  DatabaseBackupAdapter,
  DatabaseCopyInfo,
  StagedDatabase,
} from './database-backup';
import { assertReplaceable, inheritOwner, replacePath } from './replace-path';
import {
  programNames,
  getProgram,
  runServerProgram,
  type ServerAccess,
  ServerUnreachable,
  withServerAccess,
} from './mysql.server-programs';
import { findProgram, runProgram } from './run-program';

const DUMP_FILE = 'store.sql';
const SERVER_FOLDER = 'server';

/** Maximum length of a database's name. */
const MAX_NAME_LENGTH = 64;

/** Copies a database by the programs of its server. */
export class MysqlBackupAdapter implements DatabaseBackupAdapter {
  constructor(
    private readonly url: ParsedMysqlUrl,
    private readonly options: DatabaseBackupOptions,
  ) {}

  async write(folder: string): Promise<DatabaseCopyInfo> {
    const tool = this.options.tool ?? chooseTool();
    return withServerAccess(this.url, this.options, (server) =>
      tool === 'mariadb-dump'
        ? writeDump(server, this.url.database, folder)
        : writePhysicalCopy(server, folder),
    );
  }

  async stage(folder: string, copy: DatabaseCopyInfo, suffix: string): Promise<StagedDatabase> {
    if (copy.tool === 'mariadb-backup') return this.stagePhysicalCopy(folder, suffix);
    return withServerAccess(this.url, this.options, (server) =>
      stageDump(server, folder, copy, this.toDatabaseNames(suffix)),
    ).then((restore) => ({
      commit: () => withServerAccess(this.url, this.options, restore.commit),
      discard: () => withServerAccess(this.url, this.options, restore.discard),
    }));
  }

  private toDatabaseNames(suffix: string): RestoreDatabaseNames {
    const { database } = this.url;
    const withSuffix = (word: string): string => {
      const end = `_${word}_${suffix}`;
      return database.slice(0, MAX_NAME_LENGTH - end.length) + end;
    };
    return { database, staged: withSuffix('restoring'), kept: withSuffix('before') };
  }

  private async stagePhysicalCopy(folder: string, suffix: string): Promise<StagedDatabase> {
    const { dataFolder, report } = this.options;
    if (dataFolder === undefined) {
      throw new Error(
        'This backup is a copy of the whole server: stop the server, and name its data folder by --datadir.',
      );
    }
    const target = existsSync(dataFolder) ? realpathSync(dataFolder) : resolve(dataFolder);
    assertReplaceable(target);
    await this.assertStopped(target);
    const staged = `${target}.restoring-${suffix}`;
    const discard = (): Promise<void> => {
      rmSync(staged, { recursive: true, force: true });
      return Promise.resolve();
    };
    try {
      await cp(join(folder, SERVER_FOLDER), staged, { recursive: true, errorOnExist: true });
      const program = getProgram('mariadb-backup');
      const args = ['--prepare', `--target-dir=${staged}`];
      report([program, ...args].join(' '));
      await runProgram(program, args);
      inheritOwner(staged, target);
    } catch (error) {
      await discard();
      throw error;
    }
    return { commit: () => Promise.resolve(replacePath(target, staged, suffix)), discard };
  }

  /** @throws Error if a running server uses the data folder, or doesn't allow to ask which one it uses */
  private async assertStopped(dataFolder: string): Promise<void> {
    const runningDataFolder = await withServerAccess(
      this.url,
      this.options,
      ({ dataFolder: used }) => Promise.resolve(used),
    ).catch((error: unknown) => {
      if (error instanceof ServerUnreachable) return undefined;
      throw new Error(`A running server may use ${dataFolder}. ${(error as Error).message}`, {
        cause: error,
      });
    });
    if (
      runningDataFolder === undefined ||
      !existsSync(runningDataFolder) ||
      !existsSync(dataFolder)
    )
      return;
    if (realpathSync(runningDataFolder) !== realpathSync(dataFolder)) return;
    throw new Error(`The server that uses ${dataFolder} is running: stop it first.`);
  }
}

interface RestoreDatabaseNames {
  readonly database: string;
  /** The database that a dump is loaded into before it replaces the other one. */
  readonly staged: string;
  /** The database that keeps the replaced tables. */
  readonly kept: string;
}

interface DumpRestore {
  readonly commit: (server: ServerAccess) => Promise<string | undefined>;
  readonly discard: (server: ServerAccess) => Promise<void>;
}

async function writeDump(
  server: ServerAccess,
  database: string,
  folder: string,
): Promise<DatabaseCopyInfo> {
  const [[characterSet = '', collation = ''] = []] = await server.query(
    'SELECT DEFAULT_CHARACTER_SET_NAME, DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA ' +
      `WHERE SCHEMA_NAME = ${quoteString(database)}`,
  );
  const options = ['--single-transaction', '--quick', '--hex-blob', '--no-tablespaces'];
  const output = `--result-file=${join(folder, DUMP_FILE)}`;
  await runServerProgram(server, 'mariadb-dump', [
    ...options,
    '--default-character-set=utf8mb4',
    output,
    database,
  ]);
  return { engine: 'mysql', tool: 'mariadb-dump', characterSet, collation };
}

async function writePhysicalCopy(server: ServerAccess, folder: string): Promise<DatabaseCopyInfo> {
  const target = join(folder, SERVER_FOLDER);
  await runServerProgram(server, 'mariadb-backup', [
    '--backup',
    `--target-dir=${target}`,
    `--datadir=${server.dataFolder}`,
  ]);
  const binaryLog = server.hasBinaryLog ? await readLogPosition(server, target) : undefined;
  return { engine: 'mysql', tool: 'mariadb-backup', ...(binaryLog && { binaryLog }) };
}

/** Reads where the binary log continues after a copy; the program has noted it among the files. */
async function readLogPosition(server: ServerAccess, copy: string): Promise<BinaryLogPosition> {
  const infoFile = ['mariadb_backup_binlog_info', 'xtrabackup_binlog_info']
    .map((name) => join(copy, name))
    .find((path) => existsSync(path));
  if (infoFile === undefined) throw new Error('mariadb-backup recorded no position of the log');
  const [file = '', position = ''] = readFileSync(infoFile, 'utf8').trim().split(/\s+/);
  // Reads only the first event, which ends before this position. Its checksum identifies the log.
  const events = await runServerProgram(server, 'mariadb-binlog', [
    '--read-from-remote-server',
    '--stop-position=257',
    file,
  ]);
  const identity = /CRC32 (0x[0-9a-f]+)/.exec(events)?.[1];
  if (identity === undefined)
    throw new Error(`${file} has no checksums: set binlog_checksum=CRC32`);
  return { file, position: Number(position), identity };
}

/** Loads a dump into a database of its own: nothing is replaced before all of it is there. */
async function stageDump(
  server: ServerAccess,
  folder: string,
  { characterSet = 'utf8mb4', collation }: DatabaseCopyInfo,
  names: RestoreDatabaseNames,
): Promise<DumpRestore> {
  await assertNoConnections(server, names.database);
  const characterSetClause = `CHARACTER SET ${characterSet}${collation ? ` COLLATE ${collation}` : ''}`;
  const toCreateStatement = (name: string): string =>
    `CREATE DATABASE ${quoteIdentifier(name)} ${characterSetClause}`;
  try {
    await server.query(toCreateStatement(names.staged));
  } catch (error) {
    const problem = `A database next to ${names.database} can't be created (${(error as Error).message})`;
    throw new Error(`${problem}: name a login with all rights on it by --login-file.`, {
      cause: error,
    });
  }
  const discard = (server: ServerAccess): Promise<void> =>
    server.query(`DROP DATABASE ${quoteIdentifier(names.staged)}`).then(() => undefined);
  try {
    await runServerProgram(
      server,
      'client',
      // A dump is data: the client must not execute shell commands that somebody has put into it.
      ['--default-character-set=utf8mb4', '--binary-mode', names.staged],
      join(folder, DUMP_FILE),
    );
  } catch (error) {
    await discard(server);
    throw error;
  }
  const commit = async (currentServer: ServerAccess): Promise<string | undefined> => {
    await assertNoConnections(currentServer, names.database);
    const replacedTables = await listTables(currentServer, names.database);
    const tables = await listTables(currentServer, names.staged);
    await currentServer.query(
      toCreateStatement(names.database).replace('DATABASE', 'DATABASE IF NOT EXISTS'),
    );
    if (replacedTables.length > 0) await currentServer.query(toCreateStatement(names.kept));
    const toRenameClause = (from: string, to: string) => (table: string) =>
      `${quoteIdentifier(from)}.${quoteIdentifier(table)} TO ${quoteIdentifier(to)}.${quoteIdentifier(table)}`;
    const renameClauses = [
      ...replacedTables.map(toRenameClause(names.database, names.kept)),
      ...tables.map(toRenameClause(names.staged, names.database)),
    ];
    // One statement: if it fails, the server moves everything back.
    await currentServer.query(`RENAME TABLE ${renameClauses.join(', ')}`);
    await dropForeignKeysBetween(currentServer, names.kept, names.database);
    await discard(currentServer);
    return replacedTables.length > 0 ? `the database ${names.kept}` : undefined;
  };
  return { commit, discard };
}

/** @throws Error if there are other connections to the database */
async function assertNoConnections(server: ServerAccess, database: string): Promise<void> {
  const [[count = '0'] = []] = await server.query(
    'SELECT COUNT(*) FROM information_schema.PROCESSLIST ' +
      `WHERE DB = ${quoteString(database)} AND ID <> CONNECTION_ID()`,
  );
  if (count === '0') return;
  throw new Error(`${count} connections use the database ${database}: stop the service first.`);
}

/**
 * Drops the foreign keys of one database that refer to another one. A replaced table whose parent table was missing
 * would refer to the restored parent, and block changes to it.
 */
async function dropForeignKeysBetween(
  server: ServerAccess,
  from: string,
  to: string,
): Promise<void> {
  const keys = await server.query(
    'SELECT DISTINCT TABLE_NAME, CONSTRAINT_NAME FROM information_schema.KEY_COLUMN_USAGE ' +
      `WHERE TABLE_SCHEMA = ${quoteString(from)} AND REFERENCED_TABLE_SCHEMA = ${quoteString(to)}`,
  );
  for (const [table = '', key = ''] of keys) {
    const name = `${quoteIdentifier(from)}.${quoteIdentifier(table)}`;
    await server.query(`ALTER TABLE ${name} DROP FOREIGN KEY ${quoteIdentifier(key)}`);
  }
}

async function listTables(server: ServerAccess, database: string): Promise<string[]> {
  const rows = await server.query(
    'SELECT TABLE_NAME FROM information_schema.TABLES ' +
      `WHERE TABLE_SCHEMA = ${quoteString(database)} AND TABLE_TYPE = 'BASE TABLE'`,
  );
  return rows.map(([name = '']) => name);
}

function chooseTool(): BackupTool {
  const tool = (['mariadb-dump', 'mariadb-backup'] as const).find(
    (name) => findProgram(programNames[name]) !== undefined,
  );
  if (tool !== undefined) return tool;
  throw new Error(
    "Neither mariadb-dump nor mariadb-backup is installed: install Debian's mariadb-client or mariadb-backup.",
  );
}

const quoteIdentifier = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
const quoteString = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
