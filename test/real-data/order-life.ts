import { AfterSales } from '../api/sales/rmas-life';
import { importLines } from '../support/import';
import type { Service } from '../support/service/service';

/** A line of order-life-expected.mjs: the expected end of an order. Amounts in cents, except for the freight. */
export interface ExpectedLife {
  readonly pId: string;
  /** `2011-05` */
  readonly month: string;
  readonly quantities: readonly number[];
  /** Ten-thousandths. */
  readonly lineTotals: readonly number[];
  readonly subtotal: number;
  readonly taxes: number;
  readonly total: number;
  /** The figures of the source, where it has any. */
  readonly source?: Readonly<Record<'subtotal' | 'taxes' | 'total', number>>;
  readonly status: 4 | 6;
  readonly shipments: readonly ExpectedShipment[];
  readonly returns: readonly ExpectedReturn[];
}

export interface ExpectedShipment {
  readonly pId: string;
  readonly status: 1 | 3 | 4;
  /** Place and quantity of the order's rows. */
  readonly rows: readonly (readonly [number, number])[];
}

export interface ExpectedReturn {
  /** By row of the order. */
  readonly quantities: readonly number[];
  /** Ten-thousandths. */
  readonly freight: number;
  readonly credit: Readonly<Record<'subtotal' | 'taxes' | 'total', number>>;
}

/** A line of the intake. */
export interface OrderLine {
  readonly type: string;
  readonly pId: string;
  readonly date: string;
}

type Kind = 'orders' | 'shipments' | 'rmas';

interface Waiting {
  readonly ID: number;
  readonly PID: string;
  readonly VERSION: string;
}

interface WaitingOrder extends Waiting {
  readonly ROWS: readonly { readonly HASH: string }[];
}

interface Parcel {
  readonly shipment: Waiting;
  readonly expected: ExpectedShipment;
}

/** The goods that a delivery note lists. */
export interface DeliveryNote {
  readonly documentNumber: string;
  readonly items: readonly { readonly quantity: number }[];
}

/** How orders live from the day on which they come in: everything over HTTP, by those who do it in a store. */
export class OrderLife {
  readonly deliveryNotes: DeliveryNote[] = [];
  private readonly afterSales: AfterSales;

  constructor(private readonly service: Service) {
    this.afterSales = new AfterSales(service);
  }

  /** A month of a store: its orders come in, are sent, invoiced, and partly sent back. */
  async month(lives: readonly ExpectedLife[], lines: readonly OrderLine[]): Promise<void> {
    expect(await importLines(this.service, lines)).toMatchObject({
      ...{ created: lines.length, rejected: 0, errors: [] },
    });
    const open = lives.filter(({ status }) => status === 4);
    await this.cancel(lives.filter(({ status }) => status === 6));
    const orders = await this.fetch<WaitingOrder>('orders', open);
    await this.send(open.flatMap(({ shipments }) => shipments));
    await all(open, async ({ pId }) => {
      const { ID } = orders.get(pId)!;
      await this.move('orders', ID, 4);
      await this.make(`orders/${ID}/invoices`);
    });
    for (let round = 0; open.some(({ returns }) => returns.length > round); round++) {
      await this.takeBack(open, orders, round);
    }
  }

  private async cancel(lives: readonly ExpectedLife[]): Promise<void> {
    await all(lives, async ({ pId }) => {
      const { body } = await this.service.get(`/v1/orders/getId/${pId}`);
      const { ID } = body as { ID: number };
      await this.move('orders', ID, 6);
      const refused = await this.service.post(`/v1/orders/${ID}/invoices`);
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'order.closed' }]);
    });
  }

  /** Each shipment as far as it got in the source. */
  private async send(expected: readonly ExpectedShipment[]): Promise<void> {
    const waiting = expected.filter(({ status }) => status === 1);
    const shipments = await this.fetch(
      'shipments',
      expected,
      new Set(waiting.map(({ pId }) => pId)),
    );
    const parcels = expected.map((one): Parcel => ({
      ...{ shipment: shipments.get(one.pId)!, expected: one },
    }));
    await all(
      parcels.filter((parcel) => parcel.expected.status > 1),
      async ({ shipment: { ID, PID } }) => {
        const tracking = encodeURIComponent(`track/${PID}`);
        await this.service.put(`/v1/shipments/${ID}/trackingNumber/${tracking}`);
        await this.move('shipments', ID, 3);
        this.deliveryNotes.push(await this.make<DeliveryNote>(`shipments/${ID}/deliveryNotes`));
      },
    );
    const delivered = expected.flatMap(({ pId, status }) => (status === 4 ? { pId, status } : []));
    await this.acknowledge('shipments', delivered);
  }

  /** The round's return of every order that has one, from the request to the credit note. */
  private async takeBack(
    lives: readonly ExpectedLife[],
    orders: ReadonlyMap<string, WaitingOrder>,
    round: number,
  ): Promise<void> {
    const rmas = await all(
      lives.filter(({ returns }) => returns.length > round),
      async (life) => {
        const { ID, ROWS } = orders.get(life.pId)!;
        expect(await this.returnable(ID)).toEqual(leftOf(life, round));
        const { quantities, freight } = life.returns[round]!;
        const items = quantities.flatMap((quantity, at): [string, number][] =>
          quantity > 0 ? [[ROWS[at]!.HASH, quantity]] : [],
        );
        const additional = { type: 'SHIPPING', name: 'Freight', amount: freight / 10_000 };
        const more = freight > 0 ? { additionalItems: [additional] } : {};
        const { ID: id, PID: pId } = await this.afterSales.rma(ID, Object.fromEntries(items), more);
        return { id, pId };
      },
    );
    await this.fetch('rmas', rmas);
    await all(rmas, async ({ id }) => {
      await this.afterSales.creditNote((await this.afterSales.return(id)).ID);
    });
  }

  private async returnable(orderId: number): Promise<number[]> {
    const rows = await this.afterSales.returnable(orderId);
    return rows.map(({ QUANTITYRETURNABLE }) => QUANTITYRETURNABLE);
  }

  /**
   * Works as an integrator does: reads the first page of pending records and acknowledges it as it was seen, until
   * nothing is left.
   * @param expected the records that must be pending, exactly
   * @param staying pIds of those that are not to move by being fetched
   * @returns the records that were read, by pId
   */
  private async fetch<T extends Waiting>(
    kind: Kind,
    expected: readonly { readonly pId: string }[],
    staying: ReadonlySet<string> = new Set(),
  ): Promise<Map<string, T>> {
    const found = new Map<string, T>();
    for (let page = await this.pending<T>(kind); page.length > 0; page = await this.pending(kind)) {
      const seen = page.map(({ ID, PID, VERSION }) => ({
        ...{ id: ID, version: VERSION, ...(staying.has(PID) && { status: 1 }) },
      }));
      await this.acknowledge(kind, seen);
      for (const one of page) found.set(one.PID, one);
    }
    expect([...found.keys()].sort()).toEqual(expected.map(({ pId }) => pId).sort());
    return found;
  }

  /** Acknowledges many in one call, as another system reports what it has received or done. */
  private async acknowledge(kind: Kind, items: readonly object[]): Promise<void> {
    const { body } = await this.service.put(`/v1/${kind}/received`, { [kind]: items });
    const results = (body as Record<string, { result: string }[]>)[kind] ?? [];
    expect(results.map(({ result }) => result)).toEqual(items.map(() => 'ok'));
  }

  private async pending<T>(kind: Kind): Promise<T[]> {
    const whole = kind === 'shipments' ? '' : '&expand=document';
    const { body } = await this.service.get(`/v1/${kind}/pending?perPage=20${whole}`);
    return (body as Record<string, T[]>)[kind] ?? [];
  }

  private async move(kind: Kind, id: number, status: number): Promise<void> {
    const answer = await this.service.put(`/v1/${kind}/${id}/changeStatus`, { status });
    expect([answer.status, answer.body]).toEqual([200, { result: 'ok' }]);
  }

  private async make<T>(path: string): Promise<T> {
    const answer = await this.service.post(`/v1/${path}`);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.body as T;
  }
}

/** The quantities that can still be sent back before a round, by row. */
function leftOf({ quantities, returns }: ExpectedLife, round: number): number[] {
  return returns
    .slice(0, round)
    .reduce((left, back) => left.map((one, at) => one - back.quantities[at]!), [...quantities]);
}

/** At once, as a store's people work. */
function all<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
  return Promise.all(values.map((value) => work(value)));
}
