/** @engine */
import { EventEmitter } from 'node:events';
import workerThreads, { type Worker } from 'node:worker_threads';
import { systemActor, runInActorContext } from '../../src/core/actor-context';
import { DatabaseUnavailable, DatabaseBusy } from '../../src/core/errors';
import { Database, type SqlValue, DataAccess } from '../../src/database';
import { testServer } from '../support/service/database';
import { openSample } from './sample';
import { Shop, Town } from './sample.entity';

type Steps<T> = Generator<
  readonly { sql: string; params: readonly SqlValue[] }[],
  T,
  (readonly SqlValue[])[][]
>;

/** A statement that counts to a number and answers with it; a million takes about 0.1 s. */
const counting = (to: number): { sql: string; params: number[] } => ({
  sql: 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?) SELECT COUNT(*) FROM c',
  params: [to],
});
/** A statement that lists the numbers to a number; fifty million take many slices. */
const listing = (to: number, columns = 'n'): { sql: string; params: number[] } => ({
  sql: `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?) SELECT ${columns} FROM c`,
  params: [to],
});
const towns = { sql: 'SELECT COUNT(*) FROM sample_towns', params: [] };

function* one(...statements: { sql: string; params: SqlValue[] }[]): Steps<SqlValue[]> {
  const answers = yield statements;
  return answers.map(([row]) => row?.[0] ?? null);
}

function* every(statement: { sql: string; params: SqlValue[] }): Steps<readonly SqlValue[][]> {
  const [rows] = yield [statement];
  return (rows ?? []) as SqlValue[][];
}

/** Reads as lists are read: where they are slow until they are known. */
const search = <T>(database: Database, steps: Steps<T>): Promise<T> => database.read(steps, 'scan');

/** The callers of reads in the order in which these ended: twelve of caller 1, then one of caller 2. */
async function orderOf(read: (size: number) => Promise<unknown>): Promise<number[]> {
  const order: number[] = [];
  const by = (id: number): Promise<void> =>
    runInActorContext({ actor: { kind: 'key', id, name: '' } }, () => read(1)).then(() => {
      order.push(id);
    });
  await Promise.all([...Array<number>(12).fill(1), 2].map(by));
  return order;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** How often the event loop comes round every five milliseconds while something is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  await work.finally(() => clearInterval(timer));
  return turns;
}

(testServer === undefined ? describe : describe.skip)('Slow reads of SQLite', () => {
  let url: string;
  let close: () => Promise<void>;
  let database: Database;
  let dataAccess: DataAccess;
  const opened: Database[] = [];
  const workers: Worker[] = [];
  const { Worker: Original } = workerThreads;

  const open = async (threads: number, options: { timeoutMs?: number } = {}): Promise<Database> => {
    // The threads have a low priority: on a busy machine they take their time.
    const readers = { threadCount: threads, smallFileBytes: 0, timeoutMs: 60_000, ...options };
    const other = await Database.open(url, { readerOptions: readers });
    opened.push(other);
    return other;
  };

  beforeAll(async () => {
    workerThreads.Worker = class extends Original {
      constructor(...parameters: ConstructorParameters<typeof Worker>) {
        super(...parameters);
        workers.push(this);
      }
    };
    ({ url, close } = await openSample());
    database = await open(2);
    dataAccess = DataAccess.forDatabase(database);
  });
  afterAll(async () => {
    workerThreads.Worker = Original;
    for (const one of opened) await one.close();
    await close();
  });

  it('leave the thread that answers requests alone', async () => {
    const slow = search(database, one(counting(1_000_000)));
    const turns = await turnsDuring(slow);
    expect(await slow).toEqual([1_000_000]);
    expect(turns).toBeGreaterThan(3);
    const atOnce = await open(0);
    expect(await turnsDuring(atOnce.read(one(counting(1_000_000))))).toBeLessThan(3);
  });

  it('are those that were slow before, even when they look for a few records by id', async () => {
    const read = (to: number): Promise<SqlValue[]> => database.read(one(counting(to)));
    const other = `${counting(1).sql} AS other`;
    const readOther = (to: number): Promise<SqlValue[]> =>
      database.read(one({ sql: other, params: [to] }));
    expect(await turnsDuring(readOther(10))).toBeLessThan(3);
    expect(await turnsDuring(readOther(1_000_000))).toBeLessThan(3);
    expect(await turnsDuring(readOther(1_000_000))).toBeLessThan(3);
    expect(await turnsDuring(readOther(1_000_000))).toBeGreaterThan(3);
    expect(await read(10)).toEqual([10]);
  });

  it('give the same values as others, however many rows they have', async () => {
    const values = "VALUES (1, NULL, -0.1, 'é💥'), (9007199254740991, '', 1e300, 'x')";
    const many = listing(50_000, "n, n || ' text'");
    const atOnce = await open(0);
    for (const statement of [{ sql: values, params: [] }, many]) {
      const expected = await atOnce.read(every(statement));
      expect(await search(database, every(statement))).toEqual(expected);
    }
  });

  it('see every write that was acknowledged before they began', async () => {
    for (let number = 1; number <= 50; number++) {
      const pId = `seen-${number}`;
      const [id = 0] = await dataAccess.unitOfWork.run(() =>
        dataAccess.writer.insert(Town, [{ pId }]),
      );
      // A text that is not known yet goes to a thread.
      const sql = `SELECT p_id AS pid_${number} FROM sample_towns WHERE id = ?`;
      const reads = Array.from({ length: 4 }, () => search(database, one({ sql, params: [id] })));
      expect(await Promise.all(reads)).toEqual(Array(4).fill([pId]));
    }
  });

  it('see one state of the data from their first statement to their last one', async () => {
    function* twice(): Steps<SqlValue[]> {
      const [before] = yield [towns];
      const [, after] = yield [counting(1_000_000), towns];
      return [before?.[0]?.[0] ?? null, after?.[0]?.[0] ?? null];
    }
    const [start] = await search(database, one(towns));
    const read = search(database, twice());
    await pause(100);
    await dataAccess.unitOfWork.run(() => dataAccess.writer.insert(Town, [{ pId: 'meanwhile' }]));
    const [before, after] = await read;
    expect(after).toBe(before);
    expect(await search(database, one(towns))).toEqual([Number(start) + 1]);
  });

  it('stay on the connection of the unit of work around them', async () => {
    await dataAccess.unitOfWork.run(async () => {
      await dataAccess.writer.insert(Shop, [{ pId: 'uncommitted' }]);
      expect(await dataAccess.loader.listIds(Shop, [])).toHaveLength(1);
    });
  });

  it("fail with the driver's errors, and leave the thread fit for work", async () => {
    await expect(
      search(database, one({ sql: 'SELECT 1 FROM nowhere', params: [] })),
    ).rejects.toThrow('no such table: nowhere');
    expect(await search(database, one(counting(3)))).toEqual([3]);
  });

  it('end between two slices when nobody waits for them any more', async () => {
    const line = Object.assign(new EventEmitter(), { destroyed: false });
    const narrow = await open(1);
    const read = runInActorContext(
      { actor: systemActor, connection: line, isAbortable: true },
      () => search(narrow, every(listing(50_000_000))),
    );
    setTimeout(() => (line.destroyed = true), 50);
    await expect(read).rejects.toThrow(DatabaseBusy);
    expect(await search(narrow, one(counting(4)))).toEqual([4]);
  });

  it('are served in turns: one caller with many waits for itself', async () => {
    // One thread: of two, a busy machine may hold up the one that serves the second caller.
    const narrow = await open(1);
    const order = await orderOf((to) => search(narrow, one(counting(to * 100_000))));
    expect(order.indexOf(2)).toBeLessThan(5);
  });

  it('are given up when they take too long; their thread works again when it is back', async () => {
    const hasty = await open(1, { timeoutMs: 200 });
    // On a busy machine more is given up than is meant here.
    const counted = async (to: number): Promise<unknown> => {
      let answer: unknown;
      do answer = await search(hasty, one(counting(to))).catch((error: unknown) => error);
      while (answer instanceof DatabaseBusy || answer instanceof DatabaseUnavailable);
      return answer;
    };
    expect(await counted(1)).toEqual([1]);
    await expect(search(hasty, one(counting(10_000_000)))).rejects.toThrow(DatabaseUnavailable);
    expect(await counted(5)).toEqual([5]);
  });

  it('fail alone when their thread dies', async () => {
    const before = workers.length;
    const mortal = await open(1);
    await search(mortal, one(counting(1)));
    const [worker] = workers.slice(before);
    // The read has many slices: a thread can only end while no statement of the driver holds it.
    const read = search(mortal, every(listing(50_000_000)));
    await pause(50);
    await Promise.all([worker?.terminate(), expect(read).rejects.toThrow(DatabaseUnavailable)]);
    expect(await search(mortal, one(counting(6)))).toEqual([6]);
  });

  it('come to their end before the database is closed, and their threads with it', async () => {
    const before = workers.length;
    const closing = await open(2);
    const read = search(closing, one(counting(1_000_000)));
    const exits = workers.slice(before).map((worker) => new Promise((on) => worker.on('exit', on)));
    await pause(50);
    opened.splice(opened.indexOf(closing), 1);
    await closing.close();
    expect(await read).toEqual([1_000_000]);
    await Promise.all(exits);
    await expect(search(closing, one(counting(7)))).rejects.toThrow(DatabaseUnavailable);
  });
});

const sleeping = (seconds: number): { sql: string; params: number[] } => ({
  sql: 'SELECT SLEEP(?)',
  params: [seconds],
});

(testServer === undefined ? describe.skip : describe)('Slow reads of a server', () => {
  let url: string;
  let close: () => Promise<void>;
  let database: Database;
  beforeAll(async () => {
    ({ url, close } = await openSample());
    database = await Database.open(url, { poolSize: 4 });
  });
  afterAll(async () => {
    await database.close();
    await close();
  });

  it('leave half of the connections to quick ones', async () => {
    // Connections stand before anything is measured.
    await Promise.all(Array.from({ length: 8 }, () => database.read(one(towns))));
    let ended = 0;
    const slow = Array.from({ length: 6 }, async () => {
      await search(database, one(sleeping(1)));
      ended += 1;
    });
    await pause(50);
    expect(database.connectionLoad.inUse).toBe(2);
    await database.read(one(towns));
    // With all four connections at work for them, four would have ended before it.
    expect(ended).toBeLessThan(4);
    await Promise.all(slow);
  });

  it('are served in turns: one caller with many waits for itself', async () => {
    const order = await orderOf((seconds) => search(database, one(sleeping(seconds / 4))));
    expect(order.indexOf(2)).toBeLessThan(5);
  });

  it('are those that were slow before, even when they look for a few records by id', async () => {
    const named = `${sleeping(0).sql} AS named`;
    const read = (): Promise<unknown> => database.read(one({ sql: named, params: [0.4] }));
    const first = [read(), read(), read()];
    await pause(50);
    expect(database.connectionLoad.inUse).toBe(3);
    await Promise.all(first);
    const second = [read(), read(), read()];
    await pause(50);
    expect(database.connectionLoad.inUse).toBe(2);
    await Promise.all(second);
  });

  it('are killed when they take too long', async () => {
    const [limit] = await database.select('SELECT @@SESSION.max_statement_time AS seconds');
    expect(Number(limit?.['seconds'])).toBe(15);
    const columns = 'information_schema.COLUMNS';
    const hasty =
      'SET STATEMENT max_statement_time = 0.1 FOR ' +
      `SELECT COUNT(*) FROM ${columns} a CROSS JOIN ${columns} b CROSS JOIN ${columns} c`;
    await expect(database.select(hasty)).rejects.toThrow(DatabaseUnavailable);
    expect(await database.read(one(towns))).toEqual([0]);
  });

  it('are those that were killed before', async () => {
    const columns = 'information_schema.COLUMNS';
    const sql =
      'SET STATEMENT max_statement_time = 0.5 FOR ' +
      `SELECT COUNT(*) FROM ${columns} a CROSS JOIN ${columns} b CROSS JOIN ${columns} c`;
    const read = (): Promise<unknown> => database.read(one({ sql, params: [] }));
    const threeAtOnce = async (): Promise<number> => {
      const reads = Promise.allSettled([read(), read(), read()]);
      await pause(50);
      const { inUse } = database.connectionLoad;
      expect((await reads).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
      return inUse;
    };
    expect(await threeAtOnce()).toBe(3);
    expect(await threeAtOnce()).toBe(2);
  });

  it('end between two statements when nobody waits for them any more', async () => {
    const line = Object.assign(new EventEmitter(), { destroyed: false });
    function* twice(): Steps<SqlValue[]> {
      yield [sleeping(0.2)];
      yield [sleeping(30)];
      return [];
    }
    const read = runInActorContext(
      { actor: systemActor, connection: line, isAbortable: true },
      () => search(database, twice()),
    );
    line.destroyed = true;
    await expect(read).rejects.toThrow(DatabaseBusy);
  });
});
