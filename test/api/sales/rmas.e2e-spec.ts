/** @engine modules/sales/after-sales/rmas */
import { Database } from '../../../src/database';
import { countStatements } from '../../support/service/count-statements';
import { Service } from '../../support/service/service';
import { AfterSales, leaves, type Paper } from './rmas-life';
import { importMasters, richOrder, smallOrder } from './sample-store';

const shirts = (quantity: number, more: object = {}) =>
  smallOrder({ rows: [{ name: 'Shirt', quantity, price: 10, ...more }] });

describe('RMAs', () => {
  let service: Service;
  let sales: AfterSales;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    sales = new AfterSales(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  const left = async ({ ID }: Pick<Paper, 'ID'>): Promise<number[]> =>
    (await sales.returnable(ID)).map((row) => row.QUANTITYRETURNABLE);
  const hashes = ({ ROWS }: Paper): string[] => leaves(ROWS).map(({ HASH }) => HASH);

  it('show what of an order can be returned, of bundles the items', async () => {
    const order = await sales.order({ ...richOrder, pId: 'returnable' });
    const { body } = await service.get(`/v1/orders/${order.ID}/rmas/request`);
    const [shirt, sticker, cup, plate] = leaves(order.ROWS);
    expect(body).toEqual({
      ROWS: [
        {
          ...{
            HASH: shirt?.HASH,
            ID: shirt?.ID,
            IMAGE: 'shirt.png',
            NAME: 'Shirt',
            NORETURN: true,
          },
          ...{
            PRICE: 10,
            PRODUCT: { ID: expect.any(Number) as number, PID: 'shirt' },
            QUANTITY: 2,
          },
          ...{ QUANTITYRETURNABLE: 0, SKU: 'SKU-1' },
        },
        expect.objectContaining({ HASH: sticker?.HASH, NORETURN: false, QUANTITYRETURNABLE: 1 }),
        expect.objectContaining({ HASH: cup?.HASH, NAME: 'Cup', QUANTITYRETURNABLE: 2, PRICE: 5 }),
        expect.objectContaining({ HASH: plate?.HASH, PRODUCT: { ID: 0, PID: '' }, QUANTITY: 1 }),
      ],
    });
    await service.put(`/v1/orders/${order.ID}/changeStatus`, { status: -11 });
    expect(await left(order)).toEqual([0, 0, 0, 0]);
    expect((await service.get('/v1/orders/999999/rmas/request')).status).toBe(404);
    // A bundle that can't be returned has no item that can.
    const items = [{ name: 'Cup', quantity: 1, price: 5 }];
    const fixed = { type: 'bundle', name: 'Set', quantity: 1, noReturn: true, items };
    expect(await left(await sales.order(smallOrder({ rows: [fixed] })))).toEqual([0]);
  });

  it('are made of lines with their part of the amounts, and take over the parties', async () => {
    const order = await sales.order({
      ...{ ...richOrder, pId: 'partly', shipments: [{ price: 5.95, rows: [] }] },
      discounts: [{ name: 'Ticket', amount: 4 }],
    });
    const [, sticker = '', cup = ''] = hashes(order);
    const response = await sales.request(order.ID, {
      items: [{ hash: cup, quantity: 1 }, { hash: sticker }],
      additionalItems: [{ amount: 5.95, name: 'Freight', type: 'SHIPPING' }],
      comment: 'Chipped',
    });
    expect(response.status).toBe(201);
    const rma = response.body as Paper & Record<string, object>;
    const year = new Date().getUTCFullYear();
    expect(rma).toMatchObject({
      ...{ STATUS: 1, EXPORTSTATUS: 0, STATUSES: [], DOCUMENTTYPE: 5, COMMENT: 'Chipped' },
      ...{ DOCUMENTNUMBER: `M1-${year}-1`, PID: `M1-${year}-1`, LANGUAGE: 'es' },
      PARENT: { DOCUMENTNUMBER: order.DOCUMENTNUMBER, DOCUMENTTYPE: 1, ID: order.ID },
      ADDITIONAITEMS: [{ AMOUNT: 5.95, NAME: 'Freight', TYPE: 'SHIPPING' }],
      USER: { EMAIL: 'Ada@Example.com' },
      HEADQUARTER: { NAME: 'Head office' },
      PAYMENTSYSTEMS: { NAME: 'Visa', PRICE: 0, PAYMENTSYSTEM: { PID: 'card' } },
      DELIVERY: { TYPE: 0, SHIPMENTS: [], PHYSICALLOCATION: { NAME: '' }, COUNTRYID: 620 },
      SHIPPING: { NAME: '' },
      ...{ VOUCHERS: [], DISCOUNTS: [] },
    });
    // The bundle frames the one item that comes back.
    expect(rma.ROWS.map(({ NAME, QUANTITY, ITEMS }) => [NAME, QUANTITY, ITEMS?.length])).toEqual([
      ['Sticker', 1, undefined],
      ['Set', 1, 1],
    ]);
    const [, ofOrder] = order.ROWS.slice(1);
    const [, bundle] = rma.ROWS;
    const [whole] = ofOrder?.ITEMS ?? [];
    const [half] = bundle?.ITEMS ?? [];
    expect(half).toMatchObject({ HASH: cup, QUANTITY: 1, TOTAL: (whole?.TOTAL ?? 0) / 2 });
    expect(bundle).toMatchObject({ TOTAL: half?.TOTAL });
    const { TOTALS, TAXES } = rma;
    expect(TAXES).toEqual([expect.objectContaining({ BASE: half?.TAXES[0]?.BASE })]);
    expect(TOTALS).toMatchObject({
      SUBTOTALROWS: 5,
      SUBTOTALSHIPPINGS: 5.95,
      TOTALSHIPPINGS: 5.95,
    });
    expect(TOTALS['TOTAL']).toBeCloseTo(
      (TOTALS['SUBTOTAL'] ?? 0) + (TOTALS['TOTALTAXES'] ?? 0),
      10,
    );
    expect((await service.get(`/v1/rmas/${rma.ID}`)).body).toEqual(rma);
    const list = await service.get(`/v1/orders/${order.ID}/rmas`);
    expect(list.body).toEqual({ returns: [rma] });
    expect(await left(order)).toEqual([0, 0, 1, 1]);
    // The order itself has not changed.
    expect((await service.get(`/v1/orders/${order.ID}`)).body).toEqual(order);
    expect((await service.get('/v1/orders/999999/rmas')).status).toBe(404);
  });

  it('contain how the goods come back, as it is at that time', async () => {
    const order = await sales.order(shirts(5));
    const [hash = ''] = hashes(order);
    const id = async (path: string) =>
      ((await service.get(`/v1/${path}`)).body as { ID: number }).ID;
    const parcel = await id('catalog/shippingType/getId/parcel');
    const shop = await id('physicalLocations/getId/shop');
    const sent = await sales.rma(
      order.ID,
      { [hash]: 1 },
      { delivery: { type: 'SHIPPING', itemId: parcel, amount: 4.5 } },
    );
    expect(sent).toMatchObject({
      DELIVERY: { TYPE: 0, SHIPMENTS: [] },
      SHIPPING: { SHIPPINGTYPEID: parcel, SHIPPINGTYPEPID: 'parcel', NAME: 'Parcel', PRICE: 4.5 },
      // For information.
      TOTALS: { SUBTOTALSHIPPINGS: 0, TOTAL: 10 },
    });
    const brought = await sales.rma(
      order.ID,
      { [hash]: 1 },
      { delivery: { type: 'PICKING', itemId: shop } },
    );
    expect(brought).toMatchObject({
      DELIVERY: { TYPE: 1, PHYSICALLOCATION: { NAME: 'Shop', PHYSICALLOCATION: { PID: 'shop' } } },
      SHIPPING: { SHIPPINGTYPEID: 0, NAME: 'Shop', PRICE: 0 },
    });
    for (const delivery of [
      { type: 'SHIPPING', itemId: 999999 },
      // Ids of other collections.
      { type: 'SHIPPING', itemId: shop + 100000 },
      { type: 'PICKING', itemId: 999999 },
    ]) {
      const refused = await sales.request(order.ID, { items: [{ hash }], delivery });
      expect([refused.status, refused.body.code]).toEqual([422, 'reference.notFound']);
      expect(refused.body.errors[0].pointer).toBe('/rmas/delivery/itemId');
    }
    expect(await left(order)).toEqual([3]);
  });

  it('refuse what is malformed, unknown, not to be returned, or too much, and change nothing', async () => {
    const order = await sales.order(
      smallOrder({
        rows: [
          { name: 'Tea', quantity: 2.5, price: 8 },
          { name: 'Voucher', quantity: 1, price: 20, noReturn: true },
          {
            type: 'bundle',
            name: 'Set',
            quantity: 1,
            items: [{ name: 'Cup', quantity: 2, price: 5 }],
          },
        ],
      }),
    );
    const [tea = '', voucher = '', cup = ''] = hashes(order);
    const item = { amount: 1, name: 'Freight', type: 'SHIPPING' };
    const malformed: object[] = [
      ...[{}, { items: [] }, { items: [], additionalItems: [], comment: 'x' }],
      ...[{ items: [{ hash: tea }, { hash: tea }] }, { items: [{ quantity: 1 }] }],
      ...[{ items: [{ hash: tea, quantity: 0 }] }, { items: [{ hash: tea, quantity: 0.0001 }] }],
      ...[{ items: [{ hash: tea, quantity: -1 }] }, { items: [{ hash: tea, quantity: '1' }] }],
      ...[-1, 0.00001, 1e308, '1', null].map((amount) => ({
        additionalItems: [{ ...item, amount }],
      })),
      ...[{ additionalItems: [{ ...item, type: 'GIFT' }] }, { additionalItems: [{ amount: 1 }] }],
      ...[
        { items: [{ hash: tea }], delivery: { type: 'PICKING' } },
        { items: [{ hash: tea }], x: 1 },
      ],
      { items: [{ hash: tea }], delivery: { type: 'SHIPPING', itemId: 1, amount: -1 } },
    ];
    for (const body of malformed) {
      expect([body, (await sales.request(order.ID, body)).status]).toEqual([body, 400]);
    }
    // Malformed goes before unknown.
    const empty = await sales.request(999999, {});
    expect([empty.status, empty.body.errors[0].pointer]).toEqual([400, '/rmas']);
    expect((await sales.request(999999, { additionalItems: [item] })).status).toBe(404);
    expect(await refusal({ hash: 'nothing' })).toEqual([
      422,
      'reference.notFound',
      '/rmas/items/1/hash',
    ]);
    expect(await refusal({ hash: voucher })).toEqual([422, 'row.noReturn', '/rmas/items/1/hash']);
    expect(await refusal({ hash: cup, quantity: 2.001 })).toEqual([
      ...[409, 'rma.quantity', '/rmas/items/1/quantity'],
    ]);
    const huge = Array.from({ length: 2 }, () => ({ ...item, amount: 99_999_999_999 }));
    const beyond = await sales.request(order.ID, { additionalItems: huge });
    expect([beyond.status, beyond.body.code]).toEqual([422, 'item.tooLarge']);
    expect(beyond.body.errors[0].pointer).toBe('/rmas/additionalItems/0/amount');
    expect(await left(order)).toEqual([2.5, 0, 2]);
    expect((await service.get(`/v1/orders/${order.ID}/rmas`)).body).toEqual({ returns: [] });
    // A wrong reference is reported before a wrong state.
    await service.put(`/v1/orders/${order.ID}/changeStatus`, { status: 6 });
    expect((await refusal({ hash: 'nothing' }))[0]).toBe(422);
    for (const status of [6, -1, -11]) {
      await service.put(`/v1/orders/${order.ID}/changeStatus`, { status });
      const closed = await sales.request(order.ID, { items: [{ hash: tea }] });
      expect([closed.status, closed.body.code]).toEqual([409, 'order.closed']);
    }
    await service.put(`/v1/orders/${order.ID}/changeStatus`, { status: 2 });
    expect((await sales.rma(order.ID, { [tea]: 2.5 })).ROWS).toMatchObject([
      { QUANTITY: 2.5, TOTAL: 20 },
    ]);

    async function refusal(line: object): Promise<unknown[]> {
      const { status, body } = await sales.request(order.ID, { items: [{ hash: tea }, line] });
      const problem = body as { code: string; errors: { pointer: string }[] };
      return [status, problem.code, problem.errors[0]?.pointer];
    }
  });

  it('are made of invoiced orders in 6 and -1, too, and in -11 of none', async () => {
    const order = await sales.order(shirts(3));
    const [hash = ''] = hashes(order);
    const move = (status: number) => service.put(`/v1/orders/${order.ID}/changeStatus`, { status });
    const asked = () => sales.request(order.ID, { items: [{ hash }] });
    await move(6);
    expect(await left(order)).toEqual([0]);
    const { body } = await asked();
    expect(body).toMatchObject({ status: 409, code: 'order.closed' });
    expect((body as { detail: string }).detail).toMatch(
      /in 6 \(Deleted\) and has no invoice: no RMA can be created/,
    );
    await move(2);
    expect((await service.post(`/v1/orders/${order.ID}/invoices`)).status).toBe(201);
    let goods = 3;
    for (const status of [6, -1]) {
      await move(status);
      expect(await left(order)).toEqual([goods]);
      expect((await asked()).status).toBe(201);
      expect(await left(order)).toEqual([--goods]);
    }
    await move(-11);
    expect(await left(order)).toEqual([0]);
    const deleted = await asked();
    expect(deleted.body).toMatchObject({ status: 409, code: 'order.closed' });
    expect((deleted.body as { detail: string }).detail).toMatch(
      /in -11 \(Order deleted\): no RMA can be created/,
    );
    expect((await service.get(`/v1/orders/${order.ID}/rmas`)).body.returns).toHaveLength(2);
  });

  it('never hold more than was bought, of 40 that ask for 1 of 5 at once', async () => {
    const order = await sales.order(shirts(5));
    const [hash = ''] = hashes(order);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => sales.request(order.ID, { items: [{ hash }] })),
    );
    const countStatus = (status: number) => answers.filter((one) => one.status === status).length;
    expect([countStatus(201), countStatus(409)]).toEqual([5, 35]);
    expect(await left(order)).toEqual([0]);
    const { body } = await service.get(`/v1/orders/${order.ID}/rmas`);
    const numbers = (body as { returns: Paper[] }).returns.map((one) => one.DOCUMENTNUMBER);
    expect(new Set(numbers).size).toBe(5);
    // Half of them go and come while others ask: what is held is never more than was bought.
    const ids = (body as { returns: Paper[] }).returns.map(({ ID }) => ID);
    for (const id of ids) await sales.move(id, -3);
    expect(await left(order)).toEqual([5]);
    const mixed = await Promise.all([
      ...ids.map((id) => sales.move(id, 1)),
      ...ids.map(() => sales.request(order.ID, { items: [{ hash }] })),
      ...ids.map(() => sales.request(order.ID, { items: [{ hash }] })),
    ]);
    const held = mixed.filter(({ status }) => status < 300).length;
    expect(mixed.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(held).toBe(5);
    expect(await left(order)).toEqual([0]);
  });

  it('give their quantities free in 6, -1 and -3, and take them again when they come back', async () => {
    const order = await sales.order(shirts(5));
    const [hash = ''] = hashes(order);
    const first = await sales.rma(order.ID, { [hash]: 4 });
    await sales.move(first.ID, -3);
    expect(await left(order)).toEqual([5]);
    const second = await sales.rma(order.ID, { [hash]: 2 });
    const refused = await sales.move(first.ID, 1);
    expect([refused.status, refused.body.code]).toEqual([409, 'rma.quantity']);
    expect(await sales.read(`rmas/${first.ID}`)).toMatchObject({ STATUS: -3 });
    for (const status of [3, 2, -1]) await sales.move(second.ID, status);
    expect(await left(order)).toEqual([5]);
    expect((await sales.move(first.ID, 1)).status).toBe(200);
    expect(await left(order)).toEqual([1]);
    expect((await sales.move(second.ID, 2)).status).toBe(409);
    for (const status of [0, 6]) expect((await sales.move(first.ID, status)).status).toBe(200);
    expect(await left(order)).toEqual([5]);
    // Quantities that are freed already are not freed twice.
    expect((await sales.move(second.ID, 6)).status).toBe(200);
    expect(await left(order)).toEqual([5]);
    expect((await sales.read(`rmas/${second.ID}`)).STATUSES).toHaveLength(4);
  });

  it('judge each item of a bulk acknowledgement by what those before it have taken', async () => {
    const order = await sales.order(shirts(5));
    const [hash = ''] = hashes(order);
    const ids: number[] = [];
    for (let at = 0; at < 3; at++) {
      const { ID } = await sales.rma(order.ID, { [hash]: 4 });
      await sales.move(ID, -3);
      ids.push(ID);
    }
    const [a = 0, b = 0, c = 0] = ids;
    const response = await service.put('/v1/rmas/received', {
      rmas: [
        ...[
          { id: a, status: 1 },
          { id: b, status: 1 },
          { id: c, status: 6 },
        ],
        ...[
          { id: a, status: -3 },
          { id: b, status: 1 },
        ],
      ],
    });
    const { rmas } = response.body as { rmas: { id: number; result: string }[] };
    expect(rmas.map(({ id, result }) => [id, result])).toEqual([
      ...[
        [a, 'ok'],
        [b, 'rma.quantity'],
        [c, 'ok'],
        [a, 'ok'],
        [b, 'ok'],
      ],
    ]);
    expect(await left(order)).toEqual([1]);
  });

  it('take further amounts until they are completed or deleted', async () => {
    const order = await sales.order({
      ...{ ...shirts(5), payment: { price: 30 } },
      vouchers: [{ code: 'SORRY', amount: 1 }],
    });
    const [hash = ''] = hashes(order);
    const rma = await sales.rma(order.ID, { [hash]: 1 });
    const path = `/v1/rmas/${rma.ID}/additionalItems`;
    const fee = { amount: 0.333, name: 'Fee', type: 'PAYMENT' };
    const added = await service.post(path, { additionalItems: [fee] });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      ADDITIONAITEMS: [{ AMOUNT: 0.333, NAME: 'Fee', TYPE: 'PAYMENT' }],
    });
    const sorry = { amount: 0.33, name: 'Sorry', type: 'VOUCHER' };
    const both = await service.post(path, { additionalItems: [sorry, fee] });
    expect((both.body as Paper).ADDITIONAITEMS.map(({ NAME }) => NAME)).toEqual([
      ...['Fee', 'Sorry', 'Fee'],
    ]);
    const read = await service.get(`/v1/rmas/${rma.ID}`);
    expect(read.headers['etag']).toBe('"3"');
    // Rounded once: twice 0.333. A refund to a voucher is not part of the total.
    expect((read.body as Paper).TOTALS).toMatchObject({
      ...{ SUBTOTALROWS: 10, SUBTOTALPAYMENTSYSTEM: 0.67, TOTALPAYMENTSYSTEM: 0.67 },
      ...{
        SUBTOTALSHIPPINGS: 0,
        SUBTOTAL: 10.67,
        TOTALTAXES: 0,
        TOTALVOUCHERS: 0.33,
        TOTAL: 10.67,
      },
    });
    for (const body of [
      ...[{}, { additionalItems: [] }, { additionalItems: {} }, { additionalItems: [{}] }],
      { additionalItems: [{ ...fee, amount: 1.00001 }] },
      { additionalItems: [fee, { ...fee, amount: -0.01 }] },
    ]) {
      expect((await service.post(path, body)).status).toBe(400);
    }
    const large = await service.post(path, {
      additionalItems: [
        { ...fee, amount: 99_999_999_999 },
        { ...fee, amount: 1 },
      ],
    });
    expect([large.status, large.body.code]).toEqual([422, 'item.tooLarge']);
    expect(large.body.errors[0].pointer).toBe('/additionalItems/0/amount');
    const many = Array.from({ length: 998 }, () => fee);
    const tooMany = await service.post(path, { additionalItems: many });
    expect([tooMany.status, tooMany.body.code]).toEqual([422, 'rma.tooManyItems']);
    expect(tooMany.body.errors[0].pointer).toBe('/additionalItems');
    const missing = '/v1/rmas/999999/additionalItems';
    expect((await service.post(missing, { additionalItems: [fee] })).status).toBe(404);
    expect((await service.get(`/v1/rmas/${rma.ID}`)).body).toEqual(read.body);
    // Each of 20 at once adds its own.
    await Promise.all(
      Array.from({ length: 20 }, () =>
        service.post(path, { additionalItems: [{ ...fee, amount: 1 }] }),
      ),
    );
    const after = await sales.read(`rmas/${rma.ID}`);
    expect(after.ADDITIONAITEMS).toHaveLength(23);
    expect(after.TOTALS).toMatchObject({ SUBTOTALPAYMENTSYSTEM: 20.67, TOTAL: 30.67 });
    for (const status of [0, 6]) await sales.move(rma.ID, status);
    const final = await service.post(path, { additionalItems: [fee] });
    expect([final.status, final.body.code]).toEqual([409, 'rma.final']);
    // An RMA may be of amounts alone.
    const alone = await sales.request(order.ID, { additionalItems: [fee] });
    expect(alone.body).toMatchObject({ ROWS: [], TAXES: [], TOTAL: 0.33 });
  });

  it('need as many statements for 200 lines as for 4', async () => {
    const database = service.app.get(Database);
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ name: `Row ${at}`, quantity: 2, price: at + 1, taxes: [{ tax: { pId: 'vat21' } }] },
        discounts: [{ name: 'Off', amount: 0.5 }],
      }));
    const of = async (count: number) => {
      const order = await sales.order(smallOrder({ rows: rows(count) }));
      const items = Object.fromEntries(hashes(order).map((hash) => [hash, 1]));
      let rma: Paper | undefined;
      const created = await countStatements(database, async () => {
        rma = await sales.rma(order.ID, items);
      });
      await sales.move(rma?.ID ?? 0, -3);
      const moved = await countStatements(database, () => sales.move(rma?.ID ?? 0, 1));
      return [created, moved];
    };
    expect(await of(200)).toEqual(await of(4));
  });
});
