import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  Optional,
} from '@nestjs/common';
import { systemActor, runInActorContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { HourlyJob } from '../../../core/hourly-job';
import { Poller } from '../../../core/poller';
import { SpanRecorder } from '../../../core/span-recorder';
import { createRetryableFailure, type SendResult } from './message-content';
import { type DestinationFilter, type ClaimedMessage, OutboxClaims } from './outbox-claims';
import { MessageSenders } from './message-senders';
import { OutboxMetrics } from './outbox-metrics';

/** Time between two checks for messages that are due or come from other processes. */
const POLL_INTERVAL_MS = 1000;

/** Maximum number of concurrent messages, in total and per destination, so that a slow one doesn't block the others. */
const MAX_CONCURRENT_ATTEMPTS = 16;
const MAX_CONCURRENT_PER_DESTINATION = 4;

/**
 * Maximum number of concurrent messages to destinations that are not known to be fast, and to slow ones among them.
 * Otherwise a caller with many webhooks whose receivers hang would delay the messages to all others by hours.
 */
const MAX_CONCURRENT_NOT_FAST = 12;
const MAX_CONCURRENT_SLOW = 8;

/** A destination is slow if its latest attempt took longer, or takes longer. */
const SLOW_ATTEMPT_THRESHOLD_MS = 2000;

/** Maximum number of destinations whose speed is remembered. */
const MAX_REMEMBERED_DESTINATIONS = 1000;

type Speed = 'fast' | 'slow';

interface AttemptInFlight {
  readonly destination: string;
  /** Time of `performance.now`. */
  readonly startedAt: number;
}

/** Sends the messages of the outbox, in each process that serves requests. Inactive before `start`. */
@Injectable()
export class OutboxDispatcher implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(OutboxDispatcher.name);
  private readonly inFlight = new Map<Promise<void>, AttemptInFlight>();
  /** Speed of the latest attempt by destination, the latest one last. */
  private readonly speeds = new Map<string, Speed>();
  private readonly poller = new Poller(() => this.poll(), {
    intervalMs: POLL_INTERVAL_MS,
    onFailure: (reason) => this.logger.warn(`The outbox could not be read: ${reason}`),
  });
  private readonly removalJob: HourlyJob;

  constructor(
    private readonly claims: OutboxClaims,
    private readonly senders: MessageSenders,
    private readonly clock: Clock,
    private readonly metrics: OutboxMetrics,
    @Optional() private readonly spanRecorder?: SpanRecorder,
  ) {
    this.removalJob = new HourlyJob(
      () => claims.sweep(),
      'old outbox messages removed',
      this.logger,
    );
  }

  start(): void {
    this.removalJob.start();
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
    await Promise.all([this.poller.whenIdle(), this.removalJob.stop()]);
    await Promise.all(this.inFlight.keys());
  }

  private async poll(): Promise<void> {
    const freeSlots = MAX_CONCURRENT_ATTEMPTS - this.inFlight.size;
    if (freeSlots === 0) return;
    const claimed = await this.claim(freeSlots);
    for (const message of claimed) {
      const delivery = this.deliver(message).finally(() => {
        this.inFlight.delete(delivery);
        this.trigger();
      });
      const { destination } = message;
      this.inFlight.set(delivery, { destination, startedAt: performance.now() });
    }
    if (claimed.length > 0) this.trigger();
  }

  /**
   * Claims only a few at a time, because all of them may have the same destination. While destinations that are not
   * fast have messages in flight, fast ones come first, then unknown ones, then slow ones in turn.
   */
  private async claim(freeSlots: number): Promise<ClaimedMessage[]> {
    this.markHangingAsSlow();
    const max = Math.min(freeSlots, MAX_CONCURRENT_PER_DESTINATION);
    const busyDestinations = this.listBusyDestinations();
    const destinationsInFlight = [...this.inFlight.values()].map(({ destination }) => destination);
    const notFastCount = destinationsInFlight.filter(
      (one) => this.speeds.get(one) !== 'fast',
    ).length;
    if (notFastCount === 0) return this.claims.claim(max, { except: busyDestinations });
    const slowCount = destinationsInFlight.filter((one) => this.speeds.get(one) === 'slow').length;
    const maxNotFast = Math.min(max, MAX_CONCURRENT_NOT_FAST - notFastCount);
    const fast = await this.claimFrom(max, { only: this.listBySpeed('fast', busyDestinations) });
    if (fast.length > 0) return fast;
    const knownDestinations = [...this.speeds.keys(), ...destinationsInFlight];
    const unknown = await this.claimFrom(maxNotFast, { except: knownDestinations });
    if (unknown.length > 0) return unknown;
    return maxNotFast > 0 && slowCount < MAX_CONCURRENT_SLOW
      ? this.claimSlow(busyDestinations)
      : [];
  }

  /**
   * Claims one message. The destination whose turn is longest ago comes first. So a working receiver waits for one
   * attempt to each hanging receiver, not for all of their messages.
   */
  private async claimSlow(busy: readonly string[]): Promise<ClaimedMessage[]> {
    const slowDestinations = this.listBySpeed('slow', busy);
    for (
      let offset = 0, batchSize = 1;
      offset < slowDestinations.length;
      offset += batchSize, batchSize *= 2
    ) {
      const only = slowDestinations.slice(offset, offset + batchSize);
      const claimed = await this.claims.claim(1, { only });
      const checkedDestinations =
        claimed.length > 0 ? claimed.map(({ destination }) => destination) : only;
      for (const destination of checkedDestinations) this.rememberSpeed(destination, 'slow');
      if (claimed.length > 0) return claimed;
    }
    return [];
  }

  private async claimFrom(max: number, destinations: DestinationFilter): Promise<ClaimedMessage[]> {
    if (max <= 0 || destinations.only?.length === 0) return [];
    return this.claims.claim(max, destinations);
  }

  private listBySpeed(speed: Speed, busy: readonly string[]): string[] {
    return [...this.speeds]
      .filter(([one, destinationSpeed]) => destinationSpeed === speed && !busy.includes(one))
      .map(([one]) => one);
  }

  /** Destinations of attempts that take long are slow, even if their latest finished attempt was not. */
  private markHangingAsSlow(): void {
    const now = performance.now();
    for (const { destination, startedAt } of this.inFlight.values()) {
      const isHanging =
        now - startedAt > SLOW_ATTEMPT_THRESHOLD_MS && this.speeds.get(destination) !== 'slow';
      if (isHanging) this.rememberSpeed(destination, 'slow');
    }
  }

  private rememberSpeed(destination: string, speed: Speed): void {
    this.speeds.delete(destination);
    this.speeds.set(destination, speed);
    const [oldest] = this.speeds.keys();
    if (oldest !== undefined && this.speeds.size > MAX_REMEMBERED_DESTINATIONS)
      this.speeds.delete(oldest);
  }

  private listBusyDestinations(): string[] {
    const counts = new Map<string, number>();
    for (const { destination } of this.inFlight.values())
      counts.set(destination, (counts.get(destination) ?? 0) + 1);
    return [...counts]
      .filter(([, count]) => count >= MAX_CONCURRENT_PER_DESTINATION)
      .map(([one]) => one);
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    const at = this.clock.now();
    const start = performance.now();
    const sendResult = await this.attempt(message);
    const milliseconds = Math.round(performance.now() - start);
    this.metrics.countAttempt(message.kind, sendResult);
    this.rememberSpeed(
      message.destination,
      milliseconds < SLOW_ATTEMPT_THRESHOLD_MS ? 'fast' : 'slow',
    );
    try {
      await this.claims.record(message, { ...sendResult, at, milliseconds });
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
    const span = this.spanRecorder?.startSpan(
      {
        name: `outbox attempt ${kind}`,
        kind: 'client',
        attributes: { 'store.outbox.kind': kind, 'store.outbox.attempt': attempts },
      },
      trace ?? undefined,
    );
    if (!span) return this.send(message);
    const context = { actor: systemActor, span, trace: span.traceParent };
    const sendResult = await runInActorContext(context, () => this.send(message));
    const { result, status } = sendResult;
    if (status !== undefined) span.setAttributes({ 'http.response.status_code': status });
    span.end(result === 'failed' ? String(status ?? 'unanswered') : undefined);
    return sendResult;
  }

  private async send(message: ClaimedMessage): Promise<SendResult> {
    try {
      return await this.senders.send(message);
    } catch (error) {
      this.logger.error(`Message ${message.messageId} could not be sent`, (error as Error).stack);
      return createRetryableFailure(
        'The service could not send the message. Its log contains the cause.',
      );
    }
  }
}
