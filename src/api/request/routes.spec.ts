import type { Operation } from '../operation/operation';
import { methodsOf, routeMatches } from './routes';

const operations = [
  { method: 'get', route: '/v1/tags' },
  { method: 'post', route: '/v1/tags' },
  { method: 'delete', route: '/v1/tags/:id' },
  { method: 'get', route: '/v1/tags/count' },
] as unknown as Operation[];

describe('methodsOf', () => {
  it.each([
    ['/v1/tags', ['GET', 'HEAD', 'POST']],
    ['/v1/tags/7', ['DELETE']],
    ['/v1/tags/count', ['GET', 'HEAD', 'DELETE']],
    ['/v1/tags/', []],
    ['/v1/tags/7/8', []],
    ['/v1', []],
  ])('of %s', (path, methods) => {
    expect(methodsOf(operations, path).sort()).toEqual([...methods].sort());
  });
});

describe('routeMatches', () => {
  it('takes any segment but an empty one for a parameter', () => {
    expect(routeMatches(['', 'tags', ':id'], ['', 'tags', 'x'])).toBe(true);
    expect(routeMatches(['', 'tags', ':id'], ['', 'tags', ''])).toBe(false);
    expect(routeMatches(['', 'tags', 'count'], ['', 'tags', 'x'])).toBe(false);
  });
});
