/** @engine */
import type { QueryRunner } from 'typeorm';
import { createDataSource } from '../../src/database/connection/data-source';
import { migrations } from '../../src/database/migrations';
import { cases } from '../support/random/cases';
import { type Migrations, type TestDatabase, testDatabaseUrl } from '../support/service/database';
import { readContent, fillTables } from '../support/service/filled-tables';

const ROWS = 12;
/** Those before them were tried when they were the latest: what a released migration comes to never changes. */
const LATEST = cases(10, migrations.length);
const FORMER = migrations.length - LATEST;
const WRITES = /^\s*(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)\b/i;

class CutOff extends Error {}

/** Runs migrations and ends before the statement that would change something after so many. @returns what was done */
async function run(
  url: string,
  list: Migrations,
  allowed: number,
): Promise<{ isDone: boolean; changes: number; last: string | undefined }> {
  const source = await createDataSource(url, { migrations: list });
  await source.initialize();
  let [changes, last]: [number, string | undefined] = [0, undefined];
  const make = source.createQueryRunner.bind(source);
  source.createQueryRunner = (mode) => {
    const runner = make(mode);
    const query = runner.query.bind(runner);
    runner.query = (async (sql: string, ...more: [unknown[]?, true?]) => {
      if (!WRITES.test(sql)) return query(sql, ...(more as []));
      if (changes === allowed) throw new CutOff();
      const result: unknown = await query(sql, ...(more as []));
      [changes, last] = [changes + 1, sql];
      return result;
    }) as QueryRunner['query'];
    return runner;
  };
  try {
    await source.runMigrations({ transaction: 'each' });
    return { isDone: true, changes, last };
  } catch (error) {
    if (error instanceof CutOff) return { isDone: false, changes, last };
    throw error;
  } finally {
    await source.destroy();
  }
}

/** How a migration of so many statements, the note that it has run included, is cut off, before it runs to its end. */
const cuts: readonly ((url: string, list: Migrations, statements: number) => Promise<void>)[] = [
  // Never.
  () => Promise.resolve(),
  // Half-way, then when all is done but the note.
  async (url, list, statements) => {
    await run(url, list, Math.floor(statements / 2));
  },
  async (url, list, statements) => {
    await run(url, list, statements - 1);
  },
  // After each statement that is kept; where none is, one later every time.
  async (url, list) => {
    let before: string | undefined;
    for (let allowed = 1; ;) {
      const { isDone, last } = await run(url, list, allowed);
      if (isDone) return;
      if (last === before) allowed++;
      before = last;
    }
  },
];

async function looking<T>(url: string, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const source = await createDataSource(url, {});
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

describe('A migration of a filled store that is cut off and runs again', () => {
  const databases: TestDatabase[] = [];
  const since = new Date();
  beforeAll(async () => {
    // TypeORM logs each migration that fails.
    jest.spyOn(console, 'warn').mockReturnValue();
    jest.spyOn(console, 'log').mockReturnValue();
    while (databases.length < cuts.length) {
      const database = await testDatabaseUrl(migrations.slice(0, FORMER));
      databases.push(database);
      await looking(database.url, (runner) => fillTables(runner, () => ROWS));
    }
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await Promise.all(databases.map((database) => database.drop()));
  });

  // Each goes on with what those before it have left.
  it.each(migrations.slice(FORMER).map((one, at) => ({ name: new one().name, at: FORMER + at })))(
    '$name comes to the same end',
    async ({ at }) => {
      const list = migrations.slice(0, at + 1);
      const contents: Record<string, string>[] = [];
      let statements = 0;
      for (const [place, { url }] of databases.entries()) {
        await cuts[place]?.(url, list, statements);
        const { isDone, changes } = await run(url, list, Infinity);
        expect(isDone).toBe(true);
        if (place === 0) statements = changes;
        contents.push(await looking(url, (runner) => readContent(runner, since)));
        await looking(url, (runner) => fillTables(runner, () => ROWS));
      }
      expect(statements).toBeGreaterThan(0);
      for (const content of contents) expect(content).toEqual(contents[0]);
    },
  );
});
