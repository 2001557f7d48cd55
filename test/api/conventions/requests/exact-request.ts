import http from 'node:http';
import net from 'node:net';
import { scaledTimeoutMs } from '../../../support/jest/timeouts';
import { MASTER_KEY, type Service } from '../../../support/service/service';

/** A request as it is sent, byte for byte: only the credentials and the length are added. */
export interface ExactRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** null: no credentials. */
  readonly key?: string | null;
}

export interface ExactAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** Far longer than any answer takes on a quiet machine. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Sends a request without any of the corrections that HTTP clients make.
 * @throws what ends the connection; Error without an answer in time
 */
export function exchange(
  url: string,
  { method = 'GET', path, headers = {}, body, key = MASTER_KEY }: ExactRequest,
  agent?: http.Agent,
): Promise<ExactAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ method, path, hostname, port, ...(agent ? { agent } : {}) });
    if (key !== null) request.setHeader('Authorization', `Bearer ${key}`);
    if (body !== undefined && !('Transfer-Encoding' in headers)) {
      request.setHeader('Content-Length', Buffer.byteLength(body));
    }
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    request.setTimeout(scaledTimeoutMs(ANSWER_TIMEOUT_MS), () => {
      request.destroy(new Error(`No answer to ${method} ${path}`));
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.end(body);
  });
}

/** Writes bytes to a fresh connection; gives all that came back until the service closed it. */
export function rawExchange(service: Service, bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    let got = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk) => (got += chunk.toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(got);
    });
  });
}
