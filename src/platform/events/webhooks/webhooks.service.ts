import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UnpagedListQuery } from '../../../api';
import { Clock } from '../../../core/clock';
import { InvalidRequest, NotFound } from '../../../core/errors';
import { idOnlyPlan, type LoadPlan, createLoadPlan, type Loaded } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import {
  filterByEqual,
  whereEquals,
  whereIn,
  JournalPositionRepository,
  defineList,
  DataAccess,
} from '../../../database';
import { requirePositionInJournal } from '../journal';
import { parseWebhookUrl } from '../outbox';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookInactive, TooManyWebhooks } from './webhook-errors';
import { findEventErrors, requireReadableEvents } from './webhook-events';
import { WebhookEventPublisher } from './webhook-event-publisher';
import { WebhookSecrets } from './webhook-secrets';
import type {
  CreateWebhookDto,
  ReplayWebhookDto,
  UpdateWebhookDto,
  WebhookDeliveryQuery,
} from './webhook.dto';
import { Webhook, WebhookDelivery } from './webhook.entity';
import type { WebhookWithSecret } from './webhook.record';

/** Maximum number of webhooks, because each makes every change more expensive. */
const MAX_WEBHOOKS = 100;

const webhookListing = defineList(Webhook);
const deliveryListing = defineList(WebhookDelivery, {
  defaultSort: 'id.desc',
  filters: { state: filterByEqual('state') },
});
const webhookPlan = createLoadPlan(Webhook, [
  'pId',
  'url',
  'events',
  'active',
  'description',
  'secret',
  'oldSecrets',
  'createdAt',
]);

/** A webhook with its new secret, which is shown only once. */
export type NewWebhookSecret = Pick<WebhookWithSecret, 'id' | 'shownSecret'>;

type Scopes = ReadonlySet<string>;

/** Fields of a webhook that only imports contain. */
type ImportedWebhookFields = Pick<Webhook, 'secret' | 'oldSecrets' | 'createdAt'>;

type NewWebhook = Pick<Webhook, 'pId' | 'url' | 'events' | 'active' | 'description' | 'secret'> &
  Partial<ImportedWebhookFields>;

/** Subscriptions to changes. A caller must be able to read the events of a webhook that it creates or changes. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly positions: JournalPositionRepository,
    private readonly webhookSecrets: WebhookSecrets,
    private readonly webhookDeliveries: WebhookDeliveries,
    private readonly eventPublisher: WebhookEventPublisher,
  ) {}

  /** Lists the webhooks that match the query. */
  list<R>(query: UnpagedListQuery, plan: LoadPlan<Webhook, R>): Promise<readonly R[]> {
    return this.dataAccess.loader.listAll(webhookListing, { ...query }, plan);
  }

  listByPIds(pIds: readonly string[]): Promise<Loaded<typeof webhookPlan>[]> {
    return this.dataAccess.loader.listWhere(Webhook, [whereIn('pId', pIds)], webhookPlan);
  }

  /** @throws NotFound */
  async get<R>(id: number, plan: LoadPlan<Webhook, R>): Promise<R> {
    const found = await this.dataAccess.loader.findById(Webhook, id, plan);
    if (!found) throw new NotFound({ resource: 'webhook', id });
    return found;
  }

  /** @throws InvalidRequest, ScopeMissing, EncryptionKeyMissing, TooManyWebhooks */
  async create(
    { url, events, active, description }: CreateWebhookDto,
    scopes: Scopes,
  ): Promise<NewWebhookSecret> {
    const shownSecret = this.webhookSecrets.generate();
    const secret = this.webhookSecrets.encrypt(shownSecret);
    const pId = randomUUID();
    const id = await this.insert({ pId, url, events, active, description, secret }, scopes);
    return { id, shownSecret };
  }

  /**
   * Stores a webhook, which starts at the current position of the journal.
   * @param values contain encrypted secrets
   * @returns its id
   * @throws InvalidRequest, ScopeMissing, TooManyWebhooks
   */
  async insert({ events, ...values }: NewWebhook, scopes: Scopes): Promise<number> {
    requireValidWebhook({ url: values.url, events });
    requireReadableEvents(events, scopes);
    const { loader, writer, unitOfWork } = this.dataAccess;
    return unitOfWork.run(async () => {
      // The locks serialize concurrent requests, so that all of them count the same webhooks.
      const existingIds = await loader.listIds(Webhook, []);
      await writer.lock(Webhook, existingIds);
      if ((await loader.listIds(Webhook, [])).length >= MAX_WEBHOOKS)
        throw new TooManyWebhooks({ max: MAX_WEBHOOKS });
      const { last: position } = await this.positions.getRange();
      const createdAt = this.clock.now();
      const webhook = {
        createdAt,
        oldSecrets: [],
        ...values,
        events: [...new Set(events)],
        position,
      };
      const [id = 0] = await writer.insert(Webhook, [webhook]);
      this.publishAfterCommit();
      return id;
    });
  }

  /** @throws NotFound, InvalidRequest, ScopeMissing */
  update(
    id: number,
    changes: UpdateWebhookDto & Partial<ImportedWebhookFields>,
    scopes: Scopes,
  ): Promise<void> {
    requireValidWebhook(changes);
    return this.dataAccess.unitOfWork.run(async () => {
      const storedWebhook = await this.lockReadable(id, scopes);
      const { events, ...values } = changes;
      if (events) requireReadableEvents(events, scopes);
      const isActivated = changes.active === true && !storedWebhook.active;
      await this.dataAccess.writer.update(Webhook, id, {
        ...values,
        ...(events && { events: [...new Set(events)] }),
        ...(isActivated && { failingSince: null }),
      });
      this.publishAfterCommit();
    });
  }

  /** @throws NotFound */
  async remove(id: number): Promise<{ id: number }> {
    const { unitOfWork, writer } = this.dataAccess;
    const removedCount = await unitOfWork.run(() => writer.remove(Webhook, id));
    if (removedCount === 0) throw new NotFound({ resource: 'webhook', id });
    return { id };
  }

  /** @throws NotFound, ScopeMissing, EncryptionKeyMissing */
  rotate(id: number, scopes: Scopes): Promise<NewWebhookSecret> {
    const shownSecret = this.webhookSecrets.generate();
    const secret = this.webhookSecrets.encrypt(shownSecret);
    return this.dataAccess.unitOfWork.run(async () => {
      const webhook = await this.lockReadable(id, scopes);
      await this.dataAccess.writer.update(Webhook, id, {
        secret,
        oldSecrets: this.webhookSecrets.rotateOldSecrets(webhook, this.clock.now()),
      });
      return { id, shownSecret };
    });
  }

  /** Records a test of the webhook, which is then posted. @throws NotFound, WebhookInactive */
  test(id: number): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.lock(id);
      const { active } = await this.get(id, webhookPlan);
      if (!active) throw new WebhookInactive({ id });
      this.dataAccess.journal.recordAction(Webhook, [id], 'tested');
    });
  }

  /** @throws NotFound, InvalidRequest, ScopeMissing, WebhookInactive, DeliveryNotDone, JournalPositionGone */
  replay(id: number, { after, deliveryId }: ReplayWebhookDto, scopes: Scopes): Promise<void> {
    if ((after === undefined) === (deliveryId === undefined)) {
      const detail = 'Exactly one of after and deliveryId is needed.';
      throw new InvalidRequest([{ pointer: '/after', code: 'webhook.replay', detail }]);
    }
    return this.dataAccess.unitOfWork.run(async () => {
      const webhook = await this.lockReadable(id, scopes);
      if (!webhook.active) throw new WebhookInactive({ id });
      if (after === undefined)
        await this.webhookDeliveries.redeliver(webhook, deliveryId as number);
      else await this.setPosition(id, after);
    });
  }

  /** @throws NotFound */
  async listDeliveries<R>(
    id: number,
    query: WebhookDeliveryQuery,
    plan: LoadPlan<WebhookDelivery, R>,
  ): Promise<Page<R>> {
    await this.get(id, idOnlyPlan);
    return this.dataAccess.loader.listPage(deliveryListing, { ...query }, plan, [
      whereEquals('webhookId', id),
    ]);
  }

  private async setPosition(id: number, position: number): Promise<void> {
    requirePositionInJournal(position, await this.positions.getRange());
    await this.dataAccess.writer.update(Webhook, id, { position });
    this.publishAfterCommit();
  }

  /** Publishes changes once the unit of work is committed. */
  private publishAfterCommit(): void {
    this.dataAccess.unitOfWork.afterCommit(() => {
      this.eventPublisher.trigger();
    });
  }

  /** Locks a webhook whose events the caller may read. @throws NotFound, ScopeMissing */
  private async lockReadable(id: number, scopes: Scopes): Promise<Loaded<typeof webhookPlan>> {
    await this.lock(id);
    const webhook = await this.get(id, webhookPlan);
    requireReadableEvents(webhook.events, scopes);
    return webhook;
  }

  private async lock(id: number): Promise<void> {
    const lockedCount = await this.dataAccess.writer.lock(Webhook, [id]);
    if (lockedCount === 0) throw new NotFound({ resource: 'webhook', id });
  }
}

/** @throws InvalidRequest with all errors */
export function requireValidWebhook({
  url,
  events = [],
}: Partial<Pick<Webhook, 'url' | 'events'>>): void {
  const detail = 'url must be an http or https URL without a name and password.';
  const errors = [
    ...(url === undefined || parseWebhookUrl(url)
      ? []
      : [{ pointer: '/url', code: 'webhook.address', detail }]),
    ...findEventErrors(events),
  ];
  if (errors.length > 0) throw new InvalidRequest(errors);
}
