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
import { is, isAtMost, isOneOf, JournalOrder, Stores } from '../../database';
import { changeRecord, JournalReader, type NumberedEntry } from '../journal';
import { WebhookDeliveries } from './webhook-deliveries';
import { eventOf, isWantedBy, TRIAL } from './webhook-events';
import { undone, Webhook, WebhookDelivery } from './webhook.entity';

/** Milliseconds between two looks at the journal. */
const POLL = 250;
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
  private working?: Promise<void>;
  private isStarted = false;
  private hasFailed = false;

  constructor(
    private readonly stores: Stores,
    private readonly order: JournalOrder,
    private readonly reader: JournalReader,
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
      this.look();
    }, POLL).unref();
    this.look();
  }

  onModuleDestroy(): void {
    this.isStarted = false;
    clearInterval(this.timer);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.working, ...this.sweeps.map((sweep) => sweep.end())]);
  }

  private look(): void {
    this.working ??= onItsOwn(() => this.work()).finally(() => {
      delete this.working;
    });
  }

  private switchOff(): Promise<number> {
    return onItsOwn(() => this.deliveries.switchOffFailing());
  }

  private async work(): Promise<void> {
    try {
      while (this.isStarted && (await this.feedAll()));
      this.hasFailed = false;
    } catch (error) {
      // Told once: the next look comes soon.
      if (!this.hasFailed)
        this.logger.warn(`Webhooks could not be fed: ${(error as Error).message}`);
      this.hasFailed = true;
    }
  }

  /** A batch for each webhook. @returns whether there is more */
  private async feedAll(): Promise<boolean> {
    const { last, swept } = await this.order.reach();
    const isBehind = [is('active', true), isAtMost('position', last - 1)];
    let isMore = false;
    for (const webhook of await this.stores.loader.where(Webhook, isBehind, fedPlan)) {
      if (webhook.position < swept) await this.skip(webhook, swept);
      else if (await this.feed(webhook, last)) isMore = true;
    }
    return isMore;
  }

  /** @returns whether there is more for the webhook */
  private async feed(webhook: Webhook, last: number): Promise<boolean> {
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
