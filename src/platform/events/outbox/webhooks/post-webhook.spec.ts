import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressNotPublic } from './public-addresses';
import { postWebhook } from './post-webhook';

describe('postWebhook', () => {
  let server: Server;
  let listener: RequestListener;
  let calls = 0;
  let port: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      calls += 1;
      request.resume();
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });

  beforeEach(() => {
    calls = 0;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = (
    path = '/',
    { deadlineMs: timeoutMs = 5000, allowsPrivate: allowsPrivateAddresses = true } = {},
  ) =>
    postWebhook(new URL(path, `http://127.0.0.1:${port}`), {}, '{}', {
      timeoutMs,
      allowsPrivateAddresses,
    });

  it('does not follow redirects', async () => {
    listener = (_, response) => {
      response.writeHead(307, { Location: '/elsewhere' }).end();
    };
    expect(await send()).toBe(307);
    expect(calls).toBe(1);
  });

  it('ends at its deadline, whatever the receiver does', async () => {
    listener = () => undefined;
    await expect(send('/', { deadlineMs: 100 })).rejects.toMatchObject({ name: 'AbortError' });
    // Once the status has arrived, the rest is neither waited for nor an error.
    listener = (_, response) => {
      response.writeHead(202);
      response.write('x');
    };
    expect(await send('/', { deadlineMs: 300 })).toBe(202);
  });

  it('reads at most 64 KiB of a response', async () => {
    let written = 0;
    const closed = new Promise<void>((resolve) => {
      listener = (_, response) => {
        response.writeHead(200);
        response.on('close', resolve);
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
          written += 16_384;
        };
        response.on('drain', more);
        more();
      };
    });
    expect(await send()).toBe(200);
    await closed;
    // The buffers of the operating system contain some more bytes.
    expect(written).toBeLessThan(8 * 1024 * 1024);
  });

  it('does not connect to private addresses, by any name', async () => {
    listener = (_, response) => response.end();
    const limits = { timeoutMs: 2000, allowsPrivateAddresses: false };
    for (const host of [
      ...['127.0.0.1', 'localhost', '127.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'],
      ...['0.0.0.0', '169.254.169.254', '[fd00::1]', '[fe80::1]', 'LOCALHOST', '127.0.0.1.'],
    ]) {
      const sent = postWebhook(new URL(`http://${host}:${port}/`), {}, '{}', limits);
      await expect(sent).rejects.toThrow(AddressNotPublic);
    }
    expect(calls).toBe(0);
  });
});
