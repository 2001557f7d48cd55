import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Express } from 'express';
import { HttpAdapter } from './http-adapter';
import { handleClientErrors } from '../problems/client-errors';

describe('connections', () => {
  const sockets: Socket[] = [];
  let server: Server;
  let port: number;

  const open = (adapter: HttpAdapter): Server => {
    adapter.initHttpServer();
    return adapter.getHttpServer();
  };

  beforeAll(async () => {
    const adapter = new HttpAdapter({
      headersTimeoutMs: 200,
      keepAliveTimeoutMs: 5_000,
      checkIntervalMs: 20,
    });
    adapter.getInstance<Express>().get('/', (_request, response) => {
      response.send('served');
    });
    server = open(adapter);
    handleClientErrors(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  /** Opens a connection that sends a byte now and then. @returns everything received until it was closed */
  const slow = (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let got = '';
    socket.on('data', (chunk) => (got += chunk.toString('utf8')));
    socket.on('error', () => undefined);
    const send = async (): Promise<void> => {
      for (const byte of text) {
        if (socket.destroyed) return;
        socket.write(byte);
        await pause(20);
      }
    };
    void send();
    return new Promise((resolve) =>
      socket.on('close', () => {
        resolve(got);
      }),
    );
  };

  const served = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text();

  it('with incomplete headers get 408 and are closed', async () => {
    const answer = await slow(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(10_000)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('Connection: close');
    expect(answer).toContain('"code":"headers.tooSlow"');
  });

  it('without data are closed and do not delay others', async () => {
    const silent = Array.from({ length: 500 }, () => slow(''));
    expect(await served()).toBe('served');
    const answers = await Promise.all(silent);
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(500);
    expect(await served()).toBe('served');
  });

  it('have the default timeouts in the service', () => {
    const { headersTimeout, keepAliveTimeout, requestTimeout } = open(new HttpAdapter());
    expect({ headersTimeout, keepAliveTimeout, requestTimeout }).toEqual({
      headersTimeout: 66_000,
      keepAliveTimeout: 65_000,
      requestTimeout: 0,
    });
  });
});
