import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExactAnswer, ExactRequest } from './exact-request';

/** Far longer than it takes to look up who is calling. */
const IDENTIFIED_MS = 30;

/** A request whose body comes in pieces. */
export class SlowRequest {
  readonly answer: Promise<ExactAnswer>;
  private readonly request: http.ClientRequest;

  private constructor(url: string, { method = 'POST', path, headers = {}, key }: ExactRequest) {
    this.request = http.request(url + path, {
      method,
      agent: new http.Agent(),
      headers: {
        ...headers,
        ...(typeof key === 'string' && { Authorization: `Bearer ${key}` }),
        'Transfer-Encoding': 'chunked',
        Expect: '100-continue',
      },
    });
    this.answer = new Promise((resolve, reject) => {
      this.request.on('error', reject);
      this.request.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
    });
    // Where nobody waits for it yet.
    this.answer.catch(() => undefined);
  }

  /** Sends the headers and the beginning of the body. @returns once the service knows who is calling */
  static async open(
    url: string,
    request: ExactRequest,
    beginning: string | Buffer = '',
  ): Promise<SlowRequest> {
    const slow = new SlowRequest(url, request);
    const taken = new Promise((resolve) => slow.request.once('continue', resolve));
    slow.request.flushHeaders();
    await taken;
    if (beginning.length > 0) slow.send(beginning);
    await pause(IDENTIFIED_MS);
    return slow;
  }

  send(piece: string | Buffer): void {
    this.request.write(piece);
  }

  /** Sends the last of it. */
  end(rest: string | Buffer = ''): Promise<ExactAnswer> {
    this.request.end(rest);
    return this.answer;
  }

  /** Breaks it off. */
  destroy(): void {
    this.request.destroy();
  }
}
