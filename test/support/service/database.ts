import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import type { MigrationInterface } from 'typeorm';
import { migrations as all } from '../../../src/database/migrations';
import { migrate } from '../../../src/database/migrations/migrate';

export type Migrations = readonly (new () => MigrationInterface)[];

/** A database that belongs to one spec file. */
export interface TestDatabase {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Removes it; call it after everything that uses it is closed. */
  drop(): Promise<void>;
}

/** The engine of this run: MariaDB or MySQL when TEST_MYSQL_URL is set, else SQLite. */
export const testServer = process.env['TEST_MYSQL_URL'];

/**
 * Makes an empty, migrated database. The migrations run once; further databases are copies.
 * @param migrations others than the service's, for specs of the database layer itself
 */
export async function testDatabaseUrl(migrations: Migrations = all): Promise<TestDatabase> {
  const key = templateKey(migrations);
  return testServer === undefined
    ? sqliteDatabase(key, migrations)
    : mysqlDatabase(testServer, key, migrations);
}

/** An address for a folder of one spec file's own; its caller removes it. */
export function temporaryFolder(): string {
  return join(folder(), `files_${process.pid}_${randomBytes(4).toString('hex')}`);
}

/** An empty database without any table. */
export async function emptyDatabaseUrl(): Promise<TestDatabase> {
  const server = testServer;
  if (server === undefined) return emptySqlite();
  const name = `store_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(server, (connection) => connection.query(`CREATE DATABASE ${name}`));
  return {
    url: `${server.replace(/\/$/, '')}/${name}`,
    drop: async () => {
      await onServer(server, (connection) => connection.query(`DROP DATABASE IF EXISTS ${name}`));
    },
  };
}

/** An empty file of SQLite without any table, whatever the engine of the run. */
export function emptySqlite(): TestDatabase {
  return sqliteFile(
    join(folder(), `store_test_${process.pid}_${randomBytes(4).toString('hex')}.sqlite`),
  );
}

async function sqliteDatabase(key: string, migrations: Migrations): Promise<TestDatabase> {
  const template = join(folder(), `template_${key}.sqlite`);
  if (!existsSync(template)) {
    const draft = join(folder(), `draft_${randomBytes(4).toString('hex')}.sqlite`);
    await migrate(`sqlite:${draft}`, migrations);
    // Two workers may both get here; either's file will do.
    renameSync(draft, template);
  }
  const path = join(folder(), `store_test_${process.pid}_${randomBytes(4).toString('hex')}.sqlite`);
  copyFileSync(template, path);
  return sqliteFile(path);
}

function sqliteFile(path: string): TestDatabase {
  return {
    url: `sqlite:${path}`,
    drop: () => {
      for (const suffix of ['', '-wal', '-shm', '.migrating'])
        rmSync(path + suffix, { force: true });
      return Promise.resolve();
    },
  };
}

async function mysqlDatabase(
  server: string,
  key: string,
  migrations: Migrations,
): Promise<TestDatabase> {
  const template = `store_template_${key}`;
  const statements = await onServer(server, (connection) =>
    templateStatements(connection, server, template, migrations),
  );
  const database = await emptyDatabaseUrl();
  const name = new URL(database.url).pathname.slice(1);
  await onServer(server, (connection) =>
    connection.query(`USE ${name}; SET foreign_key_checks = 0; ${statements}`),
  );
  return database;
}

/** Makes the template unless it is there. @returns the statements that make a copy of it */
async function templateStatements(
  connection: Connection,
  server: string,
  template: string,
  migrations: Migrations,
): Promise<string> {
  const kept = async (): Promise<string | undefined> => {
    const sql = `SELECT statements FROM ${template}.copying`;
    const [rows] = await connection.query(sql).catch(() => [[]]);
    return (rows as { statements: string }[])[0]?.statements;
  };
  await connection.query('SELECT GET_LOCK(?, 120)', [template]);
  // They are kept last: without them a run was stopped half-way.
  if ((await kept()) === undefined) {
    await connection.query(`DROP DATABASE IF EXISTS ${template}`);
    await connection.query(`CREATE DATABASE ${template}`);
    await migrate(`${server.replace(/\/$/, '')}/${template}`, migrations);
    const statements = await copyingStatements(connection, template);
    await connection.query(`CREATE TABLE ${template}.copying (statements LONGTEXT)`);
    await connection.query(`INSERT INTO ${template}.copying VALUES (?)`, [statements]);
  }
  await connection.query('SELECT RELEASE_LOCK(?)', [template]);
  return (await kept()) ?? '';
}

/** With what the migrations have put in. */
async function copyingStatements(connection: Connection, from: string): Promise<string> {
  const [names] = await connection.query(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [from],
  );
  const statements: string[] = [];
  for (const { name } of names as { name: string }[]) {
    const table = `${from}.\`${name}\``;
    const [[created]] = (await connection.query(`SHOW CREATE TABLE ${table}`)) as unknown as [
      [Record<string, string>],
    ];
    statements.push(String(created['Create Table']));
    const [filled] = (await connection.query(`SELECT 1 FROM ${table} LIMIT 1`)) as unknown as [
      unknown[],
    ];
    if (filled.length > 0) statements.push(`INSERT INTO \`${name}\` SELECT * FROM ${table}`);
  }
  return statements.join(';\n');
}

async function onServer<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { hostname: host, port, username: user, password } = new URL(url);
  const connection = await createConnection({
    host,
    port: Number(port || 3306),
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    multipleStatements: true,
  });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

function folder(): string {
  const path = join(tmpdir(), 'store-tests');
  mkdirSync(path, { recursive: true });
  return path;
}

/** A key of everything that decides what the migrations make, and how it is copied. */
function templateKey(migrations: Migrations): string {
  const root = join(__dirname, '../../..');
  const folders = [
    'src/database',
    'src/database/migrations',
    'src/database/migrations/baseline',
    'src/database/dialect',
    'test/database',
    'test/api/new-resource',
  ];
  const hash = createHash('sha256').update(migrations.map((one) => new one().name).join());
  hash.update(readFileSync(__filename));
  for (const path of folders) {
    const sources = readdirSync(join(root, path)).filter(
      (file) =>
        /^(sample|names|kinds)|(dialect|migration)\.ts$/.test(file) || path.includes('migrations'),
    );
    for (const file of sources.sort()) {
      if (file.endsWith('.ts')) hash.update(readFileSync(join(root, path, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
