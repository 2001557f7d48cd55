import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { handleClientErrors } from './client-errors';

describe('handleClientErrors', () => {
  it('sends Retry-After for requests that were only too slow', async () => {
    const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 20 });
    handleClientErrors(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    } finally {
      server.close();
    }
  });
});
