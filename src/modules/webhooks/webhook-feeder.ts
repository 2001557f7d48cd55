import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Configuration } from '../../config/configuration';
import { onItsOwn } from '../../core/acting';
import { HourlySweep } from '../../core/hourly-sweep';
import { plan } from '../../core/load-plan';
import { is, isOneOf, JournalOrder, Stores } from '../../database';
import { ChangeFeed, changeRecord, JournalReader, type NumberedEntry } from '../journal';
import { WebhookDeliveries } from './webhook-deliveries';
import { eventOf, isWantedBy, TRIAL } from './webhook-events';
import { undone, Webhook, WebhookDelivery } from './webhook.entity';

/** Milliseconds between two looks for what other processes have changed, or what failed before. */
const POLL = 1000;
/** Milliseconds between two feedings that the journal asks for. */
const SHORTEST = 250;
/** Changes that become deliveries in one transaction. */
const BATCH = 100;
/** So many deliveries of one webhook may lie undone; what comes after them waits in the journal. */
const MOST_UNDONE = 1_000;

const fedPlan = plan(Webhook, ['url', 'events', 'active', 'position']);

/**
 * Turns the journal into deliveries of webhooks, in the order of its positions. How far a webhook has come is stored with
 * them, and only by who finds it where it was read: so of several processes one feeds a webhook at a time, and a change is
 * neither lost nor told twice. Nothing is done before `start`.
 */
@Injectable()
export class WebhookFeeder implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(WebhookFeeder.name);
  private readonly sweeps: readonly HourlySweep[];
  private timer?: NodeJS.Timeout;
  private soon?: NodeJS.Timeout;
  private working?: Promise<void>;
  private isWorking = false;
  private looksAgain = false;
  private lookedAt = -SHORTEST;
  private isStarted = false;
  private isAnybodyFed = true;
  private hasFailed = false;

  constructor(
    private readonly stores: Stores,
    private readonly order: JournalOrder,
    private readonly reader: JournalReader,
    private readonly feed: ChangeFeed,
    private readonly deliveries: WebhookDeliveries,
    private readonly configuration: Configuration,
  ) {
    this.sweeps = [
      new HourlySweep(() => deliveries.sweep(), 'old deliveries of webhooks', this.logger),
      new HourlySweep(() => this.switchOff(), 'failing webhooks from service', this.logger),
    ];
  }

  start(): void {
    this.isStarted = true;
    for (const sweep of this.sweeps) sweep.begin();
    this.timer = setInterval(() => {
      this.nudge();
    }, POLL).unref();
    this.feed.onAdvance(() => {
      this.ask();
    });
    this.nudge();
  }

  /** Looks at once what there is to tell: somebody may be fed more than before. */
  nudge(): void {
    if (!this.isStarted) return;
    this.looksAgain = true;
    if (!this.isWorking) this.working = onItsOwn(() => this.work());
  }

  onModuleDestroy(): void {
    this.isStarted = false;
    clearInterval(this.timer);
    clearTimeout(this.soon);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.working, ...this.sweeps.map((sweep) => sweep.end())]);
  }

  /** The journal has come further: that is told at once, or soon when there has been a look just now. */
  private ask(): void {
    if (!this.isAnybodyFed) return;
    const wait = Math.max(this.lookedAt + SHORTEST - performance.now(), 0);
    this.soon ??= setTimeout(() => {
      delete this.soon;
      this.nudge();
    }, wait).unref();
  }

  private switchOff(): Promise<number> {
    return onItsOwn(() => this.deliveries.switchOffFailing());
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    try {
      while (this.isStarted && this.looksAgain) {
        this.looksAgain = false;
        this.lookedAt = performance.now();
        if (await this.feedAll()) this.looksAgain = true;
      }
      this.hasFailed = false;
    } catch (error) {
      // Told once: the next look comes soon.
      if (!this.hasFailed)
        this.logger.warn(`Webhooks could not be fed: ${(error as Error).message}`);
      this.hasFailed = true;
    } finally {
      this.isWorking = false;
    }
  }

  /** A batch for each webhook. @returns whether there is more */
  private async feedAll(): Promise<boolean> {
    const fed = await this.stores.loader.where(Webhook, [is('active', true)], fedPlan);
    this.isAnybodyFed = fed.length > 0;
    if (!this.isAnybodyFed) return false;
    const { last, swept } = await this.order.reach();
    let isMore = false;
    for (const webhook of fed.filter(({ position }) => position < last)) {
      if (webhook.position < swept) await this.skip(webhook, swept);
      else if (await this.feedOne(webhook, last)) isMore = true;
    }
    return isMore;
  }

  /** @returns whether there is more for the webhook */
  private async feedOne(webhook: Webhook, last: number): Promise<boolean> {
    const { id, events, position } = webhook;
    if (await this.isFull(id)) return false;
    const kinds = new Set([...events, TRIAL].map((event) => event.split('.')[0] ?? ''));
    const { changes, next } = await this.reader.read({ kinds: [...kinds] }, position, BATCH);
    const wanted = changes.filter((entry) => isWantedBy(webhook, entry));
    return !(await this.advance(webhook, next, wanted)) || next < last;
  }

  private async isFull(webhookId: number): Promise<boolean> {
    const isUndone = [is('webhookId', webhookId), isOneOf('state', undone)];
    const ids = await this.stores.loader.ids(WebhookDelivery, isUndone, { limit: MOST_UNDONE });
    return ids.length === MOST_UNDONE;
  }

  /** @returns false: the webhook is not as it was read; somebody else feeds it, or has changed it */
  private async advance(
    { id, events, position }: Webhook,
    to: number,
    changes: readonly NumberedEntry[],
  ): Promise<boolean> {
    const { unitOfWork, writer, loader } = this.stores;
    return unitOfWork.run(async () => {
      await writer.lock(Webhook, [id]);
      const now = await loader.byId(Webhook, id, fedPlan);
      const isSame = now?.position === position && String(now.events) === String(events);
      if (!now?.active || !isSame) return false;
      await this.deliveries.add(
        now,
        changes.map((entry) => this.deliveryOf(entry)),
      );
      await writer.update(Webhook, id, { position: to });
      return true;
    });
  }

  /** What was swept before it could be told is lost, and that is said. */
  private async skip({ id, position }: Webhook, swept: number): Promise<void> {
    const { unitOfWork, writer } = this.stores;
    const isThere = [is('id', id), is('position', position)];
    const found = await unitOfWork.run(() => writer.update(Webhook, isThere, { position: swept }));
    if (found === 0) return;
    this.logger.warn(
      `Webhook ${id} missed what the journal no longer holds: it goes on after position ${swept}`,
    );
  }

  private deliveryOf(entry: NumberedEntry) {
    const { position, kind, recordId } = entry;
    const { storeTimeZone: zone, defaultLanguage: language } = this.configuration;
    const body = JSON.stringify(changeRecord.write(entry, { zone, language }));
    return { event: eventOf(entry), position, kind, recordId, body };
  }
}
