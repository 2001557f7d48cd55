/** @engine */
import { Service } from '../../support/service/service';
import { AfterSales, leaves, type Paper } from './rmas-life';
import { importMasters, smallOrder } from './sample-store';

const items = [
  { type: 'SHIPPING', name: 'Freight', amount: 5.95 },
  { type: 'PAYMENT', name: 'Fee', amount: 2.5 },
  { type: 'VOUCHER', name: 'Ticket', amount: 15 },
];

/** Three shirts and a cap, less 4 in all: one shirt that comes back is worth 10 less 1, and 1.89 of tax. */
const shirts = {
  rows: [
    { name: 'Shirt', quantity: 3, price: 10, taxes: [{ tax: { pId: 'vat21' } }] },
    { name: 'Cap', quantity: 1, price: 10, taxes: [{ tax: { pId: 'vat21' } }] },
  ],
  discounts: [{ name: 'Off', amount: 4 }],
  shipments: [{ price: 5.95 }],
  payment: { price: 2.5 },
  vouchers: [{ code: 'TICKET', amount: 20 }],
};

describe('Additional items', () => {
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

  const rmaOf = async (additionalItems: object[]): Promise<Paper> => {
    const order = await sales.order(smallOrder(shirts));
    const [shirt] = leaves(order.ROWS);
    return sales.rma(order.ID, { [shirt?.HASH ?? '']: 1 }, { additionalItems });
  };

  it('stand in the member of TOTALS that is theirs, and add up in RMA, return and credit note', async () => {
    const totals = {
      ...{ SUBTOTALROWS: 10, SUBTOTALSHIPPINGS: 5.95, SUBTOTALPAYMENTSYSTEM: 2.5 },
      ...{ TOTALBASKETDISCOUNTS: 1, SUBTOTAL: 17.45, TOTALTAXES: 1.89 },
      ...{ TOTALSHIPPINGS: 5.95, TOTALPAYMENTSYSTEM: 2.5, TOTALVOUCHERS: 15, TOTAL: 19.34 },
    };
    const rma = await rmaOf(items.slice(0, 1));
    expect(rma.TOTALS).toMatchObject({ SUBTOTAL: 14.95, TOTALVOUCHERS: 0, TOTAL: 16.84 });
    await service.post(`/v1/rmas/${rma.ID}/additionalItems`, { additionalItems: items.slice(1) });
    expect(await sales.read(`rmas/${rma.ID}`)).toMatchObject({ TOTALS: totals, TOTAL: 19.34 });
    const back = await sales.return(rma.ID);
    expect(back).toMatchObject({ TOTALS: totals, TOTAL: 19.34 });
    const note = await sales.creditNote(back.ID);
    // Nothing was taken from the voucher, so nothing goes back to it.
    const refunded = { TOTALS: { ...totals, TOTALVOUCHERS: 0 }, TOTAL: 19.34 };
    expect(note).toMatchObject({ ...refunded, REFUND: { MONEY: 19.34, VOUCHERS: [] } });
    const { body } = await service.get('/v1/creditNotes');
    expect((body as { creditNotes: Paper[] }).creditNotes[0]?.TOTAL).toBe(19.34);
  });

  it('give back a price of four decimals whole, and nothing beyond its cents', async () => {
    const order = await sales.order(smallOrder({ ...shirts, shipments: [{ price: 669.8632 }] }));
    const [shirt] = leaves(order.ROWS);
    const path = `/v1/orders/${order.ID}/rmas`;
    const ask = (amount: number) => {
      const freight = [{ type: 'SHIPPING', name: 'Freight', amount }];
      const rmas = { items: [{ hash: shirt?.HASH, quantity: 1 }], additionalItems: freight };
      return service.post(path, { rmas });
    };
    expect((await ask(669.865)).body).toMatchObject({ code: 'item.tooLarge' });
    const { ID } = (await ask(669.8632)).body as Paper;
    const back = await sales.return(ID);
    expect((await sales.creditNote(back.ID)).TOTALS).toMatchObject({ TOTALSHIPPINGS: 669.86 });
    expect((await ask(0.01)).body).toMatchObject({ code: 'item.tooLarge' });
  });

  describe('for shipping that bears the rounding of its tax group', () => {
    const taxes = [{ tax: { pId: 'vat21' } }];
    const rounded = {
      rows: [{ name: 'Mug', quantity: 2, price: 11.73, taxes }],
      shipments: [{ price: 4.07, taxes }],
      discounts: [{ name: 'Ticket', amount: 1.6 }],
    };
    const freight = (amount: number) => [{ type: 'SHIPPING', name: 'Freight', amount }];
    const invoiced = async () => {
      const order = await sales.order(smallOrder(rounded));
      const invoice = (await service.post(`/v1/orders/${order.ID}/invoices`)).body as Paper;
      expect(invoice.TOTALS).toMatchObject({ TOTALSHIPPINGS: 4.92, TOTAL: 31.38 });
      const [mug] = leaves(order.ROWS);
      const credit = (creditNotes: object = { full: true }) =>
        service.post(`/v1/invoices/${invoice.ID}/creditNotes`, { creditNotes });
      return { order, goods: { [mug?.HASH ?? '']: 2 }, credit };
    };

    it('give back all of it where the shown amount comes back', async () => {
      const { order, goods, credit } = await invoiced();
      const note = await sales.credited(order.ID, goods, { additionalItems: freight(4.92) });
      expect(note.TOTALS).toMatchObject({
        ...{ SUBTOTAL: 25.93, TOTALTAXES: 5.45, TOTALSHIPPINGS: 4.93, TOTAL: 31.38 },
      });
      expect((await credit()).body).toMatchObject({ status: 409, code: 'invoice.credited' });
      const more = await sales.request(order.ID, { additionalItems: freight(0.01) });
      expect(more.body).toMatchObject({ status: 422, code: 'item.tooLarge' });
    });

    it('give back all of it in parts, also after other credits', async () => {
      const { order, goods, credit } = await invoiced();
      const [hash] = Object.keys(goods);
      const first = await sales.credited(order.ID, {}, { additionalItems: freight(2) });
      const second = await credit({ lines: [{ hash, amount: 1 }] });
      const rest = await sales.credited(order.ID, goods, { additionalItems: freight(2.92) });
      expect([first.TOTAL, (second.body as Paper).TOTAL, rest.TOTAL]).toEqual([2, 1.21, 28.17]);
      expect((await credit()).body).toMatchObject({ status: 409, code: 'invoice.credited' });
    });
  });

  it('are compared with what was invoiced in whole yen, summed up', async () => {
    const yen = { currencyCode: 'JPY', shipments: [{ price: 4 }] };
    const order = await sales.order(smallOrder({ ...shirts, ...yen }));
    const ask = (amount: number) =>
      sales.request(order.ID, { additionalItems: [{ type: 'SHIPPING', name: 'Freight', amount }] });
    expect((await ask(1.33)).status).toBe(201);
    expect((await ask(3.2)).body).toMatchObject({ code: 'item.tooLarge' });
    expect((await ask(2.67)).status).toBe(201);
    expect((await ask(1)).body).toMatchObject({ code: 'item.tooLarge' });
  });

  describe('after credit notes of the invoice', () => {
    it.each(['SHIPPING', 'PAYMENT'])(
      'give back no %s of what is credited in full',
      async (type) => {
        const order = await sales.order(smallOrder(shirts));
        const { body } = await service.post(`/v1/orders/${order.ID}/invoices`);
        const path = `/v1/invoices/${(body as Paper).ID}/creditNotes`;
        expect((await service.post(path, { creditNotes: { full: true } })).status).toBe(201);
        const item = { type, name: 'Back', amount: 0.01 };
        const refused = await sales.request(order.ID, { additionalItems: [item] });
        expect([refused.status, refused.body]).toMatchObject([422, { code: 'item.tooLarge' }]);
      },
    );

    it('give back what others leave, while 30 clients credit and ask', async () => {
      const taxed = { price: 10, taxes: [{ tax: { pId: 'vat21' } }] };
      const order = await sales.order(smallOrder({ shipments: [taxed], rows: shirts.rows }));
      const { body } = await service.post(`/v1/orders/${order.ID}/invoices`);
      const invoice = body as Paper;
      const [tax] = invoice.TAXES;
      // Half of the group, and so of the shipping.
      const taxes = [{ tax: { id: tax?.TAX.ID }, base: 25 }];
      const path = `/v1/invoices/${invoice.ID}/creditNotes`;
      const { status } = await service.post(path, { creditNotes: { taxes } });
      expect(status).toBe(201);
      const ask = (amount: number) =>
        sales.request(order.ID, { additionalItems: [{ type: 'SHIPPING', name: 'Back', amount }] });
      expect((await ask(6.06)).body).toMatchObject({
        code: 'item.tooLarge',
        errors: [{ detail: expect.stringContaining('6.05') as string }],
      });
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(6.05)));
      expect(answers.filter((one) => one.status === 201)).toHaveLength(1);
    });
  });
});
