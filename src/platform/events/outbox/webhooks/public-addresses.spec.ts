import type { LookupAddress } from 'node:dns';
import { AddressNotPublic, isPublicAddress, lookupPublicAddress } from './public-addresses';

describe('Public addresses', () => {
  it.each([
    ...['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.255.255', '172.32.0.0', '100.63.255.255'],
    ...[
      '100.128.0.0',
      '11.0.0.1',
      '169.253.255.255',
      '192.0.3.1',
      '198.17.255.255',
      '223.255.255.255',
    ],
    ...['2606:4700:4700::1111', '2a00:1450:4003::200e', '2001:4860:4860::8888', '2003::1'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200'],
    ...['100.127.255.255', '127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
    ...[
      '198.18.0.1',
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '239.255.255.255',
    ],
    ...['240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '::ffff:169.254.169.254',
    ],
    ...[
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '100::1',
      'fe80::1',
      'fec0::1',
      'fc00::1',
    ],
    ...['fd00:ec2::254', 'ff02::1', '2001::1', '2001:0:7f00:1::', '2001:db8::1', '2002:7f00:1::'],
    ...['3fff::1', '5f00::1', '4000::1', '0:0:0:0:0:0:0:1', '::1%lo'],
    ...['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '0177.0.0.1', '1.1.1.1.'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...['http://127.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/'],
    ...['http://0/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://169.254.43518/'],
    ...['http://127.0.0.1./', 'http://１２７.0.0.1/', 'http://[0:0:0:0:0:ffff:a00:1]/'],
  ])('%s, as parsed by URL, is not public', (text) => {
    expect(isPublicAddress(new URL(text).hostname.replace(/^\[|\]$/g, ''))).toBe(false);
  });

  const resolved = (hostname: string, all: boolean) =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      lookupPublicAddress(hostname, { all }, (error, address) => {
        if (error) reject(error);
        else resolve(address);
      });
    });

  it('are the only results of a look-up, otherwise it fails', async () => {
    await expect(resolved('localhost', true)).rejects.toThrow(AddressNotPublic);
    await expect(resolved('localhost', false)).rejects.toThrow('localhost is not an address');
    await expect(resolved('nothing.invalid', true)).rejects.toThrow(/nothing\.invalid/);
    // A literal is "resolved" without a server.
    expect(await resolved('8.8.8.8', true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await resolved('8.8.8.8', false)).toBe('8.8.8.8');
  });
});
