import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { replaceServerUrl } from '../../../src/api/openapi/server-section';
import { createOpenApiDocument } from '../../../src/bootstrap/create-app';
import { Configuration } from '../../../src/config/configuration';
import { Service } from '../../support/service/service';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

// The answers don't depend on the engine.
describe('the description of the service', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });

  afterAll(() => service.stop());

  function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<Answer>((resolve, reject) => {
      request(service.url + path, { method, headers }, (response) => {
        const { statusCode: status, headers: answered } = response;
        buffer(response).then((body) => {
          resolve({ status, headers: answered, body });
        }, reject);
      })
        .on('error', reject)
        .end();
    });
  }

  const files: readonly [path: string, type: RegExp, lifetime: number][] = [
    ['/openapi.json', /^application\/json/, 300],
    ['/docs', /^text\/html/, 300],
    ['/docs/', /^text\/html/, 300],
    ['/docs/initializer.js', /^text\/javascript/, 300],
    ['/docs/guide', /^text\/plain/, 300],
    ['/docs/page.css', /^text\/css/, 300],
    ['/docs/plugins.mjs', /^text\/javascript/, 300],
    ['/docs/finding.mjs', /^text\/javascript/, 300],
    ['/docs/minisearch.js', /^text\/javascript/, 86_400],
    ['/docs/folded-headers.mjs', /^text\/javascript/, 300],
    ['/docs/login.mjs', /^text\/javascript/, 300],
    ['/docs/names.mjs', /^text\/javascript/, 300],
    ['/docs/secrets.mjs', /^text\/javascript/, 300],
    ['/docs/shared-login.mjs', /^text\/javascript/, 300],
    ['/docs/swagger-ui-bundle.js', /^text\/javascript/, 86_400],
    ['/docs/swagger-ui.css', /^text\/css/, 86_400],
    ['/docs/favicon-32x32.png', /^image\/png/, 86_400],
  ];

  it.each(files)('%s comes in the coding that is asked for', async (path, type, lifetime) => {
    const plain = await ask(path);
    const zipped = await ask(path, { 'Accept-Encoding': 'gzip' });
    const brotli = await ask(path, { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    for (const { status, headers } of [plain, zipped, brotli]) {
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(type);
      expect(headers['cache-control']).toBe(`public, max-age=${lifetime}`);
      expect(headers['vary']).toBe('Accept-Encoding');
    }
    expect(new Set([plain, zipped, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it.each(files)('%s is not sent again to those who have it', async (path) => {
    const { headers } = await ask(path, { 'Accept-Encoding': 'br' });
    expect(headers.etag).toMatch(/^"[\w-]+"$/);
    const again = await ask(path, {
      'Accept-Encoding': 'br',
      'If-None-Match': headers.etag ?? '',
    });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    const other = await ask(path, { 'If-None-Match': headers.etag ?? '' });
    expect(other.status).toBe(200);
  });

  it.each(files)('%s answers HEAD with its headers alone', async (path) => {
    const whole = await ask(path);
    const { status, headers, body } = await ask(path, {}, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers['content-length']).toBe(String(whole.body.length));
  });

  it('is where the root leads', async () => {
    const { status, headers } = await ask('/');
    expect([status, headers.location]).toEqual([302, 'docs']);
  });

  it('takes nothing', async () => {
    for (const [path] of files) expect((await ask(path, {}, 'POST')).status).toBe(404);
  });

  it('is the same for another server when only the addresses are put in', () => {
    const of = (environment: Record<string, string>): Buffer => {
      const configuration = Configuration.from({ DATABASE_URL: 'sqlite:none', ...environment });
      return Buffer.from(JSON.stringify(createOpenApiDocument(service.app, configuration)));
    };
    const server = 'https://store.example.com/api';
    const moved = replaceServerUrl(of({}), server);
    expect(moved.equals(of({ PUBLIC_BASE_URL: server }))).toBe(true);
    expect(() => replaceServerUrl(moved, server)).toThrow();
  });

  it('leads to the guide, from wherever the page is reached', async () => {
    const { externalDocs, info } = JSON.parse((await ask('/openapi.json')).body.toString()) as {
      externalDocs: { url: string };
      info: { contact: { name: string } };
    };
    expect([externalDocs.url, info.contact.name]).toEqual([
      '/docs/guide',
      'The operator of this service',
    ]);
    expect((await ask(externalDocs.url)).body.toString()).toMatch(/^# Integration guide\n/);
    const initializer = (await ask('/docs/initializer.js')).body.toString();
    expect(initializer).toContain("spec.externalDocs.url = new URL('guide', import.meta.url).href");
  });

  it('has the pages that the guide links where its links lead', async () => {
    const guide = (await ask('/docs/guide')).body.toString();
    const links = [...guide.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    expect(new Set(links).size).toBeGreaterThan(5);
    for (const link of links) {
      const { pathname } = new URL(link, `${service.url}/docs/guide`);
      const { status, headers } = await ask(pathname);
      expect([link, status, headers['content-type']]).toEqual([
        link,
        200,
        'text/plain; charset=utf-8',
      ]);
    }
    expect((await ask('/docs/security.md')).status).toBe(404);
  });

  it('gives the page all that it asks for, and nothing else of the package', async () => {
    const { body } = await ask('/docs');
    const asked = [...body.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
    expect(asked.length).toBeGreaterThan(2);
    for (const path of asked) expect((await ask(`/${path}`)).status).toBe(200);
    expect(asked).toContain('docs/initializer.js');
    for (const module of ['initializer.js', 'plugins.mjs']) {
      const text = (await ask(`/docs/${module}`)).body.toString();
      const imported = [...text.matchAll(/^import .+ from '\.\/([^']+)';$/gm)].map(
        ([, name]) => name,
      );
      expect(imported).not.toEqual([]);
      for (const name of imported) expect((await ask(`/docs/${name}`)).status).toBe(200);
    }
    expect((await ask('/docs/package.json')).status).toBe(404);
  });
});
