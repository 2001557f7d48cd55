/**
 * The baseline of the import: only multi-row INSERTs of the rows that an import stored, in transactions of the same
 * size. `node inserts.js URL RECORDING`, with a database that has the schema.
 */
import { createConnection } from 'mysql2/promise';
import { openSqlite as openFile, type Sqlite } from '../src/database/dialect/sqlite.driver';
import { toMysqlOptions } from './databases';
import { readInserts, type Inserts } from './recording';

/** The report of the child process at its end. */
export interface InsertReport {
  readonly milliseconds: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
}

interface Target {
  store(inserts: Inserts): Promise<void> | void;
  close(): Promise<void> | void;
}

function openSqlite(path: string): Target {
  const database = openFile(path);
  database.pragma('foreign_keys = ON');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const statements = new Map<string, Sqlite.Statement>();
  const prepare = (sql: string): Sqlite.Statement => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  return {
    store: (inserts) => {
      prepare('BEGIN IMMEDIATE').run();
      for (const { sql, params } of inserts) prepare(sql).run(...params);
      prepare('COMMIT').run();
    },
    close: () => void database.close(),
  };
}

async function openMysql(url: string): Promise<Target> {
  const connection = await createConnection({
    ...toMysqlOptions(url),
    dateStrings: true,
    timezone: 'Z',
  });
  return {
    store: async (inserts) => {
      await connection.query('START TRANSACTION');
      for (const { sql, params } of inserts) await connection.execute(sql, params as string[]);
      await connection.query('COMMIT');
    },
    close: () => connection.end(),
  };
}

async function main(url: string, recording: string): Promise<void> {
  const isSqlite = url.startsWith('sqlite:');
  const target = isSqlite ? openSqlite(url.slice('sqlite:'.length)) : await openMysql(url);
  let milliseconds = 0;
  let cpu = 0;
  for await (const inserts of readInserts(recording)) {
    const start = performance.now();
    const before = process.cpuUsage();
    await target.store(inserts);
    const { user, system } = process.cpuUsage(before);
    cpu += (user + system) / 1000;
    milliseconds += performance.now() - start;
  }
  await target.close();
  const report: InsertReport = { milliseconds, cpu };
  process.send?.(report);
}

main(process.argv[2]!, process.argv[3]!).then(
  () => process.disconnect(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
