import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

/** Express, with a short way out for answers whose text and media type stand already. */
export class HttpAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (typeof body !== 'string' || response.headersSent) {
      return super.reply(response, body, status) as unknown;
    }
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Length', Buffer.byteLength(body));
    return response.end(body);
  }
}
