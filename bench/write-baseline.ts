/**
 * The baseline of the service's writes: Express and the driver with the service's own prepared statements, in one
 * transaction like the service's. Rows that are read after the last change are returned as they are. It has no authentication,
 * validation, records or log. Runs as a separate process: `node write-baseline.js SETTINGS`, a JSON file.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express from 'express';
import { createPool, type PoolConnection } from 'mysql2/promise';
import { openSqlite as openFile, type Sqlite } from '../src/database/dialect/sqlite.driver';
import { toMysqlOptions } from './databases';
import { toValueRows } from './recording';
import type { WriteCase } from './sales-cases';
import type { ParameterSource, WritePlan, WriteStatement } from './write-plan';

export interface WriteBaselineSettings {
  readonly url: string;
  readonly port: number;
  /** Statements with which the service sets up a session. */
  readonly session: readonly string[];
  readonly routes: readonly {
    readonly method: WriteCase['method'];
    readonly path: string;
    readonly plan: WritePlan;
  }[];
}

/** The known values: those of the request, and what each statement found or inserted. */
type KnownValues = (readonly (readonly unknown[])[])[];

/** The response: rows by table. */
type ResponseRows = Record<string, unknown>;

type Perform = (plan: WritePlan, asked: readonly unknown[]) => ResponseRows | Promise<ResponseRows>;

const CONFLICTS: readonly unknown[] = ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'];

/** One connection. All statements of a request run without interruption, so that no other gets into its transaction. */
function openSqlite(path: string): Perform {
  const database = openFile(path);
  database.pragma('foreign_keys = ON');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const prepared = new Map<string, Sqlite.Statement>();
  const statementOf = (sql: string): Sqlite.Statement => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  const run = ({ sql, isSource }: WriteStatement, values: readonly unknown[]): unknown => {
    const statement = statementOf(sql);
    return statement.reader ? statement.raw(isSource).all(...values) : statement.run(...values);
  };
  return (plan, asked) => {
    const known: KnownValues = [[asked]];
    const answer: ResponseRows = {};
    const now = instant();
    statementOf(plan.begin).run();
    for (const [at, one] of plan.statements.entries()) {
      if (!one.isInside && database.inTransaction) statementOf('COMMIT').run();
      storeResult(known, answer, at, one, run(one, valuesOf(one, known, now)));
    }
    if (database.inTransaction) statementOf('COMMIT').run();
    return answer;
  };
}

/** As many connections as the service has. A transaction that lost to another one is retried, like in the service. */
function openMysql(url: string, session: readonly string[]): Perform {
  const options = { ...toMysqlOptions(url), connectionLimit: 10, dateStrings: true, timezone: 'Z' };
  const pool = createPool(options);
  pool.pool.on('connection', (connection) => {
    for (const sql of session) connection.query(sql);
  });
  const run = async (
    on: Pick<PoolConnection, 'execute'>,
    { sql, isSource }: WriteStatement,
    values: readonly unknown[],
  ): Promise<unknown> => {
    const [rows] = await on.execute({ sql, values: values as string[], rowsAsArray: isSource });
    return rows;
  };
  const transaction = async (
    plan: WritePlan,
    known: KnownValues,
    answer: ResponseRows,
    now: string,
  ): Promise<void> => {
    const connection = await pool.getConnection();
    try {
      await connection.query(plan.begin);
      for (const [at, one] of plan.statements.entries()) {
        if (one.isInside)
          storeResult(
            known,
            answer,
            at,
            one,
            await run(connection, one, valuesOf(one, known, now)),
          );
      }
      await connection.query('COMMIT');
    } catch (error) {
      await connection.query('ROLLBACK');
      throw error;
    } finally {
      connection.release();
    }
  };
  const retried: typeof transaction = async (...parameters) => {
    try {
      await transaction(...parameters);
    } catch (error) {
      if (!CONFLICTS.includes((error as { code?: unknown }).code)) throw error;
      await retried(...parameters);
    }
  };
  return async (plan, asked) => {
    const known: KnownValues = [[asked]];
    const answer: ResponseRows = {};
    const now = instant();
    await retried(plan, known, answer, now);
    for (const step of toStepsAfterTransaction(plan)) {
      const found = step.map(({ one }) => run(pool, one, valuesOf(one, known, now)));
      for (const [place, { at, one }] of step.entries())
        storeResult(known, answer, at, one, await found[place]);
    }
    return answer;
  };
}

/** Runs the statements after the transaction, by step. */
function toStepsAfterTransaction({
  statements,
}: WritePlan): { at: number; one: WriteStatement }[][] {
  const steps = new Map<number, { at: number; one: WriteStatement }[]>();
  for (const [at, one] of statements.entries()) {
    if (!one.isInside) steps.set(one.step, [...(steps.get(one.step) ?? []), { at, one }]);
  }
  return [...steps.values()];
}

function storeResult(
  known: KnownValues,
  answer: ResponseRows,
  at: number,
  { isSource, isResponse, table }: WriteStatement,
  result: unknown,
): void {
  if (isSource) known[at + 1] = toValueRows(result);
  if (isResponse) answer[table] = result;
}

function valuesOf({ params }: WriteStatement, known: KnownValues, now: string): unknown[] {
  return params.map((source) => valueOf(source, known, now));
}

function valueOf(source: ParameterSource, known: KnownValues, now: string): unknown {
  if ('value' in source) return source.value;
  if ('fresh' in source) return source.fresh === 'instant' ? now : ` ${randomUUID()}`;
  const { of, plus, around } = source;
  const value = known[of.from]?.[of.row]?.[of.column];
  if (plus !== undefined) return Number(value) + plus;
  return around ? around[0] + String(value) + around[1] : value;
}

function instant(): string {
  return new Date().toISOString().slice(0, -1).replace('T', ' ');
}

const { url, port, session, routes } = JSON.parse(
  readFileSync(process.argv[2]!, 'utf8'),
) as WriteBaselineSettings;
const perform = url.startsWith('sqlite:')
  ? openSqlite(url.slice('sqlite:'.length))
  : openMysql(url, session);
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.use(express.json());
app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
for (const { method, path, plan } of routes) {
  app[method](path, async (request, response) => {
    const body = (request.body ?? {}) as object;
    const answer = await perform(plan, [Number(request.params['id']), ...Object.values(body)]);
    response.type('json').send(JSON.stringify(answer));
  });
}
app.listen(port, '127.0.0.1');
