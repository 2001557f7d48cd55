/** @engine modules/sales/orders/orders.service.ts modules/sales/orders/imports/order-lookups.ts */
import { createLoadPlan } from '../../../src/core/load-plan';
import { whereEquals, DataAccess } from '../../../src/database';
import { fingerprint } from '../../../src/platform/data-transfer/imports/fingerprint';
import { SalesDocument } from '../../../src/modules/sales/documents/entities/document.entity';
import { Shipment } from '../../../src/modules/sales/documents/entities/shipment.entity';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';
import { createOrder, importMasters, richOrder, smallOrder } from './sample-store';

const row = { name: 'Shirt', quantity: 2, price: 10 };
const line = (values: object = {}) => ({ type: 'order', ...smallOrder(values) });

describe('orders that come in', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  const post = (values: object) => service.post('/v1/orders', { orders: smallOrder(values) });

  it('are unchanged when the same line comes again, however far the order has moved', async () => {
    const lines = [
      line(),
      { type: 'order', ...richOrder, pId: 'again', shipments: [{ price: 5 }] },
      line(),
    ];
    expect(await importLines(service, lines)).toMatchObject({ created: 3, rejected: 0 });
    const { body } = await service.get('/v1/orders/getId/again');
    const { ID } = body as { ID: number };
    await service.put(`/v1/orders/${ID}/received`, { status: 4 });
    expect(await importLines(service, lines)).toMatchObject({
      created: 0,
      unchanged: 3,
      rejected: 0,
    });
    expect((await service.get(`/v1/orders/${ID}`)).body).toMatchObject({
      STATUS: 4,
      EXPORTSTATUS: 1,
    });
  });

  it('are known again with their codes in another case, over both doors and from older versions', async () => {
    const address = { countryCode: 'es', firstName: 'Ada' };
    const user = { email: 'ada@example.com', billingAddress: address };
    const lower = line({ currencyCode: 'eur', languageCode: 'EN', user });
    const upper = {
      ...lower,
      ...{ currencyCode: 'EUR', languageCode: 'en' },
      user: { ...user, billingAddress: { ...address, countryCode: 'ES' } },
    };
    expect(await importLines(service, [lower])).toMatchObject({ created: 1 });
    expect(await importLines(service, [upper, lower])).toMatchObject({ unchanged: 2 });
    const { type: _, ...single } = { ...lower, pId: 'cased' };
    expect(await service.post('/v1/orders', { orders: single })).toMatchObject({ status: 201 });
    expect(await importLines(service, [{ ...upper, pId: 'cased' }])).toMatchObject({
      unchanged: 1,
    });
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const asBefore = { fingerprint: fingerprint(single) };
    await unitOfWork.run(() => writer.update(SalesDocument, { pId: 'cased' }, asBefore));
    expect(await importLines(service, [{ ...lower, pId: 'cased' }])).toMatchObject({
      unchanged: 1,
    });
  });

  it('are refused with another content under a known pId, and so is a single known one', async () => {
    const first = line();
    await importLines(service, [first]);
    const { body } = await service.get(`/v1/orders/getId/${first.pId}`);
    const existingId = (body as { ID: number }).ID;
    const other = { ...first, comment: 'changed' };
    const { errors } = await importLines(service, [other]);
    expect(errors).toEqual([
      expect.objectContaining({
        line: 1,
        pId: first.pId,
        code: 'order.differs',
        pointer: '/comment',
      }),
    ]);
    const { type: _type, ...single } = first;
    const same = await service.post('/v1/orders', { orders: single });
    expect(same.status).toBe(409);
    expect(same.body).toMatchObject({ code: 'pId.taken', existingId });
    const differs = await service.post('/v1/orders', { orders: { ...single, comment: 'changed' } });
    expect(differs.status).toBe(409);
    expect(differs.body).toMatchObject({
      code: 'order.differs',
      existingId,
      errors: [{ pointer: '/orders/comment' }],
    });
  });

  it('have no sales agent where the reference names none', async () => {
    for (const salesAgent of [{ pId: '' }, {}, { pId: '', percentCommission: 3 }]) {
      expect(await post({ salesAgent })).toMatchObject({
        status: 201,
        body: { DOCUMENTINFORMATION: { SALESAGENT: { ID: 0, PID: '', PERCENTCOMMISSION: 0 } } },
      });
    }
  });

  it('take white space off the ends of tracking numbers', async () => {
    const numbers = async (...given: string[]) => {
      const shipments = given.map((trackingNumber) => ({ trackingNumber, rows: [] }));
      const { status, body } = await post({ shipments });
      expect([status, body]).toEqual([201, body]);
      const { ID } = body as { ID: number };
      const { loader } = service.app.get(DataAccess);
      const wanted = createLoadPlan(Shipment, ['trackingNumber']);
      const found = await loader.listWhere(Shipment, [whereEquals('documentId', ID)], wanted);
      return found.map(({ trackingNumber }) => trackingNumber);
    };
    expect(await numbers(' blank-1', 'blank 2\t', '  ')).toEqual(['blank-1', 'blank 2', null]);
    expect(await post({ shipments: [{ trackingNumber: 'blank-1 ' }] })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/orders/shipments/0/trackingNumber' }] },
    });
  });

  const refusals: [string, object, number, string, string][] = [
    [
      'an unknown product',
      { rows: [{ ...row, product: { pId: 'no' } }] },
      422,
      'reference.notFound',
      '/rows/0/product',
    ],
    [
      'an unknown tax',
      { rows: [row, { ...row, taxes: [{ tax: { pId: 'no' } }] }] },
      422,
      'reference.notFound',
      '/rows/1/taxes/0/tax',
    ],
    ['an unknown channel', { channel: { pId: 'no' } }, 422, 'reference.notFound', '/channel'],
    [
      'a sub-status of another state',
      { subStatus: { pId: 'lost' }, status: 2 },
      422,
      'subStatus.mismatch',
      '/subStatus',
    ],
    [
      'an unknown sub-status',
      { subStatus: { pId: 'no' } },
      422,
      'reference.notFound',
      '/subStatus',
    ],
    [
      'an unknown place to pick it up',
      { delivery: { type: 1, physicalLocation: { pId: 'no' } } },
      422,
      'reference.notFound',
      '/delivery/physicalLocation',
    ],
    [
      'a shipment of an unknown place',
      { shipments: [{ physicalLocation: { id: 999 } }] },
      422,
      'reference.notFound',
      '/shipments/0/physicalLocation',
    ],
    [
      'a shipment of two places in one',
      { shipments: [{ physicalLocation: { id: 1, pId: 'depot' } }] },
      422,
      'reference.mismatch',
      '/shipments/0/physicalLocation',
    ],
    [
      'a discount beyond its row',
      { rows: [{ ...row, discounts: [{ name: 'd', amount: 21 }] }] },
      422,
      'totals.rowNegative',
      '/rows/0/discounts/0/amount',
    ],
    [
      'a discount beyond all rows',
      { rows: [row], discounts: [{ name: 'd', amount: 20.01 }] },
      422,
      'totals.basketDiscountTooLarge',
      '/discounts/0/amount',
    ],
    [
      'vouchers beyond the total',
      { rows: [row], vouchers: [{ code: 'v', amount: 20.01 }] },
      422,
      'totals.vouchersTooLarge',
      '/vouchers',
    ],
    [
      'a shipment of a line that there is not',
      { rows: [row], shipments: [{ rows: [{ row: 1, quantity: 1 }] }] },
      422,
      'shipment.rowUnknown',
      '/shipments/0/rows/0/row',
    ],
    [
      'shipments of more than was bought',
      {
        rows: [row],
        shipments: [{ rows: [{ row: 0, quantity: 1.5 }] }, { rows: [{ row: 0, quantity: 0.501 }] }],
      },
      422,
      'shipment.tooMuch',
      '/shipments/1/rows/0/quantity',
    ],
    [
      'two shipments of everything',
      { rows: [row], shipments: [{}, {}] },
      422,
      'shipment.tooMuch',
      '/shipments/1',
    ],
    [
      'a bundle with a price',
      { rows: [{ ...row, type: 'bundle', items: [row] }] },
      400,
      'row.bundle',
      '/rows/0/price',
    ],
    [
      'a bundle without items',
      { rows: [{ name: 'b', quantity: 1, type: 'bundle', items: [] }] },
      400,
      'row.bundle',
      '/rows/0/items',
    ],
    [
      'a line without a price',
      { rows: [{ name: 'b', quantity: 1 }] },
      400,
      'field.required',
      '/rows/0/price',
    ],
    [
      'items of what is no bundle',
      { rows: [{ ...row, items: [row] }] },
      400,
      'row.items',
      '/rows/0/items',
    ],
  ];

  it.each(refusals)('are refused for %s', async (_, values, status, code, pointer) => {
    const { errors, created } = await importLines(service, [line(values), line()]);
    expect(errors).toEqual([expect.objectContaining({ line: 1, code, pointer })]);
    expect(created).toBe(1);
    const response = await post(values);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ errors: [{ code, pointer: `/orders${pointer}` }] });
  });

  it.each([
    ['no rows', { rows: [] }],
    ['quantity 0', { rows: [{ ...row, quantity: 0 }] }],
    ['a quantity with four decimals', { rows: [{ ...row, quantity: 0.0001 }] }],
    ['an amount with five decimals', { rows: [{ ...row, price: 0.00001 }] }],
    ['a state that there is not', { status: 7 }],
    ['the state -11', { status: -11 }],
    ['a currency that there is not', { currencyCode: 'eux' }],
    ['an unknown field', { total: 5 }],
    ['a tax without id and pId', { rows: [{ ...row, taxes: [{ tax: { id: 0 } }] }] }],
    ['a negative voucher', { vouchers: [{ code: 'v', amount: -1 }] }],
  ])('are malformed with %s', async (_, values) => {
    expect((await post(values)).status).toBe(400);
    expect((await importLines(service, [line(values)])).rejected).toBe(1);
  });

  it('may bring totals that are off by a minor unit for each line, not more', async () => {
    const rows = [row, row];
    const total = (given: number, more: object = {}) =>
      post({ rows, totals: { total: given }, ...more });
    expect((await total(40.02)).body).toMatchObject({ TOTAL: 40.02, TOTALS: { ROUNDING: 0.02 } });
    const refused = await total(40.03);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'totals.differ',
      errors: [{ pointer: '/orders/totals/total' }],
    });
    expect((refused.body as { detail: string }).detail).toMatch(/40\.03.*40\b/);
    const trusted = await total(50, { trustTotals: true });
    expect(trusted.body).toMatchObject({ TOTAL: 50, TOTALS: { TOTAL: 50, SUBTOTAL: 50 } });
    expect((await total(39.98)).body).toMatchObject({ TOTAL: 39.98 });
  });

  it('keep given numbers, which are unique within a headquarter', async () => {
    const documentNumber = 'A/2026-00042';
    const first = await createOrder(service, smallOrder({ documentNumber }));
    expect(first).toMatchObject({ DOCUMENTNUMBER: documentNumber, PREFIX: '', SUFFIX: '' });
    const broken = await post({ documentNumber: 'A\r\nB' });
    expect(broken.body).toMatchObject({
      errors: [{ pointer: '/orders/documentNumber', code: 'text.pattern' }],
    });
    const again = await post({ documentNumber });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'documentNumber.taken', existingId: first.ID });
    expect((await post({ documentNumber, headquarter: { pId: 'hq2' } })).status).toBe(201);
    const twice = [line({ documentNumber: 'T-1' }), line({ documentNumber: 'T-1' })];
    expect(await importLines(service, twice)).toMatchObject({ created: 1, rejected: 1 });
  });

  it('take an empty document or tracking number as none', async () => {
    const half = { trackingNumber: '', rows: [{ row: 0, quantity: 0.5 }] };
    const shipments = [half, half];
    const made = await createOrder(service, smallOrder({ documentNumber: '', shipments }));
    expect(made.DOCUMENTNUMBER).toMatch(/^O\d+-2026-\d+$/);
    expect(made).toMatchObject({ INFORMATION: [{ TRACKINGNUMBER: '' }] });
    const lines = [line({ documentNumber: '' }), line({ documentNumber: '' })];
    expect(await importLines(service, lines)).toMatchObject({ created: 2, rejected: 0 });
  });

  it('have shipments with pIds and tracking numbers of their own', async () => {
    const shipment = { pId: 'box', trackingNumber: 'T-box' };
    await createOrder(service, smallOrder({ shipments: [shipment] }));
    const taken = await post({ shipments: [{ pId: 'other', trackingNumber: 'T-box' }] });
    expect(taken.body).toMatchObject({
      status: 409,
      code: 'shipment.taken',
      errors: [{ pointer: '/orders/shipments/0/trackingNumber' }],
    });
    const rows = [{ row: 0, quantity: 0.5 }];
    const twice = {
      shipments: [
        { pId: 'b2', rows },
        { pId: 'b2', rows },
      ],
    };
    const lines = [line(twice), line({ shipments: [{ pId: 'b2' }] })];
    const { errors, created } = await importLines(service, lines);
    expect(errors).toEqual([expect.objectContaining({ line: 1, code: 'shipment.taken' })]);
    expect(created).toBe(1);
  });

  it('of many that come at once have numbers without a gap, each one its own', async () => {
    const date = '2041-01-01';
    const answers = await Promise.all(Array.from({ length: 40 }, () => post({ date })));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(40).fill(201));
    const numbers = answers.map(({ body }) => (body as { DOCUMENTNUMBER: string }).DOCUMENTNUMBER);
    const wanted = Array.from({ length: 40 }, (_, at) => `O1-2041-${at + 1}`);
    expect(numbers.sort()).toEqual(wanted.sort());
  });

  it('under one pId, 40 at once, are stored once', async () => {
    const order = smallOrder();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => service.post('/v1/orders', { orders: order })),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const { ID } = created[0]!.body as { ID: number };
    const others = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of others) {
      expect({ status, body }).toMatchObject({ status: 409, body: { existingId: ID } });
    }
  });

  it('need the right to write sales alone, the right to import in an import', async () => {
    const key = await service.createKey('sales:read', 'import:write');
    expect((await service.post('/v1/orders', { orders: smallOrder() }, { key })).status).toBe(403);
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const { body } = await service.post('/v1/import', JSON.stringify(line()), { key, headers });
    expect(body).toMatchObject({ created: 1, rejected: 0 });
  });

  it('of two years take numbers from a series without the year, each one once', async () => {
    const headquarter = { pId: 'hq2' };
    const lines = ['2051-12-30', '2051-12-31', '2052-01-01', '2052-01-02'].map((date, at) =>
      line({ pId: `year-${at}`, date, headquarter }),
    );
    expect(await importLines(service, lines)).toMatchObject({ created: 4, rejected: 0 });
    const numbers = await Promise.all(
      lines.map(async (_, at) => {
        const { body } = await service.get(`/v1/orders/getId/year-${at}`);
        const { ID } = body as { ID: number };
        const order = await service.get(`/v1/orders/${ID}?fields=DOCUMENTNUMBER`);
        return (order.body as { DOCUMENTNUMBER: string }).DOCUMENTNUMBER;
      }),
    );
    expect(numbers).toEqual(['S-1/X', 'S-2/X', 'S-3/X', 'S-4/X']);
  });
});

describe('sub-statuses that come in', () => {
  let service: Service;
  const lost = { type: 'subStatus', pId: 'lost', document: 'order', status: 0, name: 'Lost' };

  beforeAll(async () => {
    service = await Service.start();
    expect((await importLines(service, [lost])).created).toBe(1);
  });

  afterAll(async () => {
    await service.stop();
  });

  it('are updated by another line and unchanged by the same', async () => {
    expect(await importLines(service, [lost])).toMatchObject({ unchanged: 1 });
    const renamed = {
      ...lost,
      name: 'Missing',
      languages: [{ languageCode: 'es', name: 'Perdido' }],
    };
    expect(await importLines(service, [renamed])).toMatchObject({ updated: 1 });
    expect(await importLines(service, [renamed])).toMatchObject({ unchanged: 1 });
  });

  it('hang on parents of the same batch', async () => {
    const parent = { ...lost, pId: 'p' };
    const child = { ...lost, pId: 'c', parent: { pId: 'p' } };
    expect(await importLines(service, [parent, child])).toMatchObject({ created: 2 });
    const { errors } = await importLines(service, [{ ...parent, parent: { pId: 'c' } }]);
    expect(errors).toEqual([expect.objectContaining({ code: 'subStatus.parent' })]);
  });

  it('never are below themselves, with any lines of a batch', async () => {
    const [top, middle, low] = ['top', 'middle', 'low'].map((pId) => ({ ...lost, pId }));
    const below = { ...low, parent: { pId: 'top' } };
    expect(await importLines(service, [top!, middle!, below])).toMatchObject({ created: 3 });
    const { updated, errors } = await importLines(service, [
      { ...top, parent: { pId: 'middle' } },
      { ...middle, parent: { pId: 'low' } },
    ]);
    expect(updated).toBe(1);
    expect(errors).toEqual([expect.objectContaining({ line: 2, code: 'subStatus.parent' })]);
  });

  it('are not below more than 32 others', async () => {
    const chain = Array.from({ length: 40 }, (_, at) => ({
      ...lost,
      pId: `level-${at}`,
      ...(at > 0 && { parent: { pId: `level-${at - 1}` } }),
    }));
    const { created, errors } = await importLines(service, chain);
    expect(created).toBe(33);
    expect(errors[0]).toMatchObject({ line: 34, code: 'subStatus.parent' });
  });

  it.each([
    ['of a state that there is not', { status: 77 }, 'status.unknown'],
    ['below a parent of another state', { status: 1, parent: { pId: 'lost' } }, 'subStatus.parent'],
    ['below a parent that there is not', { parent: { pId: 'no' } }, 'reference.notFound'],
    ['that would move', { pId: 'lost', status: 1 }, 'subStatus.moved'],
  ])('%s are refused', async (_, values, code) => {
    const { errors } = await importLines(service, [{ ...lost, pId: 'x', ...values }]);
    expect(errors).toEqual([expect.objectContaining({ code })]);
  });

  it('are at most 1,000 in a store', async () => {
    const many = Array.from({ length: 1100 }, (_, at) => ({ ...lost, pId: `many-${at}` }));
    const { created, rejected, errors } = await importLines(service, many);
    expect([created + rejected, rejected]).toEqual([1100, expect.any(Number)]);
    expect(rejected).toBeGreaterThan(100);
    expect(errors[0]).toMatchObject({ code: 'subStatus.tooMany' });
    const { body } = await service.get('/v1/util/orderStatus?language=en');
    expect(JSON.stringify(body).match(/"pId":/g)).toHaveLength(1000);
    expect(await importLines(service, [{ ...lost, name: 'Still' }])).toMatchObject({ updated: 1 });
  });
});
