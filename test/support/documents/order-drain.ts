import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BuiltProcess } from '../servers/built-process';
import { RecordingProxy } from '../servers/recording-proxy';
import { MASTER_KEY } from '../service/service';

const SCRIPT = resolve(__dirname, '../../../docs/examples/poll-orders.mjs');
const WITHOUT_EXPORT = [6, -1, -11];

/** The export state of a whole order. */
interface Order {
  readonly ID: number;
  readonly STATUS: number;
  readonly EXPORTSTATUS: number;
  readonly STATUSES: readonly { readonly FROMSTATUS: number; readonly TOSTATUS: number }[];
}

interface PendingPage {
  readonly orders: readonly { readonly ID: number; readonly VERSION: string }[];
  readonly items: number;
}

interface AcknowledgementResponse {
  readonly orders: readonly { readonly id: number; readonly result: string }[];
}

/** The polling client of the documentation: `poll-orders.mjs --once`. */
export class PollingClient extends BuiltProcess {
  /** @param out the file that it writes orders into */
  static start(url: string, out: string, perPage: number): PollingClient {
    return new PollingClient(SCRIPT, ['--once'], {
      ...{ BASE_URL: url, API_KEY: MASTER_KEY, OUT: out, PER_PAGE: String(perPage) },
    });
  }
}

/** All pending orders of a service are fetched by polling clients; afterwards `expectAll` checks the result. */
export class OrderDrain {
  private readonly outs = new Set<string>();

  private constructor(
    private readonly url: string,
    private readonly folder: string,
    readonly proxy: RecordingProxy,
    private readonly before: readonly Order[],
  ) {}

  /** @param folder where clients may write @param url of the service */
  static async of(url: string, folder: string): Promise<OrderDrain> {
    return new OrderDrain(url, folder, await RecordingProxy.start(url), await wholeOrders(url));
  }

  /** Ids of the orders that wait for their export, by what the orders themselves say. */
  get waiting(): number[] {
    return this.before
      .filter((order) => order.EXPORTSTATUS === 0 && !WITHOUT_EXPORT.includes(order.STATUS))
      .map(({ ID }) => ID)
      .sort((one, other) => one - other);
  }

  /** @param name of the client's file: the same one goes on where another client ended */
  client(name: string, perPage = 25): PollingClient {
    const out = join(this.folder, `${name}.ndjson`);
    this.outs.add(out);
    return PollingClient.start(this.proxy.url, out, perPage);
  }

  /** Nothing was lost, nothing was acknowledged twice, and nothing else was touched. */
  async expectAll(): Promise<void> {
    await this.proxy.close();
    this.expectAcknowledgedOnce();
    this.expectWritten();
    await this.expectStored();
  }

  private expectAcknowledgedOnce(): void {
    const answers = this.proxy.exchanges.filter(({ method }) => method === 'PUT');
    const items = answers.flatMap(({ body }) => (body as AcknowledgementResponse).orders);
    expect(new Set(items.map(({ result }) => result))).toEqual(
      new Set(items.some(({ result }) => result !== 'ok') ? ['ok', 'unchanged'] : ['ok']),
    );
    const taken = items.filter(({ result }) => result === 'ok').map(({ id }) => id);
    expect(taken.sort((one, other) => one - other)).toEqual(this.waiting);
    expect(new Set(this.proxy.exchanges.map(({ status }) => status))).toEqual(new Set([200]));
  }

  private expectWritten(): void {
    const all = new Set<number>();
    for (const out of this.outs) {
      const ids = readFileSync(out, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: number }).id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) all.add(id);
    }
    expect([...all].sort((one, other) => one - other)).toEqual(this.waiting);
  }

  private async expectStored(): Promise<void> {
    const pending = await get<PendingPage>(this.url, '/v1/orders/pending?perPage=1');
    expect(pending).toMatchObject({ items: 0, orders: [] });
    const waiting = new Set(this.waiting);
    const expected = this.before.map((order) =>
      waiting.has(order.ID) ? toAcknowledged(order) : order,
    );
    const shown = ({ ID, STATUS, EXPORTSTATUS, STATUSES }: Order) => ({
      ...{ ID, STATUS, EXPORTSTATUS },
      moves: STATUSES.map(({ FROMSTATUS, TOSTATUS }) => [FROMSTATUS, TOSTATUS]),
    });
    expect((await wholeOrders(this.url)).map(shown)).toEqual(expected.map(shown));
    const received = await everyPage<PendingPage>(this.url, '/v1/orders/received?');
    const versions = received.filter(({ ID }) => waiting.has(ID)).map(({ VERSION }) => VERSION);
    expect(versions).toEqual(Array<string>(waiting.size).fill('2'));
  }
}

/** An acknowledged order: what was Incoming is In process. */
function toAcknowledged(order: Order): Order {
  const { STATUS, STATUSES } = order;
  return STATUS === 1
    ? {
        ...order,
        EXPORTSTATUS: 1,
        STATUS: 2,
        STATUSES: [...STATUSES, { FROMSTATUS: 1, TOSTATUS: 2 }],
      }
    : { ...order, EXPORTSTATUS: 1 };
}

/** Every order of the service with all of its parts, by ascending id. */
export async function wholeOrders<T = Order>(url: string): Promise<T[]> {
  return everyPage<{ orders: T[]; items: number }, T>(
    url,
    '/v1/orders?sort=id.asc&expand=document&',
  );
}

async function everyPage<
  P extends { orders: readonly T[]; items: number },
  T = P['orders'][number],
>(url: string, path: string): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page++) {
    const { orders, items } = await get<P>(url, `${path}perPage=500&page=${page}`);
    found.push(...orders);
    if (found.length >= items) return found;
  }
}

/** @throws Error with the answer when it is no success */
export async function get<T>(url: string, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${MASTER_KEY}` };
  const response = await fetch(url + path, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
