/** @engine */
import { Configuration } from '../../../src/config/configuration';
import { createDataSource } from '../../../src/database/connection/data-source';
import { ExportedShipments } from '../../../src/database/migrations/0080-exported-shipments';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from './sample-store';
import { orderWithShipments, type ShipmentRecord, type StatedRecord } from './stated-records';

/** Which shipments wait for their export. */
describe('pending shipments', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  const named = async (list: string): Promise<string[]> => {
    const { body } = await service.get(`/v1/shipments/${list}?perPage=500`);
    return (body as { shipments: ShipmentRecord[] }).shipments.map(({ PID }) => PID);
  };
  const order = (pId: string, values: object, ...shipments: object[]) => ({
    type: 'order',
    ...smallOrder({ pId, ...values, rows: [{ name: 'Shirt', quantity: 9, price: 1 }] }),
    shipments: shipments.map((one, at) => ({
      ...{ pId: `${pId}-${at}`, rows: [{ row: 0, quantity: 1 }] },
      ...one,
    })),
  });
  const bring = async (...lines: object[]): Promise<void> => {
    expect(await importLines(service, lines)).toMatchObject({ created: lines.length });
  };
  const read = async (path: string) => {
    const { body, headers } = await service.get(path);
    return { ...(body as StatedRecord), etag: headers['etag'] as string };
  };
  const idOf = async (pId: string): Promise<number> => (await read(`/v1/orders/getId/${pId}`)).ID;
  const move = (id: number, status: number) =>
    service.put(`/v1/orders/${id}/changeStatus`, { status });

  it('are not those of orders that came in as exported, unless a shipment says so itself', async () => {
    const history = order('history', { exported: true, status: 4 }, {}, { exported: false });
    await bring(history, order('new', {}, {}, { exported: true }));
    expect(await named('pending')).toEqual(['history-1', 'new-0']);
    expect(await named('received')).toEqual(['new-1', 'history-0']);
    expect(await importLines(service, [history])).toMatchObject({ unchanged: 1 });
    const body = smallOrder({ exported: true, shipments: [{ pId: 'posted' }] });
    expect((await createOrder(service, body)) as unknown).toMatchObject({
      DELIVERY: { SHIPMENTS: [{ PID: 'posted', EXPORTSTATUS: 1, STATUS: 1, STATUSES: [] }] },
    });
    expect(await named('pending')).not.toContain('posted');
    await bring(order('closed', { status: 6 }, { exported: false }));
    expect(await named('pending')).not.toContain('closed-0');
    const wrong = order('wrong', {}, { exported: 'no' });
    expect(await importLines(service, [wrong])).toMatchObject({
      rejected: 1,
      errors: [{ pointer: '/shipments/0/exported' }],
    });
  });

  it.each([6, -1, -11])(
    'are never those of an order in %d, whenever it got there',
    async (status) => {
      const { id, shipmentIds } = await orderWithShipments(service, [1, 1], { status: 2 });
      const waiting = async () => {
        const { body } = await service.get('/v1/shipments/pending?perPage=500&fields=ID');
        const ids = (body as { shipments: { ID: number }[] }).shipments.map(({ ID }) => ID);
        return shipmentIds.filter((one) => ids.includes(one)).length;
      };
      expect(await waiting()).toBe(2);
      expect((await move(id, status)).status).toBe(200);
      expect(await waiting()).toBe(0);
      expect((await move(id, 2)).status).toBe(200);
      expect(await waiting()).toBe(2);
    },
  );

  it('leave the list with their order, whatever 30 clients do at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => orderWithShipments(service, [1, 1], { status: 2 })),
    );
    const closed = new Set(made.flatMap(({ shipmentIds }) => shipmentIds));
    const polled = () => service.get('/v1/shipments/pending?perPage=500&fields=ID,VERSION');
    const answers = await Promise.all(
      made.flatMap(({ id, shipmentIds: [first] }) => [
        move(id, 6),
        polled(),
        service.put(`/v1/shipments/${first}/received`, { version: '1' }),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { body } = await polled();
    const { shipments } = body as { shipments: { ID: number }[] };
    expect(shipments.filter(({ ID }) => closed.has(ID))).toEqual([]);
    // Who fetched its parcel in time is told so, and none waits again but the other.
    for (const { id } of made) expect((await move(id, 2)).status).toBe(200);
    const again = ((await polled()).body as { shipments: { ID: number }[] }).shipments;
    expect(again.filter(({ ID }) => closed.has(ID)).map(({ ID }) => ID)).toEqual(
      made.map(({ shipmentIds }) => shipmentIds[1]).sort((one, other) => one! - other!),
    );
  });

  it('of an older version, which knew nothing of this, are mended', async () => {
    // As they were stored: the order exported, its shipments not.
    const waits = { exported: false };
    await bring(
      order('old', { exported: true, status: 4 }, waits, { ...waits, status: 3 }),
      order('old-noted', { exported: true }, waits),
      order('old-moved', { exported: true }, waits, waits),
      order('fetched', {}, waits),
      order('untold', {}, waits),
    );
    const id = { old: await idOf('old'), noted: await idOf('old-noted') };
    await service.put(`/v1/orders/${id.noted}/comments`, { comment: 'Of last year' });
    await service.put(`/v1/orders/${await idOf('fetched')}/received`);
    const received = { shipments: [{ pId: 'old-moved-0', status: 0 }] };
    await service.put('/v1/shipments/received', received);
    const kept = (await named('pending')).filter((pId) => !/^(old|history)/.test(pId));
    const { databaseUrl } = service.app.get(Configuration);
    const dataSource = await createDataSource(databaseUrl, {});
    await dataSource.initialize();
    const runner = dataSource.createQueryRunner();
    try {
      await new ExportedShipments().up(runner);
      await new ExportedShipments().up(runner);
    } finally {
      await runner.release();
      await dataSource.destroy();
    }
    // Among them what waits for another system since its order was fetched.
    expect(await named('pending')).toEqual(kept);
    expect(kept).toEqual(expect.arrayContaining(['fetched-0', 'untold-0']));
    expect((await read(`/v1/orders/${id.noted}`)).etag).toBe('"3"');
    const old = (await read(`/v1/orders/${id.old}`)) as unknown as {
      DELIVERY: { SHIPMENTS: StatedRecord[] };
    };
    expect(old).toMatchObject({ STATUSES: [], etag: '"2"' });
    for (const shipment of old.DELIVERY.SHIPMENTS) {
      expect([shipment.EXPORTSTATUS, shipment.STATUSES]).toEqual([1, []]);
      expect((await read(`/v1/shipments/${shipment.ID}`)).etag).toBe('"2"');
    }
  });
});
