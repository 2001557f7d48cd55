import { Injectable } from '@nestjs/common';
import { type MetricCounter, Metrics, type GaugeValue } from '../../../core/metrics';
import { whereIn, Loader } from '../../../database';
import type { SendResult } from './message-content';
import { messageStates, OutboxMessage } from './outbox-message.entity';

/** The counted states; delivered messages are only history, and may be many. */
const countedStates = messageStates.filter((state) => state !== 'delivered');

/** The metrics of the outbox. */
@Injectable()
export class OutboxMetrics {
  private readonly attempts: MetricCounter<'kind' | 'result'>;

  constructor(
    metrics: Metrics,
    private readonly loader: Loader,
  ) {
    metrics.gauge(
      {
        name: 'outbox_messages',
        help: 'Messages in the outbox, of all processes, by state: pending or failed',
        aggregation: 'max',
        labels: ['state'],
      },
      () => this.countMessagesByState(),
    );
    this.attempts = metrics.counter({
      name: 'outbox_attempts_total',
      help: 'Attempts of this process to send webhooks and mails, by result',
      labels: ['kind', 'result'],
    });
  }

  countAttempt(kind: OutboxMessage['kind'], { result }: SendResult): void {
    this.attempts.add({ kind, result });
  }

  private async countMessagesByState(): Promise<GaugeValue<'state'>> {
    const counts = await this.loader.countBy(OutboxMessage, 'state', [
      whereIn('state', countedStates),
    ]);
    return countedStates.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 }));
  }
}
