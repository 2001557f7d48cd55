import type { IncomingMessage } from 'node:http';

const ABSOLUTE_URL = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * Turns a request whose target is a whole URL, as proxies get them, into one for the path at that host; the Host header
 * does not count then (RFC 9112, 3.2.2).
 */
export function rewriteAbsoluteUrl(request: IncomingMessage): void {
  const [, host, path = ''] = ABSOLUTE_URL.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}
