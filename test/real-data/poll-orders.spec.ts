import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EXAMPLES = resolve(__dirname, '../../docs/examples');
const classes = mkdtempSync(join(tmpdir(), 'classes-'));

/** The polling clients of the documentation, by the programs that run them. */
const clients: readonly (readonly [language: string, program: string, ...args: string[]])[] = [
  ['JavaScript', process.execPath, join(EXAMPLES, 'poll-orders.mjs')],
  ['Python', 'python3', join(EXAMPLES, 'python/poll_orders.py')],
  ['PHP', 'php', join(EXAMPLES, 'php/poll_orders.php')],
  ['Java', 'java', '-cp', classes, 'PollOrders'],
];

const isThere = (program: string): boolean =>
  spawnSync(program, [program === 'java' ? '-version' : '--version']).status === 0;

interface Pending {
  id: number;
  version: string;
  exported: boolean;
}

const BREAKS_OFF = 206;

/** Sends the first part of a body, and drops the connection. */
function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"orders": [', () => response.socket?.end());
}

/** A service with three routes: it fails as instructed, and one order changes while it is fetched. */
class FakeService {
  readonly orders: Pending[] = [1, 2, 3, 4, 5].map((id) => ({ id, version: 'a', exported: false }));
  readonly pages: (string | null)[] = [];
  /** Answers to the first requests, before the service behaves; 0 drops the connection, 206 breaks off within a body. */
  faults: number[] = [];
  changing: number | undefined;
  denied: number | undefined;

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request) body += String(piece);
    const fault = this.faults.shift();
    if (fault === 0) request.socket.destroy();
    else if (fault === BREAKS_OFF) breakOff(response);
    else if (fault !== undefined) response.writeHead(fault, { 'retry-after': '1' }).end('{}');
    else if (request.headers.authorization !== 'Bearer key') response.writeHead(401).end('{}');
    else response.end(JSON.stringify(this.#route(request, body)));
  }

  #route(request: IncomingMessage, body: string): unknown {
    const url = new URL(request.url ?? '', 'http://localhost');
    const route = `${String(request.method)} ${url.pathname}`;
    if (route === 'GET /v1/orders/pending') return this.#pending(url.searchParams);
    if (route === 'PUT /v1/orders/received') return this.#received(JSON.parse(body).orders);
    throw new Error(`unexpected ${route}`);
  }

  #pending(query: URLSearchParams): unknown {
    this.pages.push(query.get('page'));
    const pending = this.orders.filter(({ exported }) => !exported);
    const orders = pending.slice(0, Number(query.get('perPage'))).map(({ id, version }) => ({
      ...{ ID: id, PID: `p${id}`, DOCUMENTNUMBER: `N${id}`, TOTAL: 1.5, VERSION: version },
    }));
    const changing = this.orders.find(({ id }) => id === this.changing);
    if (changing) changing.version = 'b';
    return { orders, items: pending.length, pagerParameters: { page: 1, perPage: 2 } };
  }

  #received(items: { id: number; version: string }[]): unknown {
    return { orders: items.map(({ id, version }) => ({ id, ...this.#result(id, version) })) };
  }

  #result(id: number, version: string): { result: string; detail: string } {
    const order = this.orders.find((candidate) => candidate.id === id)!;
    if (id === this.denied) return { result: 'move.notAllowed', detail: 'no' };
    if (order.exported) return { result: 'unchanged', detail: '' };
    if (order.version !== version) return { result: 'version.changed', detail: 'changed since' };
    order.exported = true;
    return { result: 'ok', detail: '' };
  }
}

describe.each(clients)('the polling client in %s', (language, program, ...args) => {
  const isInstalled = isThere(program);
  /** Left out where the language is not installed. */
  const test = isInstalled ? it : it.skip;

  let service: FakeService;
  let server: Server;
  let folder: string;

  beforeAll(async () => {
    const sources = readdirSync(join(EXAMPLES, 'java')).map((name) => join(EXAMPLES, 'java', name));
    if (isInstalled && language === 'Java') await run('javac', ['-d', classes, ...sources]);
  });

  beforeEach(async () => {
    service = new FakeService();
    server = createServer((request, response) => void service.answer(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    folder = mkdtempSync(join(tmpdir(), 'poll-'));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    rmSync(folder, { recursive: true });
  });

  function poll(apiKey = 'key'): Promise<{ stderr: string }> {
    const { port } = server.address() as AddressInfo;
    const env = {
      ...{ PATH: process.env['PATH'], OUT: join(folder, 'out.ndjson'), PER_PAGE: '2' },
      ...{ BASE_URL: `http://127.0.0.1:${port}`, API_KEY: apiKey },
    };
    return run(program, [...args, '--once'], { env });
  }

  function imported(): string[] {
    const text = readFileSync(join(folder, 'out.ndjson'), 'utf8');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => `${JSON.parse(line).id}${JSON.parse(line).version}`);
  }

  test('imports and acknowledges everything once, always from the first page', async () => {
    await poll();
    await poll();
    expect(imported()).toEqual(['1a', '2a', '3a', '4a', '5a']);
    expect(service.orders.every(({ exported }) => exported)).toBe(true);
    expect(new Set(service.pages)).toEqual(new Set(['1']));
  });

  test('does not import again what a run wrote that died before acknowledging', async () => {
    await poll();
    service.orders[1]!.exported = false;
    await poll();
    expect(imported()).toEqual(['1a', '2a', '3a', '4a', '5a']);
    expect(service.orders[1]!.exported).toBe(true);
  });

  test('imports an order again whose line was cut short by a crash', async () => {
    await poll();
    const out = join(folder, 'out.ndjson');
    const text = readFileSync(out, 'utf8');
    writeFileSync(out, text.slice(0, -10));
    service.orders[4]!.exported = false;
    await poll();
    expect(readFileSync(out, 'utf8')).toBe(text);
  });

  test('fetches an order again that changed between its fetch and its acknowledgement', async () => {
    service.changing = 2;
    const { stderr } = await poll();
    expect(stderr).toContain('order 2: version.changed changed since');
    expect(imported()).toEqual(['1a', '2a', '2b', '3a', '4a', '5a']);
    expect(service.orders.every(({ exported }) => exported)).toBe(true);
  });

  test('tries again when the service is busy or the connection breaks', async () => {
    service.faults = [429, 0, 503, 408, 500, BREAKS_OFF];
    await poll();
    expect(imported()).toHaveLength(5);
  });

  test('ends with an error instead of turning for ever', async () => {
    service.orders.splice(1);
    service.denied = 1;
    await expect(poll()).rejects.toThrow('none of these orders can be acknowledged');
    await expect(poll('wrong')).rejects.toThrow('GET /orders/pending');
  });
});
