import { Database } from '../../../src/database';
import { Service } from '../../support/service/service';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { createOrder, importMasters, smallOrder } from './sample-store';

/** The locations of an order. */
interface Delivered {
  ID: number;
  DELIVERY: {
    COUNTRYID: number;
    PHYSICALLOCATION: { NAME: string; PHYSICALLOCATION: { ID: number; PID: string } };
    SHIPMENTS: { PHYSICALLOCATIONID: number }[];
  };
}

const rows = [{ name: 'Shirt', quantity: 1, price: 10 }];
const pickedUpAt = (physicalLocation: object) => ({ delivery: { type: 1, physicalLocation } });

describe('the locations of an order', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  const created = async (values: object) =>
    (await createOrder(service, smallOrder({ rows, ...values }))) as unknown as Delivered;

  const idOf = async (pId: string) => {
    const { body } = await service.get(`/v1/physicalLocations/getId/${pId}`);
    return (body as { ID: number }).ID;
  };

  it('are found by their ids, too', async () => {
    const id = await idOf('shop');
    const { DELIVERY } = await created({
      ...pickedUpAt({ id }),
      shipments: [{ physicalLocation: { id, pId: 'shop' } }],
    });
    expect(DELIVERY.PHYSICALLOCATION).toMatchObject({
      NAME: 'Shop',
      PHYSICALLOCATION: { ID: id, PID: 'shop' },
    });
    expect(DELIVERY.SHIPMENTS).toEqual([expect.objectContaining({ PHYSICALLOCATIONID: id })]);
  });

  it('leave its country that of the shipping address', async () => {
    const { DELIVERY } = await created(pickedUpAt({ pId: 'depot' }));
    expect(DELIVERY).toMatchObject({ COUNTRYID: 724, PHYSICALLOCATION: { COUNTRYID: 620 } });
  });

  it('stay as they were when the locations change and go', async () => {
    await importLines(service, [
      { type: 'location', pId: 'kiosk', name: 'Kiosk', countryCode: 'ES' },
    ]);
    const kiosk = { pId: 'kiosk' };
    const order = await created({
      ...pickedUpAt(kiosk),
      shipments: [{ physicalLocation: kiosk }],
    });
    const path = `/v1/physicalLocations/${await idOf('kiosk')}`;
    await service.put(path, { physicalLocations: { name: 'Renamed', pId: 'renamed' } });
    expect((await service.get(`/v1/orders/${order.ID}`)).body).toEqual(order);
    expect((await service.delete(path)).status).toBe(200);
    expect((await service.get(`/v1/orders/${order.ID}`)).body).toEqual(order);
  });

  it('cost one query for many orders, and none where no order has any', async () => {
    const database = service.app.get(Database);
    const cost = (values: object) => {
      const lines = Array.from({ length: 40 }, (_, at) => ({
        type: 'order',
        ...smallOrder({ rows, ...(at % 2 === 0 ? values : {}) }),
      }));
      const work = async () => {
        expect(await importLines(service, lines)).toMatchObject({ created: 40, rejected: 0 });
      };
      return countStatements(database, work, /physical_locations/);
    };
    const id = await idOf('depot');
    const both = { ...pickedUpAt({ pId: 'shop' }), shipments: [{ physicalLocation: { id } }] };
    expect(await cost(both)).toBe(1);
    expect(await cost({})).toBe(0);
  });
});
