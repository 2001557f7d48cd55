import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '../../demo/client';

describe('The client of the demo', () => {
  let server: Server;
  let client: Client;
  let answer: RequestListener;
  const keys: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']?.toString());
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key');
  });

  beforeEach(() => keys.splice(0));

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('repeats a request that finds the service too busy, with the same Idempotency-Key', async () => {
    answer = (_, response) => {
      if (keys.length < 3) response.writeHead(503, { 'Retry-After': '0' }).end('busy');
      else response.writeHead(201).end('{"ID":7}');
    };
    expect(await client.send('POST', '/v1/orders', { orders: {} })).toEqual({ ID: 7 });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    await client.send('POST', '/v1/orders', { orders: {} });
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('repeats nothing that is refused for another reason', async () => {
    answer = (_, response) => response.writeHead(409).end('{"code":"document.exists"}');
    await expect(client.send('POST', '/v1/orders', {})).rejects.toThrow('409');
    expect(keys).toHaveLength(1);
  });
});
