import { Clock } from '../../src/core/clock';
import { importLines } from '../support/import';
import { Service } from '../support/service/service';
import { dataFolder, everyOneIn, hasDataSets, isAllWanted, runScript } from './data-sets';
import { type ExpectedLife, OrderLife, type OrderLine } from './order-life';

interface Entry {
  readonly FROMSTATUS: number;
  readonly TOSTATUS: number;
}

interface ShownShipment {
  readonly PID: string;
  readonly STATUS: number;
  readonly TRACKINGNUMBER: string;
  readonly ROWS: readonly { readonly HASH: string; readonly QUANTITY: number }[];
  readonly STATUSES: readonly Entry[];
}

interface Shown {
  readonly ID: number;
  readonly PID: string;
  readonly DATE: string;
  readonly DOCUMENTNUMBER: string;
  readonly PREFIX: string;
  readonly PARENT: { readonly ID: number };
  readonly STATUS: number;
  readonly STATUSES: readonly Entry[];
  readonly ROWS: readonly { readonly HASH: string; readonly TOTAL: number }[];
  readonly TOTALS: Readonly<Record<'SUBTOTAL' | 'TOTALTAXES' | 'TOTAL', number>>;
  readonly DELIVERY: { readonly SHIPMENTS: readonly ShownShipment[] };
}

type Collection = 'orders' | 'invoices' | 'rmas' | 'returns' | 'creditNotes';

const figures = ['subtotal', 'taxes', 'total'] as const;
type Sums = Record<(typeof figures)[number], number>;

if (hasDataSets) {
  describe('The life of real orders', lifeOfOrders);
} else {
  const leftOut = it.skip;
  leftOut(`needs the data sets, which are not in ${dataFolder}`, () => undefined);
}

function lifeOfOrders(): void {
  let service: Service;
  let life: OrderLife;
  let expected: ExpectedLife[];
  let masters: object[];
  let orderLines: OrderLine[];
  const read = new Map<Collection, Shown[]>();

  beforeAll(async () => {
    const scripts = ['order-life-lines.mjs', 'order-life-expected.mjs'].map((name) =>
      runScript(name),
    );
    service = await Service.start();
    life = new OrderLife(service);
    const [lines, lives] = (await Promise.all(scripts)).map(parsed) as [
      OrderLine[],
      ExpectedLife[],
    ];
    expected = lives.filter(everyOneIn(4));
    const pIds = new Set(expected.map(({ pId }) => pId));
    masters = lines.filter(({ type }) => type !== 'order');
    orderLines = lines.filter(({ pId }) => pIds.has(pId));
  });

  afterAll(() => service.stop());

  const months = (): string[] => [...new Set(expected.map(({ month }) => month))].sort();
  const sold = (): ExpectedLife[] => expected.filter(({ status }) => status === 4);
  const creditsOf = (lives: readonly ExpectedLife[]): Sums[] =>
    lives.flatMap(({ returns }) => returns.map(({ credit }) => credit));

  /** All documents of a collection, whole, by ascending id. */
  const documents = async (collection: Collection): Promise<Shown[]> => {
    const known = read.get(collection);
    if (known) return known;
    const found: Shown[] = [];
    read.set(collection, found);
    for (let page = 1; ; page++) {
      const { items, shown } = await listed(collection, `sort=id.asc&page=${page}`);
      found.push(...shown);
      if (found.length >= items) return found;
    }
  };

  const listed = async (collection: Collection, query: string) => {
    const { body } = await service.get(`/v1/${collection}?${query}&expand=document&perPage=100`);
    const { items, [collection]: shown = [] } = body as { items: number } & Record<string, Shown[]>;
    return { items, shown };
  };

  /** Sums of the documents of each month, as the service lists them by date. */
  const sumsByMonth = async (collection: Collection): Promise<Record<string, Sums>> => {
    const sums: Record<string, Sums> = {};
    for (const month of months()) {
      const lastDay = lastHourOf(month).toISOString().slice(0, 10);
      const query = `startDate=${month}-01&endDate=${lastDay}`;
      const { items, shown } = await listed(collection, query);
      expect(shown).toHaveLength(items);
      sums[month] = sumOf(shown.map(amountsOf));
    }
    return sums;
  };
  const expectedByMonth = (amounts: (lives: readonly ExpectedLife[]) => readonly Sums[]) =>
    Object.fromEntries(
      months().map((month) => [
        month,
        sumOf(amounts(expected.filter((one) => one.month === month))),
      ]),
    );

  it('goes from their coming in to invoices and credit notes, month by month', async () => {
    expect(await importLines(service, masters)).toMatchObject({ rejected: 0, errors: [] });
    const now = jest.spyOn(service.app.get(Clock), 'now');
    for (const month of months()) {
      now.mockReturnValue(lastHourOf(month));
      await life.month(
        expected.filter((one) => one.month === month),
        orderLines.filter(({ date }) => date.startsWith(month)),
      );
    }
    expect(orderLines).toHaveLength(expected.length);
  });

  it('leaves nothing that waits for its export', async () => {
    for (const kind of ['orders', 'shipments', 'rmas'] as const) {
      const { body } = await service.get(`/v1/${kind}/pending`);
      expect(body).toMatchObject({ items: 0, [kind]: [] });
    }
  });

  it('invoices in each month what the source sold in it', async () => {
    const invoiced = expectedByMonth((lives) => lives.filter(({ status }) => status === 4));
    expect(await sumsByMonth('invoices')).toEqual(invoiced);
  });

  (isAllWanted ? it : it.skip)('comes to the sums of the source', () => {
    const counts = [months(), orderLines, creditsOf(expected)].map(({ length }) => length);
    expect(counts).toEqual([52, 294, 101]);
    expect(sumOf(sold())).toEqual({ subtotal: 47992060, taxes: 4054753, total: 52046811 });
    expect(differences(sold())).toEqual({
      subtotal: { '0': 197 },
      taxes: { '0': 197 },
      total: { '0': 197 },
    });
    expect(sumOf(creditsOf(expected))).toEqual({
      ...{ subtotal: 16861494, taxes: 1481941, total: 18343434 },
    });
  });

  it('invoices every row of an order once, at its price', async () => {
    const orders = new Map((await documents('orders')).map(({ ID, PID }) => [ID, PID]));
    const invoiced = (await documents('invoices')).map(({ PARENT, ROWS }) => [
      orders.get(PARENT.ID),
      ROWS.map(({ TOTAL }) => Math.round(TOTAL * 10_000)),
    ]);
    const pairs = sold().map(({ pId, lineTotals }) => [pId, lineTotals]);
    expect(invoiced).toHaveLength(pairs.length);
    expect(Object.fromEntries(invoiced)).toEqual(Object.fromEntries(pairs));
  });

  it('gives back in each month what came back in it, at the prices of the source', async () => {
    expect(creditsOf(expected)).not.toEqual([]);
    expect(await sumsByMonth('creditNotes')).toEqual(expectedByMonth(creditsOf));
  });

  it('gives back of each order what its notes contain, one after the other', async () => {
    const [orders, rmas, returns, notes] = [
      ...[await documents('orders'), await documents('rmas')],
      ...[await documents('returns'), await documents('creditNotes')],
    ] as [Shown[], Shown[], Shown[], Shown[]];
    const pIds = new Map(orders.map(({ ID, PID }) => [ID, PID]));
    const parents = new Map([...rmas, ...returns].map(({ ID, PARENT }) => [ID, PARENT.ID]));
    const credits = new Map<string, Sums[]>();
    for (const note of notes) {
      const orderId = parents.get(parents.get(note.PARENT.ID) ?? 0) ?? 0;
      const pId = pIds.get(orderId) ?? '';
      credits.set(pId, [...(credits.get(pId) ?? []), amountsOf(note)]);
    }
    const given = expected
      .filter(({ returns: own }) => own.length > 0)
      .map((one) => [one.pId, creditsOf([one])]);
    expect(Object.fromEntries(credits)).toEqual(Object.fromEntries(given));
  });

  it('numbers what it issues by year and without a gap', async () => {
    for (const collection of ['invoices', 'rmas', 'returns', 'creditNotes'] as const) {
      const series = new Map<string, number[]>();
      for (const { DATE, DOCUMENTNUMBER, PREFIX } of await documents(collection)) {
        expect(PREFIX.endsWith(`-${DATE.slice(0, 4)}-`)).toBe(true);
        expect(DOCUMENTNUMBER.startsWith(PREFIX)).toBe(true);
        add(series, PREFIX, Number(DOCUMENTNUMBER.slice(PREFIX.length)));
      }
      expectGapless(series);
    }
    const series = new Map<string, number[]>();
    for (const { documentNumber } of life.deliveryNotes) {
      const [, prefix = '', number] = /^(.*-)(\d+)$/.exec(documentNumber) ?? [];
      add(series, prefix, Number(number));
    }
    expectGapless(series);
  });

  it('keeps a history of every step', async () => {
    for (const [collection, path] of [
      ['orders', [1, 2, 4]],
      ['rmas', [1, 2, 5, 4]],
    ] as const) {
      for (const { PID, STATUS, STATUSES } of await documents(collection)) {
        const isDeleted = STATUS === 6;
        expect([PID, stepsOf(STATUSES)]).toEqual([PID, stepsThrough(isDeleted ? [1, 6] : path)]);
        expect(STATUS).toBe(STATUSES.at(-1)?.TOSTATUS);
      }
    }
    const states = new Map(expected.map(({ pId, status }) => [pId, status]));
    for (const { PID, STATUS } of await documents('orders')) expect(STATUS).toBe(states.get(PID));
  });

  it('sends what the source sent, as far as it got', async () => {
    const lives = new Map(expected.map((one) => [one.pId, one]));
    for (const { PID, ROWS, DELIVERY } of await documents('orders')) {
      const places = new Map(ROWS.map(({ HASH }, at) => [HASH, at]));
      const shipments = DELIVERY.SHIPMENTS.map((one) => ({
        ...{ pId: one.PID, status: one.STATUS },
        rows: one.ROWS.map(({ HASH, QUANTITY }) => [places.get(HASH), QUANTITY]),
      }));
      expect(shipments).toEqual(lives.get(PID)?.shipments);
      for (const { PID: pId, STATUS, STATUSES, TRACKINGNUMBER } of DELIVERY.SHIPMENTS) {
        const path = [1, 2, 3, 4].slice(0, STATUS);
        expect([pId, stepsOf(STATUSES)]).toEqual([pId, stepsThrough(path)]);
        expect(TRACKINGNUMBER).toBe(STATUS > 1 ? `track/${pId}` : '');
      }
    }
    const sent = expected.flatMap(({ shipments }) => shipments.filter(({ status }) => status > 1));
    const pieces = (quantities: readonly number[]) => quantities.reduce((sum, one) => sum + one, 0);
    expect(life.deliveryNotes).toHaveLength(sent.length);
    expect(
      pieces(life.deliveryNotes.flatMap(({ items }) => items.map(({ quantity }) => quantity))),
    ).toBe(pieces(sent.flatMap(({ rows }) => rows.map(([, quantity]) => quantity))));
  });
}

function parsed(ndjson: string): unknown[] {
  return ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

/** The last hour of a month like `2011-05`, in UTC. */
function lastHourOf(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1) - 3_600_000);
}

/** In cents. */
function amountsOf({ TOTALS: { SUBTOTAL, TOTALTAXES, TOTAL } }: Shown): Sums {
  const cents = (amount: number) => Math.round(amount * 100);
  return { subtotal: cents(SUBTOTAL), taxes: cents(TOTALTAXES), total: cents(TOTAL) };
}

function sumOf(amounts: readonly Sums[]): Sums {
  const sum = { subtotal: 0, taxes: 0, total: 0 };
  for (const one of amounts) for (const name of figures) sum[name] += one[name];
  return sum;
}

/** Counts the orders by how many cents the service's rule is off the source's own figures, where it has any. */
function differences(lives: readonly ExpectedLife[]) {
  const counts: Record<string, Record<string, number>> = { subtotal: {}, taxes: {}, total: {} };
  for (const { source, ...own } of lives) {
    for (const figure of source ? figures : []) {
      const cents = own[figure] - source![figure];
      const off = cents > 0 ? `+${cents}` : String(cents);
      counts[figure]![off] = (counts[figure]![off] ?? 0) + 1;
    }
  }
  return counts;
}

function stepsOf(statuses: readonly Entry[]): number[][] {
  return statuses.map(({ FROMSTATUS, TOSTATUS }) => [FROMSTATUS, TOSTATUS]);
}

/** Each state to the one that follows it. */
function stepsThrough(states: readonly number[]): number[][] {
  return states.slice(1).map((to, at) => [states[at] as number, to]);
}

function add(series: Map<string, number[]>, prefix: string, number: number): void {
  series.set(prefix, [...(series.get(prefix) ?? []), number]);
}

function expectGapless(series: ReadonlyMap<string, readonly number[]>): void {
  expect(series.size).toBeGreaterThan(0);
  for (const [prefix, numbers] of series) {
    const sorted = [...numbers].sort((one, other) => one - other);
    expect([prefix, sorted]).toEqual([prefix, sorted.map((_, at) => at + 1)]);
  }
}
