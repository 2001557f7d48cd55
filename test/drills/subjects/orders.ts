import type { Client } from '../client';
import type { FinalState } from '../final-state';
import {
  responseOf,
  groupBy,
  filterByKind,
  toOutcome,
  findRepeated,
  type SentRequest,
} from '../sent-request';
import type { Subject } from '../subject';

/** The part of an order that the checks read. Its pId is the mark of the request that made it. */
export interface Order {
  readonly ID: number;
  readonly PID: string;
  readonly DOCUMENTNUMBER: string;
  readonly STATUS: number;
  readonly EXPORTSTATUS: number;
  readonly STATUSES: readonly { readonly FROMSTATUS: number; readonly TOSTATUS: number }[];
}

/** An entry of a history with the version of the order that it made. */
export interface HistoryEntry {
  readonly orderId: number;
  readonly seq: number;
  readonly fromStatus: number;
  readonly toStatus: number;
}

interface State {
  readonly orders: readonly Order[];
  readonly entries: readonly HistoryEntry[];
}

const INCOMING = 1;
const IN_PROCESS = 2;
/** The beginning of the pIds of orders that were imported before. */
export const IMPORTED_PREFIX = 'imported-';
/** Processing, completed, incident, deleted, and incoming again. */
const TARGETS = [2, 2, 4, 0, -11, 1] as const;

/** Orders that come in, change their state and are fetched by several pollers. */
export class Orders implements Subject<State> {
  readonly name = 'orders';
  readonly lines = [];
  /** Ids of orders that were answered. */
  readonly known: number[] = [];

  /** @param vouchers codes that orders are paid with */
  constructor(private readonly vouchers: readonly string[] = []) {}

  async act(client: Client): Promise<void> {
    const turn = client.dice.next();
    if (turn < 0.45 || this.known.length === 0) await this.create(client);
    else if (turn < 0.85) await this.move(client);
    else await this.fetch(client);
  }

  /** One of the latest: they are contested. */
  pickOrder(client: Client): number | undefined {
    return this.known.length === 0 ? undefined : client.dice.pick(this.known.slice(-12));
  }

  async read(final: FinalState): Promise<State> {
    const orders = await final.list<Order>('/orders?sort=id.asc&expand=document', 'orders');
    const entries = await final.sql<HistoryEntry>(
      `SELECT s.document_id AS orderId, s.seq AS seq, s.from_status AS fromStatus, s.to_status AS toStatus
       FROM document_statuses s JOIN documents d ON d.id = s.document_id WHERE d.type = 1 AND s.shipment_id = 0`,
    );
    return { orders, entries };
  }

  check(sent: readonly SentRequest[], { orders, entries }: State): string[] {
    return [
      ...checkCreated(sent, orders),
      ...checkHistories(sent, orders),
      ...checkAcknowledgements(sent, orders, entries),
    ];
  }

  private async create(client: Client): Promise<void> {
    const mark = client.mark();
    const isPaid = this.vouchers.length > 0 && client.dice.chance(0.5);
    const vouchers = isPaid ? [{ code: client.dice.pick(this.vouchers), amount: 5 }] : [];
    const orders = {
      ...{ pId: mark, date: '2026-03-01T10:00:00+01:00', currencyCode: 'EUR', vouchers },
      user: { email: 'ada@example.com', billingAddress: { countryCode: 'ES', firstName: 'Ada' } },
      rows: [{ name: 'Shirt', quantity: 1, price: 90 }],
    };
    const made = await client.send({
      ...{ kind: 'order.create', about: mark, mark },
      ...{ method: 'POST', path: '/orders', body: { orders } },
    });
    if (made.status === 201) this.known.push(responseOf<Order>(made).ID);
  }

  private async move(client: Client): Promise<void> {
    const id = this.pickOrder(client);
    const body = { status: client.dice.pick(TARGETS) };
    const path = `/orders/${id}/changeStatus`;
    await client.send({ kind: 'order.move', about: String(id), method: 'PUT', path, body });
  }

  private async fetch(client: Client): Promise<void> {
    const list = await client.get<{ orders: { ID: number; VERSION: string }[] }>(
      '/orders/pending?perPage=10',
    );
    const orders = list?.orders.map(({ ID: id, VERSION: version }) => ({ id, version })) ?? [];
    if (orders.length === 0) return;
    const path = '/orders/received';
    await client.send({ kind: 'order.ack', about: '', method: 'PUT', path, body: { orders } });
  }
}

function checkCreated(sent: readonly SentRequest[], orders: readonly Order[]): string[] {
  const found: string[] = [];
  const created = filterByKind(sent, 'order.create');
  const byMark = new Map(orders.map((order) => [order.PID, order]));
  for (const pId of findRepeated(orders.map(({ PID }) => PID)))
    found.push(`order ${pId} is there twice`);
  const ids = created
    .filter((one) => toOutcome(one) === 'done')
    .map((one) => responseOf<Order>(one).ID);
  for (const id of findRepeated(ids)) found.push(`id ${id} of an order was given twice`);
  for (const one of created) {
    const order = byMark.get(one.mark);
    const outcome = toOutcome(one);
    if (outcome === 'refused' && order) found.push(`order ${one.mark} was refused and is there`);
    if (outcome !== 'done') continue;
    const { ID, DOCUMENTNUMBER } = responseOf<Order>(one);
    if (!order) found.push(`order ${one.mark} was answered and is lost`);
    else if (order.ID !== ID || order.DOCUMENTNUMBER !== DOCUMENTNUMBER)
      found.push(`order ${one.mark} is another one than was answered`);
  }
  const marks = new Set(created.map(({ mark }) => mark));
  for (const { PID } of orders)
    if (!marks.has(PID) && !PID.startsWith(IMPORTED_PREFIX))
      found.push(`order ${PID} was never sent`);
  return found;
}

/** Each entry goes on where the one before has ended, and the last one where the order is. */
function checkHistories(sent: readonly SentRequest[], orders: readonly Order[]): string[] {
  const found: string[] = [];
  const moves = groupBy(filterByKind(sent, 'order.move'), ({ about }) => Number(about));
  for (const { ID, STATUS, STATUSES } of orders) {
    const chain = [INCOMING, ...STATUSES.map(({ TOSTATUS }) => TOSTATUS)];
    const isWhole = STATUSES.every(({ FROMSTATUS }, at) => FROMSTATUS === chain[at]);
    if (!isWhole || chain.at(-1) !== STATUS)
      found.push(`the history of order ${ID} is broken: ${JSON.stringify({ STATUSES, STATUS })}`);
    for (const move of moves.get(ID) ?? []) {
      const { status } = move.body as { status: number };
      if (toOutcome(move) === 'done' && !chain.includes(status))
        found.push(`order ${ID} was moved to ${status} and never was there`);
    }
  }
  return found;
}

/** An order is acknowledged once, and in the version that was named. */
function checkAcknowledgements(
  sent: readonly SentRequest[],
  orders: readonly Order[],
  entries: readonly HistoryEntry[],
): string[] {
  const found: string[] = [];
  const taken = filterByKind(sent, 'order.ack').flatMap((one) => {
    const named = (one.body as { orders: { id: number; version: string }[] }).orders;
    const results =
      toOutcome(one) === 'done'
        ? responseOf<{ orders: { result: string }[] }>(one)
        : { orders: [] };
    return named.filter((_, at) => results.orders[at]?.result === 'ok');
  });
  for (const id of findRepeated(taken.map(({ id }) => id)))
    found.push(`order ${id} was acknowledged twice`);
  const byId = new Map(orders.map((order) => [order.ID, order]));
  const made = new Map(entries.map((entry) => [`${entry.orderId}/${entry.seq}`, entry]));
  for (const { id, version } of taken) {
    if (byId.get(id)?.EXPORTSTATUS !== 1) found.push(`order ${id} was acknowledged and is pending`);
    const entry = made.get(`${id}/${Number(version) + 1}`);
    if (entry && (entry.fromStatus !== INCOMING || entry.toStatus !== IN_PROCESS))
      found.push(
        `order ${id} was acknowledged in version ${version}, which another change followed`,
      );
  }
  return found;
}
