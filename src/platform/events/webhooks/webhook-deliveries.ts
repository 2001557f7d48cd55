import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { is, isAtMost, isNotNull, isOneOf, DataAccess } from '../../../database';
import {
  retryableFailure,
  finalFailure,
  type getMessageRetentionMs,
  type MessageReference,
  Outbox,
  OutboxListener,
  type MessageOutcome,
  type SendResult,
  type SignedWebhook,
  SignedWebhookSource,
  sweepFinished,
} from '../outbox';
import { DeliveryNotDone } from './webhook-errors';
import { WebhookSecrets } from './webhook-secrets';
import { type DeliveryState, UNFINISHED_STATES, Webhook, WebhookDelivery } from './webhook.entity';

const OUTBOX_LISTENER = 'webhook';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time after which a webhook is deactivated if all attempts fail. */
const MAX_FAILING_MS = 3 * DAY_MS;

const recordPlan = createLoadPlan(WebhookDelivery, ['kind', 'recordId']);
const bodyPlan = createLoadPlan(WebhookDelivery, ['webhookId', 'body']);
const tracePlan = createLoadPlan(WebhookDelivery, ['trace']);
const signingPlan = createLoadPlan(Webhook, ['url', 'active', 'secret', 'oldSecrets']);
const urlPlan = createLoadPlan(Webhook, ['url']);
const fullPlan = createLoadPlan(WebhookDelivery, [
  'webhookId',
  'event',
  'position',
  'kind',
  'recordId',
  'body',
  'trace',
  'state',
]);

type NewDelivery = Pick<
  WebhookDelivery,
  'event' | 'position' | 'kind' | 'recordId' | 'body' | 'trace'
>;

/**
 * Deliveries of webhooks in the outbox. Only one delivery of a record is in the outbox at a time, so that a webhook
 * receives its changes in order. All code that decides about it locks the row of the webhook.
 */
@Injectable()
@OutboxListener()
@SignedWebhookSource()
export class WebhookDeliveries implements OutboxListener, SignedWebhookSource {
  readonly outboxName = OUTBOX_LISTENER;
  readonly receivesAttempts = true;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** Stores deliveries of a webhook whose row is locked, in the order of their changes. */
  async add(
    webhook: Pick<Webhook, 'id' | 'url'>,
    deliveries: readonly NewDelivery[],
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const undelivered = [
      is('webhookId', webhook.id),
      isOneOf('recordId', [...new Set(deliveries.map(({ recordId }) => recordId))]),
      isOneOf('state', UNFINISHED_STATES),
    ];
    const before = await loader.listWhere(WebhookDelivery, undelivered, recordPlan);
    const busy = new Set(before.map(toRecordKey));
    const rows = deliveries.map((delivery) => {
      const record = toRecordKey(delivery);
      const state: DeliveryState = busy.has(record) ? 'waiting' : 'pending';
      busy.add(record);
      return { ...delivery, webhookId: webhook.id, state, attempts: 0, lastError: '' };
    });
    const ids = await writer.insert(WebhookDelivery, rows);
    await this.send(
      webhook,
      rows.flatMap(({ state, trace }, at) =>
        state === 'pending' ? [{ id: ids[at] ?? 0, trace }] : [],
      ),
    );
  }

  /**
   * Sends a finished delivery again, as a new one after the unfinished deliveries of its record. The row of the webhook
   * must be locked.
   * @throws NotFound, DeliveryNotDone
   */
  async redeliver(webhook: Pick<Webhook, 'id' | 'url'>, id: number): Promise<void> {
    const found = await this.dataAccess.loader.findById(WebhookDelivery, id, fullPlan);
    if (found?.webhookId !== webhook.id) throw new NotFound({ resource: 'delivery', id });
    const { state, event, position, kind, recordId, body, trace } = found;
    if (UNFINISHED_STATES.includes(state)) throw new DeliveryNotDone({ id, state });
    await this.add(webhook, [{ event, position, kind, recordId, body, trace }]);
  }

  /**
   * Removes deliveries that ended long ago. @param retentionMs milliseconds by state @returns the number of deliveries
   */
  sweep(retentionMs: ReturnType<typeof getMessageRetentionMs>): Promise<number> {
    return sweepFinished(this.dataAccess, WebhookDelivery, retentionMs, this.clock.now());
  }

  /** Deactivates webhooks that have been failing for three days. @returns their number */
  async deactivateFailing(): Promise<number> {
    const { loader, writer, unitOfWork, journal } = this.dataAccess;
    const latestFailureStart = new Date(this.clock.now().getTime() - MAX_FAILING_MS);
    const isFailing = [
      is('active', true),
      isNotNull('failingSince'),
      isAtMost('failingSince', latestFailureStart),
    ];
    let count = 0;
    for (const id of await loader.listIds(Webhook, isFailing)) {
      count += await unitOfWork.run(async () => {
        // An attempt may have succeeded in the meantime.
        const found = await writer.update(Webhook, [is('id', id), ...isFailing], { active: false });
        if (found > 0) journal.recordAction(Webhook, [id], 'switchedOff');
        return found;
      });
    }
    return count;
  }

  private send(
    { id, url }: Pick<Webhook, 'id' | 'url'>,
    deliveries: readonly Pick<WebhookDelivery, 'id' | 'trace'>[],
  ): Promise<void> {
    const { host } = new URL(url);
    return this.outbox.addAll(
      deliveries.map(({ id: deliveryId, trace }) => ({
        content: { kind: 'subscription', host, deliveryId },
        listener: OUTBOX_LISTENER,
        reference: { webhookId: id, deliveryId },
        trace,
      })),
    );
  }

  /** Queues a failed delivery again after those of its record. */
  async resend({ webhookId = 0, deliveryId = 0 }: MessageReference): Promise<void> {
    const { writer, loader } = this.dataAccess;
    await writer.lock(Webhook, [webhookId]);
    const webhook = await loader.findById(Webhook, webhookId, urlPlan);
    if (!webhook) throw new NotFound({ resource: 'webhook', id: webhookId });
    await this.redeliver(webhook, deliveryId);
  }

  /** Records an attempt, inside the unit of work that stores it. */
  async receive(
    { webhookId = 0, deliveryId = 0 }: MessageReference,
    { state, detail, attempt }: MessageOutcome,
  ): Promise<void> {
    const { writer, loader } = this.dataAccess;
    if (!attempt || (await writer.lock(Webhook, [webhookId])) === 0) return;
    const isDone = state !== 'pending';
    await writer.update(WebhookDelivery, deliveryId, {
      state,
      attempts: attempt.count,
      lastStatus: attempt.status ?? null,
      lastError: state === 'delivered' ? '' : detail,
      nextAt: attempt.nextAt ?? null,
      doneAt: isDone ? this.clock.now() : null,
    });
    const hasFailed = state !== 'delivered';
    const failingCondition = isNotNull('failingSince');
    await writer.update(
      Webhook,
      [is('id', webhookId), hasFailed ? is('failingSince', null) : failingCondition],
      { failingSince: hasFailed ? attempt.at : null },
    );
    const done = isDone && (await loader.findById(WebhookDelivery, deliveryId, recordPlan));
    if (done) await this.sendNext(webhookId, done);
  }

  /** Sends the next delivery that was waiting for a finished one. */
  private async sendNext(
    webhookId: number,
    { kind, recordId }: Pick<WebhookDelivery, 'kind' | 'recordId'>,
  ): Promise<void> {
    const { writer, loader } = this.dataAccess;
    const ofRecord = [is('webhookId', webhookId), is('recordId', recordId), is('kind', kind)];
    const first = { order: [{ property: 'id' as const }], limit: 1 };
    const isWaiting = [...ofRecord, is('state', 'waiting')];
    const ids = await loader.listIds(WebhookDelivery, isWaiting, first);
    const [next] = await loader.listByIds(WebhookDelivery, ids, tracePlan);
    const webhook = await loader.findById(Webhook, webhookId, urlPlan);
    if (!next || !webhook) return;
    await writer.update(WebhookDelivery, next.id, { state: 'pending' });
    await this.send(webhook, [next]);
  }

  async getSignedWebhook(deliveryId: number): Promise<SignedWebhook | SendResult> {
    const { loader } = this.dataAccess;
    const delivery = await loader.findById(WebhookDelivery, deliveryId, bodyPlan);
    const webhook = delivery && (await loader.findById(Webhook, delivery.webhookId, signingPlan));
    if (!webhook) return finalFailure('The webhook was deleted');
    if (!webhook.active) return finalFailure('The webhook is not active');
    const secrets = this.secrets.findSigningSecrets(webhook, this.clock.now());
    if (!secrets)
      return retryableFailure('The secret was stored with another WEBHOOK_ENCRYPTION_KEY');
    return { url: webhook.url, body: delivery.body, secrets };
  }
}

function toRecordKey({ kind, recordId }: Pick<WebhookDelivery, 'kind' | 'recordId'>): string {
  return `${kind}/${recordId}`;
}
