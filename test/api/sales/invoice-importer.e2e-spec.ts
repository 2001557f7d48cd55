/** @engine */
import { Database } from '../../../src/database';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { countStatements } from '../../support/service/count-statements';
import { actionLine, ConfiguredActions } from './configured-actions';
import { createOrder, importMasters, smallOrder } from './sample-store';

interface Invoice {
  ID: number;
  PID: string;
}

describe('invoices that come in', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  let made = 0;
  const line = (order: object, values: object = {}) => ({
    ...{ type: 'invoice', pId: `invoice-${++made}`, order, documentNumber: `F-${made}` },
    ...{ date: '2025-12-31T23:30:00Z', ...values },
  });
  const orderLine = (values: object = {}) => ({ type: 'order', ...smallOrder(values) });
  const invoicesOf = async (orderId: number): Promise<Invoice[]> => {
    const { body } = await service.get(`/v1/orders/${orderId}/invoices`);
    return (body as { invoices: Invoice[] }).invoices;
  };
  const idOf = async (pId: string): Promise<number> => {
    const { body } = await service.get(`/v1/orders/getId/${pId}`);
    return (body as { ID: number }).ID;
  };

  it('are made of their order, with the number that they bring, kept whole', async () => {
    const order = orderLine({ rows: [{ name: 'Cup', sku: 'CUP-1', quantity: 2, price: 7.5 }] });
    const invoice = line({ pId: order.pId }, { pId: 'F/2025/0042', documentNumber: 'F/2025/0042' });
    // In one stream: the order stands before it.
    expect(await importLines(service, [order, invoice])).toMatchObject({ created: 2, rejected: 0 });
    const [stored] = await invoicesOf(await idOf(order.pId));
    expect(stored).toMatchObject({
      ...{ PID: 'F/2025/0042', DOCUMENTNUMBER: 'F/2025/0042', PREFIX: '', SUFFIX: '' },
      ...{ DATE: '2026-01-01T00:30:00+01:00', STATUS: 4, TOTAL: 15, DOCUMENTTYPE: 2 },
      ROWS: [{ NAME: 'Cup', SKU: 'CUP-1', QUANTITY: 2, TOTAL: 15 }],
    });
    for (const query of ['q=F/2025', 'q=cup-1', 'fromInvoiceNumber=42&toInvoiceNumber=42']) {
      const { body } = await service.get(`/v1/invoices?${query}`);
      expect(body).toMatchObject({ invoices: [{ PID: 'F/2025/0042' }], items: 1 });
    }
    const again = await importLines(service, [order, invoice]);
    expect(again).toMatchObject({ created: 0, unchanged: 2 });
    const { body } = await service.post(`/v1/orders/${await idOf(order.pId)}/invoices`);
    expect(body).toMatchObject({ status: 409, existingId: stored?.ID });
  });

  it('are refused for what is wrong with them, and no other line is', async () => {
    const orders = await Promise.all(
      Array.from({ length: 8 }, () => createOrder(service, smallOrder())),
    );
    const [one, two, three, four, five, six, seven, eight] = orders.map(({ ID }) => ({ id: ID }));
    const generated = await service.post(`/v1/orders/${one?.id}/invoices`);
    const { ID: existing } = generated.body as Invoice;
    await service.put(`/v1/orders/${two?.id}/changeStatus`, { status: -1 });
    const known = line(three as object, { pId: 'known', documentNumber: 'K-1' });
    expect(await importLines(service, [known])).toMatchObject({ created: 1 });
    const lines = [
      line(one as object),
      line(two as object),
      { ...known, documentNumber: 'K-2' },
      line(four as object, { documentNumber: 'K-1' }),
      line({ pId: 'nothing' }),
      line({ id: one?.id, pId: 'other' }),
      line({}),
      line(five as object, { documentNumber: '' }),
      line(five as object, { date: '2025-02-30' }),
      // If two lines share an order, or a number, the first is taken.
      line(six as object, { documentNumber: 'S-1' }),
      line(six as object, { documentNumber: 'S-2' }),
      line(seven as object, { documentNumber: 'S-1' }),
      line(seven as object, { documentNumber: 'S-2' }),
      line({ id: generated.body ? existing : 0 }),
      line(eight as object, { pId: (generated.body as Invoice).PID }),
      line(eight as object, { documentNumber: 'E-1' }),
    ];
    const { errors, created } = await importLines(service, lines);
    expect(errors.map(({ line: at, code, pointer }) => [at, code, pointer])).toEqual([
      [1, 'document.exists', '/order'],
      [2, 'order.closed', '/order'],
      [3, 'invoice.differs', '/pId'],
      [4, 'documentNumber.taken', '/documentNumber'],
      [5, 'reference.notFound', '/order'],
      [6, 'reference.mismatch', '/order'],
      [7, 'reference.empty', '/order'],
      [8, 'text.tooShort', '/documentNumber'],
      [9, 'format.instant-or-date', '/date'],
      [11, 'document.exists', '/order'],
      [12, 'documentNumber.taken', '/documentNumber'],
      [14, 'reference.notFound', '/order'],
      [15, 'invoice.differs', '/pId'],
    ]);
    expect(created).toBe(3);
    expect(errors[0]?.detail).toContain(String(existing));
    expect(await invoicesOf(four?.id ?? 0)).toEqual([]);
    expect(await invoicesOf(two?.id ?? 0)).toEqual([]);
    expect(await invoicesOf(three?.id ?? 0)).toMatchObject([{ DOCUMENTNUMBER: 'K-1' }]);
    expect(await invoicesOf(six?.id ?? 0)).toMatchObject([{ DOCUMENTNUMBER: 'S-1' }]);
    expect(await invoicesOf(seven?.id ?? 0)).toMatchObject([{ DOCUMENTNUMBER: 'S-2' }]);
    expect(await invoicesOf(eight?.id ?? 0)).toMatchObject([{ DOCUMENTNUMBER: 'E-1' }]);
  });

  it('spend the vouchers of an order again that credit notes have refunded', async () => {
    const actions = new ConfiguredActions(service);
    await actions.configure(actionLine('SPEND_VOUCHERS', 2));
    const home = { pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' };
    const ada = {
      ...{ type: 'user', pId: 'ada', email: 'ada@example.com', languageCode: 'en' },
      ...{ group: { pId: 'shoppers' }, addressBook: [home] },
      vouchers: [{ code: 'CARD', availableBalance: 30, currencyId: 978 }],
    };
    const group = { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' };
    expect(await importLines(service, [group, ada])).toMatchObject({ rejected: 0 });
    const userId = ((await service.get('/v1/users/getId/ada')).body as { ID: number }).ID;
    const balance = async () => {
      const { body } = await service.get(`/v1/users/${userId}/vouchers`);
      return (body as { VOUCHERS: { AVAILABLEBALANCE: number }[] }).VOUCHERS[0]?.AVAILABLEBALANCE;
    };
    const sold = () =>
      createOrder(
        service,
        smallOrder({
          rows: [{ name: 'Lamp', quantity: 1, price: 30 }],
          vouchers: [{ code: 'CARD', amount: 20 }],
        }),
      );
    const credit = (id: number) =>
      service.post(`/v1/invoices/${id}/creditNotes`, { creditNotes: { full: true } });
    const { ID, PID } = await sold();
    await actions.moved(ID, 2);
    expect(await importLines(service, [line({ pId: PID })])).toMatchObject({ created: 1 });
    // The first invoice takes nothing: the action has spent the voucher.
    expect(await balance()).toBe(10);
    const [first] = await invoicesOf(ID);
    expect((await credit(first?.ID ?? 0)).status).toBe(201);
    expect(await balance()).toBe(30);
    const second = line({ pId: PID });
    for (const result of ['created', 'unchanged']) {
      expect(await importLines(service, [second])).toMatchObject({ [result]: 1, rejected: 0 });
      expect(await balance()).toBe(10);
    }
    const again = (await invoicesOf(ID)).find((one) => one.PID === second.pId);
    expect((await credit(again?.ID ?? 0)).body).toMatchObject({
      REFUND: { MONEY: 10, VOUCHERS: [{ AMOUNT: 20, CODE: 'CARD' }] },
    });

    // Where the voucher has less left, its line is rejected, and no other one.
    const other = await sold();
    await actions.moved(other.ID, 2);
    const third = line({ pId: PID });
    const { created, errors } = await importLines(service, [
      third,
      line({ id: (await createOrder(service)).ID }),
    ]);
    expect([created, errors.map((one) => [one.line, one.code])]).toEqual([
      ...[1, [[1, 'voucher.spent']]],
    ]);
    expect(await balance()).toBe(10);
    expect(await invoicesOf(ID)).toHaveLength(2);
    await actions.clear();
  });

  it('take numbers that the series then skips', async () => {
    const headquarter = { pId: 'hq2' };
    const year = new Date().getFullYear();
    const taken = orderLine({ headquarter });
    const invoice = line({ pId: taken.pId }, { documentNumber: `I2-${year}-2` });
    expect(await importLines(service, [taken, invoice])).toMatchObject({ created: 2 });
    const numbers: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { ID } = await createOrder(service, smallOrder({ headquarter }));
      const { body } = await service.post(`/v1/orders/${ID}/invoices`);
      numbers.push((body as { DOCUMENTNUMBER: string }).DOCUMENTNUMBER);
    }
    expect(numbers).toEqual([`I2-${year}-1`, `I2-${year}-3`, `I2-${year}-4`]);
  });

  it('cost as many statements for two orders as for two hundred', async () => {
    const database = service.app.get(Database);
    const cost = async (count: number): Promise<number> => {
      const orders = Array.from({ length: count }, () => orderLine());
      await importLines(service, orders);
      const lines = orders.map(({ pId }) => line({ pId }));
      let answer: object = {};
      const statements = await countStatements(database, async () => {
        answer = await importLines(service, lines);
      });
      expect(answer).toMatchObject({ created: count, rejected: 0 });
      return statements;
    };
    await cost(2);
    expect(await cost(200)).toBe(await cost(2));
  });
});
