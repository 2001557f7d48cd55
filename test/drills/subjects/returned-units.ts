import type { Client } from '../client';
import type { FinalState } from '../final-state';
import {
  responseOf,
  filterByKind,
  toOutcome,
  findRepeated,
  type SentRequest,
} from '../sent-request';
import type { Subject } from '../subject';
import { IMPORTED_PREFIX } from './orders';

/** An RMA; its comment is the mark of the request that made it. */
export interface ReturnedLine {
  readonly id: number;
  readonly orderId: number;
  readonly comment: string;
  readonly quantity: number;
}

/** A line that was bought, in the unit of `Returned`. */
export interface PurchasedLine {
  readonly orderId: number;
  readonly quantity: number;
  readonly returned: number;
}

interface State {
  readonly rmas: readonly ReturnedLine[];
  readonly bought: readonly PurchasedLine[];
}

const ORDERS = 6;
const UNITS = 5;

const pIdOf = (number: number): string => `${IMPORTED_PREFIX}${number}`;

/** Units of a few orders that more clients want to give back than there are. */
export class ReturnedUnits implements Subject<State> {
  readonly name = 'returns';
  readonly lines = Array.from({ length: ORDERS }, (_, number) => ({
    ...{ type: 'order', pId: pIdOf(number), date: '2026-03-01T10:00:00Z', currencyCode: 'EUR' },
    user: { email: 'ada@example.com', billingAddress: { countryCode: 'ES', firstName: 'Ada' } },
    rows: [{ name: 'Cup', quantity: UNITS, price: 10 }],
  }));
  private readonly lineOf = new Map<string, { id: number; hash: string }>();

  async act(client: Client): Promise<void> {
    const line = await this.line(client, pIdOf(client.dice.between(0, ORDERS - 1)));
    if (!line) return;
    const mark = client.mark();
    await client.send({
      ...{ kind: 'rma.create', about: String(line.id), mark },
      ...{ method: 'POST', path: `/orders/${line.id}/rmas` },
      body: { rmas: { comment: mark, items: [{ hash: line.hash, quantity: 1 }] } },
    });
  }

  async read(final: FinalState): Promise<State> {
    const rmas = await final.sql<ReturnedLine>(
      `SELECT d.id AS id, d.parent_id AS orderId, d.comment AS comment, CAST(SUM(r.quantity) AS SIGNED) AS quantity
       FROM documents d JOIN document_rows r ON r.document_id = d.id WHERE d.type = 5
       GROUP BY d.id, d.parent_id, d.comment`,
    );
    const bought = await final.sql<PurchasedLine>(
      `SELECT d.id AS orderId, r.quantity AS quantity, r.returned AS returned
       FROM documents d JOIN document_rows r ON r.document_id = d.id WHERE d.type = 1 AND d.p_id LIKE '${IMPORTED_PREFIX}%'`,
    );
    return { rmas, bought };
  }

  check(sent: readonly SentRequest[], { rmas, bought }: State): string[] {
    const found: string[] = [];
    for (const { orderId, quantity, returned } of bought) {
      const units = rmas
        .filter((one) => one.orderId === orderId)
        .reduce((sum, one) => sum + one.quantity, 0);
      if (units > quantity)
        found.push(`of order ${orderId} ${units} were returned and ${quantity} bought`);
      if (units !== returned)
        found.push(`of order ${orderId} ${units} were returned, and ${returned} are counted`);
    }
    for (const mark of findRepeated(rmas.map(({ comment }) => comment)))
      found.push(`request ${mark} made two RMAs`);
    const byMark = new Map(rmas.map((one) => [one.comment, one]));
    const created = filterByKind(sent, 'rma.create');
    for (const one of created) {
      const rma = byMark.get(one.mark);
      if (toOutcome(one) === 'refused' && rma)
        found.push(`RMA ${one.mark} was refused and is there`);
      if (toOutcome(one) === 'done' && rma?.id !== responseOf<{ ID: number }>(one).ID)
        found.push(`RMA ${one.mark} was answered and is lost`);
    }
    return found;
  }

  private async line(
    client: Client,
    pId: string,
  ): Promise<{ id: number; hash: string } | undefined> {
    const known = this.lineOf.get(pId);
    if (known) return known;
    const id = (await client.get<{ ID: number }>(`/orders/getId/${pId}`))?.ID;
    const order = await client.get<{ ROWS: { HASH: string }[] }>(`/orders/${id}`);
    const hash = order?.ROWS[0]?.HASH;
    if (id === undefined || hash === undefined) return undefined;
    this.lineOf.set(pId, { id, hash });
    return { id, hash };
  }
}
