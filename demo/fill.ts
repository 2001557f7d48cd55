import { base, en, Faker } from '@faker-js/faker';
import { requestReturn, endReturn } from './after-sales';
import { type Client, runConcurrently } from './client';
import { createContentRecords, type DemoRecord } from './content';
import { createCountries } from './countries';
import { articles } from './goods';
import { toArchivedInvoice, type DemoOrder, createOrders, rmaEnds } from './orders';
import { toAdministratorRecord, createCustomers } from './people';
import { drawPicture } from './pictures';
import { makeShowcase } from './showcase';

export interface DemoSize {
  /** Includes Ada and Ben. */
  readonly customers: number;
  /** In addition to three orders that the examples of the OpenAPI document refer to. */
  readonly orders: number;
}

export interface FillOptions extends DemoSize {
  /** Any integer; the same seed, size and day give the same store. */
  readonly seed: number;
  /** The current day of the store, YYYY-MM-DD; its orders are from the year before. */
  readonly today: string;
  /** Called with the progress of each step. */
  readonly onProgress?: (step: string, done: number, all: number) => void;
}

/** Number of concurrent requests if their order makes no difference. */
const CONCURRENCY = 8;

/** Number of records per request. */
const RECORDS_PER_REQUEST = 250;

/**
 * Fills an empty store through its own API: first the import, then operations on orders. The same options give the same
 * records with the same numbers; only internal ids of documents created concurrently may differ.
 * @throws Error if the service rejects anything
 */
export async function fillStore(client: Client, options: FillOptions): Promise<void> {
  await new StoreFiller(client, options).run();
}

class StoreFiller {
  private readonly orders: readonly DemoOrder[];
  private readonly masterRecords: readonly DemoRecord[];
  private readonly customers: ReturnType<typeof createCustomers>;
  /** Ids of orders and shipments by pId. */
  private readonly orderIds = new Map<string, number>();
  private readonly shipmentIds = new Map<string, number>();

  constructor(
    private readonly client: Client,
    private readonly options: FillOptions,
  ) {
    const { seed, today, customers, orders } = options;
    const countries = createCountries(seed);
    const faker = new Faker({ locale: [en, base], seed });
    this.customers = createCustomers(countries, customers);
    this.orders = createOrders({ faker, customers: this.customers, today }, orders);
    const users = this.customers.map(({ line }) => line);
    const administrators = countries.slice(0, 1).map(toAdministratorRecord);
    this.masterRecords = [...createContentRecords(countries, today), ...users, ...administrators];
  }

  async run(): Promise<void> {
    await this.import('master records', this.masterRecords);
    await this.each('pictures', articles, 2, ({ pId, hue }) => this.picture(pId, hue));
    await makeShowcase(this.client, this.customers, this.options.today);
    await this.import(
      'orders',
      this.orders.map(({ line }) => line),
    );
    await this.import('old invoices', this.of('archived').map(toArchivedInvoice));
    await this.findIds();
    await this.acknowledge();
    await this.each('moves', this.orders, CONCURRENCY, (order) => this.move(order));
    await this.documents();
    // The first customer other than Ada and Ben, if there is one, has requested the erasure.
    if (this.customers.length > 2) await this.client.send('POST', '/v1/users/3/erasure');
  }

  /**
   * Creates documents. Each kind has numbers without gaps, so documents of a kind are created one after the other, and
   * the kinds concurrently.
   */
  private async documents(): Promise<void> {
    const sent = [...this.of('completed'), ...this.of('returned')];
    await Promise.all([
      this.each('invoices', sent, 1, ({ pId }) => {
        return this.client.send('POST', `/v1/orders/${this.orderIds.get(pId)}/invoices`);
      }),
      this.each('delivery notes', sent, 1, ({ pId }) => {
        const id = this.shipmentIds.get(`${pId}-1`);
        return this.client.send('POST', `/v1/shipments/${id}/deliveryNotes`);
      }),
    ]);
    // Credit notes need the invoices.
    await this.each('returns', this.of('returned'), 1, (order) => this.returnOrder(order));
  }

  private async picture(name: string, hue: number): Promise<void> {
    const sized = (side: number, pattern: string) => ({ width: side, height: side, pattern });
    await this.client.send('POST', '/v1/util/uploadImage', {
      data: {
        ...{ main: true, name, destination: { destination: 'products' } },
        image: drawPicture(hue).toString('base64'),
        params: {
          ...{ largeImage: sized(480, '*'), mediumImage: sized(240, '*_medium') },
          smallImage: sized(120, '*_small'),
        },
      },
    });
  }

  private async findIds(): Promise<void> {
    await this.readIds('/v1/orders?', 'orders', this.orderIds);
    await this.readIds('/v1/shipments?', 'shipments', this.shipmentIds);
  }

  private async readIds(path: string, name: string, into: Map<string, number>): Promise<void> {
    for (let page = 1; ; page++) {
      const answer = await this.client.send<Record<string, { ID: number; PID: string }[]>>(
        'GET',
        `${path}fields=ID,PID&perPage=500&page=${page}`,
      );
      const found = answer[name] ?? answer[name.toUpperCase()] ?? [];
      for (const { ID, PID } of found) into.set(PID, ID);
      if (found.length < 500) return;
    }
  }

  /** Acknowledges orders like another system would: 1 Incoming becomes 2 In process. */
  private async acknowledge(): Promise<void> {
    const taken = [...this.of('completed'), ...this.of('returned'), ...this.of('processing')];
    const orders = taken.map(({ pId }) => ({ pId }));
    await this.each('acknowledgements', toBatches(orders), 1, (part) => {
      return this.client.send('PUT', '/v1/orders/received', { orders: part });
    });
  }

  private async move({ pId, fate, line }: DemoOrder): Promise<void> {
    const order = `/v1/orders/${this.orderIds.get(pId)}`;
    if (fate.kind === 'moved') {
      await this.client.send('PUT', `${order}/changeStatus`, { status: fate.to });
    } else if (fate.kind === 'processing') {
      await this.ship(pId, [2, fate.shipment]);
    } else if (fate.kind === 'completed' || fate.kind === 'returned') {
      await this.client.send('PUT', `${order}/paid`, { paymentDate: line['date'] });
      await this.ship(pId, [2, 3, 4]);
      await this.client.send('PUT', `${order}/changeStatus`, { status: 4 });
    }
  }

  /** Moves the order's shipment through states; a shipped one gets a tracking number. */
  private async ship(pId: string, states: readonly number[]): Promise<void> {
    const shipment = `/v1/shipments/${this.shipmentIds.get(`${pId}-1`)}`;
    for (const status of states) {
      if (status === 3) {
        await this.client.send('PUT', `${shipment}/trackingNumber/DEMO-${pId.slice(4)}`);
      }
      await this.client.send('PUT', `${shipment}/changeStatus`, { status });
    }
  }

  private async returnOrder({ pId, fate }: DemoOrder): Promise<void> {
    const end = fate.kind === 'returned' ? rmaEnds[fate.end] : undefined;
    if (!end) return;
    await endReturn(this.client, await requestReturn(this.client, this.orderIds.get(pId)!), end);
  }

  private of(kind: DemoOrder['fate']['kind']): readonly DemoOrder[] {
    return this.orders.filter(({ fate }) => fate.kind === kind);
  }

  private import(step: string, records: readonly DemoRecord[]): Promise<void> {
    return this.each(step, toBatches(records), 1, (part) => this.client.import(part));
  }

  private async each<T>(
    step: string,
    items: readonly T[],
    concurrency: number,
    work: (item: T) => Promise<unknown>,
  ): Promise<void> {
    let done = 0;
    await runConcurrently(items, concurrency, async (item) => {
      await work(item);
      done++;
      this.options.onProgress?.(step, done, items.length);
    });
  }
}

function toBatches<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += RECORDS_PER_REQUEST)
    parts.push(items.slice(at, at + RECORDS_PER_REQUEST));
  return parts;
}
