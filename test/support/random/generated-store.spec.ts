import { generateStore, toNdjson } from './generated-store';

const lines = [...generateStore({ seed: 7, orders: 600 })];

interface SpecRow {
  type?: string;
  quantity: number;
  price?: number;
  options?: object[];
  discounts?: object[];
  taxes?: object[];
}

interface SpecOrder {
  currencyCode: string;
  documentNumber?: string;
  reverseChargeVat?: boolean;
  rows: SpecRow[];
  discounts?: { applyTo: number }[];
  shipments?: { discounts?: object[]; rows?: { row: number; quantity: number }[] }[];
  vouchers?: object[];
  payment: { price?: number };
  user: { billingAddress: { re?: boolean; reverseChargeVat?: boolean; tax?: boolean } };
}

const orders = lines.filter(({ type }) => type === 'order') as unknown as SpecOrder[];

/** Every `{pId}` inside a line that must name an earlier line (options of rows are snapshots). */
function* references(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* references(item);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = Object.entries(value);
  if (fields.length === 1 && fields[0]![0] === 'pId') yield String(fields[0]![1]);
  const snapshots = ['option', 'productOptionValue'];
  for (const [name, inner] of fields) if (!snapshots.includes(name)) yield* references(inner);
}

function count(holds: (order: SpecOrder) => unknown): number {
  return orders.filter(holds).length;
}

describe('generateStore', () => {
  it('makes the same text from the same seed, another from another', () => {
    const text = toNdjson(generateStore({ seed: 1, orders: 50 }));
    expect(toNdjson(generateStore({ seed: 1, orders: 50 }))).toBe(text);
    expect(toNdjson(generateStore({ seed: 2, orders: 50 }))).not.toBe(text);
  });

  it('gives each line of a type its own pId, with the prefix asked for', () => {
    const keys = [...generateStore({ seed: 1, orders: 50, prefix: 'b' })].map(
      ({ type, pId }) => `${type} ${pId}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => key.split(' ')[1]!.startsWith('b-'))).toBe(true);
  });

  it('names nothing before it was made', () => {
    const known = new Set<string>();
    let named = 0;
    for (const line of lines) {
      const unknown = [...references({ ...line, pId: undefined })].filter((pId) => {
        named++;
        return !known.has(pId);
      });
      expect(unknown).toEqual([]);
      known.add(line.pId);
    }
    expect(named).toBeGreaterThan(5_000);
  });

  it('has amounts of no more decimals than the currency has', () => {
    const digits: Record<string, number> = { JPY: 0, KWD: 3 };
    for (const order of orders) {
      const scale = 10 ** (digits[order.currencyCode] ?? 2);
      for (const row of order.rows) {
        const price = row.price ?? 0;
        expect(Math.round(price * scale) / scale).toBe(price);
      }
    }
  });

  it('ships a row at most as often as it was bought', () => {
    for (const order of orders) {
      for (const shipment of order.shipments ?? []) {
        for (const { row, quantity } of shipment.rows ?? []) {
          expect(quantity).toBeLessThanOrEqual(order.rows[row]!.quantity);
        }
      }
    }
  });

  it.each<[string, (order: SpecOrder) => unknown]>([
    ['yen', (order) => order.currencyCode === 'JPY'],
    ['dinars', (order) => order.currencyCode === 'KWD'],
    ['a bundle', (order) => order.rows.some((row) => row.type === 'bundle')],
    ['a gift', (order) => order.rows.some((row) => row.type === 'gift')],
    ['options', (order) => order.rows.some((row) => row.options)],
    ['a row discount', (order) => order.rows.some((row) => row.discounts)],
    ['two taxes on a row', (order) => order.rows.some((row) => row.taxes?.length === 2)],
    ['a part of a piece', (order) => order.rows.some((row) => row.quantity % 1 > 0)],
    ['a discount on rows', (order) => order.discounts?.some((d) => d.applyTo === 1)],
    ['a discount on shipments', (order) => order.discounts?.some((d) => d.applyTo === 2)],
    ['a discount on both', (order) => order.discounts?.some((d) => d.applyTo === 3)],
    ['a shipment discount', (order) => order.shipments?.some((s) => s.discounts)],
    ['several shipments', (order) => (order.shipments?.length ?? 0) > 1],
    ['no shipment', (order) => !order.shipments],
    ['a voucher', (order) => order.vouchers],
    ['surcharge', (order) => order.user.billingAddress.re],
    ['reverse charge of the address', (order) => order.user.billingAddress.reverseChargeVat],
    ['reverse charge of the order', (order) => order.reverseChargeVat],
    ['an untaxed address', (order) => order.user.billingAddress.tax === false],
    ['a priced payment', (order) => order.payment.price],
    ['a given number', (order) => order.documentNumber],
  ])('has several orders with %s', (_name, holds) => {
    expect(count(holds)).toBeGreaterThan(3);
  });
});
