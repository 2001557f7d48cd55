import { createApp } from '../../src/bootstrap/create-app';
import { Configuration } from '../../src/config/configuration';
import { HourlyJob } from '../../src/core/hourly-job';
import { Database, DataAccess } from '../../src/database';
import { FileStore } from '../../src/platform/media/files';
import type { LocalFileStore } from '../../src/platform/media/files/local-file-store';
import { IdempotencyModule } from '../../src/platform/requests/idempotency';
import { DatabaseIdempotencyStore } from '../../src/platform/requests/idempotency/database-idempotency-store';
import { OutboxClaims } from '../../src/platform/events/outbox/outbox-claims';
import { METRICS_TOKEN, readMetrics } from '../api/metrics/read-metrics';
import { S3Server } from '../files/s3-server';
import { BuiltService, buildService, pause } from '../support/servers/built-process';
import { type TestDatabase, testDatabaseUrl } from '../support/service/database';
import { MASTER_KEY, type Service } from '../support/service/service';
import { until } from '../support/until';
import { respondWithSuccess, WebhookReceiver } from '../support/servers/webhook-receiver';
import { DAY, HOUR, LeftWork } from './left-work';

type App = Service['app'];

/** More than the outbox removes at once. */
const MANY = 700;
const WEBHOOKS = 80;

describe('Two processes do each piece of work once', () => {
  let s3: S3Server;
  let receiver: WebhookReceiver;
  let database: TestDatabase;
  let own: Database;
  let work: LeftWork;
  let environment: Record<string, string>;

  beforeAll(async () => {
    await buildService();
    [s3, receiver, database] = await Promise.all([
      S3Server.start(),
      WebhookReceiver.start(),
      testDatabaseUrl(),
    ]);
    own = await Database.open(database.url, { poolSize: 2 });
    work = new LeftWork(DataAccess.forDatabase(own), s3);
    environment = {
      ...{ DATABASE_URL: database.url, BOOTSTRAP_API_KEY: MASTER_KEY, METRICS_TOKEN },
      ...{ WEBHOOK_SECRETS: 'shop=secret-of-the-shop', WEBHOOK_PRIVATE_ADDRESSES: 'on' },
      ...s3.environment,
    };
  });

  afterAll(async () => {
    await own.close();
    await Promise.all([s3.stop(), receiver.stop()]);
    await database.drop();
  });

  /** Leaves records that are due to be swept, and others that must stay. */
  async function leave(): Promise<void> {
    await work.oldMessages(31 * DAY, MANY);
    await work.oldAnswers(25 * HOUR, MANY);
    await work.oldFiles(25 * HOUR, 30);
    await work.oldMessages(29 * DAY, 3);
    await work.oldAnswers(23 * HOUR, 3);
    await work.oldFiles(23 * HOUR, 3);
  }
  const swept = { messages: MANY, answers: MANY, files: 30 };

  describe('when both sweep at the same moment', () => {
    const apps: App[] = [];

    beforeAll(async () => {
      const configuration = Configuration.from({ ...environment, LOG_LEVEL: 'silent' });
      for (let at = 0; at < 2; at++) apps.push(await createApp(configuration));
      // The sweeps of their start are over before there is anything to find.
      for (const app of apps) {
        await app.get(HourlyJob).stop();
        await app.get(IdempotencyModule).onApplicationShutdown();
      }
      await leave();
    });
    afterAll(() => Promise.all(apps.map((app) => app.close())));

    it.each<[keyof typeof swept, (app: App) => Promise<number>]>([
      ['messages', (app) => app.get(OutboxClaims).sweep()],
      ['answers', (app) => app.get(DatabaseIdempotencyStore).sweep()],
      ['files', (app) => app.get<LocalFileStore>(FileStore).sweep()],
    ])('old %s', async (what, sweep) => {
      const before = await work.counts();
      const counts = await Promise.all(apps.map(sweep));
      expect(counts[0]! + counts[1]!).toBe(swept[what]);
      expect(before[what] - (await work.counts())[what]).toBe(swept[what]);
      expect(await Promise.all(apps.map(sweep))).toEqual([0, 0]);
    });
  });

  describe('from their start on', () => {
    let services: BuiltService[] = [];
    let before: Awaited<ReturnType<LeftWork['counts']>>;

    beforeAll(async () => {
      await leave();
      before = await work.counts();
      receiver.respond = (response) => setTimeout(() => respondWithSuccess(response), 100);
      services = await Promise.all([
        BuiltService.start({ ...environment, LOG_LEVEL: 'debug' }),
        BuiltService.start({ ...environment, LOG_LEVEL: 'debug' }),
      ]);
    });
    afterAll(() => Promise.all(services.map((service) => service.kill())));

    it('each webhook', async () => {
      const paths = await work.dueWebhooks(receiver.url, 'shop', WEBHOOKS);
      const sent = async (): Promise<number[]> => {
        const readings = await Promise.all(services.map(({ url }) => readMetrics(url)));
        const labels = { kind: 'webhook', result: 'delivered' };
        return readings.map((one) => one.value('store_outbox_attempts_total', labels) ?? 0);
      };
      await until(async () => (await sent()).reduce((sum, one) => sum + one) >= WEBHOOKS);
      // Time for one that comes twice.
      await pause(300);
      const [one = 0, other = 0] = await sent();
      expect(one + other).toBe(WEBHOOKS);
      expect([one, other]).not.toContain(0);
      expect(receiver.received.map(({ path }) => path).sort()).toEqual([...paths].sort());
    });

    it('each sweep', async () => {
      const ended = await Promise.all(services.map((service) => service.stop()));
      const log = ended.map(({ stdout }) => stdout).join('\n');
      const told = (what: string): number => {
        const found = [...log.matchAll(new RegExp(`(\\d+) ${what} removed`, 'g'))];
        return found.reduce((sum, [, count]) => sum + Number(count), 0);
      };
      expect({
        messages: told('old outbox messages'),
        answers: told('stored responses of idempotent requests'),
        files: told('leftover temporary files'),
      }).toEqual(swept);
      expect(log).not.toContain('Hourly job failed');
      const after = await work.counts();
      expect(before.messages + WEBHOOKS - after.messages).toBe(MANY);
      expect(before.answers - after.answers).toBe(MANY);
      expect(before.files - after.files).toBe(30);
      expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    });
  });
});
