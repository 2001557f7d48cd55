import http from 'node:http';
import net from 'node:net';
import { MASTER_KEY } from '../../../support/service/service';
import { until } from '../../../support/until';

/** The answer to a held POST. */
interface HeldAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** A POST whose body waits to be sent. */
export function held(url: string, body: string, key = MASTER_KEY) {
  const request = http.request(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  const taken = new Promise<void>((resolve) => request.once('continue', resolve));
  const answer = new Promise<HeldAnswer>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
  });
  request.flushHeaders();
  return { taken, answer, send: () => request.end(body) };
}

/** Waits until nobody accepts connections any more. */
export async function refusesConnections(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const refuses = () =>
    new Promise<boolean>((resolve) => {
      const socket = net.connect(Number(port), hostname);
      socket.on('error', ({ code }: NodeJS.ErrnoException) => {
        resolve(code === 'ECONNREFUSED');
      });
      socket.on('connect', () => {
        socket.destroy();
        resolve(false);
      });
    });
  await until(refuses);
}
