import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  Optional,
} from '@nestjs/common';
import { systemActor, runInContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { HourlySweep } from '../../../core/hourly-sweep';
import { Poller } from '../../../core/poller';
import { SpanRecorder } from '../../../core/span-recorder';
import { retryableFailure, type SendResult } from './message-content';
import { MailSender } from './mails/mail-sender';
import { type ClaimedMessage, OutboxClaims } from './outbox-claims';
import { OutboxMetrics } from './outbox-metrics';
import { WebhookSender } from './webhooks/webhook-sender';

/** Milliseconds between two looks for messages of other processes and those that have become due. */
const POLL_INTERVAL_MS = 1000;

/** How many messages may be on their way at once; fewer to one destination, so that one that hangs leaves room. */
const MAX_CONCURRENT = 16;
const MAX_PER_DESTINATION = 4;

/** Sends what is in the outbox; each listening process has one. Nothing is sent before `start`. */
@Injectable()
export class OutboxDispatcher implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(OutboxDispatcher.name);
  private readonly inFlight = new Map<Promise<void>, string>();
  private readonly poller = new Poller(() => this.poll(), {
    intervalMs: POLL_INTERVAL_MS,
    onFailure: (reason) => this.logger.warn(`The outbox could not be read: ${reason}`),
  });
  private readonly sweep: HourlySweep;

  constructor(
    private readonly claims: OutboxClaims,
    private readonly webhooks: WebhookSender,
    private readonly mails: MailSender,
    private readonly clock: Clock,
    private readonly metrics: OutboxMetrics,
    @Optional() private readonly spans?: SpanRecorder,
  ) {
    this.sweep = new HourlySweep(() => claims.sweep(), 'old messages of the outbox', this.logger);
  }

  start(): void {
    this.sweep.start();
    this.poller.start();
  }

  /** Looks at once for what is due. */
  trigger(): void {
    this.poller.trigger();
  }

  /** Takes no more messages. */
  onModuleDestroy(): void {
    this.poller.stop();
  }

  /** Waits for what is on its way: each attempt has a deadline. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.poller.whenIdle(), this.sweep.stop()]);
    await Promise.all(this.inFlight.keys());
  }

  private async poll(): Promise<void> {
    const free = MAX_CONCURRENT - this.inFlight.size;
    if (free === 0) return;
    // Few at a time: all of them may be for one destination.
    const taken = await this.claims.claim(
      Math.min(free, MAX_PER_DESTINATION),
      this.listBusyDestinations(),
    );
    for (const message of taken) {
      const delivery = this.deliver(message).finally(() => {
        this.inFlight.delete(delivery);
        this.trigger();
      });
      this.inFlight.set(delivery, message.destination);
    }
    if (taken.length > 0) this.trigger();
  }

  private listBusyDestinations(): string[] {
    const counts = new Map<string, number>();
    for (const one of this.inFlight.values()) counts.set(one, (counts.get(one) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= MAX_PER_DESTINATION).map(([one]) => one);
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    const at = this.clock.now();
    const start = performance.now();
    const result = await this.attempt(message);
    const milliseconds = Math.round(performance.now() - start);
    this.metrics.countAttempt(message.kind, result);
    try {
      await this.claims.record(message, { ...result, at, milliseconds });
    } catch (error) {
      // It is sent again after its lease; the receiver recognizes it by its id.
      const reason = (error as Error).message;
      this.logger.error(`The result of message ${message.messageId} is not stored: ${reason}`);
    }
  }

  /** Records the attempt, where that is wanted, in the trace of what has caused it. */
  private async attempt(message: ClaimedMessage): Promise<SendResult> {
    const { kind, attempts, trace } = message;
    const span = this.spans?.startSpan(
      {
        name: `outbox attempt ${kind}`,
        kind: 'client',
        attributes: { 'store.outbox.kind': kind, 'store.outbox.attempt': attempts },
      },
      trace ?? undefined,
    );
    if (!span) return this.send(message);
    const context = { actor: systemActor, span, trace: span.trace };
    const sent = await runInContext(context, () => this.send(message));
    const { result, status } = sent;
    if (status !== undefined) span.setAttributes({ 'http.response.status_code': status });
    span.end(result === 'failed' ? String(status ?? 'unanswered') : undefined);
    return sent;
  }

  private async send({ messageId, content, trace }: ClaimedMessage): Promise<SendResult> {
    try {
      return content.kind === 'mail'
        ? await this.mails.send(messageId, content)
        : await this.webhooks.send(messageId, content, trace);
    } catch (error) {
      this.logger.error(`Message ${messageId} could not be sent`, (error as Error).stack);
      return retryableFailure('The service could not send it; its log says why.');
    }
  }
}
