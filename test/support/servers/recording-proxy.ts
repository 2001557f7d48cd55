import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, and what the service answered to it. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The answer, read as JSON. */
  readonly body: unknown;
}

/** Where an exchange is stopped: before the service gets the request, or before the client gets the answer. */
export type InterceptionPoint = 'request' | 'answer';

/** Stands between clients and the service, and remembers what the service answered, also to the dead. */
export class RecordingProxy {
  readonly exchanges: Exchange[] = [];
  /** Asked at both places of every exchange; false: it goes no further, and the connection is cut. */
  allows: (place: InterceptionPoint, method: string, path: string) => boolean | Promise<boolean> =
    () => true;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param target URL of the service */
  static async start(target: string): Promise<RecordingProxy> {
    const server = createServer((request, response) => {
      proxy.forward(target, request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const proxy = new RecordingProxy(server, `http://127.0.0.1:${port}`);
    return proxy;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async forward(
    target: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { method = '', url: path = '' } = request;
    const body = await read(request);
    if (!(await this.allows('request', method, path))) return void response.destroy();
    const answer = await fetch(target + path, {
      method,
      headers: {
        authorization: request.headers.authorization ?? '',
        'content-type': request.headers['content-type'] ?? '',
      },
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    this.exchanges.push({ method, path, status: answer.status, body: JSON.parse(text) });
    if (!(await this.allows('answer', method, path))) return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) text += String(part);
  return text;
}
