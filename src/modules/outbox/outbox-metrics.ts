import { Injectable } from '@nestjs/common';
import { type Counter, Metrics, type Reading } from '../../core/metrics';
import { Database } from '../../database';
import type { SendResult } from './content';
import { type MessageState, messageStates, type OutboxMessage } from './outbox-message.entity';

/** What lies in the outbox; what was delivered lies there as history only, and may be much. */
const lying = messageStates.filter((state) => state !== 'delivered');

/** How the outbox gets on. */
@Injectable()
export class OutboxMetrics {
  private readonly attempts: Counter<'kind' | 'result'>;

  constructor(
    metrics: Metrics,
    private readonly database: Database,
  ) {
    metrics.gauge(
      {
        name: 'outbox_messages',
        help: 'Messages in the outbox, of all processes: pending ones, and those that were given up (failed)',
        labels: ['state'],
      },
      () => this.depths(),
    );
    this.attempts = metrics.counter({
      name: 'outbox_attempts_total',
      help: 'Attempts of this process at webhooks and mails, and how they ended',
      labels: ['kind', 'result'],
    });
  }

  attempted(kind: OutboxMessage['kind'], { result }: SendResult): void {
    this.attempts.add({ kind, result });
  }

  private async depths(): Promise<Reading<'state'>> {
    const marks = lying.map(() => '?').join(', ');
    const rows = await this.database.all<{ state: MessageState; messages: number }>(
      `SELECT state, COUNT(*) AS messages FROM outbox_messages WHERE state IN (${marks}) GROUP BY state`,
      lying,
    );
    const found = new Map(rows.map(({ state, messages }) => [state, messages]));
    return lying.map((state) => ({ labels: { state }, value: found.get(state) ?? 0 }));
  }
}
