import type { Request } from 'express';
import { getRequestContext, createRequestContext } from './request-context';
import { createLinkBuilder } from './link-builder';

const request = { originalUrl: '/v1/tags?q=a%20b&page=1' } as Request;
createRequestContext(request, 'request');
getRequestContext(request).origin = 'http://shop.test:3000';

describe('createLinkBuilder', () => {
  it('keeps other parameters and replaces the given ones', () => {
    expect(createLinkBuilder(request, undefined)({ page: '2', cursor: 'x/y' })).toBe(
      'http://shop.test:3000/v1/tags?q=a+b&page=2&cursor=x%2Fy',
    );
  });

  it('uses the configured address', () => {
    expect(createLinkBuilder(request, 'https://api.test/shop')({ page: '2' })).toBe(
      'https://api.test/shop/v1/tags?q=a+b&page=2',
    );
  });
});
