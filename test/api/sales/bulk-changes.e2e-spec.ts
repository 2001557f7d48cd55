/** @engine modules/sales/states/bulk */
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from './sample-store';
import { orderWithShipments, type StatedRecord } from './stated-records';

interface Result {
  readonly id: number;
  readonly pId: string;
  readonly result: string;
  readonly detail: string;
}

type Collection = 'orders' | 'shipments';

describe('changes of many records in one request', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
  });

  afterAll(() => service.stop());

  async function change(
    collection: Collection,
    operation: 'changeStatus' | 'trackings',
    elements: readonly object[],
  ): Promise<Result[]> {
    const { status, body } = await service.put(`/v1/${collection}/${operation}`, {
      [collection]: elements,
    });
    expect([status, body]).toEqual([200, { [collection]: expect.any(Array) }]);
    return (body as Record<Collection, Result[]>)[collection];
  }

  const read = async (collection: Collection, id: number): Promise<StatedRecord> =>
    (await service.get(`/v1/${collection}/${id}`)).body as StatedRecord;

  const codes = (results: readonly Result[]): string[] => results.map(({ result }) => result);

  it('move orders by id and pId, each with its comment', async () => {
    const [one, other] = [await createOrder(service), await createOrder(service)];
    const elements = [
      { id: one.ID, status: 4, comment: 'Collected' },
      { pId: other.PID, status: 2 },
    ];
    expect(await change('orders', 'changeStatus', elements)).toEqual([
      { id: one.ID, pId: one.PID, result: 'ok', detail: '' },
      { id: other.ID, pId: other.PID, result: 'ok', detail: '' },
    ]);
    expect(await read('orders', one.ID)).toMatchObject({
      STATUS: 4,
      STATUSES: [{ TOSTATUS: 4, COMMENT: 'Collected' }],
    });
    expect(await read('orders', other.ID)).toMatchObject({ STATUS: 2 });
    expect(codes(await change('orders', 'changeStatus', [elements[1]!]))).toEqual(['unchanged']);
  });

  it('give each element its result, and leave the others alone', async () => {
    const [one, other] = [await createOrder(service), await createOrder(service)];
    const results = await change('orders', 'changeStatus', [
      { id: one.ID, status: 2 },
      { id: 999_999, status: 2 },
      { pId: 'unknown', status: 2 },
      { id: one.ID, pId: other.PID, status: 4 },
      { id: other.ID, status: 2, subStatusId: 999_999 },
      { id: one.ID, status: 4 },
      { id: other.ID, status: 4 },
    ]);
    expect(codes(results)).toEqual([
      ...[
        'ok',
        'record.notFound',
        'record.notFound',
        'reference.mismatch',
        'reference.notFound',
        'ok',
        'ok',
      ],
    ]);
    for (const { result, detail } of results) expect(detail === '').toBe(result === 'ok');
    const { STATUS, STATUSES } = await read('orders', one.ID);
    expect([STATUS, STATUSES.map(({ TOSTATUS }) => TOSTATUS)]).toEqual([4, [2, 4]]);
  });

  it('name the record of a rejected element by id and pId', async () => {
    const [one, other] = [await createOrder(service), await createOrder(service)];
    const results = await change('orders', 'changeStatus', [
      { pId: one.PID, status: 2, subStatusId: 999_999 },
      { id: one.ID, pId: other.PID, status: 4 },
      { pId: 'unknown', status: 2 },
    ]);
    expect(results.map(({ id, pId }) => [id, pId])).toEqual([
      [one.ID, one.PID],
      [one.ID, one.PID],
      [0, 'unknown'],
    ]);
  });

  it('move shipments where the moves allow it', async () => {
    const { shipmentIds } = await orderWithShipments(service, [1, 1, 4]);
    const elements = shipmentIds.map((id) => ({ id, status: 2 }));
    expect(codes(await change('shipments', 'changeStatus', elements))).toEqual([
      ...['ok', 'ok', 'move.notAllowed'],
    ]);
  });

  it("replace the carrier's reports of shipments", async () => {
    const { shipmentIds } = await orderWithShipments(service, [1, 1]);
    const trackings = [{ packages: [{ weight: 2 }, {}] }];
    const elements = shipmentIds.map((id) => ({ id, trackings }));
    expect(codes(await change('shipments', 'trackings', elements))).toEqual(['ok', 'ok']);
    for (const id of shipmentIds)
      expect(await read('shipments', id)).toMatchObject({ SHIPPING: { PACKAGES: 2 } });
    expect(codes(await change('shipments', 'trackings', elements))).toEqual([
      ...['unchanged', 'unchanged'],
    ]);
    const missing = [
      { id: shipmentIds[0], trackings: [] },
      { id: 999_999, trackings: [] },
    ];
    expect(codes(await change('shipments', 'trackings', missing))).toEqual([
      'ok',
      'record.notFound',
    ]);
  });

  it.each([
    ['an element without id and pId', [{ status: 2 }], 'reference.empty', '/orders/0'],
    ['a state that does not exist', [{ id: 1, status: 77 }], 'code.unknown', '/orders/0/status'],
    ['a field that does not exist', [{ id: 1, status: 2, state: 2 }], '', '/orders/0/state'],
    ['no element', [], '', '/orders'],
  ])('change nothing for %s', async (_name, elements, code, pointer) => {
    const order = await createOrder(service);
    const { status, body } = await service.put('/v1/orders/changeStatus', {
      orders: elements.length === 0 ? [] : [{ id: order.ID, status: 4 }, ...elements].reverse(),
    });
    expect(status).toBe(400);
    const [error] = (body as { errors: { pointer: string; code: string }[] }).errors;
    expect(error?.pointer).toBe(pointer);
    if (code === 'reference.empty') expect(error?.code).toBe(code);
    expect(await read('orders', order.ID)).toMatchObject({ STATUS: 1, STATUSES: [] });
  });

  it('take a thousand elements, and no more', async () => {
    const { ID } = await createOrder(service);
    const elements = Array.from({ length: 1001 }, (_one, at) => ({
      id: ID,
      status: 2 + 2 * (at % 2),
    }));
    const { status } = await service.put('/v1/orders/changeStatus', { orders: elements });
    expect(status).toBe(400);
    const results = await change('orders', 'changeStatus', elements.slice(1));
    expect(new Set(codes(results))).toEqual(new Set(['ok']));
    expect((await read('orders', ID)).STATUSES).toHaveLength(1000);
  });

  it('move each order once when many clients send the same list', async () => {
    const orders = [];
    for (let count = 0; count < 5; count++) orders.push(await createOrder(service, smallOrder()));
    const elements = orders.map(({ ID }) => ({ id: ID, status: 4 }));
    // Half of the clients send the list the other way round.
    const lists = await Promise.all(
      Array.from({ length: 30 }, (_one, client) =>
        change('orders', 'changeStatus', client % 2 ? elements : [...elements].reverse()),
      ),
    );
    const results = lists.flat();
    expect(new Set(codes(results))).toEqual(new Set(['ok', 'unchanged']));
    for (const { ID } of orders) {
      expect(results.filter(({ id, result }) => id === ID && result === 'ok')).toHaveLength(1);
      expect((await read('orders', ID)).STATUSES).toHaveLength(1);
    }
  });
});
