/** @engine */
import { createOpenApiDocument } from '../../../src/bootstrap/create-app';
import { Configuration } from '../../../src/config/configuration';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { Customers } from '../users/customers';
import { createOrder, importMasters, smallOrder } from '../sales/sample-store';

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: { readonly format?: string };
}

/** A list, its key, the ends of one of its ranges, and the time that its records show. */
type Range = readonly [list: string, key: string, min: string, max: string, shown: string];

const changed = (list: string, key = list): Range => [
  ...([list, key, 'updatedAt_min', 'updatedAt_max', 'UPDATEDAT'] as const),
];

describe('upper bounds of time', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    await importLines(service, [
      { type: 'tagGroup', pId: 'looks', name: 'Looks', itemType: 1, position: 1, priority: 1 },
    ]);
    await (await Customers.of(service)).add();
    await createOrder(service, smallOrder({ shipments: [{ pId: 'sent' }] }));
  });
  afterAll(() => service.stop());

  it.each<Range>([
    changed('orders'),
    changed('shipments'),
    changed('users', 'USERS'),
    changed('usersGroups', 'USERSGROUPS'),
    changed('customTagGroups', 'CUSTOMTAGGROUPS'),
    changed('physicalLocations', 'PHYSICALLOCATIONS'),
    ['users', 'USERS', 'dateAdded_min', 'dateAdded_max', 'DATEADDED'],
    ['users', 'USERS', 'lastUsed_min', 'lastUsed_max', 'LASTUSED'],
    ['orders', 'orders', 'startDate', 'endDate', 'DATE'],
    ['shipments', 'shipments', 'startDate', 'endDate', 'INCOMINGDATE'],
  ])('find a record of %s by the time that it shows, %s: %s, %s', async (...range) => {
    const [list, key, min, max, shown] = range;
    const read = async (query: string) => {
      const { body } = await service.get(`/v1/${list}?${query}`);
      return (body as Record<string, Record<string, unknown>[]>)[key] ?? [];
    };
    const [record] = await read('');
    expect(record?.[shown]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    const at = encodeURIComponent(String(record?.[shown]));
    expect(await read(`${min}=${at}&${max}=${at}`)).toContainEqual(record);
  });

  it('all describe what they include', () => {
    const { paths } = createOpenApiDocument(service.app, Configuration.from({}));
    const bounds = Object.values(paths).flatMap((operations) => {
      const { get } = operations as { get?: { parameters: readonly Parameter[] } };
      return (get?.parameters ?? []).filter(({ name }) => /_max$|^endDate$|^to$/.test(name));
    });
    expect(bounds.length).toBeGreaterThan(25);
    for (const { name, description, schema } of bounds)
      expect({ name, format: schema.format, description }).toEqual({
        ...{ name, format: 'instant-or-end-of-day' },
        description: expect.stringContaining(
          'includes its whole second, a date alone its whole day',
        ),
      });
  });
});
