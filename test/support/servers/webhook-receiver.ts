import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as it arrived. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on this machine. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** How the next ones are answered. */
  respond: (response: ServerResponse, request: ReceivedWebhook) => void = respondWithSuccess;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const received = { path: request.url ?? '', headers: request.headers, body };
        this.received.push(received);
        this.respond(response, received);
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new WebhookReceiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The webhooks that a path has received. */
  listReceivedAt(path: string): ReceivedWebhook[] {
    return this.received.filter((one) => one.path === path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Answers 204. */
export function respondWithSuccess(response: ServerResponse): void {
  response.writeHead(204).end();
}

/** Answers a status without a body. */
export const respondWithStatus =
  (status: number) =>
  (response: ServerResponse): void => {
    response.writeHead(status).end();
  };
