/** @engine */
import { Configuration } from '../../../src/config/configuration';
import { Stores } from '../../../src/database';
import { createDataSource } from '../../../src/database/connection/data-source';
import { GivenBackVouchers } from '../../../src/database/migrations/0073-given-back-vouchers';
import { AdditionalItem, SalesDocument } from '../../../src/modules/sales/documents';
import { Service } from '../../support/service/service';
import { AfterSales, leaves, type Paper } from './rmas-life';
import { importMasters, smallOrder } from './sample-store';

const items = [
  { type: 'SHIPPING', name: 'Freight', amount: 5.95 },
  { type: 'PAYMENT', name: 'Fee', amount: 2.5 },
  { type: 'VOUCHER', name: 'Ticket', amount: 15 },
];

/** Of three shirts and a cap, less 4 in all: one that comes back is worth 10 less 1, and 1.89 of tax. */
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

  it('of older documents are counted anew, once', async () => {
    const { writer, unitOfWork } = service.app.get(Stores);
    const rma = await rmaOf(items);
    const back = await sales.return(rma.ID);
    const note = await sales.creditNote(back.ID);
    // Together they were rounded to a cent, each by itself it is none.
    const fine = await rmaOf([{ type: 'SHIPPING', name: 'Freight', amount: 0.004 }]);
    await unitOfWork.run(() =>
      writer.insert(AdditionalItem, [
        { documentId: fine.ID, type: 'VOUCHER', name: 'Ticket', amount: 40 },
      ]),
    );
    const fineBack = await sales.return(fine.ID);
    const fineNote = await sales.creditNote(fineBack.ID);
    const other = await rmaOf(items.slice(0, 2));
    const asBefore = { subtotal: 324_500, total: 343_400, totalVouchers: 0 };
    const fineAsBefore = { subtotal: 90_100, total: 109_000, totalVouchers: 0 };
    await unitOfWork.run(async () => {
      for (const { ID: id } of [rma, back, note])
        await writer.update(SalesDocument, { id }, asBefore);
      for (const { ID: id } of [fine, fineBack, fineNote])
        await writer.update(SalesDocument, { id }, fineAsBefore);
    });
    const { databaseUrl } = service.app.get(Configuration);
    const dataSource = await createDataSource(databaseUrl, {});
    await dataSource.initialize();
    const runner = dataSource.createQueryRunner();
    try {
      await new GivenBackVouchers().up(runner);
    } finally {
      await runner.release();
      await dataSource.destroy();
    }
    const counted = { SUBTOTAL: 17.45, TOTALVOUCHERS: 15, TOTAL: 34.34 };
    const fineCounted = { SUBTOTAL: 9, TOTALVOUCHERS: 0, TOTAL: 10.89 };
    for (const [path, totals] of [
      [`rmas/${rma.ID}`, counted],
      [`returns/${back.ID}`, counted],
      [`creditNotes/${note.ID}`, counted],
      [`rmas/${fine.ID}`, fineCounted],
      [`returns/${fineBack.ID}`, fineCounted],
      [`rmas/${other.ID}`, other.TOTALS],
    ] as const) {
      const { TOTALS } = await sales.read(path);
      expect([path, TOTALS]).toEqual([path, { ...TOTALS, ...totals }]);
    }
    // What a credit note has given back stays what it is.
    expect((await sales.read(`creditNotes/${fineNote.ID}`)).TOTALS).toMatchObject({
      ...{ SUBTOTAL: 9.01, TOTALTAXES: 1.89, TOTALVOUCHERS: 0, TOTAL: 10.9 },
    });
    // Who has read it before sees that it is another version, and the untouched one is the same.
    const etags = await Promise.all(
      [note, other].map(({ ID }) =>
        service.get(`/v1/${ID === note.ID ? 'creditNotes' : 'rmas'}/${ID}`),
      ),
    );
    expect(etags.map(({ headers }) => headers['etag'] as string)).toEqual(['"2"', '"1"']);
  });
});
