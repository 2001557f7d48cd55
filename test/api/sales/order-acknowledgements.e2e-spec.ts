/** @engine modules/sales/states/acknowledgements */
import { Service } from '../../support/service/service';
import {
  createOrder,
  importMasters,
  type OrderItem,
  type OrderList,
  type OrderRecord,
  smallOrder,
} from './sample-store';
import { storeDocuments } from './stated-records';

describe('the export of orders', () => {
  let service: Service;
  let subStatus: (pId: string) => Promise<number>;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    subStatus = async (pId) => {
      const state = pId === 'lost' ? 0 : 2;
      const order = await createOrder(service, smallOrder({ status: state, subStatus: { pId } }));
      await service.put(`/v1/orders/${order.ID}/received`);
      return order.SUBSTATUSID;
    };
  });

  afterAll(async () => {
    await service.stop();
  });

  const receive = (id: number, body?: object, sent: object = {}) =>
    service.put(`/v1/orders/${id}/received`, body, sent);
  const read = async (id: number) => {
    const response = await service.get(`/v1/orders/${id}`);
    return { ...(response.body as OrderRecord), etag: response.headers['etag'] };
  };
  const pending = async (): Promise<OrderItem[]> =>
    ((await service.get('/v1/orders/pending?perPage=500')).body as OrderList).orders;

  it('marks an incoming order exported and moves it to 2, with its history', async () => {
    const { ID } = await createOrder(service);
    expect((await receive(ID)).body).toEqual({ result: 'ok' });
    const order = await read(ID);
    expect(order).toMatchObject({ STATUS: 2, EXPORTSTATUS: 1, etag: '"2"' });
    expect(order.STATUSES).toEqual([
      {
        ...{ ACTIONS: [], CURRENTDATETIME: expect.stringMatching(/^20\d\d-.*\+00:00$/) as string },
        ...{ DOCUMENTID: ID, FROMSTATUS: 1, FROMSUBSTATUSID: 0, ID: expect.any(Number) as number },
        ...{ TOSTATUS: 2, TOSUBSTATUSID: 0 },
        ...{ BY: { ID: 1, KIND: 'key', NAME: 'Configured key' }, COMMENT: '' },
      },
    ]);
    expect((await pending()).map((one) => one.ID)).not.toContain(ID);
  });

  it('leaves any other state as it is, without an entry in the history', async () => {
    const { ID } = await createOrder(service, smallOrder({ status: 5 }));
    expect((await receive(ID)).body).toEqual({ result: 'ok' });
    expect(await read(ID)).toMatchObject({ STATUS: 5, EXPORTSTATUS: 1, STATUSES: [], etag: '"2"' });
  });

  it('gives the state and the sub-status that are asked for', async () => {
    const subStatusId = await subStatus('packing-gift');
    const { ID } = await createOrder(service);
    expect((await receive(ID, { status: 2, subStatusId, version: '1' })).status).toBe(200);
    expect(await read(ID)).toMatchObject({ STATUS: 2, SUBSTATUSID: subStatusId });
    expect((await receive(ID, { orders: { status: 4 } })).body).toEqual({ result: 'ok' });
    const { STATUSES } = await read(ID);
    expect(
      STATUSES.map((one) => [one.FROMSTATUS, one.FROMSUBSTATUSID, one.TOSTATUS, one.TOSUBSTATUSID]),
    ).toEqual([
      [1, 0, 2, subStatusId],
      [2, subStatusId, 4, 0],
    ]);
  });

  it('is unchanged the second time, whatever version is given', async () => {
    const { ID } = await createOrder(service);
    await receive(ID);
    expect((await receive(ID, { version: '1' })).body).toEqual({ result: 'unchanged' });
    expect((await receive(ID, { version: '77', status: 2 })).body).toEqual({ result: 'unchanged' });
    const other = await receive(ID, { version: '1', status: 4 });
    expect([other.status, other.body.code]).toEqual([409, 'version.changed']);
    expect((await receive(ID, { version: '2', status: 4 })).body).toEqual({ result: 'ok' });
  });

  it('refuses what was not seen, and leaves it pending', async () => {
    const { ID } = await createOrder(service);
    const refused = await receive(ID, { version: '2' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'version.changed' });
    expect(await read(ID)).toMatchObject({ STATUS: 1, EXPORTSTATUS: 0, STATUSES: [], etag: '"1"' });
    expect((await pending()).find((one) => one.ID === ID)?.VERSION).toBe('1');
    const headers = { 'If-Match': '"2"' };
    expect((await receive(ID, {}, { headers })).status).toBe(412);
    expect((await receive(ID, {}, { headers: { 'If-Match': '"1"' } })).status).toBe(200);
  });

  it('refuses sub-statuses of another state, unknown ones, and codes outside the list', async () => {
    const lost = await subStatus('lost');
    const { ID } = await createOrder(service);
    const elsewhere = await receive(ID, { status: 2, subStatusId: lost });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'subStatus.mismatch']);
    expect((await receive(ID, { subStatusId: lost })).status).toBe(422);
    expect((await receive(ID, { subStatusId: 999999 })).status).toBe(422);
    for (const status of [3, 20, -666, 99, '2']) {
      expect((await receive(ID, { status })).status).toBe(400);
    }
    expect((await receive(ID, { state: 2 })).status).toBe(400);
    expect((await receive(999999)).status).toBe(404);
    expect(await read(ID)).toMatchObject({ EXPORTSTATUS: 0, etag: '"1"' });
    expect((await receive(ID, { status: 0, subStatusId: lost })).status).toBe(200);
  });

  it('lets an order in -11 be, and takes one with an invoice wherever it is asked for', async () => {
    const deleted = await createOrder(service);
    await receive(deleted.ID, { status: -11 });
    expect((await receive(deleted.ID)).body).toEqual({ result: 'unchanged' });
    expect((await receive(deleted.ID, { status: 1 })).body).toMatchObject({
      code: 'order.deleted',
    });
    const invoiced = await createOrder(service);
    await invoiceOf(invoiced.ID);
    for (const status of [4, 6, -1, -11]) {
      expect((await receive(invoiced.ID, { status })).status).toBe(200);
      expect(await read(invoiced.ID)).toMatchObject({ STATUS: status, EXPORTSTATUS: 1 });
    }
    // An invoice is no order.
    const { ID } = await createOrder(service);
    const id = await invoiceOf(ID);
    for (const path of [`/v1/orders/${id}`]) expect((await service.get(path)).status).toBe(404);
    expect((await receive(id)).status).toBe(404);
  });

  /** Invoices are made elsewhere; here the bare row stands for one. */
  const invoiceOf = async (parentId: number): Promise<number> => {
    const [id] = await storeDocuments(service, 'invoice', [{ parentId, status: 4 }]);
    return id as number;
  };

  it('acknowledges many at once, each standing for itself', async () => {
    const orders: OrderRecord[] = [];
    for (let at = 0; at < 6; at++) orders.push(await createOrder(service));
    const [a, b, c, d, e, f] = orders as [
      OrderRecord,
      OrderRecord,
      OrderRecord,
      OrderRecord,
      OrderRecord,
      OrderRecord,
    ];
    await receive(b.ID);
    const lost = await subStatus('lost');
    const invoiced = await createOrder(service);
    await invoiceOf(invoiced.ID);
    const response = await service.put('/v1/orders/received', {
      orders: [
        { id: a.ID, version: '1' },
        { pId: b.PID },
        { id: c.ID, version: '9' },
        { pId: d.PID, status: 2, subStatusId: lost },
        { id: 999999 },
        { pId: 'nobody' },
        { id: e.ID, pId: a.PID },
        { id: f.ID, status: 4 },
        { id: f.ID, status: 4, version: '1' },
        { id: f.ID, status: 0, subStatusId: lost },
        { id: invoiced.ID, status: -1 },
        { id: invoiced.ID, status: 4 },
      ],
    });
    expect(response.status).toBe(200);
    const { orders: results } = response.body as {
      orders: { id: number; pId: string; result: string; detail: string }[];
    };
    expect(results.map(({ id, pId, result }) => [id, pId, result])).toEqual([
      [a.ID, a.PID, 'ok'],
      [b.ID, b.PID, 'unchanged'],
      [c.ID, c.PID, 'version.changed'],
      [d.ID, d.PID, 'subStatus.mismatch'],
      [999999, '', 'record.notFound'],
      [0, 'nobody', 'record.notFound'],
      [e.ID, e.PID, 'reference.mismatch'],
      [f.ID, f.PID, 'ok'],
      [f.ID, f.PID, 'unchanged'],
      [f.ID, f.PID, 'ok'],
      [invoiced.ID, invoiced.PID, 'ok'],
      [invoiced.ID, invoiced.PID, 'ok'],
    ]);
    for (const { result, detail } of results) {
      expect(detail === '').toBe(result === 'ok' || result === 'unchanged');
    }
    const waiting = (await pending()).map(({ ID }) => ID);
    expect([a, b, c, d, e, f].map(({ ID }) => waiting.includes(ID))).toEqual([
      ...[false, false, true, true, true, false],
    ]);
    const { body: exported } = await service.get('/v1/orders/received?perPage=500');
    const shown = (exported as { orders: OrderRecord[] }).orders.map(({ ID }) => ID);
    const own = [a, b, c, d, e, f, invoiced].map(({ ID }) => ID);
    expect(shown.filter((id) => own.includes(id))).toEqual([invoiced.ID, f.ID, b.ID, a.ID]);
    expect((await read(f.ID)).STATUSES.map(({ TOSTATUS }) => TOSTATUS)).toEqual([4, 0]);
  });

  it.each([
    ['no list', {}, '/orders'],
    ['an empty list', { orders: [] }, '/orders'],
    ['an item that names no order', { orders: [{ id: 1 }, { status: 2 }] }, '/orders/1'],
    ['an item with an unknown state', { orders: [{ id: 1, status: 3 }] }, '/orders/0/status'],
    [
      'too many items',
      { orders: Array.from({ length: 1001 }, (_, at) => ({ id: at + 1 })) },
      '/orders',
    ],
  ])('refuses %s as a whole', async (_, body, pointer) => {
    const refused = await service.put('/v1/orders/received', body);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it('gives every order to exactly one of 40 pollers, with an unbroken history', async () => {
    for (let at = 0; at < 20; at++) await createOrder(service);
    const waiting = await pending();
    const won = new Map<number, number>();
    const poll = async (bulk: boolean): Promise<void> => {
      const items = [...waiting].sort(() => Math.random() - 0.5);
      if (bulk) {
        const orders = items.map(({ ID, VERSION }) => ({ id: ID, version: VERSION }));
        const { body } = await service.put('/v1/orders/received', { orders });
        for (const { id, result } of (body as { orders: { id: number; result: string }[] })
          .orders) {
          if (result === 'ok') won.set(id, (won.get(id) ?? 0) + 1);
          else expect(result).toBe('unchanged');
        }
        return;
      }
      for (const { ID, VERSION } of items.slice(0, 5)) {
        const { status, body } = await receive(ID, { version: VERSION });
        expect(status).toBe(200);
        if ((body as { result: string }).result === 'ok') won.set(ID, (won.get(ID) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, at) => poll(at % 4 === 0)));
    expect([...won.keys()].sort()).toEqual(waiting.map(({ ID }) => ID).sort());
    expect([...won.values()]).toEqual(waiting.map(() => 1));
  });

  it('keeps the history of 40 changes at once unbroken', async () => {
    const { ID } = await createOrder(service);
    const states = [0, 1, 2, 4];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => receive(ID, { status: states[at % 4] })),
    );
    const changed = answers.filter(
      ({ body }) => (body as { result: string }).result === 'ok',
    ).length;
    const order = await read(ID);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    // The first acknowledgement may leave the state as it is.
    expect(changed - order.STATUSES.length).toBeLessThanOrEqual(1);
    expect(order.etag).toBe(`"${changed + 1}"`);
    let at = 1;
    for (const { FROMSTATUS, TOSTATUS } of order.STATUSES) {
      expect(FROMSTATUS).toBe(at);
      at = TOSTATUS;
    }
    expect(order.STATUS).toBe(at);
  });
});
