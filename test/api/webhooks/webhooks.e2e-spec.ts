/** @engine platform/events/webhooks */
import { createHmac, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Response } from 'supertest';
import { createApp } from '../../../src/bootstrap/create-app';
import { Configuration } from '../../../src/config/configuration';
import { Clock } from '../../../src/core/clock';
import { DataAccess, JournalPositionRepository, whereAtMost } from '../../../src/database';
import { JournalSequencer, JournalReader } from '../../../src/platform/events/journal';
import { OutboxDispatcher, OutboxAdministration } from '../../../src/platform/events/outbox';
import { WebhookDeliveries, WebhookEventPublisher } from '../../../src/platform/events/webhooks';
import {
  Webhook as WebhookSubscription,
  WebhookDelivery,
} from '../../../src/platform/events/webhooks/webhook.entity';
import { anyTime } from '../../support/any-time';
import { countStatements } from '../../support/service/count-statements';
import { Service } from '../../support/service/service';
import { until } from '../../support/until';
import {
  respondWithStatus,
  type ReceivedWebhook,
  respondWithSuccess,
  WebhookReceiver,
} from '../../support/servers/webhook-receiver';

const DAY = 24 * 60 * 60 * 1000;
const ENCRYPTION_KEY = randomBytes(32).toString('base64');

interface Webhook {
  readonly ID: number;
  readonly ACTIVE: boolean;
  readonly EVENTS: readonly string[];
  readonly FAILINGSINCE: string;
  readonly SECRET: string;
  readonly URL: string;
}

interface Delivery {
  readonly ID: number;
  readonly EVENT: string;
  readonly STATE: string;
  readonly ATTEMPTS: number;
  readonly LASTSTATUS: number;
  readonly LASTERROR: string;
  readonly POSITION: number;
  readonly NEXTAT: string;
  readonly DELIVEREDAT: string;
}

interface Change {
  readonly KIND: string;
  readonly ACTION: string;
  readonly ID: number;
  readonly POSITION: number;
}

describe('Webhooks', () => {
  let service: Service;
  let sibling: Service['app'];
  let receiver: WebhookReceiver;
  let ahead = 0;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    const environment = {
      WEBHOOK_ENCRYPTION_KEY: ENCRYPTION_KEY,
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
    };
    service = await Service.start(environment);
    // Another process of the same service, as far as one can be in the same process.
    const { databaseUrl, filesUrl } = service.app.get(Configuration);
    const dataAccess = { DATABASE_URL: databaseUrl, FILES_URL: filesUrl, LOG_LEVEL: 'silent' };
    sibling = await createApp(Configuration.from({ ...dataAccess, ...environment }));
    for (const app of [service.app, sibling]) {
      jest.spyOn(app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + ahead));
      app.get(JournalSequencer).start();
      app.get(OutboxDispatcher).start();
      app.get(WebhookEventPublisher).start();
    }
  });

  afterAll(async () => {
    await sibling.close();
    await service.stop();
    await receiver.stop();
  });

  beforeEach(async () => {
    receiver.respond = respondWithSuccess;
    const { body } = await service.get('/v1/webhooks');
    for (const { ID } of (body as { WEBHOOKS: Webhook[] }).WEBHOOKS)
      await service.delete(`/v1/webhooks/${ID}`);
  });

  let made = 0;
  const values = (changes: object = {}) => ({
    webhooks: {
      url: `${receiver.url}/${++made}`,
      events: ['tagGroup.created', 'tagGroup.updated', 'tagGroup.deleted'],
      ...changes,
    },
  });
  const bodyOf = <T>({ status, body }: Response, expected: number): T => {
    expect([status, body]).toEqual([expected, body]);
    return body as T;
  };
  const create = async (changes: object = {}): Promise<Webhook> =>
    bodyOf(await service.post('/v1/webhooks', values(changes)), 201);
  const group = async (): Promise<number> => {
    const pId = `group-${++made}`;
    const customTagGroups = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
    return bodyOf<Webhook>(await service.post('/v1/customTagGroups', { customTagGroups }), 201).ID;
  };
  const change = async (id: number, priority: number): Promise<void> => {
    const changes = { customTagGroups: { priority } };
    bodyOf(await service.put(`/v1/customTagGroups/${id}`, changes), 200);
  };
  const deliveries = async ({ ID }: Webhook, state = ''): Promise<readonly Delivery[]> => {
    const query = state === '' ? '' : `?state=${state}`;
    const found = await service.get(`/v1/webhooks/${ID}/deliveries${query}`);
    return bodyOf<{ DELIVERIES: Delivery[] }>(found, 200).DELIVERIES;
  };
  const at = ({ URL: url }: Webhook): ReceivedWebhook[] =>
    receiver.listReceivedAt(new URL(url).pathname);
  const changesFor = (webhook: Webhook): Change[] =>
    at(webhook).map(({ body }) => JSON.parse(body) as Change);

  /** Lets time pass for what is due later. */
  const pass = (milliseconds: number): void => {
    ahead += milliseconds;
    service.app.get(OutboxDispatcher).trigger();
  };
  const signaturesOf = ({ headers, body }: ReceivedWebhook, secret: string): string => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  };

  it('are made, listed, read, changed and deleted; their secret is shown once', async () => {
    const { SECRET, ...webhook } = await create({ description: 'ERP' });
    expect(Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect(webhook).toMatchObject({ ACTIVE: true, DESCRIPTION: 'ERP', FAILINGSINCE: '' });
    const path = `/v1/webhooks/${webhook.ID}`;
    expect((await service.get(path)).body).toEqual(webhook);
    const { WEBHOOKS } = bodyOf<{ WEBHOOKS: Webhook[] }>(await service.get('/v1/webhooks'), 200);
    expect(WEBHOOKS).toContainEqual(webhook);
    const changed = await service.put(path, {
      webhooks: { active: false, events: ['news.created', 'news.created'] },
    });
    expect(changed.body).toEqual({
      ...webhook,
      ACTIVE: false,
      EVENTS: ['news.created'],
      UPDATEDAT: anyTime,
    });
    expect((await service.delete(path)).body).toEqual({ ID: webhook.ID });
    expect((await service.get(path)).status).toBe(404);
    expect((await service.delete(path)).status).toBe(404);
  });

  it('keep their secrets encrypted', async () => {
    const { ID, SECRET } = await create();
    const [row] = await service.app
      .get(DataAccess)
      .database.select<{ secret: string }>('SELECT secret FROM webhooks WHERE id = ?', [ID]);
    expect(row?.secret).toMatch(/^[A-Za-z0-9+/]{90,}=*$/);
    expect(row?.secret).not.toContain(SECRET.slice(6, 20));
  });

  it.each<[string, object, string]>([
    ['an address that is none', { url: 'ftp://example.com' }, 'webhook.address'],
    ['an address with a password', { url: 'https://a:b@example.com' }, 'webhook.address'],
    [
      'an event that there is none of',
      { events: ['order.created', 'order.eaten'] },
      'webhook.event',
    ],
  ])('refuse %s', async (_, changes, code) => {
    const { status, body } = await service.post('/v1/webhooks', values(changes));
    expect([status, (body as { errors: { code: string }[] }).errors[0]?.code]).toEqual([400, code]);
  });

  it('contain only what their maker may read, and are changed only by authorized callers', async () => {
    const key = await service.createKey('webhooks:write', 'customTags:read');
    const events = ['order.created'];
    expect((await service.post('/v1/webhooks', values({ events }), { key })).status).toBe(403);
    const own = bodyOf<Webhook>(await service.post('/v1/webhooks', values(), { key }), 201);
    const path = `/v1/webhooks/${own.ID}`;
    expect((await service.put(path, { webhooks: { events } }, { key })).status).toBe(403);
    expect((await service.put(path, { webhooks: { active: false } }, { key })).status).toBe(200);
    const other = await create({ events });
    const others = `/v1/webhooks/${other.ID}`;
    const url = `${receiver.url}/elsewhere`;
    expect((await service.put(others, { webhooks: { url } }, { key })).status).toBe(403);
    expect((await service.post(`${others}/rotate`, undefined, { key })).status).toBe(403);
    const replay = { webhooks: { after: 0 } };
    expect((await service.post(`${others}/replay`, replay, { key })).status).toBe(403);
  });

  it('receive changes as their element of the journal, signed, once by two processes', async () => {
    const webhook = await create();
    const ids = await Promise.all(Array.from({ length: 30 }, group));
    await until(() => at(webhook).length >= 30);
    await until(async () => (await deliveries(webhook, 'pending')).length === 0);
    const sent = at(webhook);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
    expect(sent).toHaveLength(30);
    expect(
      changesFor(webhook)
        .map(({ ID }) => ID)
        .sort(),
    ).toEqual([...ids].sort());
    for (const one of sent)
      expect(one.headers['webhook-signature']).toBe(signaturesOf(one, webhook.SECRET));
    const first = changesFor(webhook)[0] as Change;
    const journal = await service.get(`/v1/changes?after=${first.POSITION - 1}&limit=1`);
    const [change] = (journal.body as { CHANGES: (Change & { AT: string })[] }).CHANGES;
    expect(first).toEqual({ ...change, type: 'tagGroup.created', timestamp: change?.AT });
    expect((await deliveries(webhook))[0]).toMatchObject({
      ...{ EVENT: 'tagGroup.created', STATE: 'delivered', ATTEMPTS: 1, LASTSTATUS: 204 },
      ...{ LASTERROR: '', NEXTAT: '', DELIVEREDAT: expect.stringMatching(/^20/) as string },
    });
  });

  it('hear of one record in the order of its changes, however long one takes', async () => {
    const webhook = await create();
    receiver.respond = respondWithStatus(503);
    const id = await group();
    await change(id, 2);
    await change(id, 3);
    const other = await group();
    await until(async () => (await deliveries(webhook, 'pending')).length === 2);
    await until(() => changesFor(webhook).some(({ ID }) => ID === other));
    await until(async () => (await deliveries(webhook, 'waiting')).length === 2);
    await until(
      async () => (await deliveries(webhook)).filter(({ NEXTAT }) => NEXTAT !== '').length === 2,
    );
    expect((await deliveries(webhook)).at(-1)).toMatchObject({
      ...{ STATE: 'pending', ATTEMPTS: 1, LASTSTATUS: 503, LASTERROR: 'HTTP 503', DELIVEREDAT: '' },
    });
    const { FAILINGSINCE } = bodyOf<Webhook>(await service.get(`/v1/webhooks/${webhook.ID}`), 200);
    expect(FAILINGSINCE).not.toBe('');
    expect(changesFor(webhook).map(({ ACTION }) => ACTION)).toEqual(['created', 'created']);
    receiver.respond = respondWithSuccess;
    pass(60_000);
    await until(async () => (await deliveries(webhook, 'delivered')).length === 4);
    const positions = changesFor(webhook)
      .slice(2)
      .filter(({ ID }) => ID === id)
      .map(({ POSITION }) => POSITION);
    expect(positions).toHaveLength(3);
    expect(positions).toEqual([...positions].sort((one, next) => one - next));
    expect((await service.get(`/v1/webhooks/${webhook.ID}`)).body).toMatchObject({
      FAILINGSINCE: '',
    });
  });

  it('can be tried, whatever their events', async () => {
    const webhook = await create({ events: ['news.created'] });
    const other = await create({ events: ['news.created', 'webhook.tested'] });
    bodyOf(await service.post(`/v1/webhooks/${webhook.ID}/test`), 201);
    await until(() => at(webhook).length === 1);
    expect(changesFor(webhook)).toMatchObject([
      { KIND: 'webhook', ACTION: 'tested', ID: webhook.ID },
    ]);
    expect(at(other)).toEqual([]);
    await service.put(`/v1/webhooks/${webhook.ID}`, { webhooks: { active: false } });
    expect((await service.post(`/v1/webhooks/${webhook.ID}/test`)).status).toBe(409);
    expect((await service.post('/v1/webhooks/999999/test')).status).toBe(404);
  });

  it('are signed with the secrets before a rotation too, for a day', async () => {
    const webhook = await create();
    const path = `/v1/webhooks/${webhook.ID}`;
    const rotated = async (): Promise<string> =>
      bodyOf<Webhook>(await service.post(`${path}/rotate`), 201).SECRET;
    // The answer to the first may have been lost: then the receiver knows the secret before it.
    const secrets = [webhook.SECRET, await rotated(), await rotated()].reverse();
    expect(new Set(secrets).size).toBe(3);
    await service.post(`${path}/test`);
    await until(() => at(webhook).length === 1);
    const [all] = at(webhook) as [ReceivedWebhook];
    const signatures = secrets.map((secret) => signaturesOf(all, secret));
    expect(all.headers['webhook-signature']).toBe(signatures.join(' '));
    pass(DAY);
    await service.post(`${path}/test`);
    await until(() => at(webhook).length === 2);
    const one = at(webhook)[1] as ReceivedWebhook;
    expect(one.headers['webhook-signature']).toBe(signaturesOf(one, secrets[0] as string));
  });

  it('are sent again from the outbox what was given up, of one record one after the other', async () => {
    const webhook = await create();
    receiver.respond = respondWithStatus(410);
    const id = await group();
    await change(id, 2);
    await change(id, 3);
    await until(async () => (await deliveries(webhook, 'failed')).length === 3);
    const held: ServerResponse[] = [];
    receiver.respond = (response) => held.push(response);
    receiver.received.length = 0;
    const messages = service.app.get(OutboxAdministration);
    const given = (await messages.list('failed')).map((message) => message.id);
    expect(await messages.replayFailed()).toBe(3);
    await until(() => held.length === 1);
    expect(await deliveries(webhook, 'waiting')).toHaveLength(2);
    receiver.respond = respondWithSuccess;
    held[0]?.writeHead(204).end();
    await until(async () => (await deliveries(webhook, 'delivered')).length === 3);
    const positions = changesFor(webhook).map(({ POSITION }) => POSITION);
    expect(positions).toHaveLength(3);
    expect(positions).toEqual([...positions].sort((first, next) => first - next));
    // They are sent by messages of their own, in place of those that were given up.
    expect(await messages.replayFailed()).toBe(0);
    await expect(messages.replay(given[0] as number)).rejects.toThrow('There is no outbox message');
  });

  it('are sent nothing again that was of a deleted one', async () => {
    const webhook = await create();
    receiver.respond = respondWithStatus(410);
    await group();
    await until(async () => (await deliveries(webhook, 'failed')).length === 1);
    const messages = service.app.get(OutboxAdministration);
    const [message] = await messages.list('failed');
    await service.delete(`/v1/webhooks/${webhook.ID}`);
    await expect(messages.replay(message?.id ?? 0)).rejects.toThrow('There is no webhook');
    expect(await messages.replayFailed()).toBe(0);
    expect((await messages.list('failed'))[0]?.id).toBe(message?.id);
  });

  it('cost little while there are none', async () => {
    const database = service.app.get(DataAccess).database;
    await until(async () => (await countStatements(database, group, /\bwebhooks\b/)) === 0);
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    const changes = async (): Promise<void> => {
      while (seconds() < 4) await group();
    };
    const looks = await countStatements(database, changes, /\bwebhooks\b/);
    expect(looks).toBeLessThanOrEqual(seconds() + 2);
    // The next webhooks hear of what is numbered after they are made.
    const order = service.app.get(JournalPositionRepository);
    await until(async () => !(await order.getRange()).hasUnnumberedEntries);
  });

  it('share one read of the journal while they are level, and one write when they want nothing', async () => {
    const some: Webhook[] = [];
    for (let n = 0; n < 20; n++)
      some.push(await create(n === 0 ? {} : { events: ['user.created'] }));
    const apps = [service.app, sibling];
    const reads = apps.map((app) => jest.spyOn(app.get(JournalReader), 'read'));
    const units = apps.map((app) => jest.spyOn(app.get(DataAccess).writer, 'lock'));
    try {
      await group();
      await until(() => at(some[0]!).length === 1);
      const { loader } = service.app.get(DataAccess);
      const { last } = await service.app.get(JournalPositionRepository).getRange();
      const behind = [whereAtMost('position', last - 1)];
      await until(async () => (await loader.listIds(WebhookSubscription, behind)).length === 0);
      const count = (spies: readonly jest.SpyInstance[]): number =>
        spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      // The processes look at their own times, on a busy machine several times; still not once for each webhook.
      expect(count(reads)).toBeLessThan(some.length);
      expect(count(units)).toBeLessThan(some.length);
    } finally {
      for (const spy of [...reads, ...units]) spy.mockRestore();
    }
    expect(at(some[0]!)).toHaveLength(1);
  });

  it('are sent one delivery again, or all since a position', async () => {
    const webhook = await create();
    const path = `/v1/webhooks/${webhook.ID}`;
    const { last } = await service.app.get(JournalPositionRepository).getRange();
    await group();
    await group();
    await until(async () => (await deliveries(webhook, 'delivered')).length === 2);
    const [newest] = (await deliveries(webhook)) as [Delivery];
    bodyOf(await service.post(`${path}/replay`, { webhooks: { deliveryId: newest.ID } }), 201);
    await until(async () => (await deliveries(webhook, 'delivered')).length === 3);
    // The two first ones may have overtaken each other.
    const again = at(webhook)[2] as ReceivedWebhook;
    const before = at(webhook).find(({ body }) => body === again.body) as ReceivedWebhook;
    expect(before.headers['webhook-id']).not.toBe(again.headers['webhook-id']);
    expect(JSON.parse(again.body)).toMatchObject({ POSITION: newest.POSITION });
    bodyOf(await service.post(`${path}/replay`, { webhooks: { after: last } }), 201);
    await until(async () => (await deliveries(webhook, 'delivered')).length === 5);
    const positions = changesFor(webhook).map(({ POSITION }) => POSITION);
    expect(new Set(positions).size).toBe(2);
    expect(positions).toHaveLength(5);
  });

  it.each<[string, object, number]>([
    ['neither', {}, 400],
    ['both', { after: 1, deliveryId: 1 }, 400],
    ['a position to come', { after: 999_999_999 }, 410],
    ['a delivery of nobody', { deliveryId: 999_999 }, 404],
  ])('replay nothing for %s', async (_, webhooks, status) => {
    const { ID } = await create();
    expect((await service.post(`/v1/webhooks/${ID}/replay`, { webhooks })).status).toBe(status);
  });

  it('are switched off after failing for three days, which is in the journal, and go on later', async () => {
    const webhook = await create();
    const path = `/v1/webhooks/${webhook.ID}`;
    receiver.respond = respondWithStatus(500);
    await group();
    const read = async (): Promise<Webhook> => bodyOf(await service.get(path), 200);
    await until(async () => (await read()).FAILINGSINCE !== '');
    const sent = service.app.get(WebhookDeliveries);
    expect(await sent.deactivateFailing()).toBe(0);
    pass(3 * DAY + 1000);
    const off = await Promise.all([
      sent.deactivateFailing(),
      sibling.get(WebhookDeliveries).deactivateFailing(),
    ]);
    expect(off[0] + off[1]).toBe(1);
    expect((await read()).ACTIVE).toBe(false);
    const asked = `/v1/changes?kind=webhook&id=${webhook.ID}&actions=switchedOff&wait=5`;
    const { CHANGES } = (await service.get(asked)).body as { CHANGES: Change[] };
    expect(CHANGES).toMatchObject([{ ACTION: 'switchedOff', BY: { KIND: 'system' } }]);
    // An attempt may have begun before it was off.
    pass(DAY);
    await until(async () => (await deliveries(webhook, 'failed')).length === 1);
    receiver.respond = respondWithSuccess;
    receiver.received.length = 0;
    const id = await group();
    const on = await service.put(path, { webhooks: { active: true } });
    expect(on.body).toMatchObject({ ACTIVE: true, FAILINGSINCE: '' });
    await until(() => changesFor(webhook).some(({ ID }) => ID === id));
  });

  it('are sent where they go now, and nowhere once they are deleted', async () => {
    const webhook = await create();
    receiver.respond = respondWithStatus(503);
    await group();
    await until(() => at(webhook).length === 1);
    await until(async () => (await deliveries(webhook))[0]?.ATTEMPTS === 1);
    const moved = values().webhooks.url;
    await service.put(`/v1/webhooks/${webhook.ID}`, { webhooks: { url: moved } });
    pass(60_000);
    await until(() => receiver.listReceivedAt(new URL(moved).pathname).length === 1);
    await until(async () => (await deliveries(webhook))[0]?.ATTEMPTS === 2);
    await service.delete(`/v1/webhooks/${webhook.ID}`);
    pass(DAY);
    const states = (): Promise<{ state: string }[]> =>
      service.app
        .get(DataAccess)
        .database.select(
          "SELECT state FROM outbox_messages WHERE kind = 'subscription' AND state = 'pending'",
        );
    await until(async () => (await states()).length === 0);
    expect(receiver.listReceivedAt(new URL(moved).pathname)).toHaveLength(1);
  });

  it('wait for the key of their secret, or for another secret', async () => {
    const webhook = await create();
    const { database, unitOfWork } = service.app.get(DataAccess);
    const spoil = 'UPDATE webhooks SET secret = ? WHERE id = ?';
    await unitOfWork.run(() => database.execute(spoil, ['of another key', webhook.ID]));
    await group();
    await until(async () => (await deliveries(webhook))[0]?.ATTEMPTS === 1);
    const [{ LASTERROR, LASTSTATUS }] = (await deliveries(webhook)) as [Delivery];
    expect([LASTSTATUS, LASTERROR]).toEqual([0, expect.stringContaining('WEBHOOK_ENCRYPTION_KEY')]);
    expect(at(webhook)).toEqual([]);
    bodyOf(await service.post(`/v1/webhooks/${webhook.ID}/rotate`), 201);
    pass(60_000);
    await until(() => at(webhook).length === 1);
  });

  it('take no more than a thousand deliveries that are not done; the journal keeps the rest', async () => {
    const webhook = await create();
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const lying = (recordId: number) => ({
      webhookId: webhook.ID,
      event: 'tagGroup.created',
      position: 1,
      kind: 'tagGroup',
      recordId,
      body: '{}',
      state: 'waiting' as const,
      attempts: 0,
      lastError: '',
    });
    const rows = Array.from({ length: 1000 }, (_, at) => lying(1_000_000 + at));
    await unitOfWork.run(() => writer.insert(WebhookDelivery, rows));
    const other = await create();
    await group();
    await until(() => at(other).length === 1);
    expect(at(webhook)).toEqual([]);
    await unitOfWork.run(() => writer.remove(WebhookDelivery, { webhookId: webhook.ID }));
    await until(() => at(webhook).length === 1);
  });

  it('go on behind what the journal no longer holds', async () => {
    const webhook = await create();
    await service.put(`/v1/webhooks/${webhook.ID}`, { webhooks: { active: false } });
    await group();
    const order = service.app.get(JournalPositionRepository);
    await until(async () => !(await order.getRange()).hasUnnumberedEntries);
    await order.sweep(new Date(Date.now() + ahead + DAY));
    const path = `/v1/webhooks/${webhook.ID}`;
    await service.put(path, { webhooks: { active: true } });
    const gone = await service.post(`${path}/replay`, { webhooks: { after: 0 } });
    expect([gone.status, (gone.body as { code: string }).code]).toEqual([410, 'journal.gone']);
    const id = await group();
    await until(() => at(webhook).length === 1);
    expect(changesFor(webhook)[0]).toMatchObject({ ID: id });
  });

  it('lose their deliveries with time', async () => {
    const webhook = await create();
    await group();
    await until(async () => (await deliveries(webhook, 'delivered')).length === 1);
    const sent = service.app.get(WebhookDeliveries);
    const kept = { delivered: 30 * DAY, failed: 30 * DAY };
    await sent.sweep(kept);
    expect(await deliveries(webhook)).toHaveLength(1);
    pass(30 * DAY + 1000);
    await sent.sweep(kept);
    expect(await deliveries(webhook)).toHaveLength(0);
  });

  it('are a hundred at most, however many are made at once', async () => {
    const answers: Response[] = [];
    while (answers.every(({ status }) => status === 201)) {
      const some = Array.from({ length: 30 }, () => service.post('/v1/webhooks', values()));
      answers.push(...(await Promise.all(some)));
    }
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused!.status).toBe(409);
    expect(refused!.body).toMatchObject({ code: 'webhook.tooMany' });
    const { body } = await service.get('/v1/webhooks');
    expect((body as { WEBHOOKS: Webhook[] }).WEBHOOKS).toHaveLength(100);
  });
});
