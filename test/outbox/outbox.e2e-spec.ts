/** @engine platform/events/outbox */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/bootstrap/create-app';
import { Configuration } from '../../src/config/configuration';
import { Clock } from '../../src/core/clock';
import { DataAccess } from '../../src/database';
import {
  type MessageReference,
  Outbox,
  OutboxDispatcher,
  OutboxAdministration,
  type MessageOutcome,
} from '../../src/platform/events/outbox';
import { ActionOutcomeRecorder } from '../../src/modules/sales/actions/action-outcome-recorder';
import { ACTION_OUTBOX_LISTENER_NAME } from '../../src/modules/sales/actions/message-actions';
import type { MailContent, WebhookContent } from '../../src/platform/events/outbox/message-content';
import { CLAIM_LEASE_MS, OutboxClaims } from '../../src/platform/events/outbox/outbox-claims';
import { MailServer } from '../support/servers/mail-server';
import { Service } from '../support/service/service';
import { until } from '../support/until';
import {
  respondWithStatus,
  respondWithSuccess,
  WebhookReceiver,
} from '../support/servers/webhook-receiver';

const SECRET = 'canary-secret-of-the-shop';
const KEY = Buffer.from('a key of the standard kind');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type App = Service['app'];

describe('the outbox', () => {
  let service: Service;
  let other: App;
  let receiver: WebhookReceiver;
  let mails: MailServer;
  let environment: Record<string, string>;
  let now: number;
  const outcomes: { reference: MessageReference; outcome: MessageOutcome }[] = [];

  beforeAll(async () => {
    [receiver, mails] = await Promise.all([WebhookReceiver.start(), MailServer.start()]);
    environment = {
      WEBHOOK_SECRETS: `shop=${SECRET},standard=whsec_${KEY.toString('base64')}`,
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
      SMTP_URL: mails.url,
      MAIL_FROM: 'The shop <shop@example.com>',
    };
    service = await Service.start(environment);
    other = await sibling();
    now = new Date('2026-05-01T08:00:00.250Z').getTime();
    for (const app of [service.app, other]) tell(app);
    service.app.get(OutboxDispatcher).start();
  });

  afterAll(async () => {
    await other.close();
    await service.stop();
    await Promise.all([receiver.stop(), mails.stop()]);
  });

  beforeEach(() => {
    receiver.received.length = 0;
    mails.mails.length = 0;
    outcomes.length = 0;
    receiver.respond = respondWithSuccess;
    mails.recipientAnswer = '250 OK';
  });

  /** Another process of the same service, as far as one can be in the same process. */
  async function sibling(changes: Record<string, string> = {}): Promise<App> {
    const { databaseUrl, filesUrl } = service.app.get(Configuration);
    const app = await createApp(
      Configuration.from({
        ...{ DATABASE_URL: databaseUrl, FILES_URL: filesUrl, LOG_LEVEL: 'silent' },
        ...environment,
        ...changes,
      }),
    );
    return app;
  }

  function tell(app: App): void {
    jest.spyOn(app.get(Clock), 'now').mockImplementation(() => new Date(now));
    jest
      .spyOn(app.get(ActionOutcomeRecorder), 'receiveOutcome')
      .mockImplementation((reference, outcome) => {
        // A listener receives the outcome within the unit of work; others see the message's state after the commit.
        app
          .get(DataAccess)
          .unitOfWork.afterCommit(() => void outcomes.push({ reference, outcome }));
        return Promise.resolve();
      });
  }

  let added = 0;
  const concern = () => ({ listener: ACTION_OUTBOX_LISTENER_NAME, reference: { number: ++added } });
  const add = (content: Parameters<Outbox['add']>[0], app = service.app) =>
    app.get(DataAccess).unitOfWork.run(() => app.get(Outbox).add(content, concern()));
  const webhook = (path: string, values: Partial<WebhookContent> = {}): WebhookContent => ({
    kind: 'webhook',
    url: receiver.url + path,
    secretName: 'shop',
    body: JSON.stringify({ type: 'spec', text: 'Grüße 👕' }),
    ...values,
  });
  const mail = (values: Partial<MailContent> = {}): MailContent => ({
    kind: 'mail',
    to: 'ada@example.org',
    subject: 'Hello',
    text: 'Hi',
    ...values,
  });

  const pass = (milliseconds: number): void => {
    now += milliseconds;
    service.app.get(OutboxDispatcher).trigger();
  };
  const latest = async () => {
    const [message] = await service.app.get(OutboxAdministration).list();
    if (!message) throw new Error('The outbox is empty');
    return message;
  };
  const attempts = (id: number) =>
    service.app
      .get(DataAccess)
      .database.select<{ result: string; detail: string; milliseconds: number }>(
        'SELECT result, detail, milliseconds FROM outbox_attempts WHERE outbox_message_id = ? ORDER BY id',
        [id],
      );

  it('sends a webhook once it is stored, signed as the standard has it', async () => {
    const content = webhook('/once?token=x');
    await add(content);
    await until(() => outcomes.length === 1);
    const [sent] = receiver.received;
    expect(sent).toMatchObject({ path: '/once?token=x', body: content.body });
    const headers = sent?.headers ?? {};
    const id = String(headers['webhook-id']);
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(now / 1000)));
    expect(headers['content-type']).toBe('application/json');
    const signed = createHmac('sha256', SECRET)
      .update(`${id}.${String(headers['webhook-timestamp'])}.${content.body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signed}`);
    expect(outcomes).toMatchObject([
      { reference: { number: added }, outcome: { state: 'delivered', detail: 'HTTP 204' } },
    ]);
    const message = await latest();
    expect(message).toMatchObject({
      ...{
        messageId: id,
        kind: 'webhook',
        state: 'delivered',
        attempts: 1,
        lastDetail: 'HTTP 204',
      },
      destination: new URL(receiver.url).host,
    });
    expect(await attempts(message.id)).toEqual([
      { result: 'delivered', detail: 'HTTP 204', milliseconds: expect.any(Number) as number },
    ]);
  });

  it('is verified by the code of the documentation', async () => {
    await add(webhook('/documented', { secretName: 'standard' }));
    await until(() => outcomes.length === 1);
    const page = readFileSync(join(__dirname, '../../docs/webhooks.md'), 'utf8');
    const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(code).toContain('timingSafeEqual');
    const define = code.replace(/^import (\{.*\}) from '(.*)';$/gm, "const $1 = require('$2');");
    // oxlint-disable-next-line typescript/no-implied-eval -- the code of the page is what is tried
    const make = new Function('require', `${define}\nreturn isGenuine;`) as (
      load: NodeJS.Require,
    ) => (secret: string, headers: object, body: string, now: number) => boolean;
    const isGenuine = make(require);
    const [sent] = receiver.received;
    const { headers = {}, body = '' } = sent ?? {};
    const secret = `whsec_${KEY.toString('base64')}`;
    expect(isGenuine(secret, headers, body, now)).toBe(true);
    expect(isGenuine(secret, headers, `${body} `, now)).toBe(false);
    expect(isGenuine(secret, { ...headers, 'webhook-id': 'msg_other' }, body, now)).toBe(false);
    expect(isGenuine(secret, { ...headers, 'webhook-signature': 'v1,x' }, body, now)).toBe(false);
    expect(isGenuine(`whsec_${'A'.repeat(24)}`, headers, body, now)).toBe(false);
    expect(isGenuine(secret, headers, body, now + 10 * MINUTE)).toBe(false);
  });

  it('sends nothing of a change that is undone', async () => {
    const { unitOfWork } = service.app.get(DataAccess);
    const before = (await service.app.get(OutboxAdministration).list()).length;
    const work = unitOfWork.run(async () => {
      await service.app.get(Outbox).add(webhook('/undone'), concern());
      throw new Error('wanted');
    });
    await expect(work).rejects.toThrow('wanted');
    expect(await service.app.get(OutboxAdministration).list()).toHaveLength(before);
    await expect(service.app.get(Outbox).add(webhook('/outside'), concern())).rejects.toThrow();
    expect(receiver.received).toEqual([]);
  });

  it('tries again for three days under the same id, then gives up, and can be replayed', async () => {
    receiver.respond = respondWithStatus(503);
    const start = now;
    await add(webhook('/down'));
    for (let attempt = 1; attempt <= 10; attempt++) {
      await until(async () => (await attempts((await latest()).id)).length === attempt);
      const { state, dueAt } = await latest();
      expect({ attempt, state }).toEqual({ attempt, state: 'pending' });
      expect(outcomes).toEqual([]);
      pass(dueAt.getTime() - now - 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(receiver.listReceivedAt('/down')).toHaveLength(attempt);
      pass(1);
    }
    await until(() => outcomes.length === 1);
    expect(now - start).toBeGreaterThan(2.5 * DAY);
    const { id, state, messageId } = await latest();
    expect(state).toBe('failed');
    expect(outcomes[0]?.outcome).toMatchObject({ state: 'failed', detail: 'HTTP 503' });
    pass(7 * DAY);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receiver.listReceivedAt('/down')).toHaveLength(11);

    receiver.respond = respondWithSuccess;
    await service.app.get(OutboxAdministration).replay(id);
    pass(0);
    await until(() => outcomes.length === 3);
    expect(outcomes.slice(1).map(({ outcome }) => outcome.state)).toEqual(['pending', 'delivered']);
    const ids = receiver.listReceivedAt('/down').map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set([messageId]));
    const bodies = receiver.listReceivedAt('/down').map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);
    const again = service.app.get(OutboxAdministration).replay(id);
    await expect(again).rejects.toMatchObject({ code: 'outbox.notFailed' });
    const unknown = service.app.get(OutboxAdministration).replay(999_999);
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });

  it.each<[string, () => void, string, string]>([
    ['a redirect', () => (receiver.respond = respondWithStatus(302)), 'pending', 'HTTP 302'],
    ['404', () => (receiver.respond = respondWithStatus(404)), 'pending', 'HTTP 404'],
    ['410', () => (receiver.respond = respondWithStatus(410)), 'failed', 'HTTP 410'],
    [
      'a cut connection',
      () => (receiver.respond = (response) => response.destroy()),
      'pending',
      'socket hang up',
    ],
  ])('judges an answer of %s', async (_, prepare, state, detail) => {
    prepare();
    await add(webhook('/judged'));
    await until(async () => (await latest()).lastDetail !== '');
    expect(await latest()).toMatchObject({ state, lastDetail: detail });
    await until(() => outcomes.length === (state === 'failed' ? 1 : 0));
    receiver.respond = respondWithSuccess;
    pass(HOUR);
    if (state === 'pending') await until(() => outcomes.length === 1);
    else expect(await service.app.get(OutboxAdministration).replayFailed()).toBe(1);
    pass(0);
    await until(async () => (await latest()).state === 'delivered');
    // Readers see the state earlier than the sender gets the outcome, which comes once the disk has it.
    await until(() => outcomes.length === (state === 'failed' ? 3 : 1));
  });

  it('sends each message once, however many processes look, also in bulk', async () => {
    const count = 40;
    receiver.respond = (response) => setTimeout(() => respondWithSuccess(response), 5);
    other.get(OutboxDispatcher).start();
    for (let at = 0; at < count; at++) await add(webhook(`/bulk-${at}`));
    await until(() => outcomes.length === count);
    const paths = receiver.received.map(({ path }) => path);
    expect(new Set(paths).size).toBe(count);
    expect(paths).toHaveLength(count);
    // A webhook has arrived before its message is marked.
    await until(async () => {
      const messages = (await service.app.get(OutboxAdministration).list()).slice(0, count);
      return messages.every(({ state }) => state === 'delivered');
    });
  });

  it('lets one destination that hangs hold up no other one', async () => {
    const slow = await WebhookReceiver.start();
    const held: (() => void)[] = [];
    slow.respond = (response) => held.push(() => respondWithSuccess(response));
    for (let at = 0; at < 40; at++) await add(webhook('', { url: `${slow.url}/${at}` }));
    await add(webhook('/quick'));
    await until(() => receiver.listReceivedAt('/quick').length === 1);
    expect(slow.received.length).toBeLessThan(20);
    slow.respond = respondWithSuccess;
    for (const release of held) release();
    await until(() => outcomes.length === 41);
    await slow.stop();
  });

  it('sends once more, under the same id, what a process took and never came back from', async () => {
    const claims = service.app.get(OutboxClaims);
    const late: (() => Promise<void>)[] = [];
    const lost = jest.spyOn(claims, 'record').mockImplementationOnce((...result) => {
      late.push(() => claims.record(...result));
      return Promise.reject(new Error('killed'));
    });
    // Only this one takes it.
    other.get(OutboxDispatcher).onModuleDestroy();
    await add(webhook('/killed'));
    await until(() => late.length === 1);
    lost.mockRestore();
    pass(CLAIM_LEASE_MS - 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receiver.listReceivedAt('/killed')).toHaveLength(1);
    expect(outcomes).toEqual([]);
    pass(1);
    await until(() => outcomes.length === 1);
    const ids = receiver.listReceivedAt('/killed').map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    // A result that comes after all changes nothing.
    await late[0]?.();
    expect(outcomes).toHaveLength(1);
    expect(await latest()).toMatchObject({ state: 'delivered' });
  });

  it('keeps secrets out of its lists', async () => {
    await add(webhook('/hidden?token=canary-token'));
    await until(() => outcomes.length === 1);
    const told = JSON.stringify([
      await service.app.get(OutboxAdministration).list(),
      receiver.received,
    ]);
    expect(told).not.toContain(SECRET);
    expect(JSON.stringify(await service.app.get(OutboxAdministration).list())).not.toContain(
      'canary',
    );
    const rows = await service.app.get(DataAccess).database.select('SELECT * FROM outbox_messages');
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  it('refuses at once what no attempt could send', async () => {
    const refused = async (content: Parameters<Outbox['add']>[0], code: string) => {
      await expect(add(content)).rejects.toMatchObject({ code });
    };
    await refused(webhook('/x', { secretName: 'nobody' }), 'webhook.secretUnknown');
    await refused(mail({ to: '' }), 'mail.address');
    await refused(mail({ to: 'ada@example.org, eve@example.org' }), 'mail.address');
    await refused(mail({ to: 'a@example.org\r\nBcc: eve@example.org' }), 'mail.address');
    expect(receiver.received).toEqual([]);
  });

  it('gives up at once what leads to a private address, or has lost its secret', async () => {
    const strict = await sibling({
      WEBHOOK_PRIVATE_ADDRESSES: 'off',
      WEBHOOK_SECRETS: `shop=${SECRET}`,
    });
    tell(strict);
    service.app.get(OutboxDispatcher).onModuleDestroy();
    try {
      const port = new URL(receiver.url).port;
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
        await add(webhook('', { url: `http://${host}:${port}/private` }));
      }
      await add(webhook('/secretless', { secretName: 'standard' }));
      strict.get(OutboxDispatcher).start();
      await until(() => outcomes.length === 4);
      expect(outcomes.map(({ outcome }) => outcome.state)).toEqual(Array(4).fill('failed'));
      const details = outcomes.map(({ outcome }) => outcome.detail).sort();
      expect(details).toEqual([
        '127.0.0.1 is not an address of the public internet',
        '::ffff:7f00:1 is not an address of the public internet',
        'WEBHOOK_SECRETS has no secret "standard".',
        'localhost is not an address of the public internet',
      ]);
      expect(receiver.received).toEqual([]);
    } finally {
      await strict.close();
      service.app.get(OutboxDispatcher).start();
    }
  });

  it('hands mails to the mail server, each to one address, with headers that nothing breaks', async () => {
    const subject = 'Your order\r\nBcc: eve@example.org\u0000 Grüße 👕';
    const text = 'Line one\r\n.\r\nMAIL FROM:<eve@example.org>\nGrüße 👕';
    await add(mail({ to: "o'brien+shop@example.org", subject, text }));
    await until(() => outcomes.length === 1);
    expect(outcomes[0]?.outcome.state).toBe('delivered');
    expect(mails.mails).toHaveLength(1);
    const [{ from, to, data } = { from: '', to: [], data: '' }] = mails.mails;
    expect(from).toBe('shop@example.com');
    expect(to.map((one) => one.trim())).toEqual(["<o'brien+shop@example.org>"]);
    const [head = ''] = data.split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(subjectIn(head)).toBe('Your order Bcc: eve@example.org  Grüße 👕');
    expect(head).toMatch(/^From: The shop <shop@example\.com>/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated/im);
    const { messageId } = await latest();
    expect(head).toContain(`Message-ID: <${messageId}@example.com>`);
  });

  it('tries mails again that the server puts off, and not those that it refuses', async () => {
    mails.recipientAnswer = '451 later';
    await add(mail());
    await until(async () => (await latest()).lastDetail !== '');
    expect(await latest()).toMatchObject({ state: 'pending', destination: 'smtp' });
    mails.recipientAnswer = '250 OK';
    pass(MINUTE);
    await until(() => outcomes.length === 1);
    expect(outcomes[0]?.outcome.state).toBe('delivered');
    mails.recipientAnswer = '550 no such user';
    await add(mail());
    await until(() => outcomes.length === 2);
    expect(outcomes[1]?.outcome).toMatchObject({ state: 'failed' });
    expect(outcomes[1]?.outcome.detail).toContain('550 no such user');
  });

  it('forgets what was delivered 30 days ago, and what failed 90 days ago', async () => {
    const messages = service.app.get(OutboxAdministration);
    const claims = service.app.get(OutboxClaims);
    expect(await messages.list('delivered')).not.toEqual([]);
    const failed = await messages.list('failed');
    expect(failed.length).toBeGreaterThan(0);
    await claims.sweep();
    now += 29 * DAY;
    await add(webhook('/kept'));
    await until(() => outcomes.length === 1);
    now += DAY;
    expect(await claims.sweep()).toBeGreaterThan(20);
    expect(await messages.list('delivered')).toHaveLength(1);
    expect(await messages.list('failed')).toEqual(failed);
    now += 61 * DAY;
    await claims.sweep();
    expect(await messages.list('failed')).toEqual([]);
  });

  it('waits for what is on its way when it stops', async () => {
    const held: (() => void)[] = [];
    receiver.respond = (response) => held.push(() => respondWithSuccess(response));
    const stopped = await sibling();
    tell(stopped);
    service.app.get(OutboxDispatcher).onModuleDestroy();
    await add(webhook('/last'), service.app);
    stopped.get(OutboxDispatcher).start();
    await until(() => held.length === 1);
    const closing = stopped.close();
    setTimeout(() => held[0]?.(), 50);
    await closing;
    expect(await latest()).toMatchObject({ state: 'delivered', attempts: 1 });
  });
});

/** The subject of a mail, as its reader sees it: encoded words (RFC 2047) are one text. */
function subjectIn(head: string): string {
  const [, written = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head) ?? [];
  const words = [...written.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)];
  const bytes = words.map(([, encoding = '', word = '']) =>
    encoding.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : fromQ(word),
  );
  return Buffer.concat(bytes).toString('utf8');
}

function fromQ(word: string): Buffer {
  const text = word.replaceAll('_', ' ');
  const plain = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}
