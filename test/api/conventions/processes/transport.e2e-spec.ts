import { request as plainRequest } from 'node:http';
import { MASTER_KEY } from '../../../support/service/service';
import { rawExchange } from '../requests/exact-request';
import { Hardened, type Refusal, expectProblem } from '../requests/refusals';
import { storedState } from '../requests/stored-state';

const GROUPS = '/v1/customTagGroups';
const body = JSON.stringify({
  customTagGroups: { pId: 'smuggled', name: 'x', itemType: 1, position: 1, priority: 1 },
});
const head = `POST ${GROUPS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${MASTER_KEY}\r\nContent-Type: application/json\r\n`;
const hidden = `GET ${GROUPS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${MASTER_KEY}\r\n\r\n`;
const length = `Content-Length: ${body.length}\r\n`;

const notHttp: Refusal = { status: 400, code: 'request.malformed', faults: [] };
const tooLong: Refusal = { status: 431, code: 'headers.tooLong', faults: [] };

describe('transport', () => {
  let hardened: Hardened;

  beforeAll(async () => {
    hardened = await Hardened.start();
  });

  afterAll(() => hardened.stop());

  it.each<[string, string, Refusal]>([
    [
      'a length and chunks',
      `${head}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      notHttp,
    ],
    [
      'chunks and a length',
      `${head}Transfer-Encoding: chunked\r\n${length}\r\n0\r\n\r\n${hidden}`,
      notHttp,
    ],
    ['two lengths', `${head}${length}Content-Length: 0\r\n\r\n${body}${hidden}`, notHttp],
    ['one length twice', `${head}${length}${length}\r\n${body}${hidden}`, notHttp],
    ['a length that is none', `${head}Content-Length: 1e3\r\n\r\n${body}`, notHttp],
    ['a negative length', `${head}Content-Length: -1\r\n\r\n${body}`, notHttp],
    ['a signed length', `${head}Content-Length: +10\r\n\r\n${body}`, notHttp],
    [
      'a transfer encoding that is none',
      `${head}Transfer-Encoding: xchunked\r\n\r\n${body}`,
      notHttp,
    ],
    [
      'chunks before something else',
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      notHttp,
    ],
    [
      'a blank before the colon',
      `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
      notHttp,
    ],
    ['a folded header', `${head}X-Folded: a\r\n b\r\n${length}\r\n${body}`, notHttp],
    ['a NUL in a header', `${head}X-Nul: a\0b\r\n${length}\r\n${body}`, notHttp],
    ['no HTTP', 'hello\r\n\r\n', notHttp],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', notHttp],
    ['an unknown method', `SMUGGLE ${GROUPS} HTTP/1.1\r\nHost: x\r\n\r\n`, notHttp],
    ['another protocol version', `GET ${GROUPS} HTTP/9.9\r\nHost: x\r\n\r\n`, notHttp],
    ['20 KB of headers', `${head}X-Long: ${'x'.repeat(20_000)}\r\n${length}\r\n${body}`, tooLong],
    ['a URL of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, tooLong],
  ])('refuses %s once and closes the connection', async (_name, bytes, refusal) => {
    const before = await storedState(hardened.service);
    const answer = parsed(await rawExchange(hardened.service, bytes));
    expectProblem(answer, '/', refusal);
    expect(answer.headers).toMatchObject({ connection: 'close' });
    expect(answer.text).not.toMatch(/HTTP\/1\.1 \d/);
    expect(await storedState(hardened.service)).toBe(before);
    expect((await hardened.send({ path: GROUPS })).status).toBe(200);
  });

  it.each([
    ['a bad chunk', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than said', `5\r\n${body}\r\n0\r\n\r\n`],
    ['a chunk of 2^64 bytes', `10000000000000000\r\n${body}`],
  ])('refuses %s', async (_name, chunks) => {
    const before = await storedState(hardened.service);
    const got = await rawExchange(
      hardened.service,
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}${hidden}`,
    );
    expect(parsed(got).status).toBe(400);
    expect(got.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(await storedState(hardened.service)).toBe(before);
  });

  it.each([
    '/',
    '/openapi.json',
    '/health/live',
    '/static/none',
    '/v1/nothing',
    GROUPS,
    '/metrics',
  ])('refuses more than 2,000 header fields of %s, and drops none of fewer', async (path) => {
    // Host, Authorization, Connection and the name that is asked for.
    const request = (fields: number): string =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${MASTER_KEY}\r\nConnection: close\r\n` +
      `${'a:\r\n'.repeat(fields - 4)}X-Request-Id: the-last-one\r\n\r\n`;
    const refused = parsed(await rawExchange(hardened.service, request(2001)));
    expectProblem(refused, path, tooLong);
    const taken = parsed(await rawExchange(hardened.service, request(2000)));
    expect(taken.status).not.toBe(431);
    expect(taken.headers).toMatchObject({ 'x-request-id': 'the-last-one' });
  });

  it('reads no body behind too many header fields', async () => {
    const before = await storedState(hardened.service);
    const got = await rawExchange(
      hardened.service,
      `${head}${'a:\r\n'.repeat(2000)}${length}\r\n${body}${hidden}`,
    );
    expect(parsed(got)).toMatchObject({ status: 431, headers: { connection: 'close' } });
    expect(got.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(await storedState(hardened.service)).toBe(before);
  });

  it('stores nothing of a body that breaks off', async () => {
    const before = await storedState(hardened.service);
    for (const sent of [0, 1, 20, body.length - 1]) {
      await new Promise<void>((resolve) => {
        const request = plainRequest(`${hardened.service.url}${GROUPS}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': body.length,
            Authorization: `Bearer ${MASTER_KEY}`,
          },
        });
        request.on('error', () => undefined);
        request.on('close', resolve);
        request.write(body.slice(0, sent), () => setTimeout(() => request.destroy(), 20));
      });
    }
    expect(await storedState(hardened.service)).toBe(before);
    expect((await hardened.send({ path: GROUPS })).status).toBe(200);
  });

  it('answers requests that come at once on one connection, in their order', async () => {
    const one = (id: string, more = '') =>
      `GET ${GROUPS}?perPage=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${MASTER_KEY}\r\nX-Request-Id: ${id}\r\n${more}\r\n`;
    const ids = Array.from({ length: 100 }, (_, index) => `pipelined-${index}`);
    const got = await rawExchange(
      hardened.service,
      `${ids.map((id) => one(id)).join('')}${one('last', 'Connection: close\r\n')}`,
    );
    expect([...got.matchAll(/X-Request-Id: (\S+)/g)].map((match) => match[1])).toEqual([
      ...ids,
      'last',
    ]);
    expect(got.match(/HTTP\/1\.1 200 /g)).toHaveLength(101);
  });

  it.each(['abc', 'A-b_c.d:e', '0', 'x'.repeat(128), '5f0c2b9e-6a0b-4c43-9d1f-0a9f6f0f2a11'])(
    'keeps the request id %s',
    async (given) => {
      for (const path of [GROUPS, '/v1/nothing', '/health/live', `/${'x'.repeat(9000)}`]) {
        const { headers } = await hardened.send({ path, headers: { 'X-Request-Id': given } });
        expect(headers['x-request-id']).toBe(given);
      }
    },
  );

  it.each<[string, string | string[]]>([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['with a blank', 'a b'],
    ['with markup', '<script>'],
    ['with a quote', `a"b`],
    ['with a slash', 'a/b'],
    ['in another script', 'Ã¼'],
    ['given twice', ['a', 'b']],
  ])('makes a request id of its own for one that is %s', async (_name, given) => {
    const { headers } = await hardened.send({ path: GROUPS, headers: { 'X-Request-Id': given } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('gives every request another id', async () => {
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await hardened.send({ path: GROUPS })).headers['x-request-id'],
      ),
    );
    expect(new Set(ids).size).toBe(20);
  });

  it.each([
    ['no name', 'Host: a b\r\n'],
    ['quotes', 'Host: "><script>\r\n'],
    ['nothing', 'Host:\r\n'],
    ['two hosts', 'Host: a.example\r\nHost: a.example\r\n'],
  ])('refuses a Host of %s', async (_name, host) => {
    const got = await rawExchange(
      hardened.service,
      `GET ${GROUPS} HTTP/1.1\r\n${host}Authorization: Bearer ${MASTER_KEY}\r\nConnection: close\r\n\r\n`,
    );
    const { status, text } = parsed(got);
    expect(status).toBe(400);
    expect(text).toContain('"code":"host.malformed"');
  });

  it('takes a whole URL as the target, and its host for the one that was asked', async () => {
    for (const pId of ['one', 'another']) {
      const group = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
      await hardened.json(GROUPS, { customTagGroups: group });
    }
    const headers = { Host: 'other.example' };
    const path = `HTTP://asked.example:8443${GROUPS}?perPage=1`;
    const { status, text } = await hardened.send({ path, headers });
    expect(status).toBe(200);
    const { CURSORS } = JSON.parse(text) as { CURSORS: { NEXT: string } };
    expect(CURSORS.NEXT.startsWith(`http://asked.example:8443${GROUPS}?`)).toBe(true);
    expect(await hardened.send({ path: 'http://asked.example', headers })).toMatchObject({
      status: 302,
      headers: { location: 'docs' },
    });
    const refused = await hardened.send({ path: `http://user@asked.example${GROUPS}`, headers });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('"code":"host.malformed"');
  });

  it('trusts no proxy that is not configured', async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': '1.2.3.4',
    };
    for (const pId of ['first', 'second']) {
      const group = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
      await hardened.json(GROUPS, { customTagGroups: group });
    }
    const { text } = await hardened.send({ path: `${GROUPS}?perPage=1`, headers });
    const { CURSORS } = JSON.parse(text) as { CURSORS: { NEXT: string } };
    expect(CURSORS.NEXT.startsWith(`${hardened.service.url}${GROUPS}?`)).toBe(true);
  });

  it('puts security headers on every response, and reveals nothing of its software', async () => {
    for (const path of [
      GROUPS,
      '/v1/nothing',
      '/health/live',
      '/openapi.json',
      `/${'x'.repeat(9000)}`,
    ]) {
      const { headers } = await hardened.send({ path });
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('lets nobody keep an answer of the API, an error no more than a record', async () => {
    for (const request of [
      { path: GROUPS },
      { path: `${GROUPS}/999999` },
      { path: '/v1/nothing' },
      { path: GROUPS, key: null },
      { path: '/v1/auth/login', method: 'POST', key: null },
    ]) {
      const answer = await hardened.send(request);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

/** The first answer in what came over a connection. */
function parsed(got: string) {
  const [head = '', ...rest] = got.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/);
      return [name.toLowerCase(), value];
    }),
  );
  return { status: Number(status.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
}
