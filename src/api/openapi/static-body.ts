import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { type ContentCoding, type EncodedBody, memoizeAsync } from './encoded-body';

/**
 * Answers all requests with the same bytes. They are created at the first request and stay in memory.
 * @param type media type
 * @param maxAgeS seconds for which browsers and proxies may cache the response
 */
export function serveStaticBody(type: string, maxAgeS: number, body: EncodedBody): RequestHandler {
  const computeHash = memoizeAsync(async () =>
    createHash('sha256')
      .update(await body.identity())
      .digest('base64url'),
  );
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next();
      return;
    }
    const coding = negotiateCoding(request);
    const [bytes, tag] = await Promise.all([body[coding](), computeHash()]);
    response.set({
      'Cache-Control': `public, max-age=${maxAgeS}`,
      ETag: `"${tag}-${coding}"`,
      Vary: 'Accept-Encoding',
    });
    if (coding !== 'identity') response.set('Content-Encoding', coding);
    response.type(type).send(bytes);
  };
}

function negotiateCoding(request: Request): ContentCoding {
  return (['br', 'gzip'] as const).find((coding) => request.acceptsEncodings(coding)) ?? 'identity';
}
