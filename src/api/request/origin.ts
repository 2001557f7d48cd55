import { isIPv6 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { HostMalformed } from '../problems/api-errors';
import { getRequestContext } from './request-context';

/** Which headers of proxies are trusted. */
interface TrustedHeaders {
  /** Number of trusted proxies in front of the service. */
  readonly trustProxy: number;
  /** Names in lower case. */
  readonly forwardedHeaders: ReadonlySet<string>;
}

const DNS_LABEL = '[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?';
/** A name, an IPv4 address, or an IPv6 address in brackets, with or without a port (RFC 9110, 7.2). */
const HOST_PATTERN = new RegExp(
  `^(?:\\[[0-9a-f:.]+\\]|${DNS_LABEL}(?:\\.${DNS_LABEL})*\\.?)(?::\\d{1,5})?$`,
  'i',
);
/** Maximum length of a DNS name with a port. */
const MAX_HOST_CHARACTERS = 254 + ':65535'.length;

/**
 * Stores the scheme and host that a request was sent to, for the links of its response.
 * @throws HostMalformed if the host or scheme is invalid or there are two hosts
 */
export function captureOrigin(trustedHeaders: TrustedHeaders): RequestHandler {
  return (request, _response, next) => {
    getRequestContext(request).origin = getRequestOrigin(request, trustedHeaders);
    next();
  };
}

function getRequestOrigin(request: Request, trusted: TrustedHeaders): string {
  const host = getRequestHost(request);
  const scheme = getForwardedValue(request, 'x-forwarded-proto', trusted)?.toLowerCase() ?? 'http';
  if (scheme !== 'http' && scheme !== 'https') throw new HostMalformed();
  const forwardedHost = getForwardedValue(request, 'x-forwarded-host', trusted);
  return `${scheme}://${forwardedHost === undefined ? host : assertValidHost(forwardedHost)}`;
}

/** In HTTP/1.0 the header is optional: then the local address of the connection is the host. */
function getRequestHost({ headers, rawHeaders, socket }: Request): string {
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  );
  if (hosts.length > 1) throw new HostMalformed();
  if (headers.host !== undefined) return assertValidHost(headers.host);
  const { localAddress = '', localPort } = socket;
  return `${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/**
 * The value that the outermost trusted proxy has added; each proxy appends its own. With fewer values than proxies, the
 * first value is used.
 */
function getForwardedValue(
  { headers }: Request,
  name: string,
  { trustProxy: proxies, forwardedHeaders }: TrustedHeaders,
): string | undefined {
  const header = headers[name];
  if (proxies === 0 || header === undefined || !forwardedHeaders.has(name)) return undefined;
  const values = String(header).split(',');
  return values[Math.max(values.length - proxies, 0)]?.trim();
}

/** `URL` checks that addresses, numbers and ports are in their ranges. */
function assertValidHost(host: string): string {
  const isHost =
    host.length <= MAX_HOST_CHARACTERS && HOST_PATTERN.test(host) && URL.canParse(`http://${host}`);
  if (!isHost) throw new HostMalformed();
  return host;
}
