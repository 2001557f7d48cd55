/** @engine */
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, richOrder, smallOrder } from './sample-store';
import { orderWithShipments } from './stated-records';

interface Shipping {
  PACKAGES: number;
  TRACKINGS: object[];
}

interface TrackedShipment {
  ID: number;
  TRACKINGNUMBER: string;
  SHIPPING: Shipping;
}

/** A tree with all that the specification has, two packages in it. */
const tree = [
  {
    lastUpdate: '2026-02-02T08:15:30+01:00',
    pickupDate: '2026-02-01T00:00:00Z',
    properties: [{ name: 'service', value: 'Express ✓' }, { name: 'empty' }],
    packages: [
      {
        ...{ lastUpdate: '2026-02-02T07:15:30.500Z', weight: 1.25, weightUnits: 'kg' },
        activity: [
          {
            ...{ dateTime: '2026-02-02', description: 'Arrived', status: 'IN_TRANSIT' },
            properties: [{ name: 'depot', value: 'MAD-1' }],
          },
          {},
        ],
      },
      {},
    ],
  },
  {},
];

const empty = { LASTUPDATE: '', PACKAGES: [], PICKUPDATE: '', PROPERTIES: [] };

/** The same as it is answered by a store in Madrid. */
const shown = [
  {
    LASTUPDATE: '2026-02-02T08:15:30+01:00',
    PACKAGES: [
      {
        ACTIVITY: [
          {
            DATETIME: '2026-02-02T00:00:00+01:00',
            DESCRIPTION: 'Arrived',
            PROPERTIES: [{ NAME: 'depot', VALUE: 'MAD-1' }],
            STATUS: 'IN_TRANSIT',
          },
          { DATETIME: '', DESCRIPTION: '', PROPERTIES: [], STATUS: '' },
        ],
        ...{ LASTUPDATE: '2026-02-02T08:15:30+01:00', WEIGHT: 1.25, WEIGHTUNITS: 'kg' },
      },
      { ACTIVITY: [], LASTUPDATE: '', WEIGHT: 0, WEIGHTUNITS: '' },
    ],
    PICKUPDATE: '2026-02-01T01:00:00+01:00',
    PROPERTIES: [
      { NAME: 'service', VALUE: 'Express ✓' },
      { NAME: 'empty', VALUE: '' },
    ],
  },
  empty,
];

const numberAlone = (VALUE: string) => [
  { ...empty, PROPERTIES: [{ NAME: 'trackingNumber', VALUE }] },
];

describe('trackings', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  const put = (id: number, trackings: unknown, sent: object = {}) =>
    service.put(`/v1/shipments/${id}/trackings`, { trackings }, sent);
  const read = async (path: string) => {
    const { status, body, headers } = await service.get(path);
    expect(status).toBe(200);
    return {
      ...(body as TrackedShipment & { DELIVERY: { SHIPMENTS: TrackedShipment[] } }),
      headers,
    };
  };
  const etag = async (id: number) => (await read(`/v1/shipments/${id}`)).headers['etag'] as string;
  const shipment = async () => {
    const { id, shipmentIds } = await orderWithShipments(service, [1, 1]);
    return { order: id, id: shipmentIds[0] as number };
  };

  it('come in with an order, and stand wherever its shipment does', async () => {
    const shipments = [
      { pId: 'tracked', trackingNumber: 'T-1', trackings: tree, rows: [] },
      { pId: 'numbered', trackingNumber: 'T-2', trackings: [], packages: 3, rows: [] },
      { pId: 'counted', packages: 5, trackings: tree, rows: [] },
      { pId: 'silent', rows: [] },
    ];
    const { ID } = await createOrder(service, smallOrder({ shipments }));
    const order = await read(`/v1/orders/${ID}`);
    const { SHIPMENTS } = order.DELIVERY;
    const of = ({ SHIPPING }: TrackedShipment) => [SHIPPING.PACKAGES, SHIPPING.TRACKINGS];
    expect(SHIPMENTS.map(of)).toEqual([
      [2, shown],
      [3, numberAlone('T-2')],
      [5, shown],
      [0, []],
    ]);
    expect(of(order)).toEqual([2, shown]);
    for (const [at, { ID: id }] of SHIPMENTS.entries()) {
      expect(of(await read(`/v1/shipments/${id}`))).toEqual(of(SHIPMENTS[at]!));
    }
    const { body } = await service.get('/v1/shipments/pending?q=T-1');
    expect((body as { shipments: TrackedShipment[] }).shipments.map(of)).toEqual([[2, shown]]);
    // The same line again is the same order.
    const line = { type: 'order', ...smallOrder({ shipments: [{ trackings: tree }] }) };
    expect(await importLines(service, [line])).toMatchObject({ created: 1 });
    expect(await importLines(service, [line])).toMatchObject({ unchanged: 1 });
  });

  it('are replaced as a whole: a change of the shipment and of its order', async () => {
    const { id, order } = await shipment();
    expect((await read(`/v1/shipments/${id}`)).SHIPPING.TRACKINGS).toEqual([]);
    const first = await put(id, tree);
    expect([first.status, await etag(id)]).toEqual([200, '"2"']);
    expect(first.body).toMatchObject({ ID: id, SHIPPING: { PACKAGES: 2, TRACKINGS: shown } });
    const whole = await read(`/v1/orders/${order}`);
    expect(whole.headers['etag']).toBe('"2"');
    expect(whole.SHIPPING.TRACKINGS).toEqual(shown);
    // The same again is no change.
    expect((await put(id, tree)).status).toBe(200);
    expect(await etag(id)).toBe('"2"');
    expect((await read(`/v1/orders/${order}`)).headers['etag']).toBe('"2"');
    const other = await put(id, [{ properties: [{ name: 'n', value: 'v' }] }]);
    expect(await etag(id)).toBe('"3"');
    expect((other.body as TrackedShipment).SHIPPING).toMatchObject({
      PACKAGES: 2,
      TRACKINGS: [{ ...empty, PROPERTIES: [{ NAME: 'n', VALUE: 'v' }] }],
    });
    expect((await put(id, [])).body).toMatchObject({ SHIPPING: { TRACKINGS: [] } });
    expect((await put(id, [])).status).toBe(200);
    expect(await etag(id)).toBe('"4"');
  });

  it('name the tracking number where the carrier reports nothing, always the one that it has', async () => {
    const { id } = await shipment();
    const give = (number: string) => service.put(`/v1/shipments/${id}/trackingNumber/${number}`);
    const trackings = async () => (await read(`/v1/shipments/${id}`)).SHIPPING.TRACKINGS;
    await give('N-1');
    expect(await trackings()).toEqual(numberAlone('N-1'));
    // The answer is sent back: nothing changes, and once the number changes, nothing of it is left.
    const back = [{ properties: [{ name: 'trackingNumber', value: 'N-1' }] }];
    expect((await put(id, back)).status).toBe(200);
    expect(await etag(id)).toBe('"2"');
    await give('N-2');
    expect(await trackings()).toEqual(numberAlone('N-2'));
    await put(id, tree);
    expect(await trackings()).toEqual(shown);
    await give('N-3');
    expect(await trackings()).toEqual(shown);
    await put(id, []);
    expect(await trackings()).toEqual(numberAlone('N-3'));
  });

  it.each([
    ['no list', { trackings: {} }, '/trackings'],
    ['no root', { packages: [] }, '/packages'],
    ['an unknown member', { trackings: [{ number: 'x' }] }, '/trackings/0/number'],
    ['keys of the answer', { trackings: [{ PACKAGES: [] }] }, '/trackings/0/PACKAGES'],
    ['no day', { trackings: [{ lastUpdate: '2026-02-30' }] }, '/trackings/0/lastUpdate'],
    [
      'a property without a name',
      { trackings: [{ properties: [{ value: 'x' }] }] },
      '/trackings/0/properties/0/name',
    ],
    [
      'a weight below zero',
      { trackings: [{ packages: [{ weight: -1 }] }] },
      '/trackings/0/packages/0/weight',
    ],
    [
      'a text that is too long',
      { trackings: [{ packages: [{ activity: [{ status: 'x'.repeat(256) }] }] }] },
      '/trackings/0/packages/0/activity/0/status',
    ],
  ])('refuse %s', async (_, body, pointer) => {
    const { id } = await shipment();
    const refused = await service.put(`/v1/shipments/${id}/trackings`, body);
    expect(refused.status).toBe(400);
    const { errors } = refused.body as { errors: { pointer: string }[] };
    expect(errors.map((one) => one.pointer)).toContain(pointer);
    expect((await read(`/v1/shipments/${id}`)).headers['etag']).toBe('"1"');
  });

  it('are kept up to the size of a body, by those who may, and refused in the right order', async () => {
    const { id, order } = await shipment();
    const activity = Array.from({ length: 900 }, (_, at) => ({
      ...{ description: 'é'.repeat(500), status: `S-${at}` },
    }));
    const large = await put(id, [{ packages: [{ activity }] }]);
    expect(large.status).toBe(200);
    const [{ PACKAGES }] = (large.body as TrackedShipment).SHIPPING.TRACKINGS as [
      { PACKAGES: { ACTIVITY: { DESCRIPTION: string; STATUS: string }[] }[] },
    ];
    expect(PACKAGES[0]!.ACTIVITY).toHaveLength(900);
    expect(PACKAGES[0]!.ACTIVITY[899]).toMatchObject({
      ...{ DESCRIPTION: 'é'.repeat(500), STATUS: 'S-899' },
    });
    expect((await put(id, Array(1001).fill({}))).status).toBe(400);
    const long = { properties: [{ name: 'n', value: 'x'.repeat(2000) }] };
    expect((await put(id, Array(600).fill(long))).status).toBe(413);
    const key = await service.createKey('sales:read');
    expect((await put(id, [], { key })).status).toBe(403);
    expect((await put(999_999, [])).status).toBe(404);
    expect((await put(id, [], { headers: { 'If-Match': '"1"' } })).status).toBe(412);
    expect((await put(id, [], { headers: { 'If-Match': '"2"' } })).status).toBe(200);
    await service.put(`/v1/orders/${order}/changeStatus`, { status: -11 });
    const deleted = await put(id, tree);
    expect([deleted.status, (deleted.body as { code: string }).code]).toEqual([
      ...[409, 'order.deleted'],
    ]);
    expect((await put(id, [])).status).toBe(200);
  });

  it('of which 30 are pushed at once: each counts, and the last one stays whole', async () => {
    const { id, order } = await shipment();
    const pushed = Array.from({ length: 30 }, (_, at) => [
      { properties: [{ name: 'from', value: `carrier-${at}` }], packages: tree[0]!.packages },
    ]);
    const answers = await Promise.all(pushed.map((one) => put(id, one)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const now = await read(`/v1/shipments/${id}`);
    const returned = answers.map(({ body }) => (body as TrackedShipment).SHIPPING.TRACKINGS);
    expect(new Set(returned.map((one) => JSON.stringify(one))).size).toBe(30);
    expect(returned).toContainEqual(now.SHIPPING.TRACKINGS);
    expect(now.headers['etag']).toBe('"31"');
    expect((await read(`/v1/orders/${order}`)).headers['etag']).toBe('"31"');
    // Thirty clients send the version that they have read: one wins, the others get 412.
    const headers = { 'If-Match': '"31"' };
    const held = await Promise.all(pushed.map((one) => put(id, [...one, {}], { headers })));
    expect(held.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(29).fill(412)]);
  });

  it('are those of the order: documents that are made of it show none, but the number of packages', async () => {
    const shipments = [{ ...richOrder.shipments[0], pId: 'made', packages: 0, trackings: tree }];
    const { ID } = await createOrder(service, {
      ...{ ...richOrder, pId: 'made-of', documentNumber: 'made-of' },
      shipments: shipments.map((one) => ({ ...one, trackingNumber: 'MADE' })),
    });
    const { status, body } = await service.post(`/v1/orders/${ID}/invoices`);
    expect(status).toBe(201);
    expect(body).toMatchObject({ SHIPPING: { PACKAGES: 2, TRACKINGS: [] } });
  });
});
