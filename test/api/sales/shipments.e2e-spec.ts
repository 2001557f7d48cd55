/** @engine modules/sales/shipping/shipments */
import { Database } from '../../../src/database';
import { anyTime } from '../../support/any-time';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { UsersClient } from '../users/users-client';
import { createOrder, importMasters, richOrder, smallOrder } from './sample-store';
import { orderWithShipments, type ShipmentRecord, storeDocuments } from './stated-records';

interface ShipmentList {
  shipments: ShipmentRecord[];
  items: number;
  cursors: { next: string; previous: string };
  pagerParameters: { page: number; perPage: number };
}

interface WholeOrder {
  ID: number;
  DOCUMENTNUMBER: string;
  DELIVERY: { SHIPMENTS: ShipmentRecord[] };
  INFORMATION: { TRACKINGNUMBER: string }[];
}

describe('shipments', () => {
  let service: Service;
  /** The order of the shipment with pId `ship-1`, and of the one next to it. */
  let rich: WholeOrder;

  const order = (pId: string, date: string, shipments: object[], values: object = {}) => ({
    type: 'order',
    ...smallOrder({ pId, date, shipments, ...values }),
  });

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    rich = (await createOrder(service, richOrder)) as unknown as WholeOrder;
    const { rejected, errors } = await importLines(service, [
      order('o-a', '2026-04-01T10:00:00+02:00', [{ pId: 'a', trackingNumber: 'Z-9', status: 0 }]),
      order('o-b', '2026-04-30T23:59:59+02:00', [{ pId: 'B', trackingNumber: 'ÉX 77', status: 4 }]),
      order('o-c', '2026-05-01T00:00:00+02:00', [{ pId: 'c', status: 2 }], {
        headquarter: { pId: 'hq2' },
      }),
      { ...order('o-d', '2026-05-02T10:00:00Z', []), shipments: undefined },
    ]);
    if (rejected > 0) throw new Error(JSON.stringify(errors));
  });

  afterAll(async () => {
    await service.stop();
  });

  const list = async (path: string): Promise<ShipmentList> => {
    const { status, body } = await service.get(`/v1/shipments${path}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as ShipmentList;
  };
  const names = async (path: string): Promise<string> =>
    (await list(path)).shipments.map(({ PID }) => PID || '-').join(' ');
  const give = (id: number, number: string, sent: object = {}) =>
    service.put(
      `/v1/shipments/${id}/trackingNumber/${encodeURIComponent(number)}`,
      undefined,
      sent,
    );

  it('stand in the lists of all orders, newest first, as in their orders', async () => {
    const { shipments, ...envelope } = await list('');
    expect(shipments.map(({ PID }) => PID)).toEqual(['c', 'B', 'a', '', 'ship-1']);
    expect(envelope).toEqual({
      cursors: { next: '', previous: '' },
      items: 5,
      pagerParameters: { page: 1, perPage: 100 },
    });
    const { DOCUMENT, ...own } = shipments.at(-1)!;
    const state = { UPDATEDAT: anyTime, VERSION: '1' };
    expect(own).toEqual({ ...rich.DELIVERY.SHIPMENTS[0], ...state });
    expect((own as unknown as { ROWS: object[] }).ROWS).toHaveLength(1);
    expect((own as unknown as { SHIPPING: { DISCOUNTS: object[] } }).SHIPPING.DISCOUNTS).toEqual([
      expect.objectContaining({ NAME: 'Club' }),
    ]);
    expect(DOCUMENT).toEqual({
      ...{ DOCUMENTNUMBER: rich.DOCUMENTNUMBER, DOCUMENTTYPE: 1, ID: rich.ID },
    });
    const { body, headers } = await service.get(`/v1/shipments/${own.ID}`);
    expect([body, headers['etag']]).toEqual([{ ...own, DOCUMENT }, '"1"']);
    expect((await service.get('/v1/shipments/999999')).status).toBe(404);
    const some = await service.get('/v1/shipments?fields=document,Rows&perPage=1');
    expect(Object.keys((some.body as ShipmentList).shipments[0]!)).toEqual(['DOCUMENT', 'ROWS']);
  });

  it.each([
    ['?status=0', 'a'],
    ['?status=', 'c B a - ship-1'],
    ['?status=4', 'B'],
    ['?startDate=2026-04-30', 'c B'],
    ['?endDate=2026-04-30', 'B a - ship-1'],
    ['?startDate=2026-04-02&endDate=2026-04-30', 'B'],
    ['?startDate=2026-04-30T22:00:00Z', 'c'],
    ['?q=track', 'ship-1'],
    ['?q=TRACK-1%20ship', 'ship-1'],
    ['?q=ex%2077', 'B'],
    ['?q=9', 'a'],
    ['?q=hirt', ''],
    ['?q=ada', ''],
    ['?sort=pId.asc', '- B a c ship-1'],
    ['?sort=pId.desc', 'ship-1 c a B -'],
    ['?sort=incomingDate.asc', '- ship-1 a B c'],
    ['?sort=status.desc,id.asc', 'B ship-1 c - a'],
    ['?sort=id.asc&perPage=2&page=2', 'a B'],
    ['/pending', 'ship-1 - a B c'],
    ['/pending?sort=incomingDate.desc&status=2', 'c'],
    ['/received', ''],
    ['?headquarters=hq2', 'c'],
    ['?headquarters=hq,%20hq2&sort=id.asc', 'ship-1 - a B c'],
    ['?headquarters=hq3', ''],
    ['/pending?headquarters=hq&status=0', 'a'],
    ['?userId=0&status=0', 'a'],
    ['?userId=999999', ''],
  ])('%s', async (path, found) => {
    expect(await names(path)).toBe(found);
  });

  it.each([
    ...['sort=trackingNumber.asc', 'status=5', 'status=-1', 'startDate=2026-02-30', 'since_id=-1'],
    ...[
      'updatedAt_min=2026-02-30',
      'expand=documents',
      'userId=-1',
      'fields=PASSWORD',
      'perPage=0',
    ],
  ])('refuse %s', async (query) => {
    for (const path of ['', '/pending', '/received']) {
      expect((await service.get(`/v1/shipments${path}?${query}`)).status).toBe(400);
    }
  });

  it('are of orders alone: no other document has shipments in the lists', async () => {
    const before = (await list('')).items;
    await storeDocuments(service, 'invoice', [{ parentId: rich.ID, status: 4 }]);
    expect((await list('')).items).toBe(before);
  });

  it('are found by their tracking numbers, exactly', async () => {
    const { body } = await service.get('/v1/shipments/getId/TRACK-1');
    expect(body).toEqual({ ID: rich.DELIVERY.SHIPMENTS[0]!.ID });
    expect((await service.get('/v1/shipments/getId/%C3%89X%2077')).status).toBe(200);
    for (const other of ['track-1', 'TRACK-1%20', '%C3%A9X%2077', 'TRACK', 'x'.repeat(255)]) {
      expect((await service.get(`/v1/shipments/getId/${other}`)).status).toBe(404);
    }
    expect((await service.get(`/v1/shipments/getId/${'x'.repeat(256)}`)).status).toBe(400);
  });

  it('take a tracking number, which is a change of their order too', async () => {
    const { id, shipmentIds } = await orderWithShipments(service, [1, 1]);
    const [first, second] = shipmentIds as [number, number];
    expect((await give(first, 'N/1 ✓')).body).toEqual({ result: 'ok' });
    expect((await give(first, 'N/1 ✓')).body).toEqual({ result: 'ok' });
    const read = await service.get(`/v1/shipments/${first}`);
    expect(read.body).toMatchObject({ TRACKINGNUMBER: 'N/1 ✓', STATUS: 1, STATUSES: [] });
    expect(read.headers['etag']).toBe('"2"');
    const whole = await service.get(`/v1/orders/${id}`);
    expect((whole.body as WholeOrder).INFORMATION[0]!.TRACKINGNUMBER).toBe('N/1 ✓');
    expect(whole.headers['etag']).toBe('"2"');
    expect((await list('?q=n/1')).shipments.map(({ ID }) => ID)).toEqual([first]);
    const found = await service.get(`/v1/shipments/getId/${encodeURIComponent('N/1 ✓')}`);
    expect(found.body).toEqual({ ID: first });
    const taken = await give(second, 'N/1 ✓');
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({
      ...{ code: 'shipment.taken', existingId: first },
      errors: [{ pointer: 'path/trackingNumber' }],
    });
    expect((await give(first, 'N2')).status).toBe(200);
    expect((await give(second, 'N/1 ✓')).status).toBe(200);
    expect(await names('?q=N2')).toBe('-');
    expect((await list('?q=n/1')).shipments.map(({ ID }) => ID)).toEqual([second]);
    for (const bad of ['x'.repeat(191), ' x', 'x ', '\u0000']) {
      expect((await give(second, bad)).status).toBe(400);
    }
    expect((await give(second, 'y'.repeat(190))).status).toBe(200);
    expect((await give(999_999, 'N3')).status).toBe(404);
    expect((await give(second, 'N3', { headers: { 'If-Match': '"1"' } })).status).toBe(412);
    expect((await give(second, 'N3', { headers: { 'If-Match': '"3"' } })).status).toBe(200);
    // A line break, which would split a header, stays text.
    expect((await give(second, 'a\r\nX-Injected: 1')).status).toBe(200);
    expect(((await list(`?q=injected`)).shipments[0] as ShipmentRecord).TRACKINGNUMBER).toBe(
      'a\r\nX-Injected: 1',
    );
  });

  it('of which 40 ask for one number at once: one gets it', async () => {
    const shipmentIds: number[] = [];
    for (let at = 0; at < 10; at++) {
      shipmentIds.push(...(await orderWithShipments(service, [1, 1, 1, 1])).shipmentIds);
    }
    // The first round opens the connections that the others run on at once.
    for (const number of ['FIRST', 'SECOND', 'THIRD']) {
      const answers = await Promise.all(shipmentIds.map((id) => give(id, number)));
      const won = shipmentIds.filter((_, at) => answers[at]!.status === 200);
      expect(won).toHaveLength(1);
      for (const { status, body } of answers) {
        if (status === 200) continue;
        const { code, existingId } = body as { code: string; existingId: number };
        expect([status, code, existingId]).toEqual([409, 'shipment.taken', won[0]]);
      }
      const { shipments } = await list('?perPage=500');
      const owners = shipments.filter(({ TRACKINGNUMBER }) => TRACKINGNUMBER === number);
      expect(owners.map(({ ID }) => ID)).toEqual(won);
      const { body } = await service.get(`/v1/shipments/getId/${number}`);
      expect(body).toEqual({ ID: won[0] });
    }
  });

  it('are walked by their cursors without a gap while others come and go, in every order', async () => {
    const all = (await list('?perPage=500&sort=id.asc')).shipments.map(({ ID }) => ID);
    for (const sort of ['id.asc', 'pId.desc', 'incomingDate.asc', 'status.desc']) {
      const seen: number[] = [];
      let path = `?perPage=7&sort=${sort}`;
      for (let steps = 0; path !== ''; steps++) {
        const { shipments, cursors } = await list(path);
        seen.push(...shipments.map(({ ID }) => ID));
        path = cursors.next.replace(/^.*\/shipments/, '');
        if (steps === 2) await orderWithShipments(service, [1]);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => all.includes(id)).sort()).toEqual([...all].sort());
    }
    // Acknowledged on the way: the walk goes on behind them.
    const waiting = (await list('/pending?perPage=500')).shipments.map(({ ID }) => ID);
    const polled: number[] = [];
    for (let path = '/pending?perPage=9'; path !== '';) {
      const { shipments, cursors } = await list(path);
      polled.push(...shipments.map(({ ID }) => ID));
      const items = shipments.map(({ ID: id, VERSION: version }) => ({ id, version }));
      await service.put('/v1/shipments/received', { shipments: items });
      path = cursors.next.replace(/^.*\/shipments/, '');
    }
    expect(polled).toEqual(waiting);
    expect((await list('/pending')).items).toBe(0);
  });

  it('come in a fixed number of queries, however many there are', async () => {
    const database = service.app.get(Database);
    const queries = (path: string) => countStatements(database, () => list(path));
    const few = await queries('?perPage=2');
    expect(few).toBe(await queries('?perPage=40'));
    // The page, three kinds of parts and how many they are, the count.
    expect(few).toBe(6);
    expect(await queries('/received?perPage=20')).toBe(6);
    expect(await queries('?perPage=20&fields=ID,STATUS')).toBe(2);
    const { shipments } = await list('?perPage=500');
    const items = shipments.slice(0, 30).map(({ ID: id }) => ({ id, status: 0 }));
    const received = (count: number) =>
      countStatements(database, () =>
        service.put('/v1/shipments/received', { shipments: items.slice(0, count) }),
      );
    expect(await received(2)).toBe(await received(30));
  });

  it('are found by the customer of their orders', async () => {
    const users = await UsersClient.of(service);
    const { ID, PID } = await users.create();
    const { user } = smallOrder();
    await createOrder(
      service,
      smallOrder({ user: { ...user, pId: PID }, shipments: [{ pId: 'own', status: 2 }] }),
    );
    for (const path of ['', '/pending']) {
      expect(await names(`${path}?userId=${ID}`)).toBe('own');
      expect(await names(`${path}?userId=${ID}&status=0`)).toBe('');
    }
    expect(await names('?userId=0')).not.toBe('own');
  });
});
