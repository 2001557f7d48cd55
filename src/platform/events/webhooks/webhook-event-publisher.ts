import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { runAsSystem } from '../../../core/actor-context';
import { groupBy } from '../../../core/group-by';
import { HourlyJob } from '../../../core/hourly-job';
import { Poller } from '../../../core/poller';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { whereEquals, whereIn, JournalPositionRepository, DataAccess } from '../../../database';
import { ChangeFeed, JournalReader, type PositionedJournalEntry } from '../journal';
import { getRetentionMsByState } from '../outbox';
import { WebhookDeliveries } from './webhook-deliveries';
import { toEventName, isSubscribed, TEST_EVENT } from './webhook-events';
import { UNFINISHED_DELIVERY_STATES, Webhook, WebhookDelivery } from './webhook.entity';
import { webhookEventRecord } from './webhook.record';

/** Time between two checks for changes of other processes, and after errors. */
const POLL_INTERVAL_MS = 1000;
/** Minimum time between two checks that the journal triggers. */
const MIN_POLL_INTERVAL_MS = 250;
/** Number of changes that are turned into deliveries in one transaction. */
const BATCH_SIZE = 100;
/** Maximum number of unfinished deliveries of a webhook; later changes wait in the journal. */
const MAX_UNFINISHED_DELIVERIES = 1_000;

const subscriptionPlan = createLoadPlan(Webhook, ['url', 'events', 'active', 'position']);

type SubscribedWebhook = Loaded<typeof subscriptionPlan>;

/**
 * Turns journal entries into deliveries of webhooks, in the order of their positions. The position of a webhook is
 * stored together with its deliveries, and only if it hasn't changed since it was read. So only one of several
 * processes publishes to a webhook at a time, and no change is lost or delivered twice. Inactive before `start`.
 */
@Injectable()
export class WebhookEventPublisher implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(WebhookEventPublisher.name);
  private readonly hourlyJobs: readonly HourlyJob[];
  private readonly poller = new Poller(() => this.poll(), {
    intervalMs: POLL_INTERVAL_MS,
    onFailure: (reason) =>
      this.logger.warn(`Changes could not be published to webhooks: ${reason}`),
  });
  private scheduledPollTimer?: NodeJS.Timeout;
  private polledAt = -MIN_POLL_INTERVAL_MS;
  private hasSubscribers = true;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly positions: JournalPositionRepository,
    private readonly reader: JournalReader,
    private readonly feed: ChangeFeed,
    private readonly deliveries: WebhookDeliveries,
    private readonly configuration: Configuration,
  ) {
    this.hourlyJobs = [
      new HourlyJob(
        () => deliveries.sweep(getRetentionMsByState(configuration)),
        'old webhook deliveries removed',
        this.logger,
      ),
      new HourlyJob(() => this.deactivateFailing(), 'failing webhooks deactivated', this.logger),
    ];
  }

  start(): void {
    for (const job of this.hourlyJobs) job.start();
    this.feed.onAdvance(() => {
      this.schedulePoll();
    });
    this.poller.start();
  }

  /** Checks for changes at once: a webhook may be able to take more. */
  trigger(): void {
    this.poller.trigger();
  }

  onModuleDestroy(): void {
    this.poller.stop();
    clearTimeout(this.scheduledPollTimer);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.poller.whenIdle(), ...this.hourlyJobs.map((job) => job.stop())]);
  }

  /** Checks at once after the journal has grown, or soon if it has just checked. */
  private schedulePoll(): void {
    if (!this.hasSubscribers) return;
    const wait = Math.max(this.polledAt + MIN_POLL_INTERVAL_MS - performance.now(), 0);
    this.scheduledPollTimer ??= setTimeout(() => {
      delete this.scheduledPollTimer;
      this.trigger();
    }, wait).unref();
  }

  private deactivateFailing(): Promise<number> {
    return runAsSystem(() => this.deliveries.deactivateFailing());
  }

  private async poll(): Promise<void> {
    this.polledAt = performance.now();
    if (await this.publishToAll()) this.trigger();
  }

  /**
   * Publishes a batch to each webhook; webhooks at the same position share a read. @returns whether more changes wait
   */
  private async publishToAll(): Promise<boolean> {
    const webhooks = await this.dataAccess.loader.listWhere(
      Webhook,
      [whereEquals('active', true)],
      subscriptionPlan,
    );
    this.hasSubscribers = webhooks.length > 0;
    if (!this.hasSubscribers) return false;
    const { last, lastDeleted } = await this.positions.getRange();
    let hasMore = false;
    for (const [position, group] of groupBy(webhooks, (webhook) => webhook.position)) {
      if (position >= last) continue;
      if (position < lastDeleted)
        for (const webhook of group) await this.skipDeletedChanges(webhook, lastDeleted);
      else if (await this.publishTo(group, position, last)) hasMore = true;
    }
    return hasMore;
  }

  /** Publishes to webhooks at the same position, by one read of the journal. @returns whether more changes wait */
  private async publishTo(
    webhooks: readonly SubscribedWebhook[],
    position: number,
    lastPosition: number,
  ): Promise<boolean> {
    const events = webhooks.flatMap((webhook) => webhook.events);
    const kinds = [...new Set([...events, TEST_EVENT].map((event) => event.split('.')[0] ?? ''))];
    const { changes, next } = await this.reader.read({ kinds }, position, BATCH_SIZE);
    const readEntriesAgain = async () =>
      (await this.reader.read({ kinds }, position, changes.length)).changes;
    const unsubscribed: SubscribedWebhook[] = [];
    let hasMore = false;
    for (const webhook of webhooks) {
      if (!changes.some((entry) => isSubscribed(webhook, entry))) unsubscribed.push(webhook);
      else if (await this.hasMaxUnfinishedDeliveries(webhook.id)) continue;
      else if (
        !(await this.advanceWebhooks([webhook], next, readEntriesAgain)) ||
        next < lastPosition
      )
        hasMore = true;
    }
    if (
      unsubscribed.length > 0 &&
      (!(await this.advanceWebhooks(unsubscribed, next)) || next < lastPosition)
    )
      hasMore = true;
    return hasMore;
  }

  private async hasMaxUnfinishedDeliveries(webhookId: number): Promise<boolean> {
    const unfinishedConditions = [
      whereEquals('webhookId', webhookId),
      whereIn('state', UNFINISHED_DELIVERY_STATES),
    ];
    const ids = await this.dataAccess.loader.listIds(WebhookDelivery, unfinishedConditions, {
      limit: MAX_UNFINISHED_DELIVERIES,
    });
    return ids.length === MAX_UNFINISHED_DELIVERIES;
  }

  /**
   * Moves webhooks to a position and stores their deliveries.
   * @param readEntries reads the entries up to the new position, while the rows of the webhooks are locked. An
   * erasure of personal data first changes entries, then waits for these locks to change deliveries. So new deliveries
   * contain changed entries, or are changed by the erasure afterwards.
   * @returns false if a webhook has changed since it was read, because another process has published to it or changed
   * it
   */
  private async advanceWebhooks(
    webhooks: readonly SubscribedWebhook[],
    newPosition: number,
    readEntries?: () => Promise<readonly PositionedJournalEntry[]>,
  ): Promise<boolean> {
    const { unitOfWork, writer, loader } = this.dataAccess;
    const ids = webhooks.map(({ id }) => id);
    return unitOfWork.run(async () => {
      await writer.lock(Webhook, ids);
      const currentWebhookById = new Map(
        (await loader.listByIds(Webhook, ids, subscriptionPlan)).map((one) => [one.id, one]),
      );
      const unchanged = webhooks.flatMap((readWebhook) => {
        const current = currentWebhookById.get(readWebhook.id);
        return current && isUnchanged(readWebhook, current) ? [current] : [];
      });
      const changes = (await readEntries?.()) ?? [];
      for (const webhook of unchanged) {
        const events = changes.filter((entry) => isSubscribed(webhook, entry));
        const newDeliveries = events.map((entry) => this.toNewDelivery(entry));
        if (newDeliveries.length > 0) await this.deliveries.add(webhook, newDeliveries);
      }
      if (unchanged.length > 0)
        await writer.update(
          Webhook,
          { id: unchanged.map(({ id }) => id) },
          { position: newPosition },
        );
      return unchanged.length === webhooks.length;
    });
  }

  /** Skips changes that were deleted before they were published, and logs the loss. */
  private async skipDeletedChanges(
    { id, position }: SubscribedWebhook,
    lastDeletedPosition: number,
  ): Promise<void> {
    const { unitOfWork, writer } = this.dataAccess;
    const unmovedConditions = [whereEquals('id', id), whereEquals('position', position)];
    const updatedCount = await unitOfWork.run(() =>
      writer.update(Webhook, unmovedConditions, { position: lastDeletedPosition }),
    );
    if (updatedCount === 0) return;
    this.logger.warn(
      `Webhook ${id} missed changes that have been deleted from the journal: it continues after position ${lastDeletedPosition}`,
    );
  }

  private toNewDelivery(entry: PositionedJournalEntry) {
    const { position, kind, recordId, trace } = entry;
    const { storeTimeZone: timeZone, defaultLanguage } = this.configuration;
    const body = JSON.stringify(
      webhookEventRecord.serialize(entry, { timeZone, language: defaultLanguage }),
    );
    return { event: toEventName(entry), position, kind, recordId, body, trace };
  }
}

/** Whether a webhook can still be moved from the position that was read. */
function isUnchanged(before: SubscribedWebhook, current: SubscribedWebhook): boolean {
  return (
    current.active &&
    current.position === before.position &&
    String(current.events) === String(before.events)
  );
}
