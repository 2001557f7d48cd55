/**
 * The baseline of the export: it writes every row of the exported tables as JSON to a file, by one SELECT per table.
 * `node selects.js URL FILE`.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createConnection } from 'mysql2';
import { openSqlite as openFile } from '../src/database/dialect/sqlite.driver';
import { toMysqlOptions } from './databases';

/** The report of the child process at its end. */
export interface SelectsReport {
  readonly milliseconds: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
  readonly bytes: number;
}

/** Tables that exports don't contain, because they are derived from others or belong to one installation. */
const leftOut =
  /^(search_|journal_|migrations|sqlite_|access_|export|file_|outbox_|repeatable_|webhook|api_key|counted_)/;
/** Number of characters per write. */
const CHUNK = 64 * 1024;

interface Source {
  tables(): Promise<string[]>;
  rows(table: string): AsyncIterable<unknown> | Iterable<unknown>;
  close(): void;
}

function openSqlite(path: string): Source {
  const database = openFile(path, { readonly: true });
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck();
  return {
    tables: () => Promise.resolve(names.all() as string[]),
    rows: (table) => database.prepare(`SELECT * FROM \`${table}\``).iterate(),
    close: () => void database.close(),
  };
}

function openMysql(url: string): Source {
  const connection = createConnection({ ...toMysqlOptions(url), dateStrings: true, timezone: 'Z' });
  return {
    tables: async () => {
      const [rows] = await connection.promise().query('SHOW TABLES');
      return (rows as Record<string, string>[]).map((row) => String(Object.values(row)[0]));
    },
    rows: (table) => connection.query(`SELECT * FROM \`${table}\``).stream(),
    close: () => {
      connection.destroy();
    },
  };
}

async function main(url: string, file: string): Promise<void> {
  const isSqlite = url.startsWith('sqlite:');
  const source = isSqlite ? openSqlite(url.slice('sqlite:'.length)) : openMysql(url);
  const tables = (await source.tables()).filter((table) => !leftOut.test(table));
  const start = performance.now();
  const before = process.cpuUsage();
  const output = createWriteStream(file);
  let bytes = 0;
  let text = '';
  const flush = async (): Promise<void> => {
    bytes += Buffer.byteLength(text);
    if (!output.write(text)) await once(output, 'drain');
    text = '';
  };
  for (const table of tables) {
    for await (const row of source.rows(table)) {
      text += `${JSON.stringify(row)}\n`;
      if (text.length >= CHUNK) await flush();
    }
  }
  await flush();
  output.end();
  await finished(output);
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  source.close();
  const report: SelectsReport = { milliseconds, cpu: (user + system) / 1000, bytes };
  process.send?.(report);
}

main(process.argv[2]!, process.argv[3]!).then(
  () => process.disconnect(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
