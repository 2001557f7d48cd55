import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { Database } from '../../../../src/database';
import {
  emptyDatabaseUrl,
  testDatabaseUrl,
  testServer,
  type TestDatabase,
} from '../../../support/service/database';
import { MASTER_KEY } from '../../../support/service/service';
import { scaledTimeoutMs } from '../../../support/jest/timeouts';
import { isLong } from '../../../support/random/cases';
import { until } from '../../../support/until';
import { BuiltService, buildService } from '../../../support/servers/built-process';
import { type ExactAnswer, exchange, type ExactRequest } from '../requests/exact-request';
import { held, refusesConnections } from '../requests/held-request';
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

  it('logs what runs on which database, and how it stops, but no health check', async () => {
    const empty = await emptyDatabaseUrl();
    const service = await start({ DATABASE_URL: empty.url, LOG_LEVEL: 'info', DRAIN_SECONDS: '1' });
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect((await fetch(`${service.url}/openapi.json`)).status).toBe(200);
    const { stdout } = await service.stop();
    await empty.drop();
    const lines = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const logged = (msg: string) => lines.filter((line) => line['msg'] === msg);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const commit = expect.stringMatching(/^([0-9a-f]{12}|unknown)$/) as string;
    const { node } = process.versions;
    expect(logged('The service has started')).toMatchObject([{ level: 30, version, commit, node }]);
    const engine = testServer === undefined ? /^SQLite 3\./ : /^\d+\.\d+\.\d+.*, store_test.* on /;
    expect(logged('The database is open')).toMatchObject([
      { database: expect.stringMatching(engine) as string },
    ]);
    const [{ migrations = [] } = {}] = logged('Migrations have run');
    expect((migrations as string[]).length).toBeGreaterThan(10);
    expect(logged('The service has received a signal to stop')).toMatchObject([
      { signal: 'SIGTERM', drainSeconds: 1 },
    ]);
    const rest = 'The service takes no more connections, and completes its open requests';
    expect([logged(rest).length, logged('The service has stopped').length]).toEqual([1, 1]);
    expect(logged('request').map(({ path }) => path)).toEqual(['/openapi.json']);
  });

  it('answers every request that it has taken when it gets a signal to stop, and takes no more', async () => {
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

    // All is in SQLite's file itself.
    expect(existsSync(`${database.url.replace('sqlite:', '')}-wal`)).toBe(false);
    const opened = await Database.open(database.url);
    const stored = await opened.select('SELECT id AS ID, p_id AS PID FROM tag_groups');
    await opened.close();
    const answered = answers.map((answer) => {
      const { ID, PID } = JSON.parse(answer.text) as { ID: number; PID: string };
      return { ID, PID };
    });
    expect(stored).toHaveLength(WRITES);
    expect(stored).toEqual(expect.arrayContaining(answered));
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
            database: 'unreachable',
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
});

/** Too long for every change. */
(isLong ? describe : describe.skip)('two processes on the same database', () => {
  const processes: BuiltService[] = [];
  let database: TestDatabase;

  beforeAll(async () => {
    await buildService();
    database = await freshDatabaseUrl();
  });

  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await database.drop();
  });

  const spawn = (environment: Record<string, string> = {}): BuiltService => {
    const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'trace', ...environment };
    const one = BuiltService.spawn(settings);
    processes.push(one);
    return one;
  };
  const read = async (url: string, path: string, key: string): Promise<unknown> => {
    const { status, text } = await exchange(url, { path, key });
    expect(status).toBe(200);
    return JSON.parse(text);
  };

  async function expectToWorkTogether(urls: readonly string[], key: string): Promise<void> {
    const writes = Array.from({ length: 20 }, (_, index) =>
      heldWrite(urls[index % urls.length]!, `together-${index}`, key),
    );
    await Promise.all(writes.map(({ taken }) => taken));
    for (const { send } of writes) send();
    const answers = await Promise.all(writes.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(writes.map(() => 201));
    for (const url of urls) {
      const list = await read(url, `${GROUPS}?perPage=500&fields=PID`, key);
      const { CUSTOMTAGGROUPS } = list as { CUSTOMTAGGROUPS: object[] };
      expect(CUSTOMTAGGROUPS).toHaveLength(writes.length);
    }
  }

  /** It goes on for DRAIN_SECONDS, not ready, and ends each connection with its answer. */
  async function expectToDrain(service: BuiltService, key: string): Promise<void> {
    const { url } = service;
    const agent = new http.Agent({ keepAlive: true });
    const write = heldWrite(url, 'in-hand', key);
    await write.taken;
    const kept = await exchange(url, { path: GROUPS, key }, agent);
    expect(kept.headers['connection']).toBe('keep-alive');
    service.terminate();
    let ready = await exchange(url, { path: '/health/ready', key: null }, agent);
    while (ready.status === 200)
      ready = await exchange(url, { path: '/health/ready', key: null }, agent);
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.text)).toEqual({ status: 'unavailable', database: 'ok' });
    const live = await exchange(url, { path: '/health/live', key: null }, agent);
    const list = await exchange(url, { path: GROUPS, key }, agent);
    write.send();
    const written = await write.answer;
    expect([live.status, list.status, written.status]).toEqual([200, 200, 201]);
    for (const { headers } of [ready, live, list, written])
      expect(headers['connection']).toBe('close');
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
    agent.destroy();
  }

  it('start at once and make one first key, work alongside each other, and stop one by one', async () => {
    const drainSeconds = Math.min(20, Math.ceil(scaledTimeoutMs(2000) / 1000));
    const pair = [spawn(), spawn({ DRAIN_SECONDS: String(drainSeconds) })] as const;
    await Promise.all(pair.map((one) => one.listening()));
    const keys = pair.map(({ firstKey }) => firstKey).filter((key) => key !== undefined);
    expect(keys).toHaveLength(1);
    const [key = ''] = keys;
    for (const { url } of pair)
      expect(await read(url, '/v1/apiKeys', key)).toMatchObject({ apiKeys: [{}] });

    await expectToWorkTogether(
      pair.map(({ url }) => url),
      key,
    );
    const [first, second] = pair;
    await expectToDrain(second, key);
    await first.stop();
    // The later one warns, or both, where the database is a file.
    expect(tellings(first) + tellings(second) > 0).toBe(testServer === undefined);

    const later = spawn();
    await later.listening();
    expect(later.firstKey).toBeUndefined();
    expect(await read(later.url, '/v1/apiKeys', key)).toMatchObject({
      apiKeys: [{ lastUsedAt: expect.stringMatching(/^20\d\d-/) }],
    });
    // In order, however often it gets the signal, and with an idle connection.
    const agent = new http.Agent({ keepAlive: true });
    await exchange(later.url, { path: GROUPS, key }, agent);
    for (let times = 0; times < 3; times++) later.interrupt();
    expect(await later.ended).toMatchObject({ code: 0, stderr: '' });
    agent.destroy();
    // The others are not there any more.
    expect(tellings(later)).toBe(0);
  });
});

/** How often a process logs that it is not alone. */
const tellings = ({ stdout }: { stdout: string }) =>
  stdout.split('Another process uses the same SQLite file').length - 1;

/** A write whose headers are sent, and whose body waits for `send`. */
function heldWrite(url: string, pId: string, key = MASTER_KEY) {
  const group = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
  return held(url + GROUPS, JSON.stringify({ customTagGroups: group }), key);
}

/** Answers of a service whose database does not answer: some seconds after the request, and more on a busy machine. */
async function inTime(url: string, request: ExactRequest): Promise<ExactAnswer> {
  const begin = performance.now();
  const answer = await exchange(url, request);
  expect(performance.now() - begin).toBeLessThan(scaledTimeoutMs(60_000));
  return answer;
}

async function becomesReady(url: string): Promise<void> {
  const ready = { path: '/health/ready', key: null };
  await until(async () => (await exchange(url, ready)).status === 200);
  const { text } = await exchange(url, ready);
  expect(JSON.parse(text)).toEqual({ status: 'ok', database: 'ok' });
}
