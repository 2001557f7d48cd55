/** @engine */
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';
import { createOrder, importMasters, type OrderList, smallOrder } from './sample-store';

describe('lists of orders', () => {
  let service: Service;

  const order = (pId: string, values: object = {}) => ({
    type: 'order',
    ...smallOrder(values),
    pId,
  });

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    const { rejected, errors } = await importLines(service, [
      order('a', {
        ...{ date: '2026-01-01T00:00:00+01:00', documentNumber: 'X-9', transactionId: 'TX-77' },
        payment: { paymentSystem: { pId: 'card' } },
        rows: [{ name: 'Größe L', sku: 'BK-M82S', quantity: 3, price: 10 }],
      }),
      order('b', {
        ...{ date: '2026-01-31T23:59:59+01:00', documentNumber: 'x-10', status: 0 },
        ...{ headquarter: { pId: 'hq2' }, payment: { paymentSystem: { pId: 'cash' } } },
        user: {
          email: 'zoe@example.org',
          billingAddress: { countryCode: 'FR', firstName: 'Zoé', lastName: 'Lévy' },
        },
      }),
      order('c', { date: '2026-02-01T00:00:00+01:00', documentNumber: 'N-200', status: 6 }),
      order('d', {
        date: '2026-02-02T12:00:00Z',
        documentNumber: 'none',
        exported: true,
        status: 4,
      }),
      order('e', { date: '2026-02-03T12:00:00Z', status: 2 }),
    ]);
    if (rejected > 0) throw new Error(JSON.stringify(errors));
  });

  afterAll(async () => {
    await service.stop();
  });

  const list = async (path: string): Promise<OrderList> => {
    const { status, body } = await service.get(`/v1/orders${path}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as OrderList;
  };
  const pIds = async (path: string): Promise<string> =>
    (await list(path)).orders.map(({ PID }) => PID).join('');

  it('show list items, newest first', async () => {
    const { orders, ...envelope } = await list('');
    expect(orders.map(({ PID }) => PID).join('')).toBe('edcba');
    expect(envelope).toEqual({
      cursors: { next: '', previous: '' },
      items: 5,
      pagerParameters: { page: 1, perPage: 100 },
    });
    expect(orders.at(-1)).toEqual({
      ...{ AUTHNUMBER: '', CURRENCYCODE: 'EUR', CUSTOMER: 'Ada', DELIVERYDATE: '' },
      DATE: '2026-01-01T00:00:00+01:00',
      ...{ DOCUMENTNUMBER: 'X-9', EXPORTSTATUS: 0, ID: expect.any(Number) as number, IMAGE: '' },
      ...{ PAID: false, PARENT: { DOCUMENTNUMBER: '', DOCUMENTTYPE: 0, ID: 0 }, PAYMENTDATE: '' },
      ...{ PAYMENTNAME: 'Card', PAYMENTSYSTEMID: expect.any(Number) as number, PID: 'a' },
      ...{ REFERER: '', STATUS: 1, SUBSTATUSID: 0, TOTAL: 30, TRANSACTIONID: 'TX-77' },
      ...{ UPDATEDAT: anyTime, VERSION: '1' },
      USER: { ID: 0, PID: '' },
    });
  });

  it.each([
    ['?startDate=2026-01-31', 'edcb'],
    ['?endDate=2026-01-31', 'ba'],
    ['?startDate=2026-02-01&endDate=2026-02-02', 'dc'],
    ['?startDate=2026-02-02&endDate=2026-02-01', ''],
    ['?startDate=2026-01-31T23:00:00Z', 'edc'],
    ['?status=0', 'b'],
    ['?status=', 'edcba'],
    ['?status=6', 'c'],
    ['?fromOrderNumber=10', 'cb'],
    ['?fromOrderNumber=9&toOrderNumber=10', 'ba'],
    ['?toOrderNumber=0', 'edcba'],
    ['?headquarters=hq2', 'b'],
    ['?headquarters=hq2,hq', 'edcba'],
    ['?headquarters=2', 'b'],
    ['?headquarters=nowhere', ''],
    ['?paymentSystems=card,cash', 'ba'],
    ['?userId=0', 'edcba'],
    ['?userId=7', ''],
    ['?q=gro%C3%9Fe', 'a'],
    ['?q=m82', 'a'],
    ['?q=BK-M82S%20TX-77', 'a'],
    ['?q=levy', 'b'],
    ['?q=ZOE%40example', 'b'],
    ['?q=N-2', 'c'],
    ['?q=evy', ''],
    ['?updatedAt_max=2020-01-01', ''],
    ['?updatedAt_min=2020-01-01', 'edcba'],
    ['?sort=documentNumber.asc', 'cdeba'],
    ['?sort=date.asc', 'abcde'],
    ['?sort=total.desc,pId.asc', 'abcde'],
    ['?sort=status.asc,pId.desc', 'baedc'],
    ['?sort=pId.desc&perPage=2&page=2', 'cb'],
    ['/pending', 'abe'],
    ['/pending?sort=id.desc', 'eba'],
    ['/received', 'd'],
  ])('%s', async (path, found) => {
    expect(await pIds(path)).toBe(found);
  });

  it('begin at an id with since_id, inclusive', async () => {
    const { body } = await service.get('/v1/orders/getId/d');
    expect(await pIds(`?since_id=${(body as { ID: number }).ID}`)).toBe('ed');
  });

  it.each([
    'sort=email.asc',
    'expand=rows',
    'status=7',
    'startDate=2026-02-30',
    'userId=-1',
    'x=1',
  ])('refuse %s', async (query) => {
    expect((await service.get(`/v1/orders?${query}`)).status).toBe(400);
  });

  it('hold whole documents with expand, the same as alone', async () => {
    const { orders } = await list('?expand=document&sort=id.asc');
    for (const one of orders) {
      expect(one).toEqual((await service.get(`/v1/orders/${one.ID}`)).body);
    }
  });

  it('carry the version that an acknowledgement names', async () => {
    for (const path of ['', '/pending', '/received', '/pending?expand=document']) {
      for (const { VERSION } of (await list(path)).orders) expect(VERSION).toBe('1');
    }
    expect((await service.get('/v1/orders/pending?fields=ID,VERSION')).body).toMatchObject({
      orders: [{ ID: expect.any(Number) as number, VERSION: '1' }, {}, {}],
    });
  });

  it('are walked by their cursors without a gap while orders come and go', async () => {
    const seen: string[] = [];
    let path = '/v1/orders/pending?perPage=1';
    for (let steps = 0; path !== '' && steps < 20; steps++) {
      const { body } = await service.get(path);
      const { orders, cursors } = body as OrderList;
      seen.push(...orders.map(({ PID }) => PID));
      path = cursors.next === '' ? '' : cursors.next.replace(/^https?:\/\/[^/]+/, '');
      if (steps === 0) {
        const { ID = 0 } = orders[0] ?? {};
        await service.put(`/v1/orders/${ID}/received`);
        await createOrder(service, { ...smallOrder(), pId: 'late' });
      }
    }
    expect(seen).toEqual(['a', 'b', 'e', 'late']);
  });
});
