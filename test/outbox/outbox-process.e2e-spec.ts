/** @engine */
import { Database, DataAccess } from '../../src/database';
import { OutboxMessage } from '../../src/platform/events/outbox/outbox-message.entity';
import { BuiltCommand, BuiltService, buildService } from '../support/servers/built-process';
import { CommandServer } from '../support/servers/command-server';
import { temporaryFolder, testDatabaseUrl, type TestDatabase } from '../support/service/database';
import { MASTER_KEY } from '../support/service/service';
import { until } from '../support/until';
import {
  respondWithStatus,
  respondWithSuccess,
  WebhookReceiver,
} from '../support/servers/webhook-receiver';

const SECRET = 'canary-secret-of-the-shop';
const TOKEN = 'canary-token-of-the-address';

async function letLeaseRunOut(database: Database): Promise<void> {
  const { unitOfWork, writer } = DataAccess.forDatabase(database);
  const dueAt = new Date('2026-01-01T00:00:00Z');
  await unitOfWork.run(() => writer.update(OutboxMessage, { state: 'pending' }, { dueAt }));
}

describe('the outbox of a whole process', () => {
  let database: TestDatabase;
  let receiver: WebhookReceiver;
  let environment: Record<string, string>;
  const services: BuiltService[] = [];

  beforeAll(async () => {
    await buildService();
    [database, receiver] = await Promise.all([testDatabaseUrl(), WebhookReceiver.start()]);
    environment = {
      ...{ DATABASE_URL: database.url, FILES_URL: `file:${temporaryFolder()}` },
      ...{ BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'trace' },
      ...{ WEBHOOK_SECRETS: `shop=${SECRET}`, WEBHOOK_PRIVATE_ADDRESSES: 'on' },
    };
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await receiver.stop();
    await database.drop();
  });

  const start = async () => {
    const service = await BuiltService.start(environment);
    services.push(service);
    return service;
  };
  const call = async (url: string, method: string, path: string, body?: string) => {
    const type = path === '/v1/import' ? 'application/x-ndjson' : 'application/json';
    const headers = { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': type };
    const answer = await fetch(url + path, { method, headers, ...(body ? { body } : {}) });
    return (await answer.json()) as Record<string, unknown>;
  };
  const runOf = async (url: string, id: number) => {
    const { STATUSES } = (await call(url, 'GET', `/v1/orders/${id}`)) as unknown as {
      STATUSES: { ACTIONS: { HISTORYACTIONSTATUS: number }[] }[];
    };
    return STATUSES[0]?.ACTIONS[0]?.HISTORYACTIONSTATUS;
  };

  it('sends, is replayed from the command line, survives a kill, and logs no secret', async () => {
    receiver.respond = respondWithStatus(410);
    const first = await start();
    const line = {
      ...{
        type: 'statusAction',
        pId: 'tell',
        document: 'order',
        status: 2,
        action: 'NOTIFICATION',
      },
      parameters: { url: `${receiver.url}/told?token=${TOKEN}`, secretName: 'shop' },
    };
    expect(await call(first.url, 'POST', '/v1/import', JSON.stringify(line))).toMatchObject({
      created: 1,
    });
    const orders = {
      ...{ pId: 'one', date: '2026-03-01', currencyCode: 'EUR' },
      user: { email: 'ada@example.com', billingAddress: { countryCode: 'ES' } },
      rows: [{ name: 'Shirt', quantity: 1, price: 10 }],
    };
    const made = await call(first.url, 'POST', '/v1/orders', JSON.stringify({ orders }));
    const id = made['ID'] as number;
    await call(first.url, 'PUT', `/v1/orders/${id}/changeStatus`, '{"status":2}');
    await until(async () => (await runOf(first.url, id)) === 2);

    const listed = await BuiltCommand.run(environment, 'outbox', 'list', '--state', 'failed');
    expect(listed.stdout.trim().split('\n')).toHaveLength(1);
    expect(listed.stdout).toMatch(
      /^1\tmsg_\w{32}\twebhook\t127\.0\.0\.1:\d+\tfailed\t.*\tHTTP 410$/m,
    );
    receiver.respond = () => undefined;
    const commands = await CommandServer.shared();
    const replayed = await commands.run(environment, 'outbox', 'replay', '1');
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('Replayed: 1') });
    // The service looks by itself; it is killed with the message on its way.
    await until(() => receiver.received.length === 2);
    expect(await runOf(first.url, id)).toBe(0);
    const killed = await first.kill();

    receiver.respond = respondWithSuccess;
    const second = await start();
    const opened = await Database.open(database.url);
    await letLeaseRunOut(opened);
    await until(async () => (await runOf(second.url, id)) === 1);
    await opened.close();
    const { code, stdout, stderr } = await second.stop();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    const output = [killed.stdout, killed.stderr, stdout, listed.stdout].join();
    expect(output).not.toContain('canary');
  });
});
