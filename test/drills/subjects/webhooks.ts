import type { WebhookReceiver } from '../../support/servers/webhook-receiver';
import type { FinalState } from '../final-state';
import { findRepeated } from '../sent-request';
import type { Subject } from '../subject';

interface State {
  /** How many changes of state were to be delivered. */
  readonly delivered: number;
  /** The webhook-id of every delivery. */
  readonly deliveries: readonly string[];
  /** Messages that were given up, or still wait. */
  readonly open: number;
}

const COMPLETED = 4;

/** The webhooks that moved orders set off: every one is delivered, and once where nothing died. */
export class Webhooks implements Subject<State> {
  readonly name = 'webhooks';
  readonly lines: readonly object[];

  /** @param isOnce whether nothing is killed that could forget a delivery */
  constructor(
    private readonly receiver: WebhookReceiver,
    private readonly isOnce: boolean,
  ) {
    this.lines = [
      {
        ...{ type: 'statusAction', pId: 'tell', document: 'order', status: COMPLETED },
        ...{
          action: 'NOTIFICATION',
          parameters: { url: `${receiver.url}/told`, secretName: 'drill' },
        },
      },
    ];
  }

  /** Clients that move orders do all. */
  act(): Promise<void> {
    return Promise.resolve();
  }

  async read(final: FinalState): Promise<State> {
    const [told] = await final.sql<{ n: number }>(
      'SELECT COUNT(*) AS n FROM document_statuses s WHERE s.to_status = ?',
      [COMPLETED],
    );
    const [open] = await final.sql<{ n: number }>(
      "SELECT COUNT(*) AS n FROM outbox_messages m WHERE m.state <> 'delivered'",
    );
    const deliveries = this.receiver.received.map(({ headers }) => String(headers['webhook-id']));
    return { delivered: Number(told?.n), deliveries, open: Number(open?.n) };
  }

  check(_: unknown, { delivered, deliveries, open }: State): string[] {
    const found: string[] = [];
    const messages = new Set(deliveries).size;
    if (open > 0) found.push(`${open} webhooks were not delivered`);
    if (messages !== delivered)
      found.push(`${delivered} changes were to be told, ${messages} were`);
    if (this.isOnce)
      for (const id of findRepeated(deliveries)) found.push(`webhook ${id} was delivered twice`);
    return found;
  }
}
