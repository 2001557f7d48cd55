import { readFileSync, rmSync } from 'node:fs';
import { createServer, request as forward, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type * as Client from '../../clients/typescript/src/index.js';
import { formatSqlInstant } from '../../src/database';
import { openSqlite } from '../../src/database/dialect/sqlite.driver';
import { JournalSequencer } from '../../src/platform/events/journal';
import { signWebhook } from '../../src/platform/events/outbox/webhooks/sign-webhook';
import { BuiltService, buildService } from '../support/servers/built-process';
import { cases } from '../support/random/cases';
import { temporaryFolder, testDatabaseUrl } from '../support/service/database';
import { freePort } from '../support/servers/free-port';
import { MASTER_KEY, Service } from '../support/service/service';
import { smallOrder } from '../api/sales/sample-store';
import { Line } from './line';
import { OutsideProject } from './outside-project';

const ROOT = join(__dirname, '../..');

/** A program that uses every part of the package, as a newcomer would write it. */
const program = `
  const store = new Store({ baseUrl: 'http://localhost:3000', key: 'k' });
  export async function work(): Promise<number> {
    const order = await dataOf(store.api.GET('/v1/orders/{id}', { params: { path: { id: 1 } } }));
    let sum: number = order.TOTAL;
    for await (const tag of store.list('/v1/customTags', { query: { perPage: 5 } })) sum += tag.ID;
    for await (const invoice of store.list('/v1/invoices')) sum += invoice.ID;
    for await (const page of store.pending('orders', { once: true })) {
      for (const { ID, VERSION, ROWS } of page.records) sum += ID + Number(VERSION) + ROWS.length;
      sum += (await page.acknowledge()).length;
    }
    for await (const page of store.pending('shipments')) sum += page.records[0]?.ID ?? 0;
    for await (const changes of store.changes({ positions: filePosition('position'), once: true })) {
      for (const { POSITION, KIND } of changes) if (KIND === 'order') sum += POSITION;
    }
    for await (const { created } of store.import([{ type: 'channel', pId: 'web' }])) sum += created;
    const { position, count, lines } = await store.export({ types: ['tax'], since: 1 });
    for await (const line of lines) if (line.type === 'tax') sum += line.rate + position + count;
    return sum;
  }
  export function codeOf(error: unknown): 'record.notFound' | undefined {
    return isProblem(error, 'record.notFound') ? error.code : undefined;
  }
  // @ts-expect-error no such code
  isProblem(null, 'no.such.code');
  // @ts-expect-error no list
  store.list('/v1/orders/{id}');
  // @ts-expect-error of which type
  store.list('/v1/catalog/{type}');
  export const genuine: boolean = isGenuineWebhook('secret', {}, '{}');
`;
const names = 'dataOf, filePosition, isGenuineWebhook, isProblem, Store';

/** The blocks of TypeScript in a page. */
const examplesOf = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm)].map(
    ([, source = '']) => source,
  );

/** For requests that nobody works on any more: after a minute those who repeat them take them over. */
function aMinutePasses(url: string): void {
  const database = openSqlite(url.slice('sqlite:'.length));
  const then = formatSqlInstant(new Date(Date.now() - 61_000));
  database.prepare('UPDATE repeatable_requests SET claimed_at = ? WHERE status IS NULL').run(then);
  database.close();
}

describe('the TypeScript client', () => {
  let project: OutsideProject;
  let client: typeof Client;

  beforeAll(async () => {
    project = await OutsideProject.make();
    client = project.require();
  });

  afterAll(() => project.remove());

  it('has the version of the service', () => {
    const versionIn = (folder: string): string =>
      (JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { version: string })
        .version;
    expect(versionIn('clients/typescript')).toBe(versionIn('.'));
  });

  describe('as a package', () => {
    it('is loaded by import and by require', async () => {
      const show = 'console.log(typeof Store, typeof isGenuineWebhook)';
      const from = `from 'online-store-administration-client'`;
      expect(await project.run('a.mjs', `import { ${names} } ${from}; ${show}`)).toBe(
        'function function\n',
      );
      const required = `const { ${names} } = require('online-store-administration-client');`;
      expect(await project.run('b.cjs', `${required} ${show}`)).toBe('function function\n');
    });

    it('compiles under strict types: its own page, the guide, and both kinds of modules', () => {
      const [page = ''] = examplesOf('clients/typescript/README.md');
      const [guide = '', ...more] = examplesOf('docs/integration.md');
      expect(more).toEqual([]);
      const environment = 'declare const process: { env: { API_KEY?: string } };';
      const source = `import { ${names} } from 'online-store-administration-client';\n${program}`;
      const sources = { 'page.mts': `${environment}\n${page}\n${guide}`, 'a.mts': source };
      expect(project.compile({ ...sources, 'b.cts': source })).toEqual([]);
    });
  });

  describe('with the service', () => {
    let service: Service;
    let store: Client.Store;

    beforeAll(async () => {
      service = await Service.start();
      service.app.get(JournalSequencer).start();
      store = new client.Store({ baseUrl: service.url, key: MASTER_KEY });
    });

    afterAll(() => service.stop());

    const all = async <T>(walked: AsyncIterable<T>): Promise<T[]> => {
      const found: T[] = [];
      for await (const one of walked) found.push(one);
      return found;
    };
    const groupLine = (pId: string) => ({
      ...{ type: 'tagGroup', pId, name: pId, itemType: 1, position: 1, priority: 1 },
    });
    const bringIn = async (...lines: object[]): Promise<void> => {
      const [answer] = await all(store.import(lines));
      expect(answer).toMatchObject({ rejected: 0, lines: lines.length });
    };
    const orderLines = (count: number): object[] =>
      Array.from({ length: count }, () => ({ type: 'order', ...smallOrder() }));

    it('walks lists of both envelopes to their end', async () => {
      const pIds = ['g1', 'g2', 'g3', 'g4', 'g5'];
      const known = await all(store.list('/v1/orders'));
      await bringIn(...pIds.map(groupLine), ...orderLines(5));
      const groups = await all(store.list('/v1/customTagGroups', { query: { perPage: 2 } }));
      expect(groups.map(({ PID }) => PID).filter((pId) => /^g\d$/.test(pId))).toEqual(pIds);
      const query = { perPage: 2, sort: 'id.asc' } as const;
      const pages = await all(store.pages('/v1/orders', { query }));
      const ids = pages.flat().map(({ ID }) => ID);
      expect(new Set(ids).size).toBe(known.length + 5);
      expect(pages.map(({ length }) => length)).toEqual(
        pages.map((_, at) => Math.min(2, ids.length - 2 * at)),
      );
      const path = { type: 'product' } as const;
      await bringIn({ type: 'product', pId: 'mug', name: 'Mug' });
      const products = await all(store.list('/v1/catalog/{type}', { path }));
      expect(products).toMatchObject([{ PID: 'mug' }]);
    });

    it('hands out everything stored as lines, once, though the connection breaks', async () => {
      const notes = Array.from({ length: 60 }, (_, at) => ({
        ...groupLine(`e${at}`),
        name: 'ñ'.repeat(50),
      }));
      for await (const { rejected } of store.import(notes)) expect(rejected).toBe(0);
      let cuts = 0;
      const proxy = createServer((request, response) => {
        const { method = '', headers, url = '' } = request;
        const onward = forward(`${service.url}${url}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          if (!url.endsWith('/content') || cuts === 3) answer.pipe(response);
          else {
            cuts++;
            answer.once('data', (bytes: Buffer) => {
              response.write(bytes.subarray(0, 1001), () => response.destroy());
              answer.destroy();
            });
          }
        });
        request.pipe(onward);
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const { port } = proxy.address() as AddressInfo;
      const broken = new client.Store({ baseUrl: `http://127.0.0.1:${port}`, key: MASTER_KEY });
      const { count, lines } = await broken.export({ types: ['tagGroup'] });
      const found = await all(lines);
      expect(cuts).toBe(3);
      expect(found).toHaveLength(count);
      const known = found.filter((line) => 'pId' in line && /^e\d/.test(line.pId));
      expect(known).toMatchObject(notes);
      proxy.closeAllConnections();
      proxy.close();
    });

    it('hands out what waits until it is acknowledged in the version that was read', async () => {
      await bringIn(...orderLines(3));
      const seen: number[] = [];
      const left: string[] = [];
      for await (const page of store.pending('orders', { perPage: 3, once: true })) {
        const [first] = page.records;
        if (seen.length === 0) {
          const path = { id: first!.ID };
          await store.api.PUT('/v1/orders/{id}/comments', {
            ...{ params: { path }, body: { comment: 'Changed meanwhile' } },
          });
        }
        seen.push(...page.records.map(({ ID }) => ID));
        left.push(...(await page.acknowledge()).map(({ id, result }) => `${id} ${result}`));
      }
      expect(left).toEqual([`${seen[0]} version.changed`]);
      expect(seen.filter((id) => id === seen[0])).toHaveLength(2);
      expect(await all(store.pending('orders', { once: true }))).toEqual([]);
    });

    it('hands out shipments, too, and the same ones again while nobody acknowledges them', async () => {
      await bringIn({ type: 'order', ...smallOrder({ shipments: [{ rows: [] }] }) });
      const walk = store.pending('shipments', { perPage: 500, once: true });
      const first = (await walk.next()).value as Client.PendingPage<'shipments'>;
      const again = (await walk.next()).value as Client.PendingPage<'shipments'>;
      expect(first.records.length).toBeGreaterThan(0);
      expect(again.records).toEqual(first.records);
      expect(await again.acknowledge()).toEqual([]);
      expect((await walk.next()).done).toBe(true);
    });

    it('follows the journal from where its reader stopped', async () => {
      const positions = client.filePosition(join(project.folder, 'position'));
      const options = { positions, kinds: ['tagGroup'], once: true };
      expect(await all(store.changes(options))).toEqual([]);
      const before = await positions.load();
      await bringIn(groupLine('j1'), groupLine('j2'));
      const follow = store.changes({ ...options, once: false });
      const { value } = await follow.next();
      expect((value as Client.Change[]).map(({ PID, ACTION }) => `${PID} ${ACTION}`)).toEqual([
        'j1 created',
        'j2 created',
      ]);
      await follow.return();
      // It has died before it was done with them: they come again, and then no more.
      expect(await positions.load()).toBe(before);
      expect((await all(store.changes(options))).flat()).toMatchObject([
        { PID: 'j1' },
        { PID: 'j2' },
      ]);
      expect(await all(store.changes(options))).toEqual([]);
    });

    it('imports any number of lines, and reports which are wrong', async () => {
      function* lines() {
        for (let at = 1; at <= 25; at++) {
          yield at === 23 ? { type: 'nothing', pId: 'x' } : groupLine(`many-${at}`);
        }
      }
      const batches = await all(store.import(lines(), { batch: 10 }));
      expect(batches.map(({ before, created }) => [before, created])).toEqual([
        [0, 10],
        [10, 10],
        [20, 4],
      ]);
      expect(batches.flatMap(({ errors }) => errors)).toMatchObject([{ line: 23, pId: 'x' }]);
    });

    it('throws problems by their code', async () => {
      const missing = store.api.GET('/v1/orders/{id}', { params: { path: { id: 999_999 } } });
      const error: unknown = await missing.catch((thrown: unknown) => thrown);
      expect(client.isProblem(error, 'record.notFound')).toBe(true);
      expect(client.isProblem(error, 'order.closed')).toBe(false);
      expect(error).toMatchObject({ status: 404, requestId: expect.stringMatching(/^[\w-]{36}$/) });
    });

    it('knows all POST operations without an Idempotency-Key', async () => {
      const { body } = await service.get('/openapi.json');
      type Posted = { post?: { parameters: { name: string }[] } };
      const without = Object.entries((body as { paths: Record<string, Posted> }).paths)
        .filter(([, { post }]) => post?.parameters.every(({ name }) => name !== 'Idempotency-Key'))
        .map(([path]) => path);
      expect(without).toContain('/v1/import');
      // Lines that come again change nothing; for the others see retries.ts.
      const others = without.filter((path) => path !== '/v1/import');
      expect(
        others.filter((path) => !/^\/v1\/(apiKeys|auth|fileManager|webhooks)\b/.test(path)),
      ).toEqual([]);
    });
  });

  describe('repeats', () => {
    let server: Server;
    let answer: RequestListener;
    let store: Client.Store;
    const asked: { readonly key: string | undefined; readonly body: string }[] = [];
    const retries: Client.Retry[] = [];

    beforeAll(async () => {
      server = createServer((request, response) => {
        let body = '';
        request.on('data', (piece: Buffer) => (body += piece.toString()));
        request.on('end', () => {
          asked.push({ key: request.headers['idempotency-key']?.toString(), body });
          answer(request, response);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const onRetry = (retry: Client.Retry): void => {
        retries.push(retry);
      };
      store = new client.Store({ baseUrl, key: 'k', onRetry });
    });

    beforeEach(() => {
      asked.length = 0;
      retries.length = 0;
    });

    afterAll(() => server.close());

    /** Answers with these one after the other: a problem, a broken connection or what was asked for. */
    function answering(...faults: (readonly [status: number, code: string] | 'cut' | 'amid')[]) {
      answer = (request, response) => {
        const fault = faults.shift();
        if (fault === 'cut') request.socket.destroy();
        else if (fault === 'amid') {
          response.writeHead(201, { 'content-type': 'application/json', 'content-length': 10 });
          response.write('{"ID"', () => request.socket.destroy());
        } else if (fault) {
          const [status, code] = fault;
          const headers = { 'content-type': 'application/problem+json', 'retry-after': '0' };
          response.writeHead(status, headers).end(JSON.stringify({ status, code, errors: [] }));
        } else response.writeHead(201, { 'content-type': 'application/json' }).end('{"ID":7}');
      };
    }

    const invoice = () =>
      client.dataOf(store.api.POST('/v1/orders/{id}/invoices', { params: { path: { id: 1 } } }));
    const body = { apiKeys: { name: 'n', scopes: ['news:read' as const] } };
    const apiKey = () => client.dataOf(store.api.POST('/v1/apiKeys', { body }));

    it('what may be repeated, each time with the same Idempotency-Key', async () => {
      answering(
        ...([
          [503, 'database.unavailable'],
          [409, 'idempotency.inProgress'],
          [409, 'export.busy'],
        ] as const),
        ...(['cut', 'amid', [500, 'internal'], [429, 'rate.exceeded']] as const),
        ...([
          [408, 'body.tooSlow'],
          [503, 'database.outcomeUnknown'],
        ] as const),
      );
      expect(await invoice()).toEqual({ ID: 7 });
      expect(asked).toHaveLength(10);
      expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
      expect(asked[0]?.key).toMatch(/^[\w-]{36}$/);
      expect(retries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(retries[0]?.delay).toBe(0);
      answering();
      await invoice();
      expect(asked[10]?.key).not.toBe(asked[0]?.key);
    });

    it('nothing that a person has to look at', async () => {
      for (const [status, code] of [
        [409, 'order.closed'],
        [422, 'idempotency.keyReused'],
        [400, 'request.invalid'],
      ] as const) {
        answering([status, code]);
        await expect(invoice()).rejects.toMatchObject({ status, code });
      }
      expect(retries).toEqual([]);
    });

    it('an operation without Idempotency-Key only while nothing was done', async () => {
      answering([429, 'rate.exceeded'], [503, 'database.unavailable']);
      expect(await apiKey()).toEqual({ ID: 7 });
      expect(new Set(asked.map((one) => one.body))).toEqual(new Set([JSON.stringify(body)]));
      for (const fault of ['cut', 'amid', [500, 'internal']] as const) {
        answering(fault);
        await expect(apiKey()).rejects.toThrow();
      }
      expect(retries).toHaveLength(2);
    });

    it('no longer than its limit, nor after it is stopped', async () => {
      const { port } = server.address() as AddressInfo;
      const baseUrl = `http://127.0.0.1:${port}`;
      const impatient = new client.Store({ baseUrl, key: 'k', patience: 0 });
      answering('cut');
      await expect(impatient.api.GET('/v1/orders')).rejects.toThrow();
      answering(...Array.from({ length: 50 }, () => 'cut' as const));
      const { signal } = new AbortController();
      const stopped = AbortSignal.any([signal, AbortSignal.timeout(300)]);
      await expect(store.api.GET('/v1/orders', { signal: stopped })).rejects.toThrow();
      expect(asked.length).toBeLessThan(20);
    });
  });

  it('distinguishes genuine webhooks from others', () => {
    const now = Date.now();
    const [id, timestamp, body] = ['msg_1', Math.floor(now / 1000), '{"type":"order.status"}'];
    for (const secret of [
      'a secret of 16 or more',
      `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    ]) {
      const headers = {
        ...{ 'webhook-id': id, 'webhook-timestamp': String(timestamp) },
        'webhook-signature': signWebhook(secret, id, timestamp, body),
      };
      const { isGenuineWebhook: isGenuine } = client;
      expect(isGenuine(secret, headers, body)).toBe(true);
      expect(isGenuine(secret, new Headers(headers), body)).toBe(true);
      const signatures = `v1,bm90aGluZw== ${headers['webhook-signature']}`;
      expect(isGenuine(secret, { ...headers, 'webhook-signature': signatures }, body)).toBe(true);
      expect(isGenuine(secret, headers, `${body} `)).toBe(false);
      expect(isGenuine(`${secret}x`.replace('Bw', 'Cw'), headers, body)).toBe(false);
      expect(isGenuine(secret, headers, body, now + 301_000)).toBe(false);
      expect(isGenuine(secret, { ...headers, 'webhook-id': 'msg_2' }, body)).toBe(false);
      expect(isGenuine(secret, {}, body)).toBe(false);
    }
  });

  it('makes one invoice of each order while the service is killed again and again', async () => {
    const kills = cases(1, 3);
    const perKill = cases(60, 200);
    await buildService();
    const database = await testDatabaseUrl();
    const files = temporaryFolder();
    const port = await freePort();
    const environment = {
      ...{ DATABASE_URL: database.url, FILES_URL: `file:${files}`, PORT: String(port) },
      ...{ BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'silent', HOST: '127.0.0.1' },
    };
    let service = await BuiltService.start(environment);
    let retries = 0;
    const onRetry = (): void => {
      retries++;
    };
    const line = await Line.to(port);
    const store = new client.Store({ baseUrl: line.url, key: MASTER_KEY, onRetry });
    try {
      const lines = Array.from({ length: kills * perKill }, () => ({
        type: 'order',
        ...smallOrder(),
      }));
      for await (const { created, lines: sent } of store.import(lines)) expect(created).toBe(sent);
      const orders: number[] = [];
      for await (const { ID } of store.list('/v1/orders')) orders.push(ID);
      const made: number[] = [];
      const create = async (id: number): Promise<void> => {
        const call = store.api.POST('/v1/orders/{id}/invoices', { params: { path: { id } } });
        made.push((await client.dataOf(call)).ID);
      };
      const waves: Promise<unknown>[] = [];
      for (let wave = 0; wave < kills; wave++) {
        const left = orders.splice(0, perKill);
        const before = made.length;
        const worker = async (): Promise<void> => {
          for (let id = left.pop(); id !== undefined; id = left.pop()) await create(id);
        };
        waves.push(Promise.all(Array.from({ length: 8 }, worker)));
        while (made.length < before + perKill / 4)
          await new Promise((resolve) => setTimeout(resolve, 5));
        // Requests under way are completed, and their responses are lost.
        line.isDead = true;
        await new Promise((resolve) => setTimeout(resolve, 200));
        await service.kill();
        line.isDead = false;
        aMinutePasses(database.url);
        service = await BuiltService.start(environment);
      }
      await Promise.all(waves);
      expect(retries).toBeGreaterThan(0);
      expect(new Set(made).size).toBe(kills * perKill);
      const invoices: number[] = [];
      for await (const { ID } of store.list('/v1/invoices')) invoices.push(ID);
      expect(invoices.sort()).toEqual(made.sort());
    } finally {
      line.close();
      await service.kill();
      await database.drop();
      rmSync(files, { recursive: true, force: true });
    }
  });
});
