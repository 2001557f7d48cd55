import { existsSync } from 'node:fs';
import http from 'node:http';
import {
  emptyDatabaseUrl,
  testDatabaseUrl,
  testServer,
  type TestDatabase,
} from '../../support/database';
import { MASTER_KEY } from '../../support/service';
import { until } from '../../support/until';
import { BuiltService, buildService } from '../../support/built-process';
import { type ExactAnswer, exchange, type ExactRequest } from './exact-request';
import { held, refusesConnections } from './held-request';
import { TcpProxy } from './tcp-proxy';

const GROUPS = '/v1/customTagGroups';
const WRITES = 100;

/** Processes that migrate an SQLite file at the same moment are no use case: it belongs to one process. */
const freshDatabaseUrl = () => (testServer === undefined ? testDatabaseUrl() : emptyDatabaseUrl());

/** SQLite has no server that could be away. */
const onServer = testServer === undefined ? it.skip : it;

describe('the process', () => {
  let database: TestDatabase;
  const running: BuiltService[] = [];

  const start = async (environment: Record<string, string> = {}): Promise<BuiltService> => {
    const service = BuiltService.spawn({
      DATABASE_URL: database.url,
      BOOTSTRAP_API_KEY: MASTER_KEY,
      LOG_LEVEL: 'error',
      ...environment,
    });
    running.push(service);
    await service.listening();
    return service;
  };

  beforeAll(async () => {
    await buildService();
  });

  beforeEach(async () => {
    database = await testDatabaseUrl();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
    await database.drop();
  });

  it('answers every request that it has taken when it is told to stop, takes no more, and stops at once when idle', async () => {
    const service = await start();
    const writes = Array.from({ length: WRITES }, (_, index) =>
      heldWrite(service.url, `written-${index}`),
    );
    // The service has read the headers of each, and waits for its body.
    await Promise.all(writes.map(({ taken }) => taken));
    service.terminate();
    await refusesConnections(service.url);
    for (const { send } of writes) send();
    const answers = await Promise.all(writes.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(WRITES).fill(201));
    expect(await service.ended).toEqual({ code: 0, stdout: service.stdout, stderr: '' });

    const again = await start();
    const agent = new http.Agent({ keepAlive: true });
    const list = { path: `${GROUPS}?perPage=500&fields=ID,PID` };
    const { text } = await exchange(again.url, list, agent);
    const stored = (JSON.parse(text) as { CUSTOMTAGGROUPS: object[] }).CUSTOMTAGGROUPS;
    const answered = answers.map((answer) => {
      const { ID, PID } = JSON.parse(answer.text) as { ID: number; PID: string };
      return { ID, PID };
    });
    expect(stored).toHaveLength(WRITES);
    expect(stored).toEqual(expect.arrayContaining(answered));
    // One that waits for the idle connection is killed, and has no code.
    expect(await again.stop()).toMatchObject({ code: 0, stderr: '' });
    agent.destroy();
    // All is in SQLite's file itself.
    expect(existsSync(`${database.url.replace('sqlite:', '')}-wal`)).toBe(false);
  });

  onServer(
    'is not ready while the database server is away (SQLite has none), and recovers alone',
    async () => {
      const { hostname, port } = new URL(database.url);
      const proxy = await TcpProxy.before(hostname, Number(port));
      try {
        const url = new URL(database.url);
        url.port = String(proxy.localPort);
        url.hostname = '127.0.0.1';
        const service = await start({ DATABASE_URL: url.href });
        await becomesReady(service.url);
        for (const away of ['cut', 'hold'] as const) {
          proxy[away]();
          const ready = await inTime(service.url, { path: '/health/ready', key: null });
          expect(ready.status).toBe(503);
          expect(JSON.parse(ready.text)).toEqual({
            status: 'unavailable',
            database: 'out of reach',
          });
          const live = await inTime(service.url, { path: '/health/live', key: null });
          expect(live.status).toBe(200);
          const list = await inTime(service.url, { path: GROUPS });
          expect(list.status).toBe(503);
          expect(list.headers['retry-after']).toBe('2');
          expect(JSON.parse(list.text)).toMatchObject({ code: 'database.unavailable', errors: [] });
          expect(list.text).not.toMatch(/127\.0\.0\.1|ECONN|PROTOCOL|SELECT/);
          proxy.open();
          await becomesReady(service.url);
          expect((await exchange(service.url, { path: GROUPS })).status).toBe(200);
        }
        expect(await service.stop()).toMatchObject({ code: 0 });
      } finally {
        await proxy.close();
      }
    },
  );

  it('makes exactly one first key when several start at once on a new database, and writes its last use', async () => {
    const empty = await freshDatabaseUrl();
    const starts = [0, 1].map(() =>
      BuiltService.spawn({ DATABASE_URL: empty.url, LOG_LEVEL: 'trace' }),
    );
    running.push(...starts);
    await Promise.all(starts.map((service) => service.listening()));
    const keys = starts.map(({ firstKey }) => firstKey).filter((key) => key !== undefined);
    expect(keys).toHaveLength(1);
    const list = { path: '/v1/apiKeys', key: keys[0]! };
    for (const { url } of starts) {
      const { status, text } = await exchange(url, list);
      expect(status).toBe(200);
      expect((JSON.parse(text) as { apiKeys: object[] }).apiKeys).toHaveLength(1);
    }
    await Promise.all(starts.map((service) => service.stop()));
    const later = BuiltService.spawn({ DATABASE_URL: empty.url, LOG_LEVEL: 'trace' });
    running.push(later);
    await later.listening();
    expect(later.firstKey).toBeUndefined();
    const { text } = await exchange(later.url, list);
    const [key] = (JSON.parse(text) as { apiKeys: { lastUsedAt: string }[] }).apiKeys;
    expect(key?.lastUsedAt).toMatch(/^20\d\d-/);
    // In order, however often it is told.
    for (let times = 0; times < 3; times++) later.interrupt();
    expect(await later.ended).toMatchObject({ code: 0, stderr: '' });
    // The others are not there any more.
    expect(tellings(later)).toBe(0);
    await empty.drop();
  });
});

describe('two processes on the same database', () => {
  let database: TestDatabase;
  let first: BuiltService;
  let second: BuiltService;

  beforeAll(async () => {
    await buildService();
    database = await testDatabaseUrl();
    const environment = {
      ...{ DATABASE_URL: database.url, BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'warn' },
    };
    first = await BuiltService.start(environment);
    second = await BuiltService.start({ ...environment, DRAIN_SECONDS: '2' });
  });

  afterAll(async () => {
    await Promise.all([first, second].map((service) => service.stop()));
    await database.drop();
  });

  it('work alongside each other', async () => {
    const writes = Array.from({ length: 20 }, (_, index) =>
      heldWrite([first, second][index % 2]!.url, `together-${index}`),
    );
    await Promise.all(writes.map(({ taken }) => taken));
    for (const { send } of writes) send();
    const answers = await Promise.all(writes.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(writes.map(() => 201));
    for (const { url } of [first, second]) {
      const { text } = await exchange(url, { path: `${GROUPS}?perPage=500&fields=PID` });
      const { CUSTOMTAGGROUPS } = JSON.parse(text) as { CUSTOMTAGGROUPS: object[] };
      expect(CUSTOMTAGGROUPS).toHaveLength(writes.length);
    }
  });

  it('of which one is told to stop: it goes on for DRAIN_SECONDS, not ready, and ends each connection with its answer', async () => {
    const agent = new http.Agent({ keepAlive: true });
    const write = heldWrite(second.url, 'in-hand');
    await write.taken;
    const kept = await exchange(second.url, { path: GROUPS }, agent);
    expect(kept.headers['connection']).toBe('keep-alive');
    second.terminate();
    let ready = await exchange(second.url, { path: '/health/ready', key: null }, agent);
    while (ready.status === 200)
      ready = await exchange(second.url, { path: '/health/ready', key: null }, agent);
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.text)).toEqual({ status: 'unavailable', database: 'ok' });
    const live = await exchange(second.url, { path: '/health/live', key: null }, agent);
    const list = await exchange(second.url, { path: GROUPS }, agent);
    write.send();
    const written = await write.answer;
    expect([live.status, list.status, written.status]).toEqual([200, 200, 201]);
    for (const { headers } of [ready, live, list, written])
      expect(headers['connection']).toBe('close');
    expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
    agent.destroy();
  });

  it('are told so on a SQLite file, the second one', async () => {
    expect(tellings(await first.stop())).toBe(0);
    expect(tellings(await second.ended)).toBe(testServer === undefined ? 1 : 0);
  });
});

/** How often a process says that it is not alone. */
const tellings = ({ stdout }: { stdout: string }) =>
  stdout.split('Another process serves from the same SQLite file').length - 1;

/** A write whose headers are sent, and whose body waits for `send`. */
function heldWrite(url: string, pId: string) {
  const group = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
  return held(url + GROUPS, JSON.stringify({ customTagGroups: group }));
}

/** Answers of a service whose database does not answer: some seconds after the request, and more on a busy machine. */
async function inTime(url: string, request: ExactRequest): Promise<ExactAnswer> {
  const begin = performance.now();
  const answer = await exchange(url, request);
  expect(performance.now() - begin).toBeLessThan(60_000);
  return answer;
}

async function becomesReady(url: string): Promise<void> {
  const ready = { path: '/health/ready', key: null };
  await until(async () => (await exchange(url, ready)).status === 200);
  const { text } = await exchange(url, ready);
  expect(JSON.parse(text)).toEqual({ status: 'ok', database: 'ok' });
}
