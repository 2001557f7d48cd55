import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { runAsSystem } from '../../../core/actor-context';
import { groupBy } from '../../../core/group-by';
import { HourlySweep } from '../../../core/hourly-sweep';
import { Poller } from '../../../core/poller';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { is, isOneOf, JournalPositionRepository, DataAccess } from '../../../database';
import { ChangeFeed, JournalReader, type PositionedEntry } from '../journal';
import { getMessageRetentionMs } from '../outbox';
import { WebhookDeliveries } from './webhook-deliveries';
import { toEventName, isSubscribed, TEST_EVENT } from './webhook-events';
import { UNFINISHED_STATES, Webhook, WebhookDelivery } from './webhook.entity';
import { webhookEventRecord } from './webhook.record';

/** Time between two checks for changes of other processes, and after errors. */
const POLL_INTERVAL_MS = 1000;
/** Minimum time between two checks that the journal triggers. */
const MIN_INTERVAL_MS = 250;
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
  private readonly sweeps: readonly HourlySweep[];
  private readonly poller = new Poller(() => this.poll(), {
    intervalMs: POLL_INTERVAL_MS,
    onFailure: (reason) =>
      this.logger.warn(`Changes could not be published to webhooks: ${reason}`),
  });
  private scheduledPoll?: NodeJS.Timeout;
  private polledAt = -MIN_INTERVAL_MS;
  private hasSubscribers = true;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly positions: JournalPositionRepository,
    private readonly reader: JournalReader,
    private readonly feed: ChangeFeed,
    private readonly deliveries: WebhookDeliveries,
    private readonly configuration: Configuration,
  ) {
    this.sweeps = [
      new HourlySweep(
        () => deliveries.sweep(getMessageRetentionMs(configuration)),
        'old deliveries of webhooks',
        this.logger,
      ),
      new HourlySweep(() => this.deactivateFailing(), 'failing webhooks from service', this.logger),
    ];
  }

  start(): void {
    for (const sweep of this.sweeps) sweep.start();
    this.feed.onAdvance(() => {
      this.schedule();
    });
    this.poller.start();
  }

  /** Checks for changes at once: a webhook may be able to take more. */
  trigger(): void {
    this.poller.trigger();
  }

  onModuleDestroy(): void {
    this.poller.stop();
    clearTimeout(this.scheduledPoll);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.poller.whenIdle(), ...this.sweeps.map((sweep) => sweep.stop())]);
  }

  /** Checks at once after the journal has grown, or soon if it has just checked. */
  private schedule(): void {
    if (!this.hasSubscribers) return;
    const wait = Math.max(this.polledAt + MIN_INTERVAL_MS - performance.now(), 0);
    this.scheduledPoll ??= setTimeout(() => {
      delete this.scheduledPoll;
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
      [is('active', true)],
      subscriptionPlan,
    );
    this.hasSubscribers = webhooks.length > 0;
    if (!this.hasSubscribers) return false;
    const { last, lastDeleted } = await this.positions.getRange();
    let hasMore = false;
    for (const [position, group] of groupBy(webhooks, (webhook) => webhook.position)) {
      if (position >= last) continue;
      if (position < lastDeleted)
        for (const webhook of group) await this.skip(webhook, lastDeleted);
      else if (await this.publishTo(group, position, last)) hasMore = true;
    }
    return hasMore;
  }

  /** Publishes to webhooks at the same position, by one read of the journal. @returns whether more changes wait */
  private async publishTo(
    webhooks: readonly SubscribedWebhook[],
    position: number,
    last: number,
  ): Promise<boolean> {
    const events = webhooks.flatMap((webhook) => webhook.events);
    const kinds = [...new Set([...events, TEST_EVENT].map((event) => event.split('.')[0] ?? ''))];
    const { changes, next } = await this.reader.read({ kinds }, position, BATCH_SIZE);
    const readAgain = async () =>
      (await this.reader.read({ kinds }, position, changes.length)).changes;
    const unsubscribed: SubscribedWebhook[] = [];
    let hasMore = false;
    for (const webhook of webhooks) {
      if (!changes.some((entry) => isSubscribed(webhook, entry))) unsubscribed.push(webhook);
      else if (await this.isFull(webhook.id)) continue;
      else if (!(await this.advance([webhook], next, readAgain)) || next < last) hasMore = true;
    }
    if (unsubscribed.length > 0 && (!(await this.advance(unsubscribed, next)) || next < last))
      hasMore = true;
    return hasMore;
  }

  private async isFull(webhookId: number): Promise<boolean> {
    const isUndone = [is('webhookId', webhookId), isOneOf('state', UNFINISHED_STATES)];
    const ids = await this.dataAccess.loader.listIds(WebhookDelivery, isUndone, {
      limit: MAX_UNFINISHED_DELIVERIES,
    });
    return ids.length === MAX_UNFINISHED_DELIVERIES;
  }

  /**
   * Moves webhooks to a position and stores their deliveries.
   * @param read reads the entries on the way, while the rows of the webhooks are locked. Code that changes the text of
   * entries waits for the locks, so it changes the entries either before, or later in the deliveries.
   * @returns false if a webhook has changed since it was read, because another process has published to it or changed
   * it
   */
  private async advance(
    webhooks: readonly SubscribedWebhook[],
    to: number,
    read?: () => Promise<readonly PositionedEntry[]>,
  ): Promise<boolean> {
    const { unitOfWork, writer, loader } = this.dataAccess;
    const ids = webhooks.map(({ id }) => id);
    return unitOfWork.run(async () => {
      await writer.lock(Webhook, ids);
      const found = new Map(
        (await loader.listByIds(Webhook, ids, subscriptionPlan)).map((one) => [one.id, one]),
      );
      const unchanged = webhooks.flatMap((before) => {
        const current = found.get(before.id);
        return current && isUnchanged(before, current) ? [current] : [];
      });
      const changes = (await read?.()) ?? [];
      for (const webhook of unchanged) {
        const events = changes.filter((entry) => isSubscribed(webhook, entry));
        const newDeliveries = events.map((entry) => this.toDelivery(entry));
        if (newDeliveries.length > 0) await this.deliveries.add(webhook, newDeliveries);
      }
      if (unchanged.length > 0)
        await writer.update(Webhook, { id: unchanged.map(({ id }) => id) }, { position: to });
      return unchanged.length === webhooks.length;
    });
  }

  /** Skips changes that were deleted before they were published, and logs the loss. */
  private async skip({ id, position }: SubscribedWebhook, swept: number): Promise<void> {
    const { unitOfWork, writer } = this.dataAccess;
    const isUnmoved = [is('id', id), is('position', position)];
    const found = await unitOfWork.run(() =>
      writer.update(Webhook, isUnmoved, { position: swept }),
    );
    if (found === 0) return;
    this.logger.warn(
      `Webhook ${id} missed changes that have been deleted from the journal: it continues after position ${swept}`,
    );
  }

  private toDelivery(entry: PositionedEntry) {
    const { position, kind, recordId, trace } = entry;
    const { storeTimeZone: zone, defaultLanguage: language } = this.configuration;
    const body = JSON.stringify(webhookEventRecord.serialize(entry, { timeZone: zone, language }));
    return { event: toEventName(entry), position, kind, recordId, body, trace };
  }
}

/** Whether a webhook can still be moved from the position that was read. */
function isUnchanged(before: SubscribedWebhook, now: SubscribedWebhook): boolean {
  return (
    now.active && now.position === before.position && String(now.events) === String(before.events)
  );
}
