/** @engine */
import { Database, UnitOfWork } from '../../../src/database';
import { ReturnCreditNotes } from '../../../src/modules/sales/after-sales/credit-notes/return-credit-notes';
import { Returns } from '../../../src/modules/sales/after-sales/returns/returns';
import { countStatements } from '../../support/service/count-statements';
import { Service } from '../../support/service/service';
import { AfterSales, leaves, type LineRecord, type Paper } from './rmas-life';
import { buyer, importMasters, smallOrder } from './sample-store';

const vat21 = [{ tax: { pId: 'vat21' } }];
const vat10 = [{ tax: { pId: 'vat10' } }];

/** The order of docs/after-sales.md, which is that of docs/money.md. */
const workedExample = {
  rows: [
    {
      ...{ name: 'Shirt', quantity: 3, price: 19.99, taxes: vat21 },
      discounts: [{ name: 'Sale', amount: 4.47 }],
      options: [{ name: 'Print', values: [{ value: 'Cat', price: 1.5 }] }],
    },
    { name: 'Tea', quantity: 1.5, price: 7.333, taxes: vat10 },
  ],
  shipments: [{ price: 5.95, taxes: vat21 }],
  payment: { price: 2, taxes: vat21 },
  discounts: [
    { name: 'Ticket', amount: 10 },
    { name: 'Freight', amount: 1, applyTo: 2 },
  ],
  vouchers: [{ code: 'GIFT', amount: 20 }],
};

describe('Returns and credit notes', () => {
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

  const hashes = ({ ROWS }: Pick<Paper, 'ROWS'>): string[] => leaves(ROWS).map(({ HASH }) => HASH);
  /** Exact to four decimals. */
  const total = (amounts: readonly (number | undefined)[]): number =>
    amounts.reduce<number>((sum, one) => sum + Math.round((one ?? 0) * 10_000), 0) / 10_000;

  it('follow goods from the sale to the money back', async () => {
    const order = await sales.order(
      smallOrder({
        ...workedExample,
        shipments: [{ price: 5.95, rows: [{ row: 0, quantity: 3 }] }],
        discounts: [],
      }),
    );
    const [shirt = ''] = hashes(order);
    await service.put(`/v1/orders/${order.ID}/received`);
    const { body: shipped } = await service.get(`/v1/orders/${order.ID}/shipments`);
    const [shipment] = (shipped as { SHIPMENTS: { ID: number }[] }).SHIPMENTS;
    for (const status of [2, 3, 4]) {
      await service.put(`/v1/shipments/${shipment?.ID}/changeStatus`, { status });
    }
    expect((await service.post(`/v1/orders/${order.ID}/invoices`)).status).toBe(201);
    const freight = { amount: 5.95, name: 'Freight', type: 'SHIPPING' };
    const rma = await sales.rma(order.ID, { [shirt]: 1 }, { additionalItems: [freight] });
    const back = await sales.return(rma.ID);
    const year = new Date().getUTCFullYear();
    expect(back).toMatchObject({
      ...{ DOCUMENTTYPE: 4, STATUS: 4, STATUSES: [], DOCUMENTNUMBER: `R1-${year}-1` },
      PARENT: { DOCUMENTNUMBER: rma.DOCUMENTNUMBER, DOCUMENTTYPE: 5, ID: rma.ID },
      ...{ TOTAL: rma.TOTAL, TOTALS: rma.TOTALS, USER: { EMAIL: 'ada@example.com' } },
    });
    expect(back.PID).toBe(back.DOCUMENTNUMBER);
    expect(back.ROWS).toMatchObject([{ HASH: shirt, QUANTITY: 1, TOTAL: 20 }]);
    const completed = await sales.read(`rmas/${rma.ID}`);
    expect(completed.STATUS).toBe(4);
    expect(completed.STATUSES.map((one) => [one.FROMSTATUS, one.TOSTATUS])).toEqual([
      ...[
        [1, 3],
        [3, 2],
        [2, 5],
        [5, 4],
      ],
    ]);
    const note = await sales.creditNote(back.ID);
    expect(note).toMatchObject({
      ...{ DOCUMENTTYPE: 3, STATUS: 4, STATUSES: [], DOCUMENTNUMBER: `C1-${year}-1` },
      PARENT: { DOCUMENTNUMBER: back.DOCUMENTNUMBER, DOCUMENTTYPE: 4, ID: back.ID },
      ...{ VOUCHERS: [], DISCOUNTS: [], PAYMENTSYSTEMS: { PRICE: 0 } },
      TOTALS: { SUBTOTALROWS: 20, SUBTOTALSHIPPINGS: 5.95, TOTALTAXES: 4.2, TOTAL: 30.15 },
    });
    for (const [path, expected] of [
      [`rmas/${rma.ID}/returns`, { returns: [back] }],
      [`orders/${order.ID}/returns`, { returns: [back] }],
      [`returns/${back.ID}/creditNotes`, { creditNotes: [note] }],
      [`returns/${back.ID}`, back],
      [`creditNotes/${note.ID}`, note],
    ] as const) {
      expect((await service.get(`/v1/${path}`)).body).toEqual(expected);
    }
    const list = await service.get(
      '/v1/creditNotes?fromCreditNoteNumber=1&toCreditNoteNumber=1&expand=document',
    );
    expect((list.body as { creditNotes: Paper[] }).creditNotes).toEqual([note]);
    const { body: found } = await service.get('/v1/returns?q=shirt');
    expect((found as { returns: Paper[] }).returns.map(({ ID }) => ID)).toEqual([back.ID]);
    // Neither has anything to do with others' ids.
    for (const path of [
      `returns/${rma.ID}`,
      `creditNotes/${back.ID}`,
      'rmas/999999/returns',
      'orders/999999/returns',
      `returns/${rma.ID}/creditNotes`,
    ]) {
      expect([path, (await service.get(`/v1/${path}`)).status]).toEqual([path, 404]);
    }
    for (const path of ['rmas/999999/returns', `returns/${rma.ID}/creditNotes`]) {
      expect([path, (await service.post(`/v1/${path}`)).status]).toEqual([path, 404]);
    }
    // The next RMA of the order.
    const fee = { amount: 2.42, name: 'Fee', type: 'PAYMENT' };
    const empty = await sales.rma(order.ID, {}, { additionalItems: [fee] });
    expect((await service.get(`/v1/rmas/${empty.ID}/returns`)).body).toEqual({ returns: [] });
  });

  it('need the invoice of their order, and take no number without it', async () => {
    const order = await sales.order(smallOrder());
    const [hash = ''] = hashes(order);
    const { ID } = await sales.return((await sales.rma(order.ID, { [hash]: 1 })).ID);
    const refused = await service.post(`/v1/returns/${ID}/creditNotes`);
    expect(refused.body).toMatchObject({ status: 409, code: 'invoice.missing' });
    await service.post(`/v1/orders/${order.ID}/invoices`);
    expect((await service.post(`/v1/returns/${ID}/creditNotes`)).status).toBe(201);
  });

  it('give back exactly what the lines were invoiced at: the worked example', async () => {
    const order = await sales.order(smallOrder(workedExample));
    expect(order.TOTAL).toBe(61.18);
    const [shirt = '', tea = ''] = hashes(order);
    const first = await sales.credited(order.ID, { [shirt]: 1 });
    const second = await sales.credited(order.ID, { [shirt]: 1, [tea]: 1.5 });
    const third = await sales.credited(order.ID, { [shirt]: 1 });
    const [line] = first.ROWS;
    expect(line).toMatchObject({
      TOTAL: 20,
      TOTALTAXES: 3.6084,
      QUANTITY: 1,
      DISCOUNTS: [{ AMOUNT: 1.49 }],
    });
    expect(line?.TAXES).toMatchObject([
      { BASEWITHOUTDISCOUNTS: 20, DISCOUNT: 2.8169, BASE: 17.1831, TAXRATE: 21 },
    ]);
    expect(first.TAXES).toMatchObject([
      { BASEWITHOUTDISCOUNTS: 20, DISCOUNT: 2.82, BASE: 17.18, TAXPRICE: 3.61, TAXRATE: 21 },
    ]);
    expect(first.TOTALS).toEqual({
      ROUNDING: 0,
      ...{ SUBTOTAL: 17.18, SUBTOTALROWS: 20, SUBTOTALSHIPPINGS: 0, SUBTOTALPAYMENTSYSTEM: 0 },
      ...{
        TOTALBASKETDISCOUNTS: 2.82,
        TOTALROWSDISCOUNTS: 1.49,
        TOTALDISCOUNTS: 4.31,
        TOTAL: 20.79,
      },
      ...{ TOTALSHIPPINGDISCOUNTS: 0, TOTALROWS: 23.61, TOTALSHIPPINGS: 0, TOTALPAYMENTSYSTEM: 0 },
      ...{ TOTALTAXES: 3.61, TOTALVOUCHERS: 0 },
    });
    expect(second.TAXES).toMatchObject([
      { DISCOUNT: 2.81, BASE: 17.19, TAXPRICE: 3.61 },
      { DISCOUNT: 1.55, BASE: 9.45, TAXPRICE: 0.95 },
    ]);
    // By itself 26.6333 would be 26.63: the cent is what the first note was short of.
    expect(second.TOTALS).toMatchObject({ SUBTOTAL: 26.64, TOTALTAXES: 4.56, TOTAL: 31.2 });
    expect(third.TOTALS).toMatchObject({ SUBTOTAL: 17.18, TOTALTAXES: 3.61, TOTAL: 20.79 });
    expect(total([first, second, third].map(({ TOTAL }) => TOTAL))).toBe(72.78);
    expect(total([61, 10.83, 0.95])).toBe(72.78);
    const more = await sales.request(order.ID, { items: [{ hash: shirt, quantity: 0.001 }] });
    expect(more.status).toBe(409);
  });

  /** Splits an order into notes, some of them made at once, and compares their sums with the order. */
  async function expectAllGivenBack(order: Paper, parts: readonly Record<string, number>[]) {
    const returns: Paper[] = [];
    for (const items of parts)
      returns.push(await sales.return((await sales.rma(order.ID, items)).ID));
    const notes = await Promise.all(returns.map(({ ID }) => sales.creditNote(ID)));
    const given = notes.flatMap(({ ROWS }) => leaves(ROWS));
    for (const line of leaves(order.ROWS)) {
      const own = given.filter(({ HASH }) => HASH === line.HASH);
      const of = (read: (one: LineRecord) => number | undefined) => total(own.map(read));
      expect(of((one) => one.QUANTITY)).toBe(line.QUANTITY);
      expect([line.NAME, of((one) => one.TOTAL)]).toEqual([line.NAME, line.TOTAL]);
      expect(of((one) => one.TOTALTAXES)).toBe(line.TOTALTAXES);
      line.TAXES.forEach((tax, at) => {
        expect(of((one) => one.TAXES[at]?.DISCOUNT)).toBe(tax.DISCOUNT);
        expect(of((one) => one.TAXES[at]?.TAXPRICE)).toBe(tax.TAXPRICE);
        expect(of((one) => one.TAXES[at]?.REPRICE)).toBe(tax.REPRICE);
      });
    }
    for (const name of Object.keys(order.TOTALS).filter((one) => one !== 'TOTAL')) {
      const sum = total(notes.map(({ TOTALS }) => TOTALS[name]));
      expect([name, sum]).toEqual([name, name === 'TOTALVOUCHERS' ? 0 : order.TOTALS[name]]);
    }
    const groups = notes.flatMap(({ TAXES }) => TAXES);
    for (const tax of order.TAXES) {
      const same = groups.filter(({ TAX }) => TAX.ID === tax.TAX.ID);
      expect(total(same.map(({ TAXPRICE }) => TAXPRICE))).toBe(tax.TAXPRICE);
      expect(total(same.map(({ REPRICE }) => REPRICE))).toBe(tax.REPRICE);
      expect(total(same.map(({ BASE }) => BASE))).toBe(tax.BASE);
    }
    for (const { TOTALS } of notes) {
      expect(total([TOTALS['SUBTOTAL'], TOTALS['TOTALTAXES']])).toBe(TOTALS['TOTAL']);
      expect(Math.min(...Object.values(TOTALS))).toBeGreaterThanOrEqual(0);
    }
  }

  it.each([
    ['EUR', {}],
    ['JPY', { user: { email: 'a@example.com', billingAddress: { ...buyer, re: true } } }],
    ['TND', { user: { email: 'a@example.com', billingAddress: { ...buyer, re: true } } }],
    ['EUR', { reverseChargeVat: true }],
  ])(
    'add up when all of an order in %s comes back in parts made at once',
    async (currencyCode, more) => {
      const order = await sales.order(
        smallOrder({
          ...{ ...more, currencyCode },
          rows: [
            { name: 'Nut', quantity: 7, price: 0.33, taxes: vat21 },
            {
              name: 'Tea',
              quantity: 1.25,
              price: 7.333,
              taxes: vat10,
              discounts: [{ name: 'Off', amount: 1 }],
            },
            {
              ...{ type: 'bundle', name: 'Set', quantity: 1 },
              items: [
                { name: 'Cup', quantity: 3, price: 5.005, taxes: vat21 },
                { name: 'Sticker', type: 'gift', quantity: 2, price: 0, taxes: vat10 },
              ],
            },
            { name: 'Free of tax', quantity: 2, price: 1.115 },
          ],
          discounts: [
            { name: 'Ticket', amount: 1.7, applyTo: 1 },
            { name: 'All', amount: 2.3, applyTo: 3 },
          ],
        }),
      );
      const [nut = '', tea = '', cup = '', sticker = '', free = ''] = hashes(order);
      await expectAllGivenBack(order, [
        { [nut]: 1, [tea]: 0.333, [cup]: 1 },
        { [nut]: 1, [free]: 1 },
        { [nut]: 1, [cup]: 1, [sticker]: 1 },
        { [nut]: 4, [tea]: 0.001, [sticker]: 1 },
        { [tea]: 0.916, [cup]: 1, [free]: 1 },
      ]);
    },
  );

  it.each([0, 1, 2, 4, 6, -1, -11])(
    'follow from an RMA whatever state its order has come to: %d',
    async (status) => {
      const order = await sales.order(smallOrder());
      const [{ HASH } = { HASH: '' }] = leaves(order.ROWS);
      await service.post(`/v1/orders/${order.ID}/invoices`);
      const { ID } = await sales.rma(order.ID, { [HASH]: 1 });
      await service.put(`/v1/orders/${order.ID}/changeStatus`, { status });
      const back = await sales.return(ID);
      const note = await sales.creditNote(back.ID);
      expect(note).toMatchObject({ DOCUMENTTYPE: 3, PARENT: { ID: back.ID } });
      expect(await sales.read(`orders/${order.ID}`)).toMatchObject({ STATUS: status });
    },
  );

  it('are made once: of 40 requests at once one, and 39 get its id', async () => {
    const order = await sales.order(
      smallOrder({ rows: [{ name: 'Shirt', quantity: 5, price: 10 }] }),
    );
    const [hash = ''] = hashes(order);
    await service.post(`/v1/orders/${order.ID}/invoices`);
    const rma = await sales.rma(order.ID, { [hash]: 2 });
    await sales.accept(rma.ID);
    const once = async (path: string): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => service.post(path)));
      const [made, ...others] = answers.sort((one, other) => one.status - other.status);
      expect(made?.status).toBe(201);
      const id = (made!.body as Paper).ID;
      for (const { status, body } of others) {
        expect({ status, ...(body as object) }).toMatchObject({
          status: 409,
          code: 'document.exists',
          existingId: id,
        });
      }
      return id;
    };
    const returnId = await once(`/v1/rmas/${rma.ID}/returns`);
    const noteId = await once(`/v1/returns/${returnId}/creditNotes`);
    expect(await sales.read(`creditNotes/${noteId}`)).toMatchObject({ TOTAL: 20 });
    const { STATUSES } = await sales.read(`rmas/${rma.ID}`);
    expect(STATUSES.map(({ TOSTATUS }) => TOSTATUS)).toEqual([3, 2, 5, 4]);
    const { body } = await service.get('/v1/creditNotes?sort=id.asc&perPage=500');
    const numbers = (body as { creditNotes: Paper[] }).creditNotes.map(({ DOCUMENTNUMBER }) =>
      Number(DOCUMENTNUMBER.split('-').at(-1)),
    );
    // Without a gap, whatever was refused; not always in the order of the ids.
    expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, at) => at + 1));
  });

  it('need an accepted RMA, and leave one that is not as it is', async () => {
    const order = await sales.order(
      smallOrder({ rows: [{ name: 'Shirt', quantity: 5, price: 10 }] }),
    );
    const [hash = ''] = hashes(order);
    const { ID } = await sales.rma(order.ID, { [hash]: 1 });
    const refused = async () => {
      const { status, body } = await service.post(`/v1/rmas/${ID}/returns`);
      expect([status, (body as { code: string }).code]).toEqual([409, 'rma.notAccepted']);
    };
    await refused();
    for (const status of [-3, 1, 3, 2, -1, 2, 0, 2, 5, 4]) {
      await sales.move(ID, status);
      if (status !== 5) await refused();
    }
    // Completed by hand: there is nothing to return.
    const rma = await sales.read(`rmas/${ID}`);
    expect([rma.STATUS, rma.STATUSES.length]).toEqual([4, 10]);
    expect((await service.get(`/v1/orders/${order.ID}/returns`)).body).toEqual({ returns: [] });
  });

  it('are part of a unit of work around them, and go with it', async () => {
    const order = await sales.order(
      smallOrder({ rows: [{ name: 'Shirt', quantity: 5, price: 10 }] }),
    );
    const [hash = ''] = hashes(order);
    await service.post(`/v1/orders/${order.ID}/invoices`);
    const { ID } = await sales.rma(order.ID, { [hash]: 3 });
    await sales.accept(ID);
    const units = service.app.get(UnitOfWork);
    const both = async () => {
      const returnId = await service.app.get(Returns).generate(ID);
      return service.app.get(ReturnCreditNotes).generate(returnId);
    };
    await expect(
      units.run(async () => {
        await both();
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await sales.read(`rmas/${ID}`)).toMatchObject({ STATUS: 5 });
    const note = await sales.read(`creditNotes/${await units.run(both)}`);
    expect(note).toMatchObject({ TOTAL: 30 });
    // The undone note was not counted as given back.
    expect((await sales.credited(order.ID, { [hash]: 2 })).TOTAL).toBe(20);
  });

  it('need as many statements for 200 lines as for 4', async () => {
    const database = service.app.get(Database);
    const of = async (count: number) => {
      const rows = Array.from({ length: count }, (_, at) => ({
        ...{ name: `Row ${at}`, quantity: 2, price: at + 1, taxes: vat21 },
        discounts: [{ name: 'Off', amount: 0.5 }],
      }));
      const order = await sales.order(smallOrder({ rows }));
      const items = Object.fromEntries(hashes(order).map((hash) => [hash, 1]));
      // The first note makes the record that the second one changes.
      await sales.credited(order.ID, { [hashes(order)[0] ?? '']: 1 });
      const { ID } = await sales.rma(order.ID, items);
      await sales.accept(ID);
      let back = 0;
      const returned = await countStatements(database, async () => {
        back = ((await service.post(`/v1/rmas/${ID}/returns`)).body as Paper).ID;
      });
      await sales.invoiceOf(back);
      const credited = await countStatements(database, () =>
        service.post(`/v1/returns/${back}/creditNotes`),
      );
      return [returned, credited];
    };
    expect(await of(200)).toEqual(await of(4));
  });
});
