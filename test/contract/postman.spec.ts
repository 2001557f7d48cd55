import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Parameter {
  readonly key: string;
  readonly value: string;
}

interface PostmanRequest {
  readonly method: string;
  readonly url: { readonly path: readonly string[]; readonly variable: readonly Parameter[] };
  readonly body?: { readonly mode: string; readonly raw?: string };
  readonly header: readonly Parameter[];
}

interface Collection {
  readonly item: readonly {
    readonly name: string;
    readonly item: readonly { readonly name: string; readonly request: PostmanRequest }[];
  }[];
}

const ROOT = join(__dirname, '../..');
// oxlint-disable-next-line typescript/no-require-imports -- a tool of the build, in CommonJS
const { toPostmanCollection } = require('../../.ci/postman.cjs') as {
  toPostmanCollection: (document: unknown) => Collection;
};

describe('the Postman collection', () => {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { tags: string[]; parameters: { in: string }[] }>>;
  };
  const { item: folders } = toPostmanCollection(document);
  const requests = folders.flatMap(({ item }) => item.map(({ request }) => request));

  it('has every operation once', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const found = requests.map(({ method, url }) => {
      const path = url.path.map((segment) => segment.replace(/^:(\w+)$/, '{$1}'));
      return `${method} /${path.join('/')}`;
    });
    expect(found.sort()).toEqual(described.sort());
  });

  it('names no record in requests that write', () => {
    const writing = requests.filter(({ method }) => method !== 'GET');
    const named = writing.flatMap(({ url }) =>
      url.variable.filter(({ key, value }) => value !== '' && /(^|p|[a-z])id$/i.test(key)),
    );
    expect(writing.length).toBeGreaterThan(80);
    expect(named).toEqual([]);
  });

  it('has bodies that are JSON, like their headers', () => {
    const bodies = requests.filter(({ header }) =>
      header.some(({ key, value }) => key === 'Content-Type' && value === 'application/json'),
    );
    expect(bodies.length).toBeGreaterThan(60);
    for (const { body } of bodies) expect(JSON.parse(body?.raw ?? '')).toEqual(expect.any(Object));
  });
});
