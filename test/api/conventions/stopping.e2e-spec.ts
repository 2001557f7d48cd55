import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSON_LIMIT_BYTES } from '../../../src/api/request/body';
import {
  emptyDatabaseUrl,
  testDatabaseUrl,
  testServer,
  type TestDatabase,
} from '../../support/database';
import { photo } from '../../support/pictures';
import { MASTER_KEY } from '../../support/service';
import { BuiltService, buildService, pause } from '../../support/built-process';
import { type ExactAnswer, exchange, type ExactRequest } from './exact-request';
import { METRICS_TOKEN, readMetrics } from '../metrics/read-metrics';
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
  }, 90_000);

  beforeEach(async () => {
    database = await testDatabaseUrl();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
    await database.drop();
  });

  it('answers every request that it has taken when it is told to stop, and takes no more', async () => {
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
    const { text } = await exchange(again.url, { path: `${GROUPS}?perPage=500&fields=ID,PID` });
    const stored = (JSON.parse(text) as { CUSTOMTAGGROUPS: object[] }).CUSTOMTAGGROUPS;
    const answered = answers.map((answer) => {
      const { ID, PID } = JSON.parse(answer.text) as { ID: number; PID: string };
      return { ID, PID };
    });
    expect(stored).toHaveLength(WRITES);
    expect(stored).toEqual(expect.arrayContaining(answered));
  });

  it.each(['sharp', 'jimp'])('makes the pictures that it has taken, by %s', async (codec) => {
    const files = mkdtempSync(join(tmpdir(), 'store-stopping-'));
    try {
      const service = await start({
        ...{ IMAGE_CODEC: codec, FILES_URL: `file:${files}`, METRICS_TOKEN },
      });
      const image = (await photo(2400, 1800).jpeg({ quality: 95 }).toBuffer()).toString('base64');
      const data = { name: 'last', main: true, destination: { destination: 'shop' }, image };
      const body = JSON.stringify({ data });
      expect(body.length).toBeGreaterThan(JSON_LIMIT_BYTES);
      const upload = held(`${service.url}/v1/util/uploadImage`, body);
      await upload.taken;
      upload.send();
      const inFlight = async () => (await readMetrics(service.url)).value('store_images_in_flight');
      while ((await inFlight()) !== 1);
      service.terminate();
      expect((await upload.answer).status).toBe(201);
      expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
      expect(readdirSync(join(files, 'shop'))).toHaveLength(3);
    } finally {
      rmSync(files, { recursive: true });
    }
  });

  it('stops at once when nothing is under way, idle connections or not, and writes the last uses', async () => {
    const service = await start();
    const agent = new http.Agent({ keepAlive: true });
    expect((await exchange(service.url, { path: GROUPS }, agent)).status).toBe(200);
    const begin = performance.now();
    expect(await service.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - begin).toBeLessThan(2_000);
    agent.destroy();
    const again = await start();
    const { text } = await exchange(again.url, { path: '/v1/apiKeys' });
    const [key] = (JSON.parse(text) as { apiKeys: { lastUsedAt: string }[] }).apiKeys;
    expect(key?.lastUsedAt).toMatch(/^20\d\d-/);
    again.interrupt();
    expect(await again.ended).toMatchObject({ code: 0, stderr: '' });
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
          const ready = await inTime(service.url, { path: '/health/ready', key: null }, 2_000);
          expect(ready.status).toBe(503);
          expect(JSON.parse(ready.text)).toEqual({
            status: 'unavailable',
            database: 'out of reach',
          });
          const live = await inTime(service.url, { path: '/health/live', key: null }, 500);
          expect(live.status).toBe(200);
          const list = await inTime(service.url, { path: GROUPS }, 15_000);
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

  it('makes exactly one first key when several start at once on a new database', async () => {
    const empty = await freshDatabaseUrl();
    const starts = [0, 1].map(() =>
      BuiltService.spawn({ DATABASE_URL: empty.url, LOG_LEVEL: 'trace' }),
    );
    running.push(...starts);
    await Promise.all(starts.map((service) => service.listening()));
    const keys = starts.map(({ firstKey }) => firstKey).filter((key) => key !== undefined);
    expect(keys).toHaveLength(1);
    for (const { url } of starts) {
      const { status, text } = await exchange(url, { path: '/v1/apiKeys', key: keys[0]! });
      expect(status).toBe(200);
      expect((JSON.parse(text) as { apiKeys: object[] }).apiKeys).toHaveLength(1);
    }
    await Promise.all(starts.map((service) => service.stop()));
    const later = BuiltService.spawn({ DATABASE_URL: empty.url, LOG_LEVEL: 'trace' });
    running.push(later);
    await later.listening();
    expect(later.firstKey).toBeUndefined();
    await later.stop();
    await empty.drop();
  });

  it.each<[string, string, RegExp]>([
    ['PORT', 'abc', /^The service can't start: PORT must be .*"abc"/],
    ['DATABASE_URL', 'mysql://root:canary-secret@127.0.0.1:1/x', /The service can't start: /],
    ['DATABASE_URL', 'sqlite:/dev/null/nowhere/store.sqlite', /The service can't start: /],
    ['BOOTSTRAP_API_KEY', 'osk_canary-secret', /BOOTSTRAP_API_KEY must be/],
  ])('does not start with %s=%s, and says why in one line', async (name, value, said) => {
    const { code, stdout, stderr } = await BuiltService.spawn({
      DATABASE_URL: database.url,
      [name]: value,
    }).ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(said);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('canary-secret');
  });

  it('does not start on a port that is taken, and says so in one line', async () => {
    const { url } = await start();
    const environment = {
      DATABASE_URL: database.url,
      PORT: new URL(url).port,
      LOG_LEVEL: 'silent',
    };
    const { code, stderr } = await BuiltService.spawn(environment).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('EADDRINUSE') as string,
    });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

/** A write whose headers are sent, and whose body waits for `send`. */
function heldWrite(url: string, pId: string) {
  const group = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
  return held(url + GROUPS, JSON.stringify({ customTagGroups: group }));
}

/** A POST whose body waits to be sent. */
function held(url: string, body: string) {
  const request = http.request(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${MASTER_KEY}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  const taken = new Promise<void>((resolve) => request.once('continue', resolve));
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
  });
  request.flushHeaders();
  return { taken, answer, send: () => request.end(body) };
}

/** Waits until nobody accepts connections any more. */
async function refusesConnections(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (let attempt = 0; attempt < 100; attempt++) {
    const error = await new Promise<string>((resolve) => {
      const socket = net.connect(Number(port), hostname);
      socket.on('error', (problem: NodeJS.ErrnoException) => {
        resolve(problem.code ?? '');
      });
      socket.on('connect', () => {
        socket.destroy();
        resolve('');
      });
    });
    if (error === 'ECONNREFUSED') return;
    await pause(20);
  }
  throw new Error('The service still takes connections');
}

async function inTime(url: string, request: ExactRequest, most: number): Promise<ExactAnswer> {
  const begin = performance.now();
  const answer = await exchange(url, request);
  expect(performance.now() - begin).toBeLessThan(most);
  return answer;
}

async function becomesReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { status, text } = await exchange(url, { path: '/health/ready', key: null });
    if (status === 200) {
      expect(JSON.parse(text)).toEqual({ status: 'ok', database: 'ok' });
      return;
    }
    await pause(100);
  }
  throw new Error('The service does not become ready');
}
