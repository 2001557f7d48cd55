import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 ranges outside the public internet (IANA's special-purpose registry), and Azure's host address. */
const SPECIAL_IPV4 = createBlockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
]);

/** The only IPv6 range assigned to networks; it excludes loopback, link-local, mapped IPv4, NAT64 and others. */
const GLOBAL_IPV6 = createBlockList('ipv6', ['2000::/3']);

/** Exceptions: Teredo and other protocols, documentation, 6to4 (which leads to any IPv4), documentation. */
const SPECIAL_IPV6 = createBlockList('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/** The host of a webhook resolves to an address that webhooks must not use. */
export class AddressNotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
  }
}

/** Whether an IP address, in any notation, belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL_IPV4.check(address, 'ipv4');
  return family === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}

/**
 * Resolves a name for the connection that is about to be opened, so that the checked address is the one used. If any of
 * the addresses isn't public, the look-up fails.
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = error ? [] : addresses;
    if (error || !first) callback(error ?? new Error(`${hostname} has no address`), '', 0);
    else if (!areAllPublic(addresses)) callback(new AddressNotPublic(hostname), '', 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function areAllPublic(addresses: readonly LookupAddress[]): boolean {
  return addresses.every(({ address }) => isPublicAddress(address));
}

function createBlockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
