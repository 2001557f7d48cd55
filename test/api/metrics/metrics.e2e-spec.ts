/** @engine */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { OperationRegistry } from '../../../src/api/operation/operation-registry';
import { Database, Loader, DataAccess } from '../../../src/database';
import { Outbox, OutboxDispatcher } from '../../../src/platform/events/outbox';
import { OutboxMessage } from '../../../src/platform/events/outbox/outbox-message.entity';
import { pause } from '../../support/servers/built-process';
import { MASTER_KEY, Service } from '../../support/service/service';
import { until } from '../../support/until';
import { respondWithStatus, WebhookReceiver } from '../../support/servers/webhook-receiver';
import { exchange } from '../conventions/requests/exact-request';
import { METRICS_TOKEN, type MetricsReading, readMetrics } from './read-metrics';

const GROUPS = '/v1/customTagGroups';
const SECRET = 'canary-secret-of-the-shop';
const CANARY = 'canary4711';

describe('the metrics', () => {
  let service: Service;
  let receiver: WebhookReceiver;

  const read = (): Promise<MetricsReading> => readMetrics(service.url);
  /** How much a sample has grown since a reading. */
  const growth = async (before: MetricsReading, name: string, labels = {}) =>
    ((await read()).value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
  const requests = 'store_http_requests_total';

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await Service.start({
      METRICS_TOKEN,
      RATE_LIMIT: '1000',
      WEBHOOK_SECRETS: `shop=${SECRET}`,
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
    });
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  describe('are read', () => {
    const answerTo = async (key: string | null, headers = {}) => {
      const answer = await exchange(service.url, { path: '/metrics', key, headers });
      return { ...answer, code: /"code":"([\w.]+)"/.exec(answer.text)?.[1] };
    };

    it('with the token, in the text format of Prometheus', async () => {
      const { status, headers, text } = await answerTo(METRICS_TOKEN);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(text.endsWith('\n')).toBe(true);
    });

    it('with what runs', async () => {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      const labels = { version, commit: 'unknown', node: process.versions.node };
      // The code of specs was not built.
      expect((await read()).value('store_build_info', labels)).toBe(1);
    });

    it('by names that the page for operators explains', async () => {
      const { text } = await answerTo(METRICS_TOKEN);
      const names = [...text.matchAll(/^# HELP (store_\w+)/gm)].map(([, name]) => name);
      const page = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
      expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
    });

    it.each<[string, string | null]>([
      ['no token', null],
      ['another token', `${METRICS_TOKEN}x`],
      ['an API key', MASTER_KEY],
      ['an empty token', ''],
    ])('not with %s', async (_name, key) => {
      const { status, headers, code, text } = await answerTo(key);
      expect([status, code]).toEqual([401, 'metrics.token']);
      expect(headers['www-authenticate']).toMatch(/^Bearer /);
      expect(text).not.toContain('store_');
    });

    it('by nobody where there is no token', async () => {
      const closed = await Service.start();
      for (const key of [null, MASTER_KEY, 'undefined', '']) {
        const { status, text } = await exchange(closed.url, { path: '/metrics', key });
        expect([status, /"code":"([\w.]+)"/.exec(text)?.[1]]).toEqual([404, 'path.notFound']);
      }
      await closed.stop();
    });

    it('of this application alone', async () => {
      const other = await Service.start({ METRICS_TOKEN });
      await other.get(`${GROUPS}/9999`);
      const labels = { operation: 'getCustomTagGroup', status: '404' };
      await until(async () => (await readMetrics(other.url)).value(requests, labels) === 1);
      expect((await read()).value(requests, labels)).toBeUndefined();
      await other.stop();
    });
  });

  describe('report', () => {
    it('how many requests had which status, by operation', async () => {
      const before = await read();
      for (let calls = 0; calls < 3; calls++) await service.get(GROUPS);
      await service.get(`${GROUPS}?perPage=0`);
      const ok = { operation: 'listCustomTagGroups', status: '200' };
      const bad = { operation: 'listCustomTagGroups', status: '400' };
      await until(async () => (await growth(before, requests, bad)) === 1);
      expect(await growth(before, requests, ok)).toBe(3);
    });

    it('all that is no operation as one', async () => {
      const before = await read();
      const paths = [`/v1/${CANARY}/1`, `/${CANARY}`, '/static/none'];
      for (const path of paths) await service.get(path);
      await service.get(GROUPS, { key: null });
      const other = (status: number) => ({ operation: 'other', status: String(status) });
      await until(async () => (await growth(before, requests, other(401))) === 1);
      expect(await growth(before, requests, other(404))).toBe(paths.length);
    });

    it('which requests were left by their clients', async () => {
      const before = await read();
      const aborted = { operation: 'createCustomTagGroup', status: 'aborted' };
      const request = http.request(`${service.url}${GROUPS}`, {
        method: 'POST',
        headers: {
          ...{ Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' },
          ...{ 'Content-Length': 100, Expect: '100-continue' },
        },
      });
      request.on('error', () => undefined);
      const taken = new Promise((resolve) => request.once('continue', resolve));
      request.flushHeaders();
      await taken;
      request.destroy();
      await until(async () => (await growth(before, requests, aborted)) === 1);
    });

    it('how long requests take, by operation', async () => {
      const before = await read();
      const name = 'store_http_request_duration_seconds';
      const labels = { operation: 'listCustomTagGroups' };
      const list = jest.spyOn(service.app.get(Database), 'readList');
      list.mockImplementationOnce(async (...asked) => {
        await pause(300);
        return service.app.get(Database).readList(...asked);
      });
      for (let calls = 0; calls < 2; calls++) await service.get(GROUPS);
      await until(async () => (await growth(before, `${name}_count`, labels)) === 2);
      expect(await growth(before, `${name}_sum`, labels)).toBeGreaterThan(0.29);
      expect(await growth(before, `${name}_bucket`, { ...labels, le: '0.25' })).toBeLessThan(2);
      expect(await growth(before, `${name}_bucket`, { ...labels, le: '+Inf' })).toBe(2);
    });

    it('how the process is: memory, garbage collection, the delay of the event loop', async () => {
      const first = await read();
      for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes']) {
        expect(first.value(name)).toBeGreaterThan(10 * 2 ** 20);
      }
      expect(first.types.get('nodejs_gc_duration_seconds')).toBe('histogram');
      // Each reading begins a new measurement, which takes some milliseconds to run.
      await pause(50);
      const end = performance.now() + 200;
      while (performance.now() < end);
      await pause(50);
      expect((await read()).value('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.15);
    });

    it('how busy the database is', async () => {
      const busy = async () => {
        const reading = await read();
        const [inUse, waiting] = ['in_use', 'waiting'].map(
          (what) => reading.value(`store_database_connections_${what}`) ?? NaN,
        );
        return { inUse, sum: inUse! + waiting! };
      };
      let end: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (end = resolve));
      const { unitOfWork } = service.app.get(DataAccess);
      const units = [1, 2, 3].map(() => unitOfWork.run(() => held));
      await until(async () => (await busy()).inUse! > 0);
      expect((await busy()).sum).toBeGreaterThanOrEqual(3);
      end();
      await Promise.all(units);
      expect((await busy()).sum).toBeLessThan(3);
    });

    it('what lies in the outbox, and how attempts end', async () => {
      const depth = async (state: string) =>
        (await read()).value('store_outbox_messages', { state });
      expect([await depth('pending'), await depth('failed')]).toEqual([0, 0]);
      const { unitOfWork, writer } = service.app.get(DataAccess);
      const add = (path: string) => {
        const url = `${receiver.url}/${path}?token=${CANARY}`;
        const content = { kind: 'webhook', url, secretName: 'shop', body: '{}' } as const;
        const concern = { listener: 'spec', reference: { number: 1 } };
        return unitOfWork.run(() => service.app.get(Outbox).add(content, concern));
      };
      await add('good');
      await add('gone');
      expect([await depth('pending'), await depth('failed')]).toEqual([2, 0]);
      receiver.respond = (response, received) => {
        respondWithStatus(received.path.startsWith('/gone') ? 410 : 204)(response);
      };
      service.app.get(OutboxDispatcher).start();
      await until(async () => (await depth('failed')) === 1 && (await depth('pending')) === 0);
      const ended = await read();
      const attempts = (result: string) =>
        ended.value('store_outbox_attempts_total', { kind: 'webhook', result });
      expect([attempts('delivered'), attempts('failed')]).toEqual([1, 1]);
      expect(ended.value('store_outbox_messages', { state: 'delivered' })).toBeUndefined();
      await unitOfWork.run(() =>
        writer.update(OutboxMessage, { state: 'failed' }, { state: 'delivered' }),
      );
      expect(await depth('failed')).toBe(0);
    });

    it('what became of the lines of imports', async () => {
      const before = await read();
      const zone = (name: string) => ({ type: 'channel', pId: CANARY, name });
      const lines = [zone('One'), zone('One'), zone('Two'), { type: 'channel', pId: '' }];
      const body = [...lines, { type: CANARY }].map((line) => JSON.stringify(line)).join('\n');
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const { status } = await service.post('/v1/import', body, { headers });
      expect(status).toBe(200);
      const counted = (type: string, result: string) =>
        growth(before, 'store_import_lines_total', { type, result });
      for (const result of ['created', 'unchanged', 'updated', 'rejected']) {
        expect({ result, lines: await counted('channel', result) }).toEqual({ result, lines: 1 });
      }
      expect(await counted('unknown', 'rejected')).toBe(1);
    });

    it('how many calls were refused for want of points', async () => {
      const before = await read();
      const key = await service.createKey('*');
      const all = await Promise.all(
        Array.from({ length: 105 }, () => service.get(GROUPS, { key })),
      );
      expect(all.filter(({ status }) => status === 429)).toHaveLength(5);
      const labels = { operation: 'listCustomTagGroups' };
      expect(await growth(before, 'store_rate_limit_refusals_total', labels)).toBe(5);
    });

    it('what they can while the database is away or hangs', async () => {
      const counted = jest.spyOn(service.app.get(Loader), 'countBy');
      for (const answer of [
        Promise.reject(new Error('away')),
        new Promise<never>(() => undefined),
      ]) {
        answer.catch(() => undefined);
        counted.mockReturnValue(answer);
        const reading = await read();
        expect(reading.value('store_outbox_messages', { state: 'pending' })).toBeUndefined();
        expect(reading.value('store_database_connections_in_use')).toBeLessThan(2);
      }
      counted.mockRestore();
      expect((await read()).value('store_outbox_messages', { state: 'pending' })).toBe(0);
    });
  });

  it('carry no id, no name and no secret', async () => {
    const answered = { operation: 'listCustomTagGroups', status: '200' };
    await service.get(`${GROUPS}?q=${CANARY}`);
    await service.get(`/v1/${CANARY}`);
    await until(async () => (await read()).value(requests, answered) !== undefined);
    const { samples, text } = await read();
    const ids = service.app
      .get(OperationRegistry)
      .list()
      .map(({ id }) => id);
    const own = samples.filter(({ name }) => name.startsWith('store_'));
    const values = new Map<string, Set<string>>();
    for (const { labels } of own) {
      for (const [label, value] of Object.entries(labels)) {
        values.set(label, (values.get(label) ?? new Set()).add(value));
      }
    }
    const ofBuild = ['version', 'commit', 'node'];
    const known = ['kind', 'le', 'operation', 'result', 'state', 'status', 'type', ...ofBuild];
    expect([...values.keys()].filter((one) => !known.includes(one))).toEqual([]);
    const operations = [...values.get('operation')!].filter((one) => one !== 'other');
    expect(operations.filter((one) => !ids.includes(one))).toEqual([]);
    for (const status of values.get('status')!) expect(status).toMatch(/^(\d{3}|aborted)$/);
    for (const secret of [CANARY, SECRET, MASTER_KEY, METRICS_TOKEN, 'key:']) {
      expect(text).not.toContain(secret);
    }
  });
});
