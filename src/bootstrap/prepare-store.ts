import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Configuration, ConfigurationError } from '../config/configuration';
import { formatHost, migrate, parseDatabaseUrl, parseReplicaUrl } from '../database';
import {
  createFolderWithParents,
  openS3Bucket,
  parseFilesUrl,
  SERVICE_FOLDER,
} from '../platform/media/files';
import { applyFileMode } from './file-permissions';
import { isInsideFolder, resolveRealPath } from './unsafe-folders';

/** Error of a database driver for a failed connection. */
type DriverError = Error & { readonly code?: string };

/**
 * Prepares the store: makes its files private and migrates its database.
 * @returns the names of the migrations that ran
 * @throws ConfigurationError that names the setting, the problem and the remedy
 */
export async function prepareStore(configuration: Configuration): Promise<string[]> {
  applyFileMode(configuration);
  const { databaseUrl, databaseReadUrl } = configuration;
  assertDatabaseLocation(databaseUrl);
  if (databaseReadUrl !== undefined)
    parseSetting('DATABASE_READ_URL', () => parseReplicaUrl(databaseReadUrl));
  await createFilesFolder(configuration);
  return withDatabaseDiagnostics(databaseUrl, async () => {
    const database = parseDatabaseSetting(databaseUrl);
    if (database.engine === 'sqlite')
      await createFolderWithParents(dirname(resolve(database.path)));
    return migrate(databaseUrl);
  });
}

/**
 * Checks the location of the database without opening it.
 * @throws ConfigurationError if the address is invalid or the file can't be written
 */
export function assertDatabaseLocation(databaseUrl: string): void {
  const database = parseDatabaseSetting(databaseUrl);
  if (database.engine !== 'sqlite') return;
  assertWritable('DATABASE_URL', database.path);
  if (getPathType(database.path) === 'folder') {
    throw new ConfigurationError(
      `DATABASE_URL: ${database.path} is a folder; set the path of a file`,
    );
  }
}

/**
 * Checks the location of the files.
 * @throws ConfigurationError if the folder can't be written or contains the database, or if a bucket has no credentials
 */
export async function assertFilesLocation(configuration: Configuration): Promise<void> {
  const filesLocation = parseFilesUrl(configuration.filesUrl);
  if (filesLocation.kind === 's3') {
    (await openS3Bucket(filesLocation.bucket, configuration)).close();
    return;
  }
  assertWritable('FILES_URL', filesLocation.folder);
  if (getPathType(filesLocation.folder) === 'other') {
    throw new ConfigurationError(
      `FILES_URL: ${filesLocation.folder} is not a folder; set another path`,
    );
  }
  const serviceFolder = join(filesLocation.folder, SERVICE_FOLDER);
  if (getPathType(serviceFolder) === 'other') {
    const remedy = 'rename it, because the service needs a folder with this name';
    throw new ConfigurationError(`FILES_URL: ${serviceFolder} is a file; ${remedy}`);
  }
  assertDatabaseOutside(filesLocation.folder, configuration);
}

/** @throws ConfigurationError if the folder contains the database, which everybody could download then */
function assertDatabaseOutside(folder: string, { databaseUrl }: Configuration): void {
  const database = parseDatabaseSetting(databaseUrl);
  if (
    database.engine !== 'sqlite' ||
    !isInsideFolder(resolveRealPath(database.path), resolveRealPath(folder))
  )
    return;
  const problem = `${folder} contains the database, which everybody could download under /static/`;
  throw new ConfigurationError(`FILES_URL: ${problem}; set another folder, or move the database`);
}

/**
 * Creates the files folder if it is missing; an empty folder becomes a file store.
 * @throws ConfigurationError as `assertFilesLocation` does
 */
async function createFilesFolder(configuration: Configuration): Promise<void> {
  await assertFilesLocation(configuration);
  const filesLocation = parseFilesUrl(configuration.filesUrl);
  if (filesLocation.kind !== 'local') return;
  try {
    const folder = resolve(filesLocation.folder);
    await createFolderWithParents(folder);
    if (readdirSync(folder).length === 0)
      await createFolderWithParents(join(folder, SERVICE_FOLDER));
  } catch (error) {
    const problem = `${filesLocation.folder} can't be created (${(error as Error).message}); set another path`;
    throw new ConfigurationError(`FILES_URL: ${problem}`, { cause: error });
  }
}

/**
 * Runs work on a database and explains its connection errors.
 * @param setting setting with the address of the database
 * @throws ConfigurationError for errors of the location, with the setting, the problem and the remedy
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

type DatabaseUrl = ReturnType<typeof parseDatabaseUrl>;

function parseDatabaseSetting(databaseUrl: string): DatabaseUrl {
  return parseSetting('DATABASE_URL', () => parseDatabaseUrl(databaseUrl));
}

/** @throws ConfigurationError that names the setting and the problem */
function parseSetting<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new ConfigurationError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

/** The kind of file at a path. */
function getPathType(path: string): 'folder' | 'other' | 'nothing' {
  if (!existsSync(path)) return 'nothing';
  return statSync(path).isDirectory() ? 'folder' : 'other';
}

/** Checks write access without writing: to the path, or to the nearest existing folder above it. */
function assertWritable(setting: string, path: string): void {
  let nearest = resolve(path);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.W_OK);
  } catch (error) {
    const remedy = 'change its owner or its mode, or set another path';
    const problem = `${nearest} is not writable for this user; ${remedy}`;
    throw new ConfigurationError(`${setting}: ${problem}`, { cause: error });
  }
}

/** @returns problem and remedy; undefined if the error is not caused by the setting */
function explainDatabaseError(
  { code = '', message }: DriverError,
  databaseAddress: DatabaseUrl,
): string | undefined {
  if (databaseAddress.engine === 'sqlite') {
    const { path } = databaseAddress;
    if (code === 'SQLITE_NOTADB')
      return `${path} is not an SQLite database; set the path of another file`;
    if (/^(SQLITE_(CANTOPEN|READONLY|PERM)|ENOTDIR|EEXIST|ENOENT|EACCES|EPERM|EROFS)/.test(code))
      return `${path} can't be opened for writing; check the permissions of its folder and file (${message})`;
    return undefined;
  }
  const { hosts, database } = databaseAddress;
  if (code === 'ER_BAD_DB_ERROR')
    return `the database ${database} does not exist; create it: CREATE DATABASE ${database} CHARACTER SET utf8mb4`;
  if (/ACCESS_DENIED/.test(code))
    return `the server refuses the user (${message}); check its name, password and privileges`;
  if (/^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code))
    return `there is no ${hosts.length > 1 ? 'ready member of a cluster' : 'server'} at ${hosts.map(formatHost).join(', ')} (${code}); start it, or correct the address`;
  return undefined;
}
