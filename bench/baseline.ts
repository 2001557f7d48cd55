/**
 * The baseline of the service: Express and the driver with the service's own prepared statements, whose rows are nested
 * and serialized by JSON.stringify. It has no authentication, validation, records or log. Runs as a separate process:
 * `node baseline.js SETTINGS`, a JSON file.
 */
import { readFileSync } from 'node:fs';
import express, { type Response } from 'express';
import { createPool } from 'mysql2/promise';
import { openSqlite as openFile, type Sqlite } from '../src/database/dialect/sqlite.driver';
import { toMysqlOptions } from './databases';
import type { ReadCase } from './cases';
import { isKeys, LIST_PATTERN, padValues, type Plan, type PlannedStatement } from './replay';

export interface BaselineSettings {
  readonly url: string;
  readonly port: number;
  readonly routes: readonly {
    readonly path: string;
    /** Distinguishes routes with the same path. */
    readonly query: string;
    readonly answers: ReadCase['answers'];
    readonly plan: Plan;
  }[];
}

type Row = Record<string, unknown>;
type Select = (sql: string, params: readonly unknown[]) => Row[] | Promise<Row[]>;

function openSqlite(path: string): Select {
  const database = openFile(path, { readonly: true });
  const statements = new Map<string, Sqlite.Statement>();
  return (sql, params) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = database.prepare(sql)));
    return statement.all(...params) as Row[];
  };
}

function openMysql(url: string): Select {
  const pool = createPool({
    ...toMysqlOptions(url),
    connectionLimit: 10,
    dateStrings: true,
    timezone: 'Z',
  });
  return async (sql, params) => {
    const [rows] = await pool.execute(sql, params as string[]);
    return rows as Row[];
  };
}

/** Runs a plan's statements; those of a step concurrently, if the driver can. */
function compile(plan: Plan, select: Select): (id: number) => Promise<Row[][]> {
  const { statements, steps } = plan;
  const run = ({ sql, params }: PlannedStatement, id: number, found: readonly Row[][]) => {
    let count: number | undefined;
    const values = params.flatMap((slot) => {
      if (!isKeys(slot)) return ['id' in slot ? id : slot.value];
      const keys = padValues((found[slot.from] ?? []).map((row) => row[slot.column]));
      count = keys.length;
      return keys;
    });
    if (count === 0) return [];
    return select(count === undefined ? sql : withPlaceholders(sql, count), values);
  };
  return async (id) => {
    const found: Row[][] = [];
    for (const step of steps) {
      const started = step.map((index) => run(statements[index]!, id, found));
      for (const [at, index] of step.entries()) {
        const answer = started[at]!;
        const rows = Array.isArray(answer) ? answer : await answer;
        found[index] = index === 0 ? rows.slice(0, plan.limit) : rows;
      }
    }
    return found;
  };
}

const sqlByPlaceholders = new Map<string, string[]>();

function withPlaceholders(sql: string, count: number): string {
  let bySize = sqlByPlaceholders.get(sql);
  if (!bySize) sqlByPlaceholders.set(sql, (bySize = []));
  return (bySize[count] ??= sql.replace(LIST_PATTERN, `IN (${Array(count).fill('?').join(', ')})`));
}

/** Adds the rows of the further statements to the records of the first one, by the records' ids. */
function nest({ statements }: Plan, found: readonly Row[][]): { items: Row[]; total?: unknown } {
  const items = found[0] ?? [];
  const answer: { items: Row[]; total?: unknown } & Row = { items };
  const byId = new Map(items.map((item) => [item['id'], item]));
  for (let index = 1; index < statements.length; index++) {
    const { table, isCount, keyColumn } = statements[index]!;
    const rows = found[index] ?? [];
    if (isCount) answer.total = Object.values(rows[0] ?? {})[0];
    else if (items.length === 1) (items[0] as Row)[table] = rows;
    else if (keyColumn === undefined || rows[0]?.[keyColumn] === undefined) answer[table] = rows;
    else attachRows(rows, byId, keyColumn, table);
  }
  return answer;
}

function attachRows(
  rows: readonly Row[],
  byId: ReadonlyMap<unknown, Row>,
  key: string,
  name: string,
): void {
  for (const item of byId.values()) item[name] = [];
  for (const row of rows) (byId.get(row[key])?.[name] as Row[] | undefined)?.push(row);
}

function send(response: Response, value: unknown): void {
  response.type('json').send(JSON.stringify(value));
}

const settings = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BaselineSettings;
const select = settings.url.startsWith('sqlite:')
  ? openSqlite(settings.url.slice('sqlite:'.length))
  : openMysql(settings.url);
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.get('/health/live', (_request, response) => send(response, { status: 'ok' }));
// Paths without an id come first, because /orders/pending is not an id.
const routes = [...settings.routes].sort(
  (a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')),
);
for (const { path, query, answers, plan } of routes) {
  const read = compile(plan, select);
  app.get(path, async (request, response, next) => {
    if (!request.url.endsWith(query)) {
      next();
      return;
    }
    const answer = nest(plan, await read(Number(request.params['id'])));
    if (answers !== 'record') send(response, answer);
    else if (answer.items[0]) send(response, answer.items[0]);
    else response.status(404).end();
  });
}
app.listen(settings.port, '127.0.0.1');
