import { Database } from '../../src/database';
import { OrderDrain, get } from '../support/documents/order-drain';
import { dataFolder, everyOneIn, hasDataSets, isAllWanted, runScript } from './data-sets';
import { ImportedStore, resultsOf } from './imported-store';

/** Cents, as the documents are in a currency of two decimals; `lineTotals` in ten-thousandths. */
interface Figures {
  readonly pId: string;
  readonly month: string;
  readonly lineTotals: readonly number[];
  readonly subtotalRows: number;
  readonly freight: number;
  readonly subtotal: number;
  readonly taxes: number;
  readonly total: number;
}

interface Expected extends Figures {
  readonly withdrawnCurrency?: boolean;
  readonly source?: Readonly<Record<'subtotal' | 'taxes' | 'total', number>>;
}

type Sums = Record<'orders' | 'rows' | (typeof amounts)[number], number>;

const amounts = ['subtotalRows', 'freight', 'subtotal', 'taxes', 'total'] as const;
const lineCounts = {
  ...{ zone: 191, channel: 2, headquarter: 1, tax: 2, subStatus: 1, paymentSystem: 2 },
  ...{ shippingType: 5, warehouse: 14, discount: 16, category: 41, product: 504, tagGroup: 3 },
};
const oracleCounts = {
  ...{ zone: 17, channel: 2, headquarter: 23, warehouse: 23, subStatus: 4, shippingType: 1 },
  ...{ category: 4, product: 46, tagGroup: 1 },
};

if (hasDataSets) {
  (isAllWanted ? describe : describe.skip)('The import of AdventureWorks', importOfAdventureWorks);
  describe("The import of Oracle's Customer Orders", importOfCustomerOrders);
} else {
  const leftOut = it.skip;
  leftOut(`needs the data sets, which are not in ${dataFolder}`, () => undefined);
}

function importOfAdventureWorks(): void {
  let store: ImportedStore;
  let expected: Expected[];
  let withdrawn: Set<string>;

  beforeAll(async () => {
    store = await ImportedStore.open();
    expected = await expectedOrders('adventureworks');
    withdrawn = new Set(expected.filter((one) => one.withdrawnCurrency).map(({ pId }) => pId));
  });
  afterAll(() => store.close());

  it('rejects exactly the orders whose currency was withdrawn', async () => {
    const { code, summary, rejected } = await store.import(
      'adventureworks.mjs',
      '--keep-withdrawn-currency',
    );
    expect(code).toBe(1);
    expect(resultsOf(summary, 'created')).toEqual({ ...lineCounts, order: 31_330 });
    expect(resultsOf(summary, 'rejected')).toEqual({ order: 135 });
    expect(rejected.map(({ pId }) => pId)).toEqual([...withdrawn]);
    expect(new Set(rejected.map(({ code: reason }) => reason))).toEqual(
      new Set(['format.iso-4217']),
    );
    expect(new Set(rejected.map(({ pointer }) => pointer))).toEqual(
      new Set(['/sourceCurrencyCode']),
    );
  });

  it('takes them once they are corrected, and knows the others: a hundredth of them come again', async () => {
    const comesAgain = new Set(expected.filter((_, at) => at % 100 === 0).map(({ pId }) => pId));
    const known = [...comesAgain].filter((pId) => !withdrawn.has(pId)).length;
    const { code, summary } = await store.importSome(
      'adventureworks.mjs',
      (pId) => withdrawn.has(pId) || comesAgain.has(pId),
    );
    expect({ code, rejected: summary.rejected }).toEqual({ code: 0, rejected: 0 });
    expect(resultsOf(summary, 'created')).toEqual({ order: 135 });
    expect(resultsOf(summary, 'unchanged')).toEqual({ ...lineCounts, order: known });
  });

  it('comes to the expected figures in every order, line and month', async () => {
    const stored = await storedOrders(store.url, 'aw-order-');
    expect(differing(stored, expected)).toEqual([]);
    const { all, months } = JSON.parse(await runScript('expected.mjs')) as {
      all: Sums;
      months: Record<string, Sums>;
    };
    expect(sumsOf([...stored.values()])).toEqual(all);
    for (const [month, sums] of Object.entries(months)) {
      expect(sumsOf([...stored.values()].filter((one) => one.month === month))).toEqual(sums);
    }
    expect(all).toEqual({
      ...{ orders: 31465, rows: 121317, subtotalRows: 10984638215, freight: 318341622 },
      ...{ subtotal: 11302979852, taxes: 1018700389, total: 12321678093 },
    });
    expect(differences(stored, expected)).toEqual({
      subtotal: { '0': 31462, '+1': 2, '-1': 1 },
      taxes: { '0': 31465 },
      total: { '0': 31465 },
    });
  });

  it('is what the service shows', async () => {
    const service = await store.serve();
    const { items } = await get<{ items: number }>(service.url, '/v1/orders?perPage=1');
    const pending = await get<{ items: number }>(service.url, '/v1/orders/pending?perPage=1');
    expect([items, pending.items]).toEqual([31_465, 31_465]);
    // Every thousandth in full; the others use the same columns.
    for (const order of expected.filter((_, at) => at % 1000 === 0)) {
      const { ID } = await get<{ ID: number }>(service.url, `/v1/orders/getId/${order.pId}`);
      const shown = await get<{ TOTALS: Record<string, number>; ROWS: { TOTAL: number }[] }>(
        service.url,
        `/v1/orders/${ID}`,
      );
      const { SUBTOTALROWS, SUBTOTALSHIPPINGS, SUBTOTAL, TOTALTAXES, TOTAL } = shown.TOTALS;
      expect([SUBTOTALROWS, SUBTOTALSHIPPINGS, SUBTOTAL, TOTALTAXES, TOTAL]).toEqual(
        amounts.map((amount) => order[amount] / 100),
      );
      expect(shown.ROWS.map((row) => row.TOTAL)).toEqual(
        order.lineTotals.map((total) => total / 10_000),
      );
    }
  });
}

function importOfCustomerOrders(): void {
  let store: ImportedStore;
  let expected: Expected[];

  beforeAll(async () => {
    store = await ImportedStore.open();
    expected = (await expectedOrders('oracle-co')).filter(everyOneIn(10));
  });
  afterAll(() => store.close());

  it('takes every line, and comes to the expected figures in every order', async () => {
    const wanted = new Set(expected.map(({ pId }) => pId));
    const { code, summary } = await store.importSome('oracle-co.mjs', (pId) => wanted.has(pId));
    expect({ code, rejected: summary.rejected }).toEqual({ code: 0, rejected: 0 });
    expect(resultsOf(summary, 'created')).toEqual({ ...oracleCounts, order: expected.length });
    const stored = await storedOrders(store.url, 'co-order-');
    expect(differing(stored, expected)).toEqual([]);
  });

  (isAllWanted ? it : it.skip)('comes to the sums of the source', async () => {
    const stored = await storedOrders(store.url, 'co-order-');
    expect(sumsOf([...stored.values()])).toEqual({
      ...{ orders: 1950, rows: 3914, freight: 0, taxes: 0 },
      ...{ subtotalRows: 30859853, subtotal: 30859853, total: 30859853 },
    });
  });

  it('lets two polling clients fetch what is pending, each order once', async () => {
    const service = await store.serve();
    const drain = await OrderDrain.of(service.url, store.folder);
    expect(drain.waiting.length).toBeGreaterThanOrEqual(isAllWanted ? 1915 : 150);
    const clients = [drain.client('a', 20), drain.client('b', 20)];
    for (const { ended } of clients) expect(await ended).toMatchObject({ code: 0 });
    await drain.expectAll();
  });
}

/** The figures of the orders whose pId begins so, from the tables: over HTTP it would take hours. */
async function storedOrders(url: string, prefix: string): Promise<Map<string, Figures>> {
  const database = await Database.open(url);
  const rows = await database.select<{ document: number; total: number }>(
    'SELECT r.document_id AS document, r.total AS total FROM document_rows r ORDER BY r.id',
  );
  const lineTotals = new Map<number, number[]>();
  for (const { document, total } of rows) {
    const known = lineTotals.get(document);
    if (known) known.push(total);
    else lineTotals.set(document, [total]);
  }
  const documents = await database.select<Record<string, string | number>>(
    'SELECT d.id AS id, d.p_id AS pId, d.date AS date, d.subtotal_rows AS subtotalRows, ' +
      'd.subtotal_shippings AS freight, d.subtotal AS subtotal, d.total_taxes AS taxes, ' +
      'd.total AS total FROM documents d WHERE d.p_id LIKE ? ORDER BY d.id',
    [`${prefix}%`],
  );
  await database.close();
  return new Map(
    documents.map((document) => {
      const cents = amounts.map((amount) => [amount, Number(document[amount]) / 100]);
      const pId = String(document['pId']);
      return [
        pId,
        {
          ...(Object.fromEntries(cents) as Record<(typeof amounts)[number], number>),
          ...{ pId, month: String(document['date']).slice(0, 7) },
          lineTotals: lineTotals.get(Number(document['id'])) ?? [],
        },
      ];
    }),
  );
}

async function expectedOrders(set: string): Promise<Expected[]> {
  const text = await runScript('expected.mjs', '--set', set, '--orders');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Expected);
}

/** The first of the orders that are not what was expected, and of those that nobody expected. */
function differing(stored: ReadonlyMap<string, Figures>, expected: readonly Expected[]): unknown[] {
  const text = (one: Figures | undefined) =>
    one &&
    JSON.stringify([one.pId, one.month, one.lineTotals, ...amounts.map((name) => one[name])]);
  const pIds = new Set(expected.map(({ pId }) => pId));
  const unexpected = [...stored.keys()].filter((pId) => !pIds.has(pId));
  const others = expected.filter((one) => text(stored.get(one.pId)) !== text(one));
  return [...unexpected, ...others.map((one) => [text(one), text(stored.get(one.pId))])].slice(
    0,
    5,
  );
}

function sumsOf(orders: readonly Figures[]): Sums {
  const rows = orders.reduce((count, { lineTotals }) => count + lineTotals.length, 0);
  const sums = amounts.map((name) => [name, orders.reduce((sum, one) => sum + one[name], 0)]);
  return { ...(Object.fromEntries(sums) as Sums), orders: orders.length, rows };
}

/** Counts the orders by how many cents they are off the source's own figures. */
function differences(stored: ReadonlyMap<string, Figures>, expected: readonly Expected[]) {
  const counts: Record<string, Record<string, number>> = { subtotal: {}, taxes: {}, total: {} };
  for (const { pId, source } of expected) {
    for (const figure of ['subtotal', 'taxes', 'total'] as const) {
      const cents = stored.get(pId)![figure] - source![figure];
      const off = cents > 0 ? `+${cents}` : String(cents);
      counts[figure]![off] = (counts[figure]![off] ?? 0) + 1;
    }
  }
  return counts;
}
