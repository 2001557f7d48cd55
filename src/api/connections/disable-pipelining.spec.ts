import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { cases } from '../../../test/support/random/cases';
import { disablePipelining } from './disable-pipelining';

describe('disablePipelining', () => {
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  let inHand: number;
  let most: number;
  let seen: string[];

  beforeAll(async () => {
    server = createServer();
    disablePipelining(server, (request, response) => {
      seen.push(request.url ?? '');
      inHand += 1;
      most = Math.max(most, inHand);
      response.prependOnceListener('close', () => (inHand -= 1));
      answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  beforeEach(() => {
    inHand = 0;
    most = 0;
    seen = [];
    answer = async (request, response) => {
      const body = await buffer(request);
      response.end(`[${request.url}:${body.length}]`);
    };
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends chunks one by one. @returns the responses until the server closes the connection */
  async function exchange(pieces: readonly (string | Buffer)[], delay = 0): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay();
    const got = buffer(socket);
    for (const piece of pieces) {
      socket.write(piece);
      await pause(delay);
    }
    return (await got).toString();
  }

  const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const last = get('/last', 'Connection: close\r\n');
  const bodiesOf = (text: string): string[] => text.match(/\[[^\]]*\]/g) ?? [];

  it('answers a thousand simultaneous requests in order, one by one', async () => {
    answer = async (request, response) => {
      await pause(0);
      response.end(`[${request.url}]`);
    };
    const paths = Array.from({ length: 1000 }, (_, at) => `/${at}`);
    const got = await exchange([paths.map((path) => get(path)).join('') + last]);
    expect(bodiesOf(got)).toEqual([...paths, '/last'].map((path) => `[${path}]`));
    expect(most).toBe(1);
  });

  it('leaves further requests in the socket while the first one is processed', async () => {
    let finish = (): void => undefined;
    answer = async (_request, response) => {
      await new Promise<void>((resolve) => (finish = resolve));
      response.end();
    };
    const parsed: string[] = [];
    server.on('request', ({ url }: IncomingMessage) => parsed.push(url ?? ''));
    const done = exchange([get('/a') + get('/b') + last]);
    while (seen.length === 0) await pause(5);
    await pause(50);
    expect(parsed).toEqual(['/a']);
    for (const path of ['/b', '/last']) {
      finish();
      while (!seen.includes(path)) await pause(5);
    }
    finish();
    await done;
    expect(parsed).toEqual(['/a', '/b', '/last']);
  });

  it('stops processing when the client has disconnected', async () => {
    let finish = (): void => undefined;
    answer = async (_request, response) => {
      await new Promise<void>((resolve) => (finish = resolve));
      response.end(Buffer.alloc(1_000_000));
    };
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined).write(get('/a').repeat(100));
    while (seen.length === 0) await pause(5);
    socket.destroy();
    await pause(20);
    finish();
    await pause(100);
    expect(seen.length).toBeLessThan(3);
    expect(inHand).toBe(0);
  });

  it('accepts bodies in any chunks, and the requests after them', async () => {
    const text = 'a\r\n\r\nb'.repeat(20);
    const post = `POST /sized HTTP/1.1\r\nHost: x\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    const chunked =
      'POST /chunked HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n' +
      `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const whole = get('/first') + post + chunked + post + get('/next') + last;
    const expected = bodiesOf(
      `[/first:0][/sized:${text.length}][/chunked:${text.length}][/sized:${text.length}][/next:0][/last:0]`,
    );
    const cuts = fc.uniqueArray(fc.nat(whole.length), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const ends = [0, ...places.sort((one, other) => one - other), whole.length];
        const pieces = ends.slice(1).map((end, at) => whole.slice(ends[at], end));
        expect(bodiesOf(await exchange(pieces, 1))).toEqual(expected);
      }),
      { numRuns: cases(20, 60) },
    );
    // The next request may start while the previous one is being closed.
    expect(most).toBeLessThanOrEqual(2);
  });

  it('leaves an unread body in the socket', async () => {
    const size = 30_000_000;
    let read = (): void => undefined;
    let received = (): number => size;
    answer = async (request, response) => {
      received = () => request.socket.bytesRead;
      await new Promise<void>((resolve) => (read = resolve));
      response.end(`[${(await buffer(request)).length}]`);
    };
    const head = `POST /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`;
    const done = exchange([head, Buffer.alloc(size, '\r\n\r\n')]);
    while (seen.length === 0) await pause(5);
    await pause(200);
    expect(received()).toBeLessThan(size / 10);
    read();
    expect(bodiesOf(await done)).toEqual([`[${size}]`]);
  });
});
