import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { whereEquals, whereAtMost, whereNotNull, whereIn, DataAccess } from '../../../database';
import {
  createRetryableFailure,
  createFinalFailure,
  type getRetentionMsByState,
  type MessageReference,
  Outbox,
  OutboxListener,
  type MessageOutcome,
  type SendResult,
  type SignableWebhook,
  SignableWebhookSource,
  sweepFinishedRecords,
} from '../outbox';
import { DeliveryNotDone } from './webhook-errors';
import { WebhookSecrets } from './webhook-secrets';
import {
  type DeliveryState,
  UNFINISHED_DELIVERY_STATES,
  Webhook,
  WebhookDelivery,
} from './webhook.entity';

const OUTBOX_LISTENER = 'webhook';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time after which a webhook is deactivated if all attempts fail. */
const MAX_FAILING_MS = 3 * DAY_MS;

const changedRecordPlan = createLoadPlan(WebhookDelivery, ['kind', 'recordId']);
const deliveryBodyPlan = createLoadPlan(WebhookDelivery, ['webhookId', 'body']);
const deliveryTracePlan = createLoadPlan(WebhookDelivery, ['trace']);
const webhookSigningPlan = createLoadPlan(Webhook, ['url', 'active', 'secret', 'oldSecrets']);
const webhookUrlPlan = createLoadPlan(Webhook, ['url']);
const deliveryPlan = createLoadPlan(WebhookDelivery, [
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
 * receives its changes in order. Code that adds or finishes deliveries locks the row of the webhook.
 */
@Injectable()
@OutboxListener()
@SignableWebhookSource()
export class WebhookDeliveries implements OutboxListener, SignableWebhookSource {
  readonly listenerName = OUTBOX_LISTENER;
  readonly receivesIntermediateOutcomes = true;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly webhookSecrets: WebhookSecrets,
  ) {}

  /** Stores deliveries of a webhook whose row is locked, in the order of their changes. */
  async add(
    webhook: Pick<Webhook, 'id' | 'url'>,
    deliveries: readonly NewDelivery[],
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const undeliveredConditions = [
      whereEquals('webhookId', webhook.id),
      whereIn('recordId', [...new Set(deliveries.map(({ recordId }) => recordId))]),
      whereIn('state', UNFINISHED_DELIVERY_STATES),
    ];
    const undeliveredDeliveries = await loader.listWhere(
      WebhookDelivery,
      undeliveredConditions,
      changedRecordPlan,
    );
    const busyRecordKeys = new Set(undeliveredDeliveries.map(toRecordKey));
    const rows = deliveries.map((delivery) => {
      const recordKey = toRecordKey(delivery);
      const state: DeliveryState = busyRecordKeys.has(recordKey) ? 'waiting' : 'pending';
      busyRecordKeys.add(recordKey);
      return { ...delivery, webhookId: webhook.id, state, attempts: 0, lastError: '' };
    });
    const ids = await writer.insert(WebhookDelivery, rows);
    await this.addToOutbox(
      webhook,
      rows.flatMap(({ state, trace }, index) =>
        state === 'pending' ? [{ id: ids[index] ?? 0, trace }] : [],
      ),
    );
  }

  /**
   * Sends a finished delivery again, as a new one after the unfinished deliveries of its record. The row of the webhook
   * must be locked.
   * @throws NotFound, DeliveryNotDone
   */
  async redeliver(webhook: Pick<Webhook, 'id' | 'url'>, id: number): Promise<void> {
    const found = await this.dataAccess.loader.findById(WebhookDelivery, id, deliveryPlan);
    if (found?.webhookId !== webhook.id) throw new NotFound({ resource: 'delivery', id });
    const { state, event, position, kind, recordId, body, trace } = found;
    if (UNFINISHED_DELIVERY_STATES.includes(state)) throw new DeliveryNotDone({ id, state });
    await this.add(webhook, [{ event, position, kind, recordId, body, trace }]);
  }

  /**
   * Removes deliveries that ended long ago. @param retentionMsByState milliseconds by state @returns the number of deliveries
   */
  sweep(retentionMsByState: ReturnType<typeof getRetentionMsByState>): Promise<number> {
    return sweepFinishedRecords(
      this.dataAccess,
      WebhookDelivery,
      retentionMsByState,
      this.clock.now(),
    );
  }

  /** Deactivates webhooks that have been failing for three days. @returns their number */
  async deactivateFailing(): Promise<number> {
    const { loader, writer, unitOfWork, journal } = this.dataAccess;
    const latestFailureStart = new Date(this.clock.now().getTime() - MAX_FAILING_MS);
    const failingConditions = [
      whereEquals('active', true),
      whereNotNull('failingSince'),
      whereAtMost('failingSince', latestFailureStart),
    ];
    let count = 0;
    for (const id of await loader.listIds(Webhook, failingConditions)) {
      count += await unitOfWork.run(async () => {
        // An attempt may have succeeded in the meantime.
        const updatedCount = await writer.update(
          Webhook,
          [whereEquals('id', id), ...failingConditions],
          { active: false },
        );
        if (updatedCount > 0) journal.recordAction(Webhook, [id], 'switchedOff');
        return updatedCount;
      });
    }
    return count;
  }

  private addToOutbox(
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

  /** Queues a failed delivery again, after the unfinished deliveries of its record. */
  async resend({ webhookId = 0, deliveryId = 0 }: MessageReference): Promise<void> {
    const { writer, loader } = this.dataAccess;
    await writer.lock(Webhook, [webhookId]);
    const webhook = await loader.findById(Webhook, webhookId, webhookUrlPlan);
    if (!webhook) throw new NotFound({ resource: 'webhook', id: webhookId });
    await this.redeliver(webhook, deliveryId);
  }

  /** Records an attempt, inside the unit of work that stores it. */
  async receiveOutcome(
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
    const failingCondition = whereNotNull('failingSince');
    await writer.update(
      Webhook,
      [
        whereEquals('id', webhookId),
        hasFailed ? whereEquals('failingSince', null) : failingCondition,
      ],
      { failingSince: hasFailed ? attempt.at : null },
    );
    const finishedDelivery =
      isDone && (await loader.findById(WebhookDelivery, deliveryId, changedRecordPlan));
    if (finishedDelivery) await this.queueNext(webhookId, finishedDelivery);
  }

  /** Sends the next delivery that was waiting for a finished one. */
  private async queueNext(
    webhookId: number,
    { kind, recordId }: Pick<WebhookDelivery, 'kind' | 'recordId'>,
  ): Promise<void> {
    const { writer, loader } = this.dataAccess;
    const recordConditions = [
      whereEquals('webhookId', webhookId),
      whereEquals('recordId', recordId),
      whereEquals('kind', kind),
    ];
    const firstOnly = { order: [{ property: 'id' as const }], limit: 1 };
    const waitingConditions = [...recordConditions, whereEquals('state', 'waiting')];
    const ids = await loader.listIds(WebhookDelivery, waitingConditions, firstOnly);
    const [next] = await loader.listByIds(WebhookDelivery, ids, deliveryTracePlan);
    const webhook = await loader.findById(Webhook, webhookId, webhookUrlPlan);
    if (!next || !webhook) return;
    await writer.update(WebhookDelivery, next.id, { state: 'pending' });
    await this.addToOutbox(webhook, [next]);
  }

  async getSignableWebhook(deliveryId: number): Promise<SignableWebhook | SendResult> {
    const { loader } = this.dataAccess;
    const delivery = await loader.findById(WebhookDelivery, deliveryId, deliveryBodyPlan);
    const webhook =
      delivery && (await loader.findById(Webhook, delivery.webhookId, webhookSigningPlan));
    if (!webhook) return createFinalFailure('The webhook was deleted');
    if (!webhook.active) return createFinalFailure('The webhook is not active');
    const secrets = this.webhookSecrets.findSigningSecrets(webhook, this.clock.now());
    if (!secrets)
      return createRetryableFailure('The secret was stored with another WEBHOOK_ENCRYPTION_KEY');
    return { url: webhook.url, body: delivery.body, secrets };
  }
}

function toRecordKey({ kind, recordId }: Pick<WebhookDelivery, 'kind' | 'recordId'>): string {
  return `${kind}/${recordId}`;
}
