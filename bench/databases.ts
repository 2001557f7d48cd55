import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

export const engines = ['sqlite', 'mysql'] as const;
export type EngineName = (typeof engines)[number];

/** The databases of one bench run; all of them but the lasting ones are gone after `drop`. */
export interface Databases {
  readonly engine: EngineName;
  /** For logs, lines and settings of the run. */
  readonly folder: string;
  /** Makes an empty database. @returns its URL, for DATABASE_URL */
  create(name: string): Promise<string>;
  /**
   * A database that outlasts the run: filled, or as an earlier run has filled it.
   * @returns its URL
   */
  persistent(name: string, fill: (url: string) => Promise<unknown>): Promise<string>;
  drop(): Promise<void>;
}

/** Where lasting files are. */
export const PERSISTENT_FOLDER = join(tmpdir(), 'store-bench-lasting');

const MYSQL_DEFAULT = 'mysql://root@127.0.0.1:3306';

/** A place for the databases of a run on one engine. */
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
  const made: string[] = [];
  return {
    engine,
    folder,
    create: async (name) => {
      const database = `store_bench_${process.pid}_${name}`;
      await runOnServer(server, `CREATE DATABASE ${database}`);
      made.push(database);
      return `${server}/${database}`;
    },
    persistent: (name, fill) => createPersistentDatabase(server, `store_bench_${name}`, fill),
    drop: async () => {
      dropFolder();
      for (const database of made) await runOnServer(server, `DROP DATABASE IF EXISTS ${database}`);
    },
  };
}

type Fill = (url: string) => Promise<unknown>;

/** The file gets its name when it is full. */
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

/** The database gets a table of the bench's own when it is full. */
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

/** The parts of a `mysql://user:password@host:port/database`, as the driver takes them. */
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
