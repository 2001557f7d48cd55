import type { IncomingMessage } from 'node:http';

const ABSOLUTE_URL = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * Rewrites a request with an absolute URL, as proxies get them, to the path at that host. The Host header is replaced
 * then (RFC 9112, 3.2.2).
 */
export function rewriteAbsoluteUrl(request: IncomingMessage): void {
  const [, host, path = ''] = ABSOLUTE_URL.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}
