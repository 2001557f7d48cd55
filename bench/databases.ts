import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

export const engines = ['sqlite', 'mysql'] as const;
export type EngineName = (typeof engines)[number];

/** The databases of one bench run; all of them are gone after `drop`. */
export interface Databases {
  readonly engine: EngineName;
  /** For logs, lines and settings of the run. */
  readonly folder: string;
  /** Makes an empty database. @returns its URL, for DATABASE_URL */
  create(name: string): Promise<string>;
  drop(): Promise<void>;
}

const MYSQL_DEFAULT = 'mysql://root@127.0.0.1:3306';

/** A place for the databases of a run on one engine. */
export function databasesOf(engine: EngineName): Databases {
  const folder = mkdtempSync(join(tmpdir(), 'store-bench-'));
  const dropFolder = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  if (engine === 'sqlite') {
    return {
      engine,
      folder,
      create: (name) => Promise.resolve(`sqlite:${join(folder, `${name}.sqlite`)}`),
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
      await onServer(server, `CREATE DATABASE ${database}`);
      made.push(database);
      return `${server}/${database}`;
    },
    drop: async () => {
      dropFolder();
      for (const database of made) await onServer(server, `DROP DATABASE IF EXISTS ${database}`);
    },
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const connection = await createConnection(mysqlAddress(url));
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

/** The parts of a `mysql://user:password@host:port/database`, as the driver takes them. */
export function mysqlAddress(url: string) {
  const { hostname: host, port, username, password, pathname } = new URL(url);
  return {
    host,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ...(pathname.length > 1 ? { database: pathname.slice(1) } : {}),
  };
}
