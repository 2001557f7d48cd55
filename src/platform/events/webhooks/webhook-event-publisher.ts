import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { runAsSystem } from '../../../core/actor-context';
import { HourlySweep } from '../../../core/hourly-sweep';
import { Poller } from '../../../core/poller';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { is, isOneOf, JournalPositions, Stores } from '../../../database';
import { ChangeFeed, changeRecord, JournalReader, type NumberedEntry } from '../journal';
import { getMessageRetention } from '../outbox';
import { WebhookDeliveries } from './webhook-deliveries';
import { toEventName, isSubscribed, TEST_EVENT } from './webhook-events';
import { UNDELIVERED_STATES, Webhook, WebhookDelivery } from './webhook.entity';

/** Milliseconds between two looks for what other processes have changed or what has failed. */
const POLL_INTERVAL_MS = 1000;
/** Milliseconds between two feedings that the journal asks for. */
const MIN_INTERVAL_MS = 250;
/** Changes that become deliveries in one transaction. */
const BATCH_SIZE = 100;
/** The most undone deliveries of one webhook; later changes wait in the journal. */
const MAX_UNDELIVERED = 1_000;

const subscriptionPlan = createLoadPlan(Webhook, ['url', 'events', 'active', 'position']);

type FedWebhook = Loaded<typeof subscriptionPlan>;

/**
 * Turns the journal into deliveries of webhooks, in the order of its positions. How far a webhook has come is stored
 * with them, and only if nobody has moved it since it was read: so only one of several processes feeds a webhook at a
 * time, and no change is lost or told twice. Nothing is done before `start`.
 */
@Injectable()
export class WebhookEventPublisher implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(WebhookEventPublisher.name);
  private readonly sweeps: readonly HourlySweep[];
  private readonly poller = new Poller(() => this.poll(), {
    intervalMs: POLL_INTERVAL_MS,
    onFailure: (reason) => this.logger.warn(`Webhooks could not be fed: ${reason}`),
  });
  private scheduledPoll?: NodeJS.Timeout;
  private polledAt = -MIN_INTERVAL_MS;
  private hasSubscribers = true;

  constructor(
    private readonly stores: Stores,
    private readonly positions: JournalPositions,
    private readonly reader: JournalReader,
    private readonly feed: ChangeFeed,
    private readonly deliveries: WebhookDeliveries,
    private readonly configuration: Configuration,
  ) {
    this.sweeps = [
      new HourlySweep(
        () => deliveries.sweep(getMessageRetention(configuration)),
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

  /** Looks at once for what there is to tell: a webhook may have become able to take more. */
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

  /** The journal has grown: looks at once, or soon if it has just looked. */
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

  /** Feeds each webhook a batch; those at the same position share what is read. @returns whether there is more */
  private async publishToAll(): Promise<boolean> {
    const fed = await this.stores.loader.listWhere(Webhook, [is('active', true)], subscriptionPlan);
    this.hasSubscribers = fed.length > 0;
    if (!this.hasSubscribers) return false;
    const { last, swept } = await this.positions.getRange();
    let isMore = false;
    for (const [position, some] of groupByPosition(fed)) {
      if (position >= last) continue;
      if (position < swept) for (const webhook of some) await this.skip(webhook, swept);
      else if (await this.publishTo(some, position, last)) isMore = true;
    }
    return isMore;
  }

  /** Feeds webhooks at the same position, by one read of the journal. @returns whether there is more for any */
  private async publishTo(
    some: readonly FedWebhook[],
    position: number,
    last: number,
  ): Promise<boolean> {
    const events = some.flatMap((webhook) => webhook.events);
    const kinds = [...new Set([...events, TEST_EVENT].map((event) => event.split('.')[0] ?? ''))];
    const { changes, next } = await this.reader.read({ kinds }, position, BATCH_SIZE);
    const again = async () => (await this.reader.read({ kinds }, position, changes.length)).changes;
    const quiet: FedWebhook[] = [];
    let isMore = false;
    for (const webhook of some) {
      if (!changes.some((entry) => isSubscribed(webhook, entry))) quiet.push(webhook);
      else if (await this.isFull(webhook.id)) continue;
      else if (!(await this.advance([webhook], next, again)) || next < last) isMore = true;
    }
    if (quiet.length > 0 && (!(await this.advance(quiet, next)) || next < last)) isMore = true;
    return isMore;
  }

  private async isFull(webhookId: number): Promise<boolean> {
    const isUndone = [is('webhookId', webhookId), isOneOf('state', UNDELIVERED_STATES)];
    const ids = await this.stores.loader.listIds(WebhookDelivery, isUndone, {
      limit: MAX_UNDELIVERED,
    });
    return ids.length === MAX_UNDELIVERED;
  }

  /**
   * Takes webhooks to a position.
   * @param read the entries on the way; they are read while the rows of the webhooks are held: who changes what entries say
   * waits for that, and so finds them in deliveries, or changes them before
   * @returns false: one of them is not as it was read, as somebody else feeds it or has changed it
   */
  private async advance(
    some: readonly FedWebhook[],
    to: number,
    read?: () => Promise<readonly NumberedEntry[]>,
  ): Promise<boolean> {
    const { unitOfWork, writer, loader } = this.stores;
    const ids = some.map(({ id }) => id);
    return unitOfWork.run(async () => {
      await writer.lock(Webhook, ids);
      const found = new Map(
        (await loader.listByIds(Webhook, ids, subscriptionPlan)).map((one) => [one.id, one]),
      );
      const same = some.flatMap((before) => {
        const now = found.get(before.id);
        return now && isUnchanged(before, now) ? [now] : [];
      });
      const changes = (await read?.()) ?? [];
      for (const now of same) {
        const wanted = changes.filter((entry) => isSubscribed(now, entry));
        const bodies = wanted.map((entry) => this.toDelivery(entry));
        if (bodies.length > 0) await this.deliveries.add(now, bodies);
      }
      if (same.length > 0)
        await writer.update(Webhook, { id: same.map(({ id }) => id) }, { position: to });
      return same.length === some.length;
    });
  }

  /** Skips what was swept before it could be told, and logs that it is lost. */
  private async skip({ id, position }: FedWebhook, swept: number): Promise<void> {
    const { unitOfWork, writer } = this.stores;
    const isThere = [is('id', id), is('position', position)];
    const found = await unitOfWork.run(() => writer.update(Webhook, isThere, { position: swept }));
    if (found === 0) return;
    this.logger.warn(
      `Webhook ${id} missed what the journal no longer holds: it goes on after position ${swept}`,
    );
  }

  private toDelivery(entry: NumberedEntry) {
    const { position, kind, recordId, trace } = entry;
    const { storeTimeZone: zone, defaultLanguage: language } = this.configuration;
    const body = JSON.stringify(changeRecord.write(entry, { zone, language }));
    return { event: toEventName(entry), position, kind, recordId, body, trace };
  }
}

/** Whether a webhook still wants what was read for it. */
function isUnchanged(before: FedWebhook, now: FedWebhook): boolean {
  return (
    now.active && now.position === before.position && String(now.events) === String(before.events)
  );
}

function groupByPosition(
  webhooks: readonly FedWebhook[],
): ReadonlyMap<number, readonly FedWebhook[]> {
  const groups = new Map<number, FedWebhook[]>();
  for (const webhook of webhooks) {
    const group = groups.get(webhook.position);
    if (group) group.push(webhook);
    else groups.set(webhook.position, [webhook]);
  }
  return groups;
}
