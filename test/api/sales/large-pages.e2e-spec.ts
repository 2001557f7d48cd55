import { request } from 'node:http';
import { Database } from '../../../src/database';
import { importLines } from '../../support/import';
import { MASTER_KEY, Service } from '../../support/service/service';
import { importMasters, type OrderList, smallOrder } from './sample-store';

const ORDERS = 4;
const LINES = 500;
const page = '/v1/orders?expand=document';

describe('a page of documents with very many lines', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    const rows = Array.from({ length: LINES }, (_, at) => ({
      ...{ name: `Line "orders":[] ${at}`, sku: `S-${at}`, quantity: 1, price: 1 },
    }));
    const orders = Array.from({ length: ORDERS }, (_, at) => ({
      ...{ type: 'order', ...smallOrder({ rows }), pId: `wide-${at}` },
    }));
    const { rejected, errors } = await importLines(service, orders);
    if (rejected > 0) throw new Error(JSON.stringify(errors));
  });

  afterAll(async () => {
    await service.stop();
  });

  it('holds each of them as it is alone', async () => {
    const { status, body, headers } = await service.get(page);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('etag');
    const { orders, ...envelope } = body as OrderList;
    expect(envelope).toEqual({
      cursors: { next: '', previous: '' },
      items: ORDERS,
      pagerParameters: { page: 1, perPage: 100 },
    });
    expect(orders.map(({ PID }) => PID)).toEqual(['wide-3', 'wide-2', 'wide-1', 'wide-0']);
    for (const order of orders) {
      const { body: alone } = await service.get(`/v1/orders/${order.ID}`);
      expect(order).toEqual(alone);
    }
  });

  it('is walked by cursors as others are', async () => {
    const first = (await service.get(`${page}&perPage=2`)).body as OrderList;
    const next = new URL((first as unknown as { cursors: { next: string } }).cursors.next);
    const second = (await service.get(next.pathname + next.search)).body as OrderList;
    expect(second.orders.map(({ PID }) => PID)).toEqual(['wide-1', 'wide-0']);
  });

  it('is read no further when the caller has gone', async () => {
    const database = service.app.get(Database);
    const list = jest.spyOn(database, 'readList');
    try {
      await new Promise<void>((resolve) => {
        const outgoing = request(new URL(page, service.url), {
          headers: { Authorization: `Bearer ${MASTER_KEY}` },
        });
        outgoing.once('response', (response) => {
          response.destroy();
          outgoing.destroy();
          resolve();
        });
        outgoing.on('error', () => undefined).end();
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      // The page itself, and of its four pieces those that were under way.
      expect(list.mock.calls.length).toBeLessThan(ORDERS + 1);
    } finally {
      list.mockRestore();
    }
  });

  it('is answered to HEAD without being read', async () => {
    const database = service.app.get(Database);
    const list = jest.spyOn(database, 'readList');
    try {
      const response = await fetch(new URL(page, service.url), {
        method: 'HEAD',
        headers: { Authorization: `Bearer ${MASTER_KEY}` },
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('');
      expect(list.mock.calls.length).toBeLessThanOrEqual(1);
    } finally {
      list.mockRestore();
    }
  });
});
