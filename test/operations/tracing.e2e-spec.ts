import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JournalSequencer } from '../../src/platform/events/journal';
import { OutboxDispatcher } from '../../src/platform/events/outbox';
import { WebhookEventPublisher } from '../../src/platform/events/webhooks';
import { BuiltService, buildService } from '../support/servers/built-process';
import { temporaryFolder, testDatabaseUrl, testServer } from '../support/service/database';
import { isLong } from '../support/random/cases';
import { OtlpReceiver, type ReceivedSpan } from '../support/servers/otlp-receiver';
import { MASTER_KEY, Service } from '../support/service/service';
import { until } from '../support/until';
import { respondWithStatus, WebhookReceiver } from '../support/servers/webhook-receiver';
import { exchange } from '../api/conventions/requests/exact-request';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const GROUPS = '/v1/customTagGroups';
const SECRET_NAME = 'Ada Lovelace';

let made = 0;
const group = () => ({
  customTagGroups: {
    pId: `g-${++made}`,
    name: SECRET_NAME,
    itemType: 1,
    position: 1,
    priority: 1,
  },
});
const traced = (id: string, flags = '01') => ({ traceparent: `00-${id}-${PARENT}-${flags}` });
const newId = (): string => (++made).toString(16).padStart(32, 'a');

describe('Spans', () => {
  let collector: OtlpReceiver;
  let hooks: WebhookReceiver;
  let service: Service;

  beforeEach(async () => {
    collector = await OtlpReceiver.start();
    hooks = await WebhookReceiver.start();
    service = await Service.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
    });
  });

  afterEach(async () => {
    await hooks.stop();
    await collector.stop();
  });

  const names = (spans: readonly ReceivedSpan[]): string[] => spans.map(({ name }) => name);

  it('of an operation, its unit of work and its statements hang on that of the caller', async () => {
    const { headers } = await service.post(GROUPS, group(), { headers: traced(ID) });
    await service.stop();
    const operation = collector.one(`POST ${GROUPS}`);
    expect(operation).toMatchObject({
      traceId: ID,
      parent: PARENT,
      isFailed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': GROUPS,
        'http.response.status_code': 201,
        'store.operation': 'createCustomTagGroup',
      },
    });
    expect(headers['traceparent']).toBe(`00-${ID}-${operation.id}-01`);
    const unit = collector.one('unit of work', ID);
    expect(unit.parent).toBe(operation.id);
    const statements = collector.childrenOf(unit);
    expect(names(statements)[0]).toBe('BEGIN');
    expect(names(statements).at(-1)).toBe('COMMIT');
    expect(names(statements)).toEqual(
      expect.arrayContaining(['INSERT tag_groups', 'INSERT journal_entries']),
    );
    const system = testServer === undefined ? 'sqlite' : 'mariadb';
    expect(collector.one('INSERT tag_groups').attributes).toEqual({
      'db.system.name': system,
      'db.operation.name': 'INSERT',
      'db.collection.name': 'tag_groups',
    });
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'online-store-administration' });
  });

  it('go on with webhooks, attempt by attempt', async () => {
    const webhooks = { url: `${hooks.url}/traced`, events: ['tagGroup.created'] };
    expect((await service.post('/v1/webhooks', { webhooks })).status).toBe(201);
    for (const part of [JournalSequencer, OutboxDispatcher, WebhookEventPublisher])
      service.app.get<{ start(): void }>(part).start();
    hooks.respond = respondWithStatus(410);
    const [id, other] = [newId(), newId()];
    for (const each of [id, other]) await service.post(GROUPS, group(), { headers: traced(each) });
    await until(() => Promise.resolve(hooks.listReceivedAt('/traced').length === 2));
    await service.stop();
    for (const each of [id, other]) {
      const operation = collector.one(`POST ${GROUPS}`, each);
      const attempt = collector.one('outbox attempt subscription', each);
      expect(attempt).toMatchObject({
        parent: operation.id,
        isFailed: true,
        attributes: {
          'store.outbox.kind': 'subscription',
          'store.outbox.attempt': 1,
          'http.response.status_code': 410,
          'error.type': '410',
        },
      });
      expect(names(collector.childrenOf(attempt))).toContain('SELECT webhook_deliveries');
      const sent = hooks.received.map((one) => one.headers['traceparent']);
      expect(sent).toContain(`00-${each}-${attempt.id}-01`);
    }
  });

  it('hold nothing that callers send, and no text of errors', async () => {
    const body = group();
    await service.post(GROUPS, body);
    const again = await service.post(GROUPS, body);
    expect(again.status).toBe(409);
    await service.get(`${GROUPS}?pId=${SECRET_NAME.replace(' ', '+')}`);
    await service.stop();
    expect(collector.spans.length).toBeGreaterThan(10);
    expect(collector.text).not.toContain(body.customTagGroups.pId);
    expect(collector.text).not.toContain(SECRET_NAME.split(' ')[0]);
    expect(collector.text).not.toMatch(/VALUES|WHERE|osk_/);
  });

  it('are not made of what the caller does not want recorded, nor of what is no operation', async () => {
    const [unwanted, lost] = [newId(), newId()];
    const unsampled = await service.get(GROUPS, { headers: traced(unwanted, '00') });
    expect(unsampled.headers['traceparent']).toMatch(new RegExp(`^00-${unwanted}-.{16}-00$`));
    await fetch(`${service.url}/v1/nothing`, { headers: traced(lost) });
    await fetch(`${service.url}/health/ready`, { headers: traced(lost) });
    const { headers } = await service.get(GROUPS, { headers: { traceparent: 'nonsense' } });
    await service.stop();
    const { traceId, parent } = collector.one(`GET ${GROUPS}`);
    expect(headers['traceparent']).toContain(traceId);
    expect(parent).toBeUndefined();
    expect(collector.spans.filter((span) => [unwanted, lost].includes(span.traceId))).toEqual([]);
  });

  it('of one request are a thousand at most, and its end is among them', async () => {
    const id = newId();
    const lines = Array.from({ length: 500 }, (_, at) =>
      JSON.stringify({ type: 'tax', pId: `tax-${at}`, name: 'Tax', rate: at % 100 }),
    );
    const { status } = await service.send('post', '/v1/import', {
      body: lines.join('\n'),
      headers: { ...traced(id), 'Content-Type': 'application/x-ndjson' },
    });
    expect(status).toBe(200);
    await service.stop();
    const found = collector.spans.filter(({ traceId }) => traceId === id);
    expect(found.length).toBeLessThanOrEqual(1001);
    expect(collector.one('POST /v1/import', id).attributes).toMatchObject({
      'http.response.status_code': 200,
    });
  });
});

/** Each of these starts a process. */
(isLong ? describe : describe.skip)('The service as it is built', () => {
  const folder = temporaryFolder();
  let url: string;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    await buildService();
    ({ url, drop } = await testDatabaseUrl());
    mkdirSync(folder, { recursive: true });
  });

  afterAll(async () => {
    await drop();
    rmSync(folder, { recursive: true });
  });

  /** Something that the process loads before the service. */
  function preload(name: string, script: string): string {
    const file = join(folder, name);
    writeFileSync(file, script);
    return `--require ${file}`;
  }

  const environment = (more: Readonly<Record<string, string>>) => ({
    DATABASE_URL: url,
    BOOTSTRAP_API_KEY: MASTER_KEY,
    FILES_URL: `file:${join(folder, 'files')}`,
    ...more,
  });

  /**
   * Writes how many modules of OpenTelemetry are loaded when the process ends; without those of its interface, which
   * prom-client loads.
   */
  const countModules = `process.on('exit', () => {
    const found = Object.keys(require.cache).filter((name) => /@opentelemetry.(?!api.)/.test(name));
    process.stdout.write('loaded ' + found.length + '\\n');
  });`;

  /** As where the optional packages are not installed. */
  const hideModules = `const Module = require('node:module');
    const resolve = Module._resolveFilename;
    Module._resolveFilename = function (name, ...rest) {
      if (/^@opentelemetry.(?!api$)/.test(name)) throw new Error('Cannot find module');
      return resolve.call(this, name, ...rest);
    };`;

  /** @returns how many modules of OpenTelemetry a service has loaded that answers a request */
  async function loaded(script: string, more: Readonly<Record<string, string>>): Promise<number> {
    const service = await BuiltService.start(
      environment({ NODE_OPTIONS: preload('loaded.cjs', script), ...more }),
    );
    const { status } = await exchange(service.url, { path: GROUPS, key: MASTER_KEY });
    expect(status).toBe(200);
    const { code, stdout } = await service.stop();
    expect(code).toBe(0);
    return Number(/^loaded (\d+)$/m.exec(stdout)?.[1]);
  }

  it('loads nothing of OpenTelemetry, and needs none of its packages, unless it knows where spans go', async () => {
    expect(await loaded(countModules + hideModules, {})).toBe(0);
    const collector = await OtlpReceiver.start();
    const to = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    expect(await loaded(countModules, to)).toBeGreaterThan(3);
    expect(collector.one(`GET ${GROUPS}`).attributes).toMatchObject({
      'http.response.status_code': 200,
    });
    await collector.stop();
  });

  it('ends its start with what is missing where the packages are not installed', async () => {
    const { code, stderr } = await BuiltService.spawn(
      environment({
        NODE_OPTIONS: preload('without.cjs', hideModules),
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      }),
    ).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The service can't start: OTEL_EXPORTER_OTLP_ENDPOINT must not be set unless the optional packages .*\n$/,
    );
  });

  it('is not disturbed by a collector that is away, and ends in time', async () => {
    const collector = await OtlpReceiver.start();
    const { url: endpoint } = collector;
    await collector.stop();
    const service = await BuiltService.start(
      environment({
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_TIMEOUT: '200',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      }),
    );
    for (let at = 0; at < 20; at++) {
      const { status } = await exchange(service.url, { path: GROUPS, key: MASTER_KEY });
      expect(status).toBe(200);
    }
    const warning = /Spans can't be sent/g;
    await until(() => warning.test(service.stdout));
    const { code, stdout } = await service.stop();
    expect(code).toBe(0);
    expect(stdout.match(warning)).toHaveLength(1);
  });
});
