import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../bootstrap/create-app';
import { Configuration } from '../config/configuration';
import type { Environment } from '../config/assign-variables';
import { prepareStore } from '../bootstrap/prepare-store';
import { inspectDatabase } from '../database';

/** Loads the settings of a command; by default, only warnings and errors are logged. */
export function loadConfiguration(environment: Environment): Configuration {
  return Configuration.from({ LOG_LEVEL: 'warn', ...environment });
}

/** Runs work with the service on its store, which is migrated first. */
export async function withApp(
  configuration: Configuration,
  work: (app: NestExpressApplication) => Promise<void> | void,
): Promise<void> {
  await prepareStore(configuration);
  const app = await createApp(configuration);
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

/**
 * Runs work with the service on a backup, without the store's replica. An SQLite file is copied first, so that it stays
 * as it is.
 * @param backupLocation path of an SQLite file, or URL of a MariaDB schema, which is migrated; without a login, that of
 *   DATABASE_URL is used
 */
export async function withBackup(
  { DATABASE_READ_URL: _replica, ...environment }: Environment,
  backupLocation: string,
  work: (app: NestExpressApplication) => Promise<void> | void,
): Promise<void> {
  const run = async (DATABASE_URL: string, file?: string): Promise<void> => {
    await assertContainsStore(DATABASE_URL, file);
    return withApp(loadConfiguration({ ...environment, DATABASE_URL }), work);
  };
  if (/^\w+:\/\//.test(backupLocation)) return run(addLogin(backupLocation, environment));
  const path = backupLocation.replace(/^sqlite:/, '');
  if (!existsSync(path)) throw new Error(`--from: there is no file ${path}`);
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  try {
    const copy = join(folder, 'store.sqlite');
    copyFileSync(path, copy);
    // A store that was not stopped has its last changes in a second file.
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    await run(`sqlite:${copy}`, path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws Error if the database has never been a store: opening it would create the tables of one */
async function assertContainsStore(databaseUrl: string, file: string | undefined): Promise<void> {
  const inspection = await inspectDatabase(databaseUrl);
  if (inspection?.executedMigrations.length === 0)
    throw new Error(`--from: ${file ?? inspection.description} contains no store`);
}

/** Adds the login of DATABASE_URL to a URL without one: other users of the machine can read command lines. */
function addLogin(url: string, { DATABASE_URL = '' }: Environment): string {
  if (/^\w+:\/\/[^/]*@/.test(url)) return url;
  const [login = ''] = /(?<=^\w+:\/\/)[^/@]*@/.exec(DATABASE_URL) ?? [];
  return url.replace('://', () => `://${login}`);
}

/** Runs work with the service on an empty database: generated pages depend on neither data nor settings. */
export async function withEmptyDatabase(
  work: (app: NestExpressApplication, configuration: Configuration) => Promise<void> | void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const databaseUrl = `sqlite:${join(folder, 'empty.sqlite')}`;
  const configuration = Configuration.from({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  try {
    await withApp(configuration, (app) => work(app, configuration));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Characters that move a terminal's cursor, start a line or reverse the direction of text. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Prints cells, separated by tabs. Control characters in a cell become spaces, so that it can't imitate other cells. */
export function printRow(cells: readonly (string | number)[]): void {
  printLine(cells.map((cell) => String(cell).replace(CONTROL_CHARACTERS, ' ')).join('\t'));
}

/** Writes a text to a file; without one, to standard output. */
export function writeOutput(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
