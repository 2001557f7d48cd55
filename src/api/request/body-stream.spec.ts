import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { DomainError } from '../../core/errors';
import { openBodyStream } from './body-stream';

const IDLE_MS = 100;
const CR_LF = Buffer.from('\r\n');
let server: Server;
/** Time that the reader takes for each part. */
let readerPause = 0;
/** Minimum number of bytes per window. */
let minBytes = 0;
/** Maximum time for the whole body; 0: an hour. */
let deadlineMs = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      try {
        const read: Buffer[] = [];
        for await (const part of openBodyStream(
          request as Request,
          response as Response,
          'text/plain',
          {
            windowMs: IDLE_MS,
            minBytes,
            deadlineHours: deadlineMs === 0 ? 1 : deadlineMs / 3_600_000,
          },
        )) {
          read.push(part);
          await pause(readerPause);
        }
        response.end(Buffer.concat(read));
      } catch (error) {
        response.statusCode = (error as DomainError).status;
        response.end((error as DomainError).code);
      }
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function open(headers: Record<string, string> = {}): ClientRequest {
  const { port } = server.address() as AddressInfo;
  const type = { 'Content-Type': 'text/plain' };
  return httpRequest({ port, method: 'POST', headers: { ...type, ...headers } }).on(
    'error',
    () => undefined,
  );
}

async function answerOf(
  request: ClientRequest,
): Promise<[number | undefined, string, string | undefined]> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of response) body += String(part);
  return [response.statusCode, body, response.headers.connection];
}

describe('A streamed body', () => {
  it('arrives as it was sent, and the connection stays open', async () => {
    const request = open();
    request.write('one, ');
    await pause(IDLE_MS / 2);
    request.end('two');
    expect(await answerOf(request)).toEqual([200, 'one, two', undefined]);
  });

  it('fails with 408 if it stalls, and the connection closes', async () => {
    const request = open();
    request.write('one');
    expect(await answerOf(request)).toEqual([408, 'body.tooSlow', 'close']);
  });

  it('may arrive byte by byte if the minimum rate allows it', async () => {
    const trickle = async () => {
      const request = open();
      const answer = answerOf(request);
      for (let written = 0; written < 20; written++) {
        request.write('x');
        await pause(IDLE_MS / 5);
      }
      request.end();
      return answer;
    };
    expect(await trickle()).toEqual([200, 'x'.repeat(20), undefined]);
    minBytes = 1000;
    expect(await trickle()).toEqual([408, 'body.tooSlow', 'close']);
    minBytes = 0;
  });

  it('fails with 408 if it stalls for the rest of the window', async () => {
    minBytes = 1000;
    const request = open();
    request.write('x');
    const begin = performance.now();
    expect(await answerOf(request)).toEqual([408, 'body.tooSlow', 'close']);
    expect(performance.now() - begin).toBeGreaterThan(IDLE_MS * 0.9);
    minBytes = 0;
  });

  it('fails with 408 at its deadline even at the minimum rate, whether it flows or waits for its reader', async () => {
    deadlineMs = 3 * IDLE_MS;
    const flowing = open();
    const more = setInterval(() => flowing.write('x'), IDLE_MS / 5);
    expect(await answerOf(flowing)).toEqual([408, 'body.deadlinePassed', 'close']);
    clearInterval(more);
    flowing.destroy();
    readerPause = 2 * deadlineMs;
    const read = open();
    read.write('one');
    await pause(IDLE_MS / 2);
    read.end('two');
    expect(await answerOf(read)).toEqual([408, 'body.deadlinePassed', 'close']);
    [readerPause, deadlineMs] = [0, 0];
  });

  it('may be read more slowly than it arrives', async () => {
    readerPause = 2 * IDLE_MS;
    const request = open();
    request.write('one');
    await pause(IDLE_MS / 2);
    request.end('two');
    expect(await answerOf(request)).toEqual([200, 'onetwo', undefined]);
    readerPause = 0;
  });

  it('fails with 408 when it is compressed, too', async () => {
    const request = open({ 'Content-Encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(request);
    gzip.write('one');
    gzip.flush();
    expect(await answerOf(request)).toEqual([408, 'body.tooSlow', 'close']);
  });

  it('may be answered before its end: the client can read the response, and the connection closes', async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const failed = jest.fn();
    socket.on('error', failed);
    let got = '';
    socket.on('data', (bytes) => (got += bytes.toString()));
    const ended = once(socket, 'close');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n');
    socket.write('Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n');
    const piece = Buffer.alloc(0x10000, 'no gzip');
    const more = setInterval(() => {
      if (socket.writable) socket.write(Buffer.concat([Buffer.from('10000\r\n'), piece, CR_LF]));
    }, 1);
    more.unref();
    await ended;
    clearInterval(more);
    expect(got).toMatch(/^HTTP\/1.1 400 [^]*Connection: close[^]*body.malformed/);
    expect(failed).not.toHaveBeenCalled();
  });

  it('fails with 400 if it is not in its encoding', async () => {
    const request = open({ 'Content-Encoding': 'gzip' });
    request.end('no gzip');
    expect(await answerOf(request)).toEqual([400, 'body.malformed', 'close']);
  });
});
