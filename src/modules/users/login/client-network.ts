import { isIPv6 } from 'node:net';

/**
 * What a client's failures are counted by: its IPv4 address, or the /64 network of its IPv6 address, all addresses of
 * which commonly belong to one client.
 * @param address as the socket or the proxy tells it
 */
export function clientNetwork(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return address;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

/** The groups of an IPv6 address without leading zeros; what `::` leaves out is filled in. */
function groupsOf(address: string): string[] {
  const [head = [], tail] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const written = [...head, ...(tail ?? [])];
  // An IPv4 address at the end stands for two groups.
  const width = written.length + (address.includes('.') ? 1 : 0);
  const between = tail ? Array<string>(Math.max(8 - width, 0)).fill('0') : [];
  return [...head, ...between, ...(tail ?? [])].map((group) => parseInt(group, 16).toString(16));
}
