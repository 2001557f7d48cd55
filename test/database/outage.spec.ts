/** @engine */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createConnection, type Connection } from 'mysql2/promise';
import { DomainError } from '../../src/core/errors';
import { Database, increment, DataAccess } from '../../src/database';
import { testServer } from '../support/service/database';
import { replaceTimerDelays } from '../support/service/service-global';
import { until } from '../support/until';
import { openSample, plan } from './sample';
import { Shop } from './sample.entity';

const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('Database.open', () => {
  it('reports what is wrong with a URL, without the password', async () => {
    for (const url of [
      'sqlite:',
      'sqlite::memory:',
      'postgres://x/y',
      'mysql://root:secret@host',
      'mysql//x',
    ]) {
      const error = (await outcome(Database.open(url))) as Error;
      expect(error.message).toMatch(/sqlite|database URL|no database is named/);
      expect(error.message).not.toContain('secret');
    }
  });

  it('is unavailable where nothing listens', async () => {
    const error = await outcome(Database.open('mysql://root@127.0.0.1:9/none'));
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 'database.unavailable', status: 503 });
  });
});

interface Trouble {
  readonly is: string;
  readonly begin: string;
  readonly end?: string;
}

const signal = (errno: number, is: string): Trouble => ({
  is,
  begin: `SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = '${is}'`,
});

/** Faults that keep the engine in use from writing, with the statements that begin and end each. */
const troubles: Trouble[] =
  testServer === undefined
    ? [
        {
          is: 'without space on its disk',
          begin: 'PRAGMA max_page_count = 1',
          end: 'PRAGMA max_page_count = 1000000',
        },
      ]
    : [
        signal(1290, 'read-only'),
        signal(1836, 'in read-only mode'),
        signal(1021, 'without space on its disk'),
        signal(1114, 'without space for its table'),
        signal(1040, 'out of connections'),
        signal(1226, 'out of connections of this account'),
      ];

describe('A database', () => {
  let dataAccess: DataAccess;
  let url: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ dataAccess, url, close } = await openSample());
  });
  afterAll(() => close());

  const shops = async (): Promise<number> => {
    const [row] = await dataAccess.database.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM sample_shops',
    );
    return Number(row?.count);
  };
  const fill = (from: string): Promise<unknown> =>
    dataAccess.unitOfWork.run(() =>
      dataAccess.writer.insert(
        Shop,
        Array.from({ length: 500 }, (_, index) => ({ pId: `${from}-${index}-${'x'.repeat(200)}` })),
      ),
    );

  it.each(troubles)(
    'that is $is reports this, and nothing is half written',
    async ({ is, begin, end }) => {
      const before = await shops();
      const writing = dataAccess.unitOfWork.run(async () => {
        await dataAccess.database.select(begin);
        await fill(is);
      });
      const expected = is.startsWith('without space')
        ? { code: 'database.full', status: 507 }
        : { code: 'database.unavailable', status: 503 };
      expect(await outcome(writing)).toMatchObject(expected);
      expect(await shops()).toBe(before);
      if (end !== undefined) await dataAccess.unitOfWork.run(() => dataAccess.database.select(end));
      await fill(is);
      expect(await shops()).toBe(before + 500);
    },
  );

  it('whose connections are all taken reports this in time, and goes on when one is free', async () => {
    const narrow = DataAccess.forDatabase(await Database.open(url, { poolSize: 1 }));
    let release = (): void => undefined;
    const gate = new Promise<void>((open) => (release = open));
    let isHeld = (): void => undefined;
    const held = new Promise<void>((open) => (isHeld = open));
    const holder = narrow.unitOfWork.run(async () => {
      await narrow.writer.insert(Shop, [{ pId: 'holder' }]);
      isHeld();
      await gate;
    });
    await held;
    const timers = replaceTimerDelays([10_000, 15_000], 50);
    const insert = () => narrow.unitOfWork.run(() => narrow.writer.insert(Shop, [{ pId: 'late' }]));
    expect(await outcome(insert())).toMatchObject({ status: 503 });
    timers.mockRestore();
    release();
    await holder;
    await insert();
    const rows = await dataAccess.database.select(
      "SELECT p_id FROM sample_shops WHERE p_id IN ('holder','late')",
    );
    expect(rows).toHaveLength(2);
    await narrow.database.close();
  });
});

(testServer === undefined ? describe.skip : describe)(
  'A database server (MySQL and MariaDB only)',
  () => {
    let dataAccess: DataAccess;
    let url: string;
    let close: () => Promise<void>;
    let admin: Connection;
    let id = 0;
    beforeAll(async () => {
      ({ dataAccess, url, close } = await openSample());
      admin = await createConnection(testServer ?? '');
      [id = 0] = await dataAccess.unitOfWork.run(() =>
        dataAccess.writer.insert(Shop, [{ pId: 'outage' }]),
      );
    });
    afterAll(async () => {
      await admin.end();
      await close();
    });

    const connectionId = async (): Promise<number> => {
      const [row] = await dataAccess.database.select<{ id: number }>(
        'SELECT CONNECTION_ID() AS id',
      );
      return row?.id ?? 0;
    };
    const visits = async (): Promise<number | undefined> =>
      (await dataAccess.loader.findById(Shop, id, plan(['visits'])))?.visits;

    it('that does not have the database is reported', async () => {
      await expect(Database.open(`${testServer}/store_test_none`)).rejects.toThrow(
        'create it first',
      );
    });

    it('that drops a connection in a unit of work leaves nothing of it, and work goes on', async () => {
      const before = await visits();
      const lost = dataAccess.unitOfWork.run(async () => {
        await dataAccess.writer.update(Shop, id, { visits: increment(1) });
        await admin.query('KILL ?', [await connectionId()]);
        await dataAccess.writer.update(Shop, id, { visits: increment(1) });
      });
      expect(await outcome(lost)).toMatchObject({ code: 'database.unavailable' });
      expect(await visits()).toBe(before);
      await dataAccess.unitOfWork.run(() =>
        dataAccess.writer.update(Shop, id, { visits: increment(1) }),
      );
      expect(await visits()).toBe((before ?? 0) + 1);
    });

    it('that rolled back by itself can not be made to commit by catching its error', async () => {
      const before = await visits();
      let attempts = 0;
      await dataAccess.unitOfWork.run(async () => {
        await dataAccess.writer.update(Shop, id, { visits: increment(1) });
        if (++attempts > 1) return;
        const deadlock =
          "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock'";
        await outcome(dataAccess.database.execute(deadlock));
      });
      expect(attempts).toBe(2);
      expect(await visits()).toBe((before ?? 0) + 1);
    });

    it.each(['RELEASE', 'ROLLBACK TO'])(
      'that rolled back unseen is found out by the savepoint that is gone (%s)',
      async (end) => {
        const before = await visits();
        let attempts = 0;
        await dataAccess.unitOfWork.run(async () => {
          const isFirst = ++attempts === 1;
          await dataAccess.writer.update(Shop, id, { visits: increment(1) });
          const part = dataAccess.unitOfWork.runInSavepoint(async () => {
            if (isFirst) await dataAccess.database.execute('ROLLBACK');
            if (end === 'ROLLBACK TO') throw new Error('wanted');
          });
          await outcome(part);
          await outcome(dataAccess.writer.update(Shop, id, { visits: increment(10) }));
        });
        expect(attempts).toBe(2);
        expect(await visits()).toBe((before ?? 0) + 11);
      },
    );

    it("that finds two units in each other's way at savepoints lets both of them come through", async () => {
      const shops = await dataAccess.unitOfWork.run(() =>
        dataAccess.writer.insert(Shop, [{ pId: 'savepoint-1' }, { pId: 'savepoint-2' }]),
      );
      const [a = 0, b = 0] = shops;
      let attempts = 0;
      let meet: () => void = () => undefined;
      const met = new Promise<void>((resolve) => (meet = resolve));
      const visit = (shop: number): Promise<unknown> =>
        dataAccess.unitOfWork.runInSavepoint(() =>
          dataAccess.writer.update(Shop, shop, { visits: increment(1) }),
        );
      const cross = (first: number, second: number): Promise<void> =>
        dataAccess.unitOfWork.run(async () => {
          await visit(first);
          if (++attempts === 2) meet();
          await met;
          await outcome(visit(second));
          await outcome(visit(second));
        });
      await Promise.all([cross(a, b), cross(b, a)]);
      expect(attempts).toBeGreaterThan(2);
      const read = await dataAccess.loader.listByIds(Shop, [a, b], plan(['visits']));
      expect(read.map((shop) => shop.visits)).toEqual([3, 3]);
    });

    it('whose idle connections died is used again', async () => {
      const { hostname, port } = new URL(testServer ?? '');
      const sockets = new Set<Socket>();
      const proxy: Server = createServer((client) => {
        const server = createPipe(client, hostname, Number(port || 3306));
        sockets.add(client).add(server);
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const address = proxy.address() as { port: number };
      const through = DataAccess.forDatabase(
        await Database.open(url.replace(/:\d+\//, `:${address.port}/`), { poolSize: 2 }),
      );
      const read = (): Promise<unknown> => through.loader.findById(Shop, id, plan(['pId']));
      expect(await read()).toEqual({ id, pId: 'outage' });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await read()).toEqual({ id, pId: 'outage' });
      for (const socket of sockets) socket.destroy();
      await through.unitOfWork.run(() => through.writer.update(Shop, id, { visits: increment(1) }));
      expect(through.database.connectionLoad).toEqual({ inUse: 0, waiting: 0 });
      await through.database.close();
      proxy.close();
    });

    it.each(['arrives', 'is lost'])(
      'that is cut off at COMMIT does not report that nothing was done (it %s)',
      async (fate) => {
        const { hostname, port } = new URL(testServer ?? '');
        let isCutting = false;
        const proxy = createServer((client) => {
          const server = connect(Number(port || 3306), hostname);
          client.on('data', (data) => {
            const isLast = isCutting && data.includes('COMMIT');
            if (!isLast) server.write(data);
            else if (fate === 'arrives') server.write(data, () => server.once('data', cut));
            else cut();
          });
          const cut = (): void => void client.destroy();
          server.on('data', (data) => isCutting || client.write(data));
          client.on('error', () => server.destroy()).on('close', () => server.destroy());
          server.on('error', () => client.destroy()).on('close', () => client.destroy());
        });
        await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
        const address = proxy.address() as { port: number };
        const through = DataAccess.forDatabase(
          await Database.open(url.replace(/:\d+\//, `:${address.port}/`), { poolSize: 1 }),
        );
        const before = (await visits()) ?? 0;
        const write = through.unitOfWork.run(async () => {
          await through.writer.update(Shop, id, { visits: increment(1) });
          isCutting = true;
        });
        expect(await outcome(write)).toMatchObject({
          code: 'database.outcomeUnknown',
          status: 503,
        });
        isCutting = false;
        const after = fate === 'arrives' ? before + 1 : before;
        await until(async () => (await visits()) === after);
        expect(through.database.connectionLoad).toEqual({ inUse: 0, waiting: 0 });
        await through.database.close();
        proxy.close();
      },
    );

    it('that is hung is an error in time, and is used again when it goes on', async () => {
      const { hostname, port } = new URL(testServer ?? '');
      let isHung = false;
      const proxy = createServer((client) => {
        const server = connect(Number(port || 3306), hostname);
        client.on('data', (data) => isHung || server.write(data));
        server.on('data', (data) => client.write(data));
        client.on('error', () => server.destroy()).on('close', () => server.destroy());
        server.on('error', () => client.destroy()).on('close', () => client.destroy());
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const address = proxy.address() as { port: number };
      const options = { poolSize: 2, statementTimeoutMs: 200 };
      const through = DataAccess.forDatabase(
        await Database.open(url.replace(/:\d+\//, `:${address.port}/`), options),
      );
      const read = (): Promise<unknown> => through.loader.findById(Shop, id, plan(['pId']));
      await read();
      isHung = true;
      expect(await outcome(read())).toMatchObject({ code: 'database.unavailable' });
      const write = through.unitOfWork.run(async () => {
        isHung = false;
        await through.writer.update(Shop, id, { visits: increment(1) });
        isHung = true;
        await through.writer.update(Shop, id, { visits: increment(1) });
      });
      isHung = false;
      expect(await outcome(write)).toMatchObject({ code: 'database.unavailable' });
      isHung = false;
      expect(await read()).toEqual({ id, pId: 'outage' });
      expect(through.database.connectionLoad).toEqual({ inUse: 0, waiting: 0 });
      await through.database.close();
      proxy.close();
    });
  },
);

function createPipe(client: Socket, host: string, port: number): Socket {
  const server = connect(port, host);
  client.pipe(server).pipe(client);
  client.on('error', () => server.destroy());
  server.on('error', () => client.destroy());
  client.on('close', () => server.destroy());
  return server;
}
