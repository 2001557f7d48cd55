/** @engine */
import { createApp } from '../../src/bootstrap/create-app';
import { Configuration } from '../../src/config/configuration';
import {
  type EntityClass,
  JournalEntry,
  JournalPositionRepository,
  DataAccess,
} from '../../src/database';
import { ExportJob } from '../../src/platform/data-transfer/exports/jobs/export-job.entity';
import { ExportJobsService } from '../../src/platform/data-transfer/exports/jobs/export-jobs.service';
import { StoredIdempotentRequest } from '../../src/platform/requests/idempotency/stored-idempotent-request.entity';
import { JournalSequencer } from '../../src/platform/events/journal';
import { OutboxDispatcher } from '../../src/platform/events/outbox';
import { OutboxMessage } from '../../src/platform/events/outbox/outbox-message.entity';
import { WebhookEventPublisher } from '../../src/platform/events/webhooks';
import { Webhook, WebhookDelivery } from '../../src/platform/events/webhooks/webhook.entity';
import { Service } from '../support/service/service';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const settings = {
  JOURNAL_DAYS: '2',
  OUTBOX_DELIVERED_DAYS: '3',
  OUTBOX_FAILED_DAYS: '5',
  IDEMPOTENCY_HOURS: '7',
};

/** An instant so many milliseconds ago. */
const ago = (milliseconds: number): Date => new Date(Date.now() - milliseconds);

describe('What the service keeps for its own use', () => {
  let service: Service;
  let dataAccess: DataAccess;
  let webhookId: number;

  beforeAll(async () => {
    service = await Service.start();
    dataAccess = service.app.get(DataAccess);
    webhookId = await store(Webhook, {
      ...{ pId: 'w', url: 'https://example.com/', events: [], active: false, description: '' },
      ...{ secret: '', oldSecrets: [], position: 0, createdAt: new Date() },
    });
  });

  afterAll(() => service.stop());

  async function store<E>(entity: EntityClass<E>, row: Partial<E>): Promise<number> {
    const [id] = await dataAccess.unitOfWork.run(() => dataAccess.writer.insert(entity, [row]));
    return id as number;
  }

  const message = (state: OutboxMessage['state'], age: number) =>
    store(OutboxMessage, {
      ...{ messageId: `msg_${state}_${age}`, kind: 'mail', destination: 'smtp', state },
      ...{ content: { kind: 'mail', to: 'a@example.com', subject: '', text: '' }, listener: 'x' },
      ...{ reference: {}, dueAt: new Date('2999-01-01'), attempts: 1, holder: null },
      ...{ createdAt: ago(age), doneAt: state === 'pending' ? null : ago(age) },
    });

  const delivery = (state: WebhookDelivery['state'], age: number) =>
    store(WebhookDelivery, {
      ...{ webhookId, event: 'user.updated', position: 1, kind: 'user', recordId: 1, body: '{}' },
      ...{ state, attempts: 1, lastError: '', doneAt: state === 'waiting' ? null : ago(age) },
    });

  const answer = (age: number) =>
    store(StoredIdempotentRequest, {
      ...{ name: `answer-${age}`, content: 'c', holder: 'h', claimedAt: ago(age) },
      ...{ status: 200, body: '{}' },
    });

  const anExport = (name: string, expiresAt: Date) =>
    store(ExportJob, {
      ...{ name, state: 'done', types: [], since: null, gzip: false, exportLines: 0, bytes: 0 },
      ...{ sha256: '', position: 0, createdAt: ago(DAY), expiresAt, heldUntil: ago(0) },
    });

  async function entry(age: number): Promise<number> {
    const id = await store(JournalEntry, {
      ...{ at: ago(age), kind: 'tag', recordId: 1, pId: 'x', version: null, action: 'updated' },
      ...{ operation: '', byKind: 'system', byId: 0, byName: '', requestId: '', path: null },
      position: null,
    });
    const order = service.app.get(JournalPositionRepository);
    const numberer = { holder: 'spec', now: new Date(), holdUntil: ago(-1) };
    expect(await order.assignNextPositions(numberer)).toBeDefined();
    await order.release('spec');
    return id;
  }

  async function there<E>(entity: EntityClass<E>, ids: readonly number[]): Promise<number[]> {
    const found = await dataAccess.loader.listIds(entity, [], {
      order: [{ property: 'id' as keyof E & string }],
    });
    return ids.filter((id) => found.includes(id));
  }

  it('goes with the sweeps once it is older than its setting, and not before', async () => {
    const kept = new Map<EntityClass, number[]>([
      [JournalEntry, []],
      [OutboxMessage, [await message('delivered', 2 * DAY), await message('failed', 4 * DAY)]],
      [WebhookDelivery, [await delivery('delivered', 2 * DAY), await delivery('failed', 4 * DAY)]],
      [StoredIdempotentRequest, [await answer(6 * HOUR)]],
      [ExportJob, [await anExport('kept', ago(-HOUR))]],
    ]);
    kept.get(OutboxMessage)?.push(await message('pending', 400 * DAY));
    kept.get(WebhookDelivery)?.push(await delivery('waiting', 400 * DAY));
    const swept = new Map<EntityClass, number[]>([
      [JournalEntry, [await entry(3 * DAY), await entry(2 * DAY + HOUR)]],
      [OutboxMessage, [await message('delivered', 4 * DAY), await message('failed', 6 * DAY)]],
      [WebhookDelivery, [await delivery('delivered', 4 * DAY), await delivery('failed', 6 * DAY)]],
      [StoredIdempotentRequest, [await answer(8 * HOUR)]],
      [ExportJob, [await anExport('swept', ago(HOUR))]],
    ]);
    kept.get(JournalEntry)?.push(await entry(DAY));

    const { databaseUrl, filesUrl } = service.app.get(Configuration);
    const app = await createApp(
      Configuration.from({
        ...{ DATABASE_URL: databaseUrl, FILES_URL: filesUrl, LOG_LEVEL: 'silent' },
        ...settings,
      }),
    );
    try {
      await app.init();
      for (const each of [OutboxDispatcher, JournalSequencer, WebhookEventPublisher])
        app.get(each).start();
      for (const [entity, ids] of swept)
        while ((await there(entity, ids)).length > 0)
          await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await app.close();
    }
    for (const [entity, ids] of kept) expect(await there(entity, ids)).toEqual(ids);
  });

  it('takes the time of an export from its setting', async () => {
    const { databaseUrl, filesUrl } = service.app.get(Configuration);
    const short = await createApp(
      Configuration.from({
        ...{ DATABASE_URL: databaseUrl, FILES_URL: filesUrl, LOG_LEVEL: 'silent' },
        EXPORT_HOURS: '3',
      }),
    );
    try {
      const job = await short.get(ExportJobsService).create({ types: ['tax'], gzip: false });
      expect(job.expiresAt.getTime() - job.createdAt.getTime()).toBe(3 * HOUR);
    } finally {
      await short.close();
    }
  });
});
