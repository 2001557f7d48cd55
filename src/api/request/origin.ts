import { isIPv6 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { HostMalformed } from '../problems/problems';
import { getRequestContext } from './request-context';

const LABEL = '[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?';
/** A name or an IPv4 address, or an IPv6 address in brackets; with a port or without (RFC 9110, 7.2). */
const HOST = new RegExp(`^(?:\\[[0-9a-f:.]+\\]|${LABEL}(?:\\.${LABEL})*\\.?)(?::\\d{1,5})?$`, 'i');
/** Of a name that DNS knows, and a port. */
const MAX_HOST_CHARACTERS = 254 + ':65535'.length;

/**
 * Keeps the scheme and host that a request was sent to, for the links of its answer.
 * @param proxies how many in front of the service are believed
 * @throws HostMalformed for hosts and schemes that are none, and for two hosts
 */
export function captureOrigin(proxies: number): RequestHandler {
  return (request, _response, next) => {
    getRequestContext(request).origin = getRequestOrigin(request, proxies);
    next();
  };
}

function getRequestOrigin(request: Request, proxies: number): string {
  const host = getRequestHost(request);
  const scheme = getForwardedValue(request, 'x-forwarded-proto', proxies)?.toLowerCase() ?? 'http';
  if (scheme !== 'http' && scheme !== 'https') throw new HostMalformed();
  const seen = getForwardedValue(request, 'x-forwarded-host', proxies);
  return `${scheme}://${seen === undefined ? host : assertValidHost(seen)}`;
}

/** HTTP/1.0 may do without: then it is the address that the connection came to. */
function getRequestHost({ headers, rawHeaders, socket }: Request): string {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new HostMalformed();
  if (headers.host !== undefined) return assertValidHost(headers.host);
  const { localAddress = '', localPort } = socket;
  return `${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/**
 * What the outermost of the proxies that are believed says: each adds its value at the end. Where there are fewer
 * values, only some of them add theirs.
 */
function getForwardedValue(
  { headers }: Request,
  name: string,
  proxies: number,
): string | undefined {
  const given = headers[name];
  if (proxies === 0 || given === undefined) return undefined;
  const values = String(given).split(',');
  return values[Math.max(values.length - proxies, 0)]?.trim();
}

/** Whether addresses, numbers and ports are in their range, `URL` knows. */
function assertValidHost(host: string): string {
  const isHost =
    host.length <= MAX_HOST_CHARACTERS && HOST.test(host) && URL.canParse(`http://${host}`);
  if (!isHost) throw new HostMalformed();
  return host;
}
