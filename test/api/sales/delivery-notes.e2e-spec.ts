import { Database } from '../../../src/database';
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';
import { countStatements } from '../../support/service/count-statements';
import {
  createOrder,
  importMasters,
  type OrderRecord,
  richOrder,
  smallOrder,
} from './sample-store';

type Order = OrderRecord & {
  DELIVERY: { SHIPMENTS: { ID: number }[] };
  USER: { ADDRESSES: { ID: number }[] };
};

interface Note {
  id: number;
  pId: string;
  documentNumber: string;
  items: { id: number; hash: string; quantity: number }[];
}

describe('delivery notes', () => {
  let service: Service;
  let order: Order;
  let first: Note;
  let second: Note;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    order = (await createOrder(service, richOrder)) as Order;
    first = (await generate(shipmentsOf(order)[0])).body as Note;
    second = (await generate(shipmentsOf(order)[1])).body as Note;
  });

  afterAll(async () => {
    await service.stop();
  });

  const shipmentsOf = ({ DELIVERY }: Order): number[] => DELIVERY.SHIPMENTS.map(({ ID }) => ID);
  const generate = (shipmentId = 0) => service.post(`/v1/shipments/${shipmentId}/deliveryNotes`);
  const notesOf = async (shipmentId = 0): Promise<Note[]> => {
    const { body } = await service.get(`/v1/shipments/${shipmentId}/deliveryNotes`);
    return (body as { deliveryNotes: Note[] }).deliveryNotes;
  };
  const shipped = async (values: object = {}): Promise<Order> =>
    (await createOrder(service, smallOrder({ shipments: [{}], ...values }))) as Order;
  const address = (values: object) => ({
    ...{ address: '', addressAdditionalInformation: '', alias: '', city: '', company: '' },
    ...{ country: '', fax: '', firstName: '', id: expect.any(Number) as number, lastName: '' },
    location: {
      coordinate: { latitude: 0, longitude: 0 },
      geographicalZone: { countryCode: '', locationId: 0 },
    },
    ...{ mobile: '', nif: '', number: '', phone: '', postalCode: '', re: false },
    ...{ reverseChargeVat: false, state: '', tax: false, userType: '', vat: '' },
    ...values,
  });

  it('hold what is in their shipment, and whom it goes to', () => {
    const year = new Date().getFullYear();
    expect(first).toEqual({
      date: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/) as string,
      ...{ documentNumber: `D1-${year}-1`, pId: `D1-${year}-1`, id: expect.any(Number) as number },
      languageCode: 'es',
      ...{ updatedAt: anyTime, version: '1' },
      headquarter: {
        ...{ address: 'Calle Mayor 1', city: 'Madrid', countryCode: 'ES', state: 'Madrid' },
        ...{ email: 'office@example.com', headquarterId: 1, id: first.id, logo: 'logo.png' },
        ...{ name: 'Head office', phone: '+34 910', postalCode: '28013', vat: 'ESB12345674' },
      },
      items: [
        {
          codes: { ean: 'e', isbn: 'i', jan: 'j', manufacturerSku: 'm', sku: 'SKU-1', upc: 'u' },
          ...{ hash: order.ROWS[0]?.HASH, id: expect.any(Number) as number, image: 'shirt.png' },
          ...{ itemId: 1, name: 'Shirt', quantity: 1.5, type: 'PRODUCT' },
          options: [
            {
              ...{ id: expect.any(Number) as number, name: 'Colour', optionId: 5 },
              ...{ optionPId: 'colour', prompt: 'Choose', value: 'red' },
              values: [
                {
                  ...{ id: expect.any(Number) as number, optionValueId: 0 },
                  ...{ optionValuePId: 'red', value: 'red' },
                },
              ],
            },
          ],
        },
      ],
      user: {
        ...{ email: 'Ada@Example.com', gender: 'FEMALE', id: first.id, lastUsed: '', userId: 0 },
        billingAddress: address({
          ...{ address: 'Calle Luna', addressAdditionalInformation: '2 B', alias: 'Home' },
          ...{ city: 'Sevilla', company: 'Ada S.L.', country: 'ES', fax: '3', firstName: 'Ada' },
          ...{ lastName: 'Núñez', mobile: '2', nif: '4', number: '7', phone: '1' },
          ...{ postalCode: '41001', re: true, state: 'Sevilla', tax: true, vat: '5' },
          userType: 'FREELANCE',
          location: {
            coordinate: { latitude: 37.4, longitude: -6 },
            geographicalZone: { countryCode: 'ES', locationId: 0 },
          },
        }),
        shippingAddress: address({
          ...{ country: 'PT', firstName: 'Eva', tax: true, userType: 'PARTICULAR' },
          location: {
            coordinate: { latitude: 0, longitude: 0 },
            geographicalZone: { countryCode: 'PT', locationId: 0 },
          },
        }),
      },
    });
    expect(second).toMatchObject({
      documentNumber: `D1-${year}-2`,
      items: [
        { name: 'Shirt', quantity: 0.5, hash: order.ROWS[0]?.HASH },
        { name: 'Set', quantity: 1, type: 'BUNDLE', itemId: 2, options: [] },
      ],
    });
  });

  it('have empty values where an order has none', async () => {
    const rows = [
      { name: 'Pen', quantity: 3, price: 1 },
      { name: 'Card', type: 'gift', quantity: 1, price: 0 },
    ];
    const user = { email: 'x@example.com', billingAddress: { countryCode: 'FR', userType: 2 } };
    const plain = await shipped({ rows, user });
    const { body } = await generate(shipmentsOf(plain)[0]);
    expect(body).toMatchObject({
      items: [
        { name: 'Pen', quantity: 3, type: 'PRODUCT', itemId: 0 },
        { name: 'Card', quantity: 1, type: 'GIFT' },
      ],
      user: {
        gender: '',
        billingAddress: { userType: 'BUSINESS' },
        shippingAddress: address({ id: 0 }),
      },
    });
  });

  it('are read by their id and from their shipment, and change neither it nor the order', async () => {
    const read = await service.get(`/v1/deliveryNotes/${first.id}`);
    expect(read.body).toEqual(first);
    expect(read.headers['etag']).toBe('"1"');
    const { body: partly } = await service.get(`/v1/deliveryNotes/${first.id}?fields=pId,items`);
    expect(partly).toEqual({ items: first.items, pId: first.pId });
    const [one, other] = shipmentsOf(order);
    expect(await notesOf(one)).toEqual([first]);
    expect(await notesOf(other)).toEqual([second]);
    const { body, headers } = await service.get(`/v1/orders/${order.ID}`);
    expect({ body, etag: headers['etag'] }).toEqual({ body: order, etag: '"1"' });
  });

  it('are there once for each shipment', async () => {
    const [one] = shipmentsOf(order);
    const { status, body } = await generate(one);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'document.exists', existingId: first.id },
    });
    expect(await notesOf(one)).toHaveLength(1);
  });

  it.each([6, -1, -11])('are not made of an order in %d', async (status) => {
    const closed = await shipped();
    const [shipment] = shipmentsOf(closed);
    await service.put(`/v1/orders/${closed.ID}/changeStatus`, { status });
    const { body } = await generate(shipment);
    expect(body).toMatchObject({ status: 409, code: 'order.closed' });
    expect(await notesOf(shipment)).toEqual([]);
  });

  it('are looked for among delivery notes alone', async () => {
    for (const path of [
      ...[`deliveryNotes/${order.ID}`, `orders/${first.id}`, `invoices/${first.id}`],
      ...['deliveryNotes/999999', 'shipments/999999/deliveryNotes'],
    ]) {
      const { status } = await service.get(`/v1/${path}`);
      expect({ path, status }).toEqual({ path, status: 404 });
    }
    expect((await generate(999_999)).status).toBe(404);
    expect((await service.post('/v1/shipments/0/deliveryNotes')).status).toBe(400);
    const key = await service.createKey('sales:read');
    const path = `/v1/shipments/${shipmentsOf(order)[0]}/deliveryNotes`;
    expect((await service.post(path, undefined, { key })).status).toBe(403);
  });

  it('cost as many statements with 4 lines as with 200', async () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...richOrder.rows[0], name: `Line ${at}` }));
    const database = service.app.get(Database);
    const cost = async (count: number): Promise<number> => {
      const [shipment] = shipmentsOf(await shipped({ rows: rowsOf(count) }));
      return countStatements(database, () => generate(shipment));
    };
    await cost(1);
    expect(await cost(200)).toBe(await cost(4));
  });
});
