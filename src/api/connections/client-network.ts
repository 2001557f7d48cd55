import { isIPv4, isIPv6 } from 'node:net';

/** An address as some proxies forward it: with the port, and IPv6 in brackets. */
const ADDRESS_WITH_PORT = /^(?:\[(?<v6>[^\]]+)\](?::\d{1,5})?|(?<v4>\d+\.\d+\.\d+\.\d+):\d{1,5})$/;

/**
 * The network that the limits of a client apply to: its IPv4 address, or the /64 network of its IPv6 address. One
 * client commonly has all addresses of a /64 network.
 * @param address address of the client, from the socket or a proxy
 * @returns for example `192.0.2.1` or `2001:db8:0:1::/64`; `unknown` for all texts that are no addresses
 */
export function toClientNetwork(address: string): string {
  const { v4, v6 } = ADDRESS_WITH_PORT.exec(address)?.groups ?? {};
  const [plain = ''] = (v4 ?? v6 ?? address).split('%', 1);
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'unknown';
  const groups = toIpv6Groups(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535';
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. */
function toIpv6Groups(address: string): number[] {
  const [head = [], tail] = toHexGroups(address)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const missing = 8 - head.length - (tail?.length ?? 0);
  const zeros = tail ? Array<string>(Math.max(missing, 0)).fill('0') : [];
  return [...head, ...zeros, ...(tail ?? [])].map((group) => parseInt(group, 16));
}

/** Replaces an IPv4 address at the end of an IPv6 address by two groups. */
function toHexGroups(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}
