/** @engine modules/sales/documents/copies */
import { Clock } from '../../../src/core/clock';
import { Database, DataAccess } from '../../../src/database';
import { InvoiceGenerator } from '../../../src/modules/sales/billing/invoice-generator';
import { anyTime } from '../../support/any-time';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { countStatements } from '../../support/service/count-statements';
import {
  createOrder,
  importMasters,
  type OrderRecord,
  richOrder,
  smallOrder,
} from './sample-store';

type Document = OrderRecord & Record<string, unknown>;

/** Keys of ids that are a document's own, or of its parts. */
const ownIds = new Set([
  ...['ID', 'DOCUMENTID', 'DOCUMENTUSERID', 'DOCUMENTDELIVERYID', 'DOCUMENTROWID', 'PARENTID'],
]);

/** A record without the ids of its parts, which are others in a copy. References keep theirs. */
function withoutOwnIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwnIds);
  if (typeof value !== 'object' || value === null) return value;
  const isReference = Object.keys(value).join() === 'ID,PID';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isReference || !ownIds.has(key))
      .map(([key, member]) => [key, withoutOwnIds(member)]),
  );
}

describe('invoices', () => {
  let service: Service;
  let order: Document;
  let invoice: Document;
  const now = new Date('2026-04-01T22:30:00.000Z');

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    const offices = [
      {
        ...{ type: 'headquarter', pId: 'hq3', name: 'Third' },
        series: [{ document: 'invoice', prefix: 'F', suffix: '/A' }],
      },
      {
        ...{ type: 'headquarter', pId: 'hq4', name: 'Fourth' },
        series: [{ document: 'invoice', prefix: 'F', suffix: '/A' }],
      },
    ];
    expect(await importLines(service, offices)).toMatchObject({ created: 2, rejected: 0 });
    jest.spyOn(service.app.get(Clock), 'now').mockImplementation(() => new Date(now));
    order = (await createOrder(service, richOrder)) as Document;
    invoice = (await generate(order.ID)).body as Document;
  });

  afterAll(async () => {
    await service.stop();
  });

  const generate = (orderId: number) => service.post(`/v1/orders/${orderId}/invoices`);
  const invoicesOf = async (orderId: number): Promise<Document[]> => {
    const { body } = await service.get(`/v1/orders/${orderId}/invoices`);
    return (body as { invoices: Document[] }).invoices;
  };
  const invoiced = async (values: object = {}): Promise<Document> => {
    const { ID } = await createOrder(service, smallOrder(values));
    const { status, body } = await generate(ID);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body as Document;
  };
  const pIdsOf = async (path: string): Promise<string[]> => {
    const { status, body } = await service.get(`/v1/${path}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (body as { invoices: { PID: string }[] }).invoices.map(({ PID }) => PID);
  };

  it('have the lines, totals, parties, payment and delivery of their order', () => {
    const { DELIVERY, INFORMATION, SHIPPING, ...rest } = invoice;
    const { DELIVERY: delivery, INFORMATION: information, SHIPPING: shipping, ...of } = order;
    expect(withoutOwnIds(rest)).toEqual(
      withoutOwnIds({
        ...of,
        ...{ COMMENT: '', DATE: '2026-04-02T00:30:00+02:00', DOCUMENTTYPE: 2, KIND: 'full' },
        ...{ DOCUMENTNUMBER: 'I1-2026-1', PREFIX: 'I1-2026-', PID: 'I1-2026-1' },
        ...{ STATUS: 4, SUBSTATUSID: 0, STATUSES: [] },
        PARENT: { DOCUMENTNUMBER: order.DOCUMENTNUMBER, DOCUMENTTYPE: 1, ID: order.ID },
        DOCUMENTINFORMATION: { ...(of['DOCUMENTINFORMATION'] as object), EDITABLE: false },
      }),
    );
    expect(invoice).toMatchObject({ PARENT: { ID: order.ID } });
    // The price of its first shipment stays; the shipments themselves are the order's.
    expect(SHIPPING).toEqual({ ...(shipping as object), TRACKINGS: [] });
    const noShipments = { SHIPMENTS: [], MULTISHIPMENT: false, SPLITBYDATES: false };
    expect(withoutOwnIds(DELIVERY)).toEqual(
      withoutOwnIds({ ...(delivery as object), ...noShipments }),
    );
    expect(withoutOwnIds(INFORMATION)).toEqual(
      withoutOwnIds([{ ...(information as object[])[0], TRACKINGNUMBER: '' }]),
    );
  });

  it('have parts of their own', () => {
    const idsOf = ({ ROWS }: Document) => ROWS.map(({ ID }) => ID);
    expect(idsOf(invoice).filter((id) => idsOf(order).includes(id))).toEqual([]);
    expect(JSON.stringify(invoice)).not.toContain(`"DOCUMENTID":${order.ID},`);
  });

  it('leave their order as it was, and are found from it', async () => {
    const { body, headers } = await service.get(`/v1/orders/${order.ID}`);
    expect(body).toEqual(order);
    expect(headers['etag']).toBe('"1"');
    expect(await invoicesOf(order.ID)).toEqual([invoice]);
    const read = await service.get(`/v1/invoices/${invoice.ID}`);
    expect(read.body).toEqual(invoice);
    expect(read.headers['etag']).toBe('"1"');
  });

  it('are there once for each order', async () => {
    const again = await generate(order.ID);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'document.exists', existingId: invoice.ID });
    expect(await invoicesOf(order.ID)).toHaveLength(1);
  });

  it.each([6, -1, -11])('are not made of an order in %d', async (status) => {
    const { ID } = await createOrder(service, smallOrder());
    expect((await service.put(`/v1/orders/${ID}/changeStatus`, { status })).status).toBe(200);
    const { body } = await generate(ID);
    expect(body).toMatchObject({ status: 409, code: 'order.closed' });
    expect(await invoicesOf(ID)).toEqual([]);
    await service.put(`/v1/orders/${ID}/changeStatus`, { status: 2 });
    expect((await generate(ID)).status).toBe(201);
    // With its invoice it goes there, too: the invoice stays, and is the only one.
    expect((await service.put(`/v1/orders/${ID}/changeStatus`, { status })).status).toBe(200);
    expect((await generate(ID)).body).toMatchObject({ status: 409, code: 'document.exists' });
    expect(await invoicesOf(ID)).toHaveLength(1);
  });

  it('are made before an order is deleted at the same moment, or not at all', async () => {
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => createOrder(service, smallOrder())),
    );
    await Promise.all(
      orders.map(async ({ ID }) => {
        const [made, deleted] = await Promise.all([
          generate(ID),
          service.put(`/v1/orders/${ID}/changeStatus`, { status: 6 }),
        ]);
        expect(deleted.status).toBe(200);
        const { body } = await service.get(`/v1/orders/${ID}?fields=STATUS`);
        expect(body).toEqual({ STATUS: 6 });
        expect([made.status, await invoicesOf(ID)]).toEqual(
          made.status === 201 ? [201, [made.body]] : [409, []],
        );
      }),
    );
  });

  it('can be made as a part of other work, which goes on when they fail', async () => {
    const { unitOfWork } = service.app.get(DataAccess);
    const invoices = service.app.get(InvoiceGenerator);
    const [one, other] = await Promise.all([createOrder(service), createOrder(service)]);
    const made = await unitOfWork.run(async () => {
      const id = await invoices.generate(one.ID);
      await expect(invoices.generate(one.ID)).rejects.toMatchObject({
        extensionMembers: { existingId: id },
      });
      await expect(invoices.generate(999_999)).rejects.toMatchObject({ status: 404 });
      return [id, await invoices.generate(other.ID)];
    });
    const found = [...(await invoicesOf(one.ID)), ...(await invoicesOf(other.ID))];
    expect(found.map(({ ID }) => ID)).toEqual(made);
    const undone = await createOrder(service);
    const work = unitOfWork.run(async () => {
      await invoices.generate(undone.ID);
      throw new Error('wanted');
    });
    await expect(work).rejects.toThrow('wanted');
    expect(await invoicesOf(undone.ID)).toEqual([]);
  });

  it('are looked for among invoices alone', async () => {
    for (const path of [
      `invoices/${order.ID}`,
      `orders/${invoice.ID}`,
      `orders/${invoice.ID}/invoices`,
      `creditNotes/${invoice.ID}`,
      `returns/${invoice.ID}`,
      'orders/999999/invoices',
      'invoices/999999',
    ]) {
      expect({ path, status: (await service.get(`/v1/${path}`)).status }).toEqual({
        path,
        status: 404,
      });
    }
    expect((await generate(invoice.ID)).status).toBe(404);
    expect((await generate(999_999)).status).toBe(404);
    expect((await service.post('/v1/orders/x/invoices')).status).toBe(400);
    const key = await service.createKey('sales:read');
    expect((await service.post(`/v1/orders/${order.ID}/invoices`, undefined, { key })).status).toBe(
      403,
    );
  });

  it('are called by their number, with -2, -3 ... where that is taken', async () => {
    const orders = await Promise.all(
      Array.from({ length: 3 }, () => createOrder(service, smallOrder())),
    );
    const lines = ['F1/A', 'F1/A-2', 'F2/A'].map((pId, at) => ({
      ...{ type: 'invoice', pId, order: { id: orders[at]?.ID } },
      ...{ documentNumber: `old-${at}`, date: '2025-01-01' },
    }));
    expect(await importLines(service, lines)).toMatchObject({ created: 3 });
    const numbered = async (pId: string) => {
      const { PID, DOCUMENTNUMBER, PREFIX, SUFFIX } = await invoiced({ headquarter: { pId } });
      return [PID, DOCUMENTNUMBER, PREFIX, SUFFIX];
    };
    expect(await numbered('hq3')).toEqual(['F1/A-3', 'F1/A', 'F', '/A']);
    expect(await numbered('hq3')).toEqual(['F2/A-2', 'F2/A', 'F', '/A']);
    // Another headquarter has the same prefix: its numbers are its own, its pIds are not.
    expect(await numbered('hq4')).toEqual(['F1/A-4', 'F1/A', 'F', '/A']);
    expect(await numbered('hq4')).toEqual(['F2/A-3', 'F2/A', 'F', '/A']);
    expect(await numbered('hq4')).toEqual(['F3/A', 'F3/A', 'F', '/A']);
  });

  it('of several headquarters that ask for one name at once each get one', async () => {
    const offices = Array.from({ length: 6 }, (_, at) => ({
      ...{ type: 'headquarter', pId: `race-${at}`, name: 'Office' },
      series: [{ document: 'invoice', prefix: 'R-' }],
    }));
    await importLines(service, offices);
    const orders = await Promise.all(
      offices.flatMap(({ pId }) =>
        Array.from({ length: 3 }, () => createOrder(service, smallOrder({ headquarter: { pId } }))),
      ),
    );
    const answers = await Promise.all(orders.map(({ ID }) => generate(ID)));
    const names = answers.map(({ status, body }) =>
      status === 201 ? (body as Document).PID : body,
    );
    const wanted = [1, 2, 3].flatMap((number) =>
      offices.map((_, at) => (at === 0 ? `R-${number}` : `R-${number}-${at + 1}`)),
    );
    expect(names.sort()).toEqual(wanted.sort());
  });

  it('cost as many statements with 4 lines as with 200', async () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...richOrder.rows[0], name: `Line ${at}` }));
    const database = service.app.get(Database);
    const cost = async (count: number): Promise<number> => {
      const { ID } = await createOrder(service, smallOrder({ rows: rowsOf(count) }));
      return countStatements(database, () => generate(ID));
    };
    await cost(1);
    const few = await cost(4);
    expect(await cost(200)).toBe(few);
    expect(few).toBeLessThan(60);
  });

  it('are listed like orders', async () => {
    const user = {
      email: 'lars@example.org',
      billingAddress: { countryCode: 'SE', lastName: 'Öst' },
    };
    const rows = [{ name: 'Gran kaffekopp', sku: 'KP-77', quantity: 2, price: 50 }];
    const payment = { paymentSystem: { pId: 'cash' } };
    const headquarter = { pId: 'hq2' };
    const values = { user, rows, payment, headquarter, transactionId: 'TRX-9', date: '2026-02-02' };
    const found = await invoiced(values);
    const { PID: pId } = found;
    for (const query of [
      ...['q=ost', 'q=kaffekopp', 'q=kp-77', 'q=trx-9', 'q=LARS%40example.org', `q=${pId}`],
      ...['headquarters=hq2&fromInvoiceNumber=1&toInvoiceNumber=1', 'headquarters=hq2'],
      ...['headquarters=hq2&startDate=2026-04-02&endDate=2026-04-02', 'paymentSystems=cash'],
      ...[`since_id=${found.ID}`, 'perPage=1', 'headquarters=hq2&updatedAt_min=2026-04-02'],
    ]) {
      expect({ query, found: await pIdsOf(`invoices?${query}`) }).toEqual({ query, found: [pId] });
    }
    for (const query of [
      ...['headquarters=hq2&endDate=2026-04-01', 'headquarters=hq2&fromInvoiceNumber=2'],
      ...['userId=5', 'headquarters=hq2&updatedAt_max=2026-04-01', 'q=nowhere'],
    ]) {
      expect({ query, found: await pIdsOf(`invoices?${query}`) }).toEqual({ query, found: [] });
    }
    const { body } = await service.get('/v1/invoices?headquarters=hq2');
    expect(body).toEqual({
      cursors: { next: '', previous: '' },
      invoices: [
        {
          ...{ AUTHNUMBER: '', CURRENCYCODE: 'EUR', CUSTOMER: 'Öst' },
          ...{ DATE: '2026-04-02T00:30:00+02:00', DELIVERYDATE: '' },
          ...{ DOCUMENTNUMBER: 'I2-2026-1', EXPORTSTATUS: 0, ID: found.ID },
          ...{ IMAGE: '', PAID: false, PARENT: found['PARENT'], PAYMENTDATE: '' },
          ...{ PAYMENTNAME: 'Cash', PAYMENTSYSTEMID: expect.any(Number) as number, PID: pId },
          ...{ REFERER: '', STATUS: 4, SUBSTATUSID: 0, TOTAL: 100, TRANSACTIONID: 'TRX-9' },
          ...{ UPDATEDAT: anyTime, VERSION: '1' },
          USER: { ID: 0, PID: '' },
        },
      ],
      items: 1,
      pagerParameters: { page: 1, perPage: 100 },
    });
    const whole = await service.get('/v1/invoices?headquarters=hq2&expand=document');
    expect(whole.body).toMatchObject({ invoices: [found], items: 1 });
    expect((await service.get('/v1/invoices?fields=ID&perPage=1')).body).toMatchObject({
      invoices: [{ ID: found.ID }],
    });
    for (const query of ['expand=rows', 'sort=email.asc', 'fromOrderNumber=1', 'status=4', 'x=1']) {
      expect((await service.get(`/v1/invoices?${query}`)).status).toBe(400);
    }
    for (const name of ['creditNotes', 'returns']) {
      const { status, body: none } = await service.get(`/v1/${name}?q=x&userId=0&page=1`);
      expect({ status, none }).toMatchObject({ status: 200, none: { [name]: [], items: 0 } });
    }
    const numbers = 'fromReturnNumber=1&toReturnNumber=2&status=4';
    expect((await service.get(`/v1/returns?${numbers}`)).status).toBe(200);
    expect((await service.get('/v1/returns?status=7')).status).toBe(400);
    const notes = 'fromCreditNoteNumber=1&toCreditNoteNumber=2';
    expect((await service.get(`/v1/creditNotes?${notes}`)).status).toBe(200);
  });

  it('come in any order that documents have, page by page', async () => {
    const ids = async (query: string): Promise<number[]> => {
      const seen: number[] = [];
      let path = `/v1/invoices?perPage=7&${query}`;
      while (path !== '') {
        const { body } = await service.get(path);
        const { invoices, cursors } = body as {
          invoices: { ID: number }[];
          cursors: { next: string };
        };
        seen.push(...invoices.map(({ ID }) => ID));
        path = cursors.next.replace(/^https?:\/\/[^/]+/, '');
      }
      return seen;
    };
    const newest = await ids('');
    expect(newest.length).toBeGreaterThan(20);
    expect(newest).toEqual([...newest].sort((one, other) => other - one));
    for (const sort of ['id', 'pId', 'documentNumber', 'date', 'total', 'status']) {
      const sorted = await ids(`sort=${sort}.asc`);
      expect([...sorted].sort((one, other) => other - one)).toEqual(newest);
    }
  });
});
