import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Configuration, ConfigurationError } from '../config/configuration';
import { formatHost, migrate, parseDatabaseUrl, parseReplicaUrl } from '../database';
import {
  createFolders,
  openS3Bucket,
  parseFilesUrl,
  SERVICE_FOLDER,
} from '../platform/media/files';
import { applyFileMode } from './file-permissions';
import { isInsideFolder, resolveRealPath } from './unsafe-folders';

/** What drivers say of a failed connection. */
type DriverError = Error & { readonly code?: string };

/**
 * Makes the store ready to be opened: its files private, its database up to date.
 * @returns the names of the migrations that ran
 * @throws ConfigurationError that names the setting, what is wrong with it and the remedy
 */
export async function openStore(configuration: Configuration): Promise<string[]> {
  applyFileMode(configuration);
  const { databaseUrl, databaseReadUrl } = configuration;
  assertDatabaseLocation(databaseUrl);
  if (databaseReadUrl !== undefined)
    parseSetting('DATABASE_READ_URL', () => parseReplicaUrl(databaseReadUrl));
  await createFilesLocation(configuration);
  return withDatabaseDiagnostics(databaseUrl, async () => {
    const database = parseDatabaseSetting(databaseUrl);
    if (database.engine === 'sqlite') await createFolders(dirname(resolve(database.path)));
    return migrate(databaseUrl);
  });
}

/** @throws ConfigurationError where a database can't be: an address that names none, a file that can't be written */
export function assertDatabaseLocation(databaseUrl: string): void {
  const database = parseDatabaseSetting(databaseUrl);
  if (database.engine !== 'sqlite') return;
  assertWritable('DATABASE_URL', database.path);
  if (pathKind(database.path) === 'folder') {
    throw new ConfigurationError(`DATABASE_URL: ${database.path} is a folder: name a file in it`);
  }
}

/**
 * @throws ConfigurationError where no files can be: a folder that can't be written or has the database in it, a bucket
 * without credentials
 */
export async function assertFilesLocation(configuration: Configuration): Promise<void> {
  const files = parseFilesUrl(configuration.filesUrl);
  if (files.kind === 's3') {
    (await openS3Bucket(files.bucket, configuration)).close();
    return;
  }
  assertWritable('FILES_URL', files.folder);
  if (pathKind(files.folder) === 'other') {
    throw new ConfigurationError(`FILES_URL: ${files.folder} is no folder: name another place`);
  }
  const own = join(files.folder, SERVICE_FOLDER);
  if (pathKind(own) === 'other') {
    const remedy = 'rename it: the service keeps its own files in a folder of this name';
    throw new ConfigurationError(`FILES_URL: ${own} is a file: ${remedy}`);
  }
  assertDatabaseOutside(files.folder, configuration);
}

/** @throws ConfigurationError where everybody could download the database */
function assertDatabaseOutside(folder: string, { databaseUrl }: Configuration): void {
  const database = parseDatabaseSetting(databaseUrl);
  if (
    database.engine !== 'sqlite' ||
    !isInsideFolder(resolveRealPath(database.path), resolveRealPath(folder))
  )
    return;
  const problem = `${folder} contains the database, which everybody could download below /static/`;
  throw new ConfigurationError(`FILES_URL: ${problem}: name another folder, or move the database`);
}

/**
 * Makes the folder of the files where it is missing; an empty one becomes a file store.
 * @throws ConfigurationError as `assertFilesLocation`
 */
async function createFilesLocation(configuration: Configuration): Promise<void> {
  await assertFilesLocation(configuration);
  const files = parseFilesUrl(configuration.filesUrl);
  if (files.kind !== 'local') return;
  try {
    const folder = resolve(files.folder);
    await createFolders(folder);
    if (readdirSync(folder).length === 0) await createFolders(join(folder, SERVICE_FOLDER));
  } catch (error) {
    const problem = `${files.folder} can't be made (${(error as Error).message}): name another place`;
    throw new ConfigurationError(`FILES_URL: ${problem}`, { cause: error });
  }
}

/**
 * Does something with a database.
 * @param setting the one that names it
 * @throws ConfigurationError for what has to do with its place: the setting, what is wrong with it and the remedy
 */
export async function withDatabaseDiagnostics<T>(
  databaseUrl: string,
  work: () => Promise<T>,
  setting = 'DATABASE_URL',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = explainDatabaseError(error as DriverError, parseDatabaseSetting(databaseUrl));
    throw problem === undefined
      ? error
      : new ConfigurationError(`${setting}: ${problem}`, { cause: error });
  }
}

type DatabaseTarget = ReturnType<typeof parseDatabaseUrl>;

function parseDatabaseSetting(databaseUrl: string): DatabaseTarget {
  return parseSetting('DATABASE_URL', () => parseDatabaseUrl(databaseUrl));
}

/** @throws ConfigurationError that names the setting, and what is wrong with it */
function parseSetting<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new ConfigurationError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

/** What stands at a path. */
function pathKind(path: string): 'folder' | 'other' | 'nothing' {
  if (!existsSync(path)) return 'nothing';
  return statSync(path).isDirectory() ? 'folder' : 'other';
}

/** Without a write: what is there already, or else the nearest folder that it would be made in. */
function assertWritable(setting: string, path: string): void {
  let nearest = resolve(path);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.W_OK);
  } catch (error) {
    const remedy = 'change its owner or its mode, or name another place';
    const problem = `${nearest} can't be written by this user: ${remedy}`;
    throw new ConfigurationError(`${setting}: ${problem}`, { cause: error });
  }
}

/** @returns undefined for what has nothing to do with the setting */
function explainDatabaseError(
  { code = '', message }: DriverError,
  target: DatabaseTarget,
): string | undefined {
  if (target.engine === 'sqlite') {
    const { path } = target;
    if (code === 'SQLITE_NOTADB') return `${path} is no SQLite database: name another file`;
    if (/^(SQLITE_(CANTOPEN|READONLY|PERM)|ENOTDIR|EEXIST|ENOENT|EACCES|EPERM|EROFS)/.test(code))
      return `${path} can't be opened for writing: check that its folder and file can be (${message})`;
    return undefined;
  }
  const { hosts, database } = target;
  if (code === 'ER_BAD_DB_ERROR')
    return `the database ${database} does not exist: CREATE DATABASE ${database} CHARACTER SET utf8mb4`;
  if (/ACCESS_DENIED/.test(code))
    return `the server refuses the user (${message}): check name, password and rights`;
  if (/^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code))
    return `there is no ${hosts.length > 1 ? 'ready member of a cluster' : 'server'} at ${hosts.map(formatHost).join(', ')} (${code}): start it, or correct the address`;
  return undefined;
}
