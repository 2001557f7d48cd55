import type { Request, Response } from 'express';
import { HostMalformed } from '../problems/api-errors';
import { getRequestContext, createRequestContext } from './request-context';
import { captureOrigin } from './origin';

/** The origin of a request with these headers, behind this number of proxies. */
function originOf(
  headers: Readonly<Record<string, string>>,
  trustProxy = 0,
  trustedNames = ['x-forwarded-host', 'x-forwarded-proto'],
): string | undefined {
  const rawHeaders = Object.entries(headers).flat();
  const socket = { localAddress: '::1', localPort: 3000 };
  const request = { headers, rawHeaders, socket } as unknown as Request;
  createRequestContext(request, 'request');
  const forwardedHeaders = new Set(trustedNames);
  captureOrigin({ trustProxy, forwardedHeaders })(request, {} as Response, () => undefined);
  return getRequestContext(request).origin;
}

describe('origin', () => {
  it.each([
    'shop.example',
    'shop.example:8443',
    'SHOP-1.example.',
    'online_store:3000',
    '192.0.2.7',
    '192.0.2.7:65535',
    `${'a.'.repeat(120)}example:65535`,
    '[2001:db8::7]',
    '[::1]:3000',
    '[::ffff:192.0.2.7]:80',
  ])('takes %s', (host) => {
    expect(originOf({ host })).toBe(`http://${host}`);
  });

  it.each([
    '',
    ' ',
    'a b',
    'user@shop.example',
    'shop.example/path',
    'shop.example:',
    'shop.example:65536',
    'shop.example:1e3',
    '.example',
    'shop..example',
    'shop-.example',
    'shop.example..',
    '192.0.2.256',
    '192.0.2.7.9',
    '"',
    '<script>',
    '[::1',
    '[:::]',
    '[192.0.2.7]',
    '2001:db8::7',
    'é.example',
    'a'.repeat(64),
    `${'a.'.repeat(130)}example`,
  ])('refuses %j', (host) => {
    expect(() => originOf({ host })).toThrow(HostMalformed);
    expect(() => originOf({ host: 'a', 'x-forwarded-host': host }, 1)).toThrow(HostMalformed);
  });

  it('is the local address for HTTP/1.0 without a Host header', () => {
    expect(originOf({})).toBe('http://[::1]:3000');
  });

  it.each([
    [0, 'http://inside'],
    [1, 'https://c.example'],
    [2, 'http://b.example'],
    [3, 'https://a.example'],
    [9, 'https://a.example'],
  ])('uses the value of the outermost of %d proxies', (proxies, expected) => {
    const headers = {
      host: 'inside',
      'x-forwarded-host': 'a.example, b.example,c.example',
      'x-forwarded-proto': 'HTTPS, http,https',
    };
    expect(originOf(headers, proxies)).toBe(expected);
  });

  it('believes no header that the setting does not name', () => {
    const headers = {
      host: 'shop.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    expect(originOf(headers, 1, ['x-forwarded-proto'])).toBe('https://shop.example');
    expect(originOf(headers, 1, ['x-forwarded-host'])).toBe('http://evil.example');
    expect(originOf({ ...headers, 'x-forwarded-host': '"' }, 1, [])).toBe('http://shop.example');
  });

  it('uses the Host header if a proxy forwards no host', () => {
    expect(originOf({ host: 'shop.example' }, 1)).toBe('http://shop.example');
  });

  it.each(['javascript', 'ftp', '', 'https:'])('refuses the scheme %j', (scheme) => {
    const headers = { host: 'shop.example', 'x-forwarded-proto': scheme };
    expect(() => originOf(headers, 1)).toThrow(HostMalformed);
    expect(originOf(headers)).toBe('http://shop.example');
  });
});
