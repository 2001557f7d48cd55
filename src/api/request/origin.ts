import { isIPv6 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { HostMalformed } from '../problems';
import { contextOf } from './context';

/** A name or an IPv4 address, or an IPv6 address in brackets; with a port or without (RFC 9110, 7.2). */
const HOST =
  /^(?:\[(?<ipv6>[0-9a-f:.]+)\]|[a-z0-9](?:[a-z0-9._-]{0,253}[a-z0-9.])?)(?::(?<port>\d{1,5}))?$/i;
const MOST_PORT = 65_535;

/**
 * Keeps the scheme and host that a request was sent to, for the links of its answer.
 * @param proxies how many in front of the service are believed
 * @throws HostMalformed for hosts and schemes that are none, and for two hosts
 */
export function origin(proxies: number): RequestHandler {
  return (request, _response, next) => {
    contextOf(request).origin = originOf(request, proxies);
    next();
  };
}

function originOf(request: Request, proxies: number): string {
  const host = hostOf(request);
  const scheme = forwarded(request, 'x-forwarded-proto', proxies)?.toLowerCase() ?? 'http';
  if (scheme !== 'http' && scheme !== 'https') throw new HostMalformed();
  const seen = forwarded(request, 'x-forwarded-host', proxies);
  return `${scheme}://${seen === undefined ? host : valid(seen)}`;
}

/** HTTP/1.0 may do without: then it is the address that the connection came to. */
function hostOf({ headers, rawHeaders, socket }: Request): string {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new HostMalformed();
  if (headers.host !== undefined) return valid(headers.host);
  const { localAddress = '', localPort } = socket;
  return `${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/**
 * What the outermost of the proxies that are believed says: each adds its value at the end. Where there are fewer
 * values, only some of them add theirs.
 */
function forwarded({ headers }: Request, name: string, proxies: number): string | undefined {
  const given = headers[name];
  if (proxies === 0 || given === undefined) return undefined;
  const values = String(given).split(',');
  return values[Math.max(values.length - proxies, 0)]?.trim();
}

function valid(host: string): string {
  const { ipv6, port = '0' } = HOST.exec(host)?.groups ?? { port: 'none' };
  const isHost = Number(port) <= MOST_PORT && (ipv6 === undefined || isIPv6(ipv6));
  if (!isHost) throw new HostMalformed();
  return host;
}
