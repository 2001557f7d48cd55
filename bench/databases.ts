import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

export const engines = ['sqlite', 'mysql'] as const;
export type EngineName = (typeof engines)[number];

/** The databases of one bench run. `drop` removes all except the persistent ones. */
export interface Databases {
  readonly engine: EngineName;
  /** Folder for logs, records and settings of the run. */
  readonly folder: string;
  /** Creates an empty database. @returns its URL, for DATABASE_URL */
  create(name: string): Promise<string>;
  /**
   * Returns a database that outlasts the run. It is filled if no earlier run has done so.
   * @returns its URL
   */
  persistent(name: string, fill: (url: string) => Promise<unknown>): Promise<string>;
  drop(): Promise<void>;
}

/** Folder of persistent files. */
export const PERSISTENT_FOLDER = join(tmpdir(), 'store-bench-lasting');

const MYSQL_DEFAULT = 'mysql://root@127.0.0.1:3306';

/** Creates the databases of a run on one engine. */
export function createDatabases(engine: EngineName): Databases {
  const folder = mkdtempSync(join(tmpdir(), 'store-bench-'));
  const dropFolder = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  if (engine === 'sqlite') {
    return {
      engine,
      folder,
      create: (name) => Promise.resolve(`sqlite:${join(folder, `${name}.sqlite`)}`),
      persistent: createPersistentFile,
      drop: () => {
        dropFolder();
        return Promise.resolve();
      },
    };
  }
  const { BENCH_MYSQL_URL, TEST_MYSQL_URL } = process.env;
  const server = (BENCH_MYSQL_URL ?? TEST_MYSQL_URL ?? MYSQL_DEFAULT).replace(/\/$/, '');
  const created: string[] = [];
  return {
    engine,
    folder,
    create: async (name) => {
      const database = `store_bench_${process.pid}_${name}`;
      await runOnServer(server, `CREATE DATABASE ${database}`);
      created.push(database);
      return `${server}/${database}`;
    },
    persistent: (name, fill) => createPersistentDatabase(server, `store_bench_${name}`, fill),
    drop: async () => {
      dropFolder();
      for (const database of created)
        await runOnServer(server, `DROP DATABASE IF EXISTS ${database}`);
    },
  };
}

type Fill = (url: string) => Promise<unknown>;

/** Renames the file to its final name when it is filled. */
async function createPersistentFile(name: string, fill: Fill): Promise<string> {
  mkdirSync(PERSISTENT_FOLDER, { recursive: true });
  const file = join(PERSISTENT_FOLDER, `${name}.sqlite`);
  if (existsSync(file)) return `sqlite:${file}`;
  const part = `${file}.part`;
  for (const tail of ['', '-wal', '-shm']) rmSync(part + tail, { force: true });
  await fill(`sqlite:${part}`);
  renameSync(part, file);
  return `sqlite:${file}`;
}

/** Marks the database with a table when it is filled. */
async function createPersistentDatabase(
  server: string,
  database: string,
  fill: Fill,
): Promise<string> {
  const url = `${server}/${database}`;
  const full = await runOnServer(server, `SHOW TABLES FROM ${database} LIKE 'bench_full'`).catch(
    () => [],
  );
  if (full.length > 0) return url;
  await runOnServer(server, `DROP DATABASE IF EXISTS ${database}`);
  await runOnServer(server, `CREATE DATABASE ${database}`);
  await fill(url);
  await runOnServer(server, `CREATE TABLE ${database}.bench_full (id INT PRIMARY KEY)`);
  return url;
}

async function runOnServer(url: string, sql: string): Promise<readonly unknown[]> {
  const connection = await createConnection(toMysqlOptions(url));
  try {
    const [rows] = await connection.query(sql);
    return Array.isArray(rows) ? rows : [];
  } finally {
    await connection.end();
  }
}

/** Converts `mysql://user:password@host:port/database` to options of the driver. */
export function toMysqlOptions(url: string) {
  const { hostname: host, port, username, password, pathname } = new URL(url);
  return {
    host,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ...(pathname.length > 1 ? { database: pathname.slice(1) } : {}),
  };
}
