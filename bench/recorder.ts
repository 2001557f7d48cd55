/**
 * Loaded into the service (`node --require`) to learn which statements it runs. Every statement of the drivers is
 * written as a line to the file BENCH_RECORD; recording.ts describes the lines.
 */
import { openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { PoolConnection } from 'mysql2';
import type * as unionModule from '../src/database/dialect/mysql.union';
import { openSqlite } from '../src/database/dialect/sqlite.driver';
import { dist } from './processes';
import { type RecordedLine, toValueRows } from './recording';

type Method = (this: object, ...parameters: unknown[]) => unknown;
type Methods = Record<string, Method>;

const file = openSync(String(process.env['BENCH_RECORD']), 'a');
const numbers = new Map<string, number>();
/** Statements without a result yet; statements in flight together form one step. */
let inFlight = 0;
let step = 0;

function note(sql: string, params: unknown, answer?: unknown): void {
  const known = numbers.get(sql);
  const number = known ?? numbers.size;
  numbers.set(sql, number);
  const line: RecordedLine = {
    number,
    ...(known === undefined ? { sql } : {}),
    step,
    params: (params ?? []) as unknown[],
    ...(/^(?:SELECT|INSERT)/.test(sql) ? { rows: toValueRows(answer) } : {}),
  };
  writeSync(file, `${JSON.stringify(line)}\n`);
}

function patchSqlite(): void {
  const statement = openSqlite(':memory:').prepare('SELECT 1');
  const methods = Object.getPrototypeOf(statement) as Methods;
  for (const name of ['all', 'get', 'run']) {
    const original = methods[name]!;
    methods[name] = function (this: { source: string }, ...params) {
      step++;
      const answer = original.apply(this, params);
      note(this.source, params, answer);
      return answer;
    } as Method;
  }
}

function patchMysql(): void {
  let methods = PoolConnection.prototype as unknown as Methods;
  while (!Object.hasOwn(methods, 'execute')) methods = Object.getPrototypeOf(methods) as Methods;
  for (const name of ['execute', 'query']) {
    const original = methods[name]!;
    methods[name] = function (this: object, ...parameters) {
      const done = parameters.pop() as (error: unknown, answer: unknown) => void;
      const [first, second] = parameters;
      const { sql, values } =
        typeof first === 'string' ? { sql: first, values: second } : (first as Query);
      if (inFlight++ === 0) step++;
      return original.call(this, ...parameters, (error: unknown, answer: unknown) => {
        note(sql, values, answer);
        inFlight--;
        done(error, answer);
      });
    };
  }
}

/** Makes the service run each SELECT by itself, so that the baseline does, like code that knows nothing of unions. */
function separateSelects(): void {
  const load = createRequire(`${dist}/main.js`);
  const { UnionCache } = load('./database/dialect/mysql.union.js') as typeof unionModule;
  UnionCache.prototype.findOrCreate = () => undefined;
}

interface Query {
  readonly sql: string;
  readonly values?: unknown;
}

// Threads start with the same options; their statements have their own numbers and steps.
if (isMainThread) {
  patchSqlite();
  patchMysql();
  separateSelects();
}
