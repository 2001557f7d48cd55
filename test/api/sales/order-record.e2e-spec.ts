import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/database';
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import {
  createOrder,
  importMasters,
  type OrderRecord,
  richOrder,
  smallOrder,
} from './sample-store';

/** The record of `richOrder`; its amounts were computed by hand. */
const expected = JSON.parse(
  readFileSync(join(__dirname, 'rich-order.record.json'), 'utf8'),
) as Record<string, unknown>;

describe('the record of an order', () => {
  let service: Service;
  let order: OrderRecord & Record<string, unknown>;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    order = (await createOrder(service, richOrder)) as typeof order;
  });

  afterAll(async () => {
    await service.stop();
  });

  it('holds everything that came in and what follows from it', () => {
    expect(order).toEqual({ ...expected, UPDATEDAT: anyTime });
    expect(Object.keys(order)).toEqual(Object.keys(expected));
  });

  it('is the same by its id, and found by its pId', async () => {
    expect((await service.get(`/v1/orders/${order.ID}`)).body).toEqual(order);
    expect((await service.get('/v1/orders/getId/rich')).body).toEqual({ ID: order.ID });
    expect((await service.get('/v1/orders/getId/Rich')).status).toBe(404);
  });

  it('has empty values in every key where an order has none', async () => {
    const small = (await createOrder(service)) as unknown as Record<string, unknown>;
    expect(Object.keys(small)).toEqual(Object.keys(expected));
    expect(JSON.stringify(small)).not.toContain('null');
    expect(small).toMatchObject({
      PAYMENTDATE: '',
      SUBSTATUSID: 0,
      DISCOUNTS: [],
      VOUCHERS: [],
      DELIVERY: { SHIPMENTS: [], MULTISHIPMENT: false },
      SHIPPING: { ID: 0, NAME: '', DISCOUNTS: [], TAXES: [], TRACKINGS: [] },
      PAYMENTSYSTEMS: { NAME: '', PRICE: 0, TAXES: [] },
      // The only ones, or the first imported.
      DOCUMENTINFORMATION: { CHANNEL: { PID: 'web' } },
      HEADQUARTER: { HEADQUARTER: { PID: 'hq' } },
      LANGUAGE: 'en',
    });
  });

  it('carries its version as ETag', async () => {
    const first = await service.get(`/v1/orders/${order.ID}`);
    expect(first.headers['etag']).toBe('"1"');
    const headers = { 'If-None-Match': '"1"' };
    expect((await service.get(`/v1/orders/${order.ID}`, { headers })).status).toBe(304);
  });

  it.each([
    'ROWS',
    'TAXES',
    'DISCOUNTS',
    'STATUSES',
    'SHIPPING',
    'DELIVERY',
    'INFORMATION',
    'USER',
  ])('reads %s alone, as it is in the whole record', async (key) => {
    const { body, headers } = await service.get(`/v1/orders/${order.ID}?fields=${key}`);
    expect(body).toEqual({ [key]: expected[key] });
    expect(headers['etag']).toBe('"1"');
  });

  it('has line hashes that depend on the pId and the place alone', () => {
    const hash = (path: string): string =>
      createHash('sha256').update(`rich\n${path}`).digest('hex').slice(0, 32);
    expect(order.ROWS[0]?.HASH).toBe(hash('0'));
    expect(order.ROWS[2]).toMatchObject({ ITEMS: [{ HASH: hash('2.0') }, { HASH: hash('2.1') }] });
  });

  it('is not found under another id, nor under one that is none', async () => {
    expect((await service.get('/v1/orders/999999')).status).toBe(404);
    expect((await service.get('/v1/orders/0')).status).toBe(400);
    expect((await service.get('/v1/orders/pendin')).status).toBe(400);
  });

  it('costs as many queries with 4 lines as with 200, alone and in a list', async () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...richOrder.rows[0],
        name: `Line ${at}`,
      }));
    const few = await createOrder(service, smallOrder({ rows: rowsOf(4) }));
    const many = await createOrder(service, smallOrder({ rows: rowsOf(200) }));
    const database = service.app.get(Database);
    const cost = (path: string) => countStatements(database, () => service.get(path));
    const alone = await cost(`/v1/orders/${few.ID}`);
    expect(await cost(`/v1/orders/${many.ID}`)).toBe(alone);
    expect(alone).toBe(13);
    // Two more at most: the count of all orders, and that of what hangs on these.
    const documents = '/v1/orders?expand=document&sort=id.asc';
    expect(await cost(`${documents}&perPage=2`)).toBeLessThanOrEqual(alone + 2);
    expect(await cost('/v1/orders')).toBe(1);
    expect(await cost('/v1/orders?perPage=2')).toBe(2);
  });

  it('numbers documents by headquarter and by the calendar year of the store', async () => {
    const number = async (values: object) =>
      (await createOrder(service, smallOrder(values))).DOCUMENTNUMBER;
    const newYear = '2026-12-31T23:30:00Z';
    expect(await number({ date: newYear })).toBe('O1-2027-1');
    expect(await number({ date: '2025-12-31T22:30:00Z' })).toBe('O1-2025-1');
    const headquarter = { pId: 'hq2' };
    expect(await number({ headquarter })).toBe('S-1/X');
    const other = { headquarter, documentNumber: 'S-2/X' };
    expect(await number(other)).toBe('S-2/X');
    const stored = await createOrder(service, smallOrder({ headquarter }));
    expect(stored).toMatchObject({ DOCUMENTNUMBER: 'S-3/X', PREFIX: 'S-', SUFFIX: '/X' });
  });

  it('finds the next free number behind many that an import has taken', async () => {
    const headquarter = { pId: 'hq' };
    const taken = Array.from({ length: 300 }, (_, at) => ({
      type: 'order',
      ...smallOrder({ headquarter, date: '2030-01-01', documentNumber: `O1-2030-${at + 2}` }),
    }));
    expect(await importLines(service, taken)).toMatchObject({ created: 300, rejected: 0 });
    const lines = Array.from({ length: 3 }, () => ({
      type: 'order',
      ...smallOrder({ headquarter, date: '2030-01-01' }),
    }));
    expect(await importLines(service, lines)).toMatchObject({ created: 3 });
    const { body } = await service.get(
      '/v1/orders?startDate=2030-01-01&endDate=2030-01-01&sort=id.desc&perPage=3',
    );
    const numbers = (body as { orders: { DOCUMENTNUMBER: string }[] }).orders.map(
      ({ DOCUMENTNUMBER }) => DOCUMENTNUMBER,
    );
    expect(numbers).toEqual(['O1-2030-303', 'O1-2030-302', 'O1-2030-1']);
    const next = await createOrder(service, smallOrder({ headquarter, date: '2030-05-05' }));
    expect(next.DOCUMENTNUMBER).toBe('O1-2030-304');
  });
});
