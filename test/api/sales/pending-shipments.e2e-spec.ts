/** @engine */
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from './sample-store';
import { orderWithShipments, type ShipmentRecord } from './stated-records';

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
  const move = (id: number, status: number) =>
    service.put(`/v1/orders/${id}/changeStatus`, { status });

  it('are not those of orders that were imported as exported, unless a shipment has a state of its own', async () => {
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
    // A client that fetched its parcel in time succeeds, and only the other parcel waits again.
    for (const { id } of made) expect((await move(id, 2)).status).toBe(200);
    const again = ((await polled()).body as { shipments: { ID: number }[] }).shipments;
    expect(again.filter(({ ID }) => closed.has(ID)).map(({ ID }) => ID)).toEqual(
      made.map(({ shipmentIds }) => shipmentIds[1]).sort((one, other) => one! - other!),
    );
  });
});
