import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * Turns a request whose target is a whole URL, as proxies get them, into one for the path at that host; the Host header
 * does not count then (RFC 9112, 3.2.2).
 */
export function takeWholeUrl(request: IncomingMessage): void {
  const [, host, path = ''] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}
