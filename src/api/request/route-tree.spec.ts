import { RouteTree } from './route-tree';

describe('RouteTree', () => {
  const tree = new RouteTree<string>();
  for (const [method, route] of [
    ['GET', '/v1/tags/:id'],
    ['GET', '/v1/tags'],
    ['POST', '/v1/tags'],
    ['DELETE', '/v1/tags/:id'],
    ['GET', '/v1/tags/count'],
    ['GET', '/v1/tags/:tagId/values/:valueId'],
    ['GET', '/'],
  ] as const) {
    tree.add(method, route, `${method} ${route}`);
  }

  it.each([
    ['GET', '/v1/tags', 'GET /v1/tags', {}],
    ['HEAD', '/v1/tags', 'GET /v1/tags', {}],
    ['GET', '/V1/Tags/', 'GET /v1/tags', {}],
    ['GET', '/v1/tags/7', 'GET /v1/tags/:id', { id: '7' }],
    ['GET', '/v1/tags/A%2Fb', 'GET /v1/tags/:id', { id: 'A%2Fb' }],
    ['GET', '/v1/tags/%25%61%zz', 'GET /v1/tags/:id', { id: '%25%61%zz' }],
    ['GET', `/v1/tags/${'a'.repeat(8000)}`, 'GET /v1/tags/:id', { id: 'a'.repeat(8000) }],
    ['GET', '/v1/tags/count', 'GET /v1/tags/count', {}],
    ['DELETE', '/v1/tags/count', 'DELETE /v1/tags/:id', { id: 'count' }],
    [
      'GET',
      '/v1/tags/count/values/9',
      'GET /v1/tags/:tagId/values/:valueId',
      { tagId: 'count', valueId: '9' },
    ],
    ['GET', '/', 'GET /', {}],
  ])('finds the route of %s %s', (method, path, value, parameters) => {
    const found = tree.find(method, path);
    expect(found?.value).toBe(value);
    expect({ ...found?.parameters }).toEqual(parameters);
  });

  it.each([
    ['PUT', '/v1/tags'],
    ['HEAD', '/v1/tags/7/8'],
    ['GET', '/v1'],
    ['GET', '/v1/t%61gs'],
    ['GET', '/%76%31/tags'],
    ['GET', '//v1/tags'],
    ['GET', '/v1//'],
    ['GET', '/v1/tags//'],
    ['GET', '/v1/tags//values/1'],
    ['GET', '/v1/constructor'],
    ['OPTIONS', '/v1/tags'],
  ])('finds nothing for %s %s', (method, path) => {
    expect(tree.find(method, path)).toBeUndefined();
  });

  it.each([
    ['/v1/tags', ['HEAD', 'GET', 'POST']],
    ['/v1/tags/7', ['HEAD', 'GET', 'DELETE']],
    ['/v1/tags/count', ['HEAD', 'GET', 'DELETE']],
    ['/v1/tags/7/8', []],
  ])('lists the methods of %s', (path, methods) => {
    expect(tree.listMethods(path)).toEqual(methods);
  });

  it.each(['/v1/tags/:pId', '/V1/tags'])('refuses a second value at %s', (route) => {
    expect(() => tree.add('GET', route, 'second')).toThrow('already declared');
  });
});
