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
import { type ClaimedMessage, OutboxClaims } from './outbox-claims';
import { MessageSenders } from './message-senders';
import { OutboxMetrics } from './outbox-metrics';

/** Time between two checks for messages that are due or come from other processes. */
const POLL_INTERVAL_MS = 1000;

/** Maximum number of concurrent messages, in total and per destination, so that a slow one doesn't block the others. */
const MAX_CONCURRENT = 16;
const MAX_PER_DESTINATION = 4;

/** Sends the messages of the outbox, in each process that serves requests. Inactive before `start`. */
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
    private readonly senders: MessageSenders,
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

  /** Checks for due messages at once. */
  trigger(): void {
    this.poller.trigger();
  }

  /** Claims no more messages. */
  onModuleDestroy(): void {
    this.poller.stop();
  }

  /** Waits for running attempts, each of which has a deadline. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.poller.whenIdle(), this.sweep.stop()]);
    await Promise.all(this.inFlight.keys());
  }

  private async poll(): Promise<void> {
    const free = MAX_CONCURRENT - this.inFlight.size;
    if (free === 0) return;
    // Only a few at a time, because all of them may have the same destination.
    const claimed = await this.claims.claim(
      Math.min(free, MAX_PER_DESTINATION),
      this.listBusyDestinations(),
    );
    for (const message of claimed) {
      const delivery = this.deliver(message).finally(() => {
        this.inFlight.delete(delivery);
        this.trigger();
      });
      this.inFlight.set(delivery, message.destination);
    }
    if (claimed.length > 0) this.trigger();
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
      // The message is sent again after its lease; the receiver recognizes it by its id.
      const reason = (error as Error).message;
      this.logger.error(
        `The result of message ${message.messageId} could not be stored: ${reason}`,
      );
    }
  }

  /** Records the attempt in the trace of the request that caused it, if tracing is enabled. */
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

  private async send(message: ClaimedMessage): Promise<SendResult> {
    try {
      return await this.senders.send(message);
    } catch (error) {
      this.logger.error(`Message ${message.messageId} could not be sent`, (error as Error).stack);
      return retryableFailure(
        'The service could not send the message. Its log contains the cause.',
      );
    }
  }
}
