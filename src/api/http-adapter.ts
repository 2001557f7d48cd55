import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

/** How long connections may keep the service waiting, in milliseconds. */
export interface ConnectionTimes {
  /** For the headers of a request, and for the first request of a connection. */
  readonly headers: number;
  /** Between two requests. */
  readonly idle: number;
  /** How often connections are looked over for headers that are late. */
  readonly check: number;
}

/** Idle connections are kept longer than load balancers keep theirs (60 s is usual). */
const TIMES: ConnectionTimes = { headers: 66_000, idle: 65_000, check: 5_000 };

/** Express, with a short way out for answers whose text and media type stand already. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly times = TIMES) {
    super();
  }

  override initHttpServer(): void {
    const { headers, idle, check } = this.times;
    const options = {
      headersTimeout: headers,
      keepAliveTimeout: idle,
      connectionsCheckingInterval: check,
      // Every route has a deadline for its body; an import may take as long as it flows.
      requestTimeout: 0,
    };
    this.httpServer = createServer(options, this.getInstance());
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    // A body that was streamed.
    if (response.headersSent) return undefined;
    if (typeof body !== 'string') {
      return super.reply(response, body, status) as unknown;
    }
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Length', Buffer.byteLength(body));
    return response.end(body);
  }
}
