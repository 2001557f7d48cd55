/** @engine */
import { whereEquals, DataAccess } from '../../../src/database';
import { fingerprint } from '../../../src/platform/data-transfer/imports/fingerprint';
import { SalesDocument } from '../../../src/modules/sales/documents/entities/document.entity';
import { type ImportResponse, importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { importMasters, richOrder, smallOrder } from './sample-store';

type Json = Record<string, unknown>;

/** Every value within an order, by its JSON pointer. */
function leavesOf(value: unknown, pointer = ''): [pointer: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, `${pointer}/${name}`));
}

/** A copy with another value at a pointer. */
function withValue<T extends object>(source: T, pointer: string, value: unknown): T {
  const copy = structuredClone(source);
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  const owner = names.reduce((at, name) => at[name] as Json, copy as Json);
  if (value === undefined) Reflect.deleteProperty(owner, last);
  else owner[last] = value;
  return copy;
}

const tag = (pId: string, controlType: number, itemType: number): object => ({
  ...{ type: 'tag', pId, active: true, controlType, itemType, valueForAllLanguages: true },
  ...{ position: 1, priority: 1 },
});
const tax = { tax: { pId: 'vat21' } };

describe('orders that are sent again', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    await importLines(service, [
      { type: 'user', pId: 'agent', email: 'agent@example.com' },
      tag('wrap', 5, 13),
      { type: 'tagValue', tag: { pId: 'wrap' }, pId: 'paper' },
      tag('vip', 3, 10),
      tag('engraving', 3, 1),
    ]);
  });

  afterAll(async () => {
    await service.stop();
  });

  const send = (...orders: object[]): Promise<ImportResponse> =>
    importLines(
      service,
      orders.map((order) => ({ type: 'order', ...order })),
    );

  /** Gives a stored order the fingerprint that earlier versions gave it. */
  async function storeAsBefore(order: { pId: string }): Promise<void> {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const asBefore = { fingerprint: fingerprint(order) };
    await unitOfWork.run(() => writer.update(SalesDocument, { pId: order.pId }, asBefore));
  }

  async function idOf({ pId }: { pId: string }): Promise<number> {
    const [id = 0] = await service.app
      .get(DataAccess)
      .loader.listIds(SalesDocument, [whereEquals('pId', pId)]);
    return id;
  }

  const sameMeanings: [what: string, sent: object, again: object][] = [
    ['an empty comment', {}, { comment: '' }],
    ['defaults', {}, { paid: false, status: 1, exported: false, exchangeRate: 1, referer: '' }],
    ['empty lists', {}, { shipments: [], discounts: [], vouchers: [], customTags: [] }],
    ["the store's language", {}, { languageCode: 'en' }],
    ['no language', { languageCode: 'en' }, {}],
    ['the instant in another zone', {}, { date: '2026-03-01T04:00:00-05:00' }],
    ['a reference to nothing', {}, { channel: { id: 0, pId: '' }, subStatus: {} }],
    ['its totals', {}, { totals: { total: 10, subtotal: 10, totalTaxes: 0 } }],
    ['one of its totals', {}, { totals: { total: 10 }, trustTotals: true }],
    ['no totals', { totals: { total: 10 } }, {}],
    ['totals within the tolerance', { totals: { total: 10.01 } }, { totals: { total: 10.01 } }],
    [
      'totals that are trusted',
      { totals: { total: 12 }, trustTotals: true },
      { trustTotals: true, totals: { total: 12 } },
    ],
    ['the currency as the source', {}, { sourceCurrencyCode: 'EUR' }],
    ['a sales agent that is none', {}, { salesAgent: { pId: '', percentCommission: 3 } }],
    [
      'what shipments take from the order',
      { shipments: [{ price: 5 }] },
      {
        shipments: [
          { price: 5, exported: false, incomingDate: '2026-03-01T09:00:00Z', rows: null },
        ],
      },
    ],
  ];

  const sendable = (order: object): object =>
    JSON.parse(JSON.stringify(order, (_key, one) => one ?? undefined)) as object;

  it.each(sameMeanings)(
    'are unchanged with %s, also once they have moved',
    async (_, sent, again) => {
      const order = smallOrder(sent);
      const other = sendable({ ...smallOrder(again), pId: order.pId });
      expect(await send(order)).toMatchObject({ created: 1 });
      expect(await send(other, order)).toMatchObject({ unchanged: 2, errors: [] });
      await service.put(`/v1/orders/${await idOf(order)}/changeStatus`, { orders: { status: 4 } });
      expect(await send(other, order)).toMatchObject({ unchanged: 2, errors: [] });
    },
  );

  it.each(sameMeanings)(
    'are unchanged with %s if an earlier version stored them',
    async (_, sent, again) => {
      const order = smallOrder(sent);
      const other = sendable({ ...smallOrder(again), pId: order.pId });
      await send(order);
      await storeAsBefore(order);
      expect(await send(other, order)).toMatchObject({ unchanged: 2, errors: [] });
      await service.put(`/v1/orders/${await idOf(order)}/changeStatus`, { orders: { status: 4 } });
      expect(await send(other, order)).toMatchObject({ unchanged: 2, errors: [] });
    },
  );

  it('are unchanged with everything that an order can have, written in another way', async () => {
    const [shirt, ...rows] = richOrder.rows;
    const carrying = (pId: string, value: string) => [{ customTag: { pId }, value }];
    const order = {
      ...{ ...richOrder, pId: 'rich-again', customTags: carrying('wrap', 'paper') },
      user: { ...richOrder.user, customTags: carrying('vip', 'yes') },
      rows: [{ ...shirt, customTags: carrying('engraving', 'Ada') }, ...rows],
    };
    const again = { ...order, paymentDate: '2026-03-01T10:00:00+01:00' };
    expect(await send(order)).toMatchObject({ created: 1, errors: [] });
    expect(await send(again)).toMatchObject({ unchanged: 1, errors: [] });
    await storeAsBefore(order);
    expect(await send(again)).toMatchObject({ unchanged: 1, errors: [] });
  });

  describe('and differ', () => {
    const [first, ...shipments] = richOrder.shipments;
    const stored = {
      ...richOrder,
      pId: 'rich-other',
      shipments: [{ ...first, pId: 'ship-2', trackingNumber: 'TRACK-2' }, ...shipments],
    };
    const leaves = leavesOf(stored).filter(([pointer]) => pointer !== '/pId');
    const others = new Map<string, unknown>([
      ['/date', '2026-02-27T10:00:00Z'],
      ['/currencyCode', 'USD'],
      ['/languageCode', 'fr'],
      ['/sourceCurrencyCode', 'GBP'],
      ['/user/gender', 1],
      ['/user/billingAddress/userType', 1],
      ['/discounts/2/applyTo', 1],
      ['/delivery/type', 0],
      ['/rows/1/type', 'product'],
      ['/rows/2/type', 'gift'],
    ]);

    const otherThan = (pointer: string, value: unknown): unknown => {
      if (others.has(pointer)) return others.get(pointer);
      if (pointer.endsWith('Type')) return 3 - (value as number);
      if (pointer.endsWith('applyTo')) return 3 - (value as number);
      if (typeof value === 'number') return value + 1;
      if (typeof value === 'boolean') return !value;
      if (/date$/i.test(pointer)) return '2026-01-01T00:00:00Z';
      return pointer.endsWith('countryCode') ? 'FR' : `${String(value)}x`;
    };

    beforeAll(async () => {
      expect(await send(stored)).toMatchObject({ created: 1, errors: [] });
    });

    it.each(leaves)('name the first field that does: %s', async (pointer, value) => {
      const [error] = (await send(withValue(stored, pointer, otherThan(pointer, value)))).errors;
      expect(error).toMatchObject({ pId: stored.pId, code: 'order.differs' });
      // A reference is one value.
      expect(pointer.startsWith(error?.pointer ?? 'none')).toBe(true);
      expect(error?.pointer.split('/').length).toBeGreaterThanOrEqual(
        pointer.split('/').length - 1,
      );
    });
  });

  it('name both values', async () => {
    const order = smallOrder({
      comment: 'Ring twice',
      rows: [{ name: 'Shirt', quantity: 1.5, price: 9.9, taxes: [tax] }],
    });
    await send(order);
    const detailOf = async (pointer: string, value: unknown) =>
      (await send(withValue(order, pointer, value))).errors[0]?.detail;
    const known = `The stored order "${order.pId}" has`;
    expect(await detailOf('/rows/0/price', 10)).toBe(
      `${known} 9.9 at /rows/0/price; the record has 10.`,
    );
    expect(await detailOf('/comment', undefined)).toBe(
      `${known} "Ring twice" at /comment; the record has "".`,
    );
    expect(await detailOf('/rows/1', { name: 'Cup', quantity: 1, price: 1 })).toMatch(
      /^.* has nothing at \/rows\/1; the record has \{.*"Cup".*\}\.$/,
    );
    expect(await detailOf('/date', '2026-03-01T10:00:01+01:00')).toBe(
      `${known} "2026-03-01T09:00:00.000Z" at /date; the record has "2026-03-01T09:00:01.000Z".`,
    );
    expect(await detailOf('/comment', 'x'.repeat(1000))).toMatch(/^.{1,300}x…\.$/);
  });

  it.each([
    ['/languageCode', 'en', 'fr'],
    ['/sourceCurrencyCode', 'EUR', 'USD'],
    ['/shipments/0/exported', false, true],
    ['/shipments/0/incomingDate', '2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z'],
  ])('name the default of a field that only one of them has: %s', async (pointer, usual, other) => {
    const without = smallOrder({ shipments: [{ price: 5 }] });
    const having = withValue({ ...without, pId: `${without.pId}-other` }, pointer, other);
    expect(await send(without, having)).toMatchObject({ created: 2, errors: [] });
    const { errors } = await send({ ...having, pId: without.pId }, { ...without, pId: having.pId });
    const [first, second] = [JSON.stringify(usual), JSON.stringify(other)];
    expect(errors.map(({ detail }) => detail)).toEqual([
      `The stored order "${without.pId}" has ${first} at ${pointer}; the record has ${second}.`,
      `The stored order "${having.pId}" has ${second} at ${pointer}; the record has ${first}.`,
    ]);
  });

  it('name the field alone to callers who may not read orders', async () => {
    const order = smallOrder({ comment: 'Ring twice' });
    await send(order);
    const { body } = await service.post('/v1/apiKeys', {
      apiKeys: { name: 'import', scopes: ['import:write'] },
    });
    const { key } = body as { key: string };
    const other = { type: 'order', ...order, comment: '' };
    const { errors } = await importLines(service, [other], { key });
    expect(errors).toMatchObject([
      {
        ...{ code: 'order.differs', pointer: '/comment' },
        detail: `The stored order "${order.pId}" has another value at /comment.`,
      },
    ]);
  });

  it('differ in their state even if that has become what is sent', async () => {
    const order = smallOrder({ rows: [{ name: 'Shirt', quantity: 1, price: 10 }] });
    await send(order);
    await service.put(`/v1/orders/${await idOf(order)}/changeStatus`, { orders: { status: 4 } });
    const [error] = (await send({ ...order, status: 2 })).errors;
    expect(error).toMatchObject({ code: 'order.differs', pointer: '/status' });
    expect(await send({ ...order, comment: 'x', status: 4 })).toMatchObject({
      errors: [{ code: 'order.differs', pointer: '/comment' }],
    });
  });
});
