import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../src/database';
import { ImportService, runImport } from '../../../src/platform/data-transfer/imports';
import {
  BuiltImport,
  BuiltService,
  buildService,
  type Ended,
  pause,
} from '../../support/servers/built-process';
import { cases, isLong } from '../../support/random/cases';
import { CommandServer } from '../../support/servers/command-server';
import { testDatabaseUrl, type TestDatabase } from '../../support/service/database';
import { generateStore } from '../../support/random/generated-store';
import {
  OrderDrain,
  type PollingClient,
  get,
  wholeOrders,
} from '../../support/documents/order-drain';
import { MASTER_KEY, Service } from '../../support/service/service';

const ORDERS = cases(60, 600);
/** A line of so many bytes is the last one of its batch: an import can be killed between several. */
const LAST_OF_BATCH_BYTES = 64 * 1024;
const BATCH_ORDERS = 15;
/** Enough pages for a client that is killed at three places and goes on. */
const DRAINED_ORDERS = 65;
const PAGE = 5;
const BAD_LINES = 5;

interface Summary {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  errors: readonly object[];
}

/** A store's lines, and some between them that nobody can take. */
function storeLines(count: number): string[] {
  const store = [...generateStore({ seed: 11, orders: count })];
  const orders = store.filter(({ type }) => type === 'order');
  const known = orders[10]!;
  const bad = (nr: number) => ({ ...orders[0]!, pId: `bad-${nr}` });
  // The last batch is not full: an import stores it when its input ends.
  const isLastOfBatch = (place: number) =>
    place >= store.length - count && (store.length - place) % BATCH_ORDERS === 2;
  const lines = store.map((line, place) =>
    JSON.stringify(line).padEnd(isLastOfBatch(place) ? LAST_OF_BATCH_BYTES : 0),
  );
  const at = (share: number) => store.length - count + Math.round(share * count);
  // From the end, so that the places before stay.
  lines.splice(at(0.98), 0, JSON.stringify({ ...bad(1), rows: [{ product: { pId: 'nowhere' } }] }));
  lines.splice(at(0.75), 0, JSON.stringify({ ...known, comment: 'Not what it was' }));
  lines.splice(at(0.5), 0, '{"type":"order","pId":');
  lines.splice(at(0.2), 0, JSON.stringify({ ...bad(2), currencyCode: 'DEM' }));
  lines.splice(5, 0, '{"type":"invention","pId":"x"}');
  return lines;
}

/** An answer without ids, versions and the times at which something was stored. */
function withoutIdentity(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutIdentity(element));
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value).filter(
      ([name]) => name === 'PID' || !/ID$|^VERSION$|^CURRENTDATETIME$|^UPDATEDAT$/.test(name),
    );
    return Object.fromEntries(kept.map(([name, inner]) => [name, withoutIdentity(inner, name)]));
  }
  // A number of a series begins with the headquarter's id.
  const isNumber = key === 'DOCUMENTNUMBER' || key === 'PREFIX';
  return isNumber && typeof value === 'string' ? value.replace(/^O\d+-/, 'O-') : value;
}

let folder: string;
let file: string;
let drainedFile: string;
let lines: string[];
/** The same in a database into which the lines were imported without disturbance. */
let undisturbed: { summary: Summary; errors: string; orders: unknown[] };
const databases: TestDatabase[] = [];
const services: { stop(): Promise<unknown> }[] = [];

async function newDatabase(): Promise<string> {
  const database = await testDatabaseUrl();
  databases.push(database);
  return database.url;
}

async function serve(url: string): Promise<BuiltService> {
  const service = BuiltService.spawn({
    ...{ DATABASE_URL: url, BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'error' },
  });
  services.push(service);
  await service.listening();
  return service;
}

/** A service of this process: only what is killed needs one of its own. */
async function serveHere(environment: Record<string, string> = {}): Promise<Service> {
  const service = await Service.start(environment);
  services.push(service);
  return service;
}

const errorsFile = () => join(folder, 'errors.ndjson');

interface Imported {
  readonly summary: Summary;
  readonly errors: string;
}

/** Runs an import to its end. */
async function imported(url: string): Promise<Imported> {
  const commands = await CommandServer.shared();
  const ended = await commands.run({ DATABASE_URL: url }, 'import', file, '--errors', errorsFile());
  expect(ended.code).toBe(1);
  return { summary: JSON.parse(ended.stdout) as Summary, errors: readErrors() };
}

/** The same in this process. */
async function importedHere({ app }: Service): Promise<Imported> {
  const summary = await runImport(app.get(ImportService), file, { errorsPath: errorsFile() });
  return { summary, errors: readErrors() };
}

const readErrors = () => readFileSync(errorsFile(), 'utf8');

async function served(service: { readonly url: string }): Promise<unknown[]> {
  const orders = await wholeOrders<object>(service.url);
  return orders.map((order) => withoutIdentity(order));
}

/**
 * Starts the import and kills it as soon as more orders are stored than before.
 * @param some of the lines, after which the input goes on
 */
async function importKilled(url: string, some: readonly string[]): Promise<number> {
  const database = await Database.open(url);
  const before = await storedOrders(database);
  const command = BuiltImport.start(url, '-');
  // The unread input of a killed process is lost.
  command.write(`${some.join('\n')}\n`).catch(() => undefined);
  const course = { isOver: false };
  void command.ended.then(() => (course.isOver = true));
  while (!course.isOver && (await storedOrders(database)) === before) await pause(2);
  expect((await command.kill()).code).toBeNull();
  const stored = await storedOrders(database);
  await database.close();
  return stored;
}

async function storedOrders(database: Database): Promise<number> {
  const [row] = await database.select<{ n: number }>('SELECT COUNT(*) AS n FROM documents');
  return row?.n ?? 0;
}

beforeAll(async () => {
  await buildService();
  folder = mkdtempSync(join(tmpdir(), 'draining-'));
  file = join(folder, 'store.ndjson');
  lines = storeLines(ORDERS);
  writeFileSync(file, `${lines.join('\n')}\n`);
  drainedFile = join(folder, 'drained.ndjson');
  writeFileSync(drainedFile, `${storeLines(DRAINED_ORDERS).join('\n')}\n`);
  const service = await serveHere();
  undisturbed = { ...(await importedHere(service)), orders: await served(service) };
});

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
});

afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true });
});

describe('An import that is killed', () => {
  it('is not about nothing', () => {
    const { summary, orders } = undisturbed;
    expect(summary).toMatchObject({ created: lines.length - BAD_LINES, rejected: BAD_LINES });
    expect(orders).toHaveLength(ORDERS);
  });

  it('leads to the same state when it is run again', async () => {
    const url = await newDatabase();
    const half = lines.slice(0, lines.length - ORDERS / 2);
    const stages = [await importKilled(url, half), await importKilled(url, lines)];
    expect(stages).toEqual([...new Set(stages)].sort((one, other) => one - other));
    expect(stages.every((stored) => stored > 0 && stored < ORDERS)).toBe(true);
    const { summary, errors } = await imported(url);
    expect(summary.unchanged).toBeGreaterThanOrEqual(stages[1]!);
    expect(summary.created + summary.unchanged).toBe(undisturbed.summary.created);
    expect(errors).toBe(undisturbed.errors);
    const service = await serveHere({ DATABASE_URL: url });
    expect(await served(service)).toEqual(undisturbed.orders);
    const again = await importedHere(service);
    expect(again.summary).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: summary.created + summary.unchanged,
    });
    expect(again.errors).toBe(errors);
  });

  it('leads to the same state when it was POST /v1/import, and the service died', async () => {
    const url = await newDatabase();
    const first = await serve(url);
    const posted = post(first.url, file, { isEnded: false });
    while ((await get<{ items: number }>(first.url, '/v1/orders?perPage=1')).items === 0)
      await pause(2);
    await first.kill();
    await expect(posted).rejects.toThrow();
    const second = await serveHere({ DATABASE_URL: url });
    const { items } = await get<{ items: number }>(second.url, '/v1/orders?perPage=1');
    expect(items).toBeGreaterThan(0);
    expect(items).toBeLessThan(ORDERS);
    const summary = await post(second.url);
    expect(summary.unchanged).toBeGreaterThanOrEqual(items);
    expect(summary.created + summary.unchanged).toBe(undisturbed.summary.created);
    expect(summary.errors).toEqual(undisturbed.summary.errors);
    expect(await served(second)).toEqual(undisturbed.orders);
  });
});

/** Imports the lines of a file over HTTP. @param isEnded whether no more are to come */
function post(url: string, of = file, { isEnded } = { isEnded: true }): Promise<Summary> {
  const headers = { authorization: `Bearer ${MASTER_KEY}`, 'content-type': 'application/x-ndjson' };
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/v1/import`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('error', reject);
      response.on('end', () => {
        resolve(JSON.parse(text) as Summary);
      });
    });
    request.on('error', reject);
    request.write(readFileSync(of));
    if (isEnded) request.end();
  });
}

describe('The polling client drains the pending orders', () => {
  let drain: OrderDrain;

  beforeEach(async () => {
    const service = await serveHere();
    await post(service.url, drainedFile);
    await denySome(service.url);
    drain = await OrderDrain.of(service.url, mkdtempSync(join(folder, 'drain-')));
    expect(drain.waiting.length).toBeGreaterThan(7 * PAGE);
    expect(drain.waiting.length).toBeLessThan(DRAINED_ORDERS - 2 * PAGE);
  });

  it('alone', async () => {
    expect(await drain.client('a', PAGE).ended).toMatchObject({ code: 0, stderr: '' });
    await drain.expectAll();
  });

  (isLong ? it : it.skip)(
    'although it is killed before, between and after its acknowledgements',
    async () => {
      for (const [place, method] of [
        ['request', 'PUT'],
        ['answer', 'PUT'],
        ['answer', 'GET'],
      ] as const) {
        const course: { client?: PollingClient; killed?: Promise<Ended> } = {};
        let passed = 0;
        drain.proxy.allows = (at, by) => {
          if (at === place && by === method) passed += 1;
          if (passed < 3) return true;
          course.killed ??= course.client?.kill();
          return false;
        };
        course.client = drain.client('a', PAGE);
        await course.client.ended;
        expect(await course.killed).toMatchObject({ code: null });
      }
      drain.proxy.allows = () => true;
      expect(await drain.client('a', PAGE).ended).toMatchObject({ code: 0 });
      await drain.expectAll();
    },
  );

  it('together with another one that sees the same orders', async () => {
    const pages: (() => void)[] = [];
    // Neither sees its first page before the other has one, too.
    drain.proxy.allows = async (place, method) => {
      if (place === 'answer' && method === 'GET' && pages.length < 2) {
        await new Promise<void>((resolve) => {
          pages.push(resolve);
          if (pages.length === 2) for (const go of pages) go();
        });
      }
      return true;
    };
    const clients = [drain.client('a', PAGE), drain.client('b', PAGE)];
    for (const { ended } of clients) expect(await ended).toMatchObject({ code: 0 });
    const answers = drain.proxy.exchanges.filter(({ method }) => method === 'PUT');
    expect(JSON.stringify(answers)).toContain('"unchanged"');
    await drain.expectAll();
  });
});

/** Brings two pending orders into the states that no import gives and that wait for no export. */
async function denySome(url: string): Promise<void> {
  const { orders } = await get<{ orders: { ID: number }[] }>(url, '/v1/orders/pending?perPage=2');
  for (const [at, { ID }] of orders.entries()) {
    const response = await fetch(`${url}/v1/orders/${ID}/changeStatus`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${MASTER_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: [-1, -11][at] }),
    });
    expect(response.status).toBe(200);
  }
}
