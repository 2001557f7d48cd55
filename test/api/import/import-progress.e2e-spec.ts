import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Shutdown } from '../../../src/core/shutdown';
import { DatabaseFull } from '../../../src/core/errors';
import { DataAccess } from '../../../src/database';
import { ImportService } from '../../../src/platform/data-transfer/imports';
import { MASTER_KEY, Service } from '../../support/service/service';
import { replaceTimerDelays } from '../../support/service/service-global';
import { until } from '../../support/until';
import { product } from './opened-import-service';

const PATH = '/v1/import';
const LINES_TYPE = 'application/x-ndjson';
/** Two batches, of which the first is stored while the body is still arriving. */
const BATCH = 250;
const MORE = 300;

type Line = Record<string, unknown>;

let service: Service;
beforeAll(async () => {
  service = await Service.start({ LOG_LEVEL: 'info' });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => service.stop());

const text = (...lines: object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const products = (name: string, count = MORE): string =>
  text(...Array.from({ length: count }, (_, at) => product(`${name}-${at}`)));

/** An import whose body is sent bit by bit, while its response is read. */
class LineImport {
  private readonly request: ClientRequest;
  private lines?: AsyncIterator<string>;
  response?: IncomingMessage;

  hasResponse = false;

  constructor({ headers = {}, key = MASTER_KEY, query = '', url = service.url } = {}) {
    this.request = httpRequest(`${url}${PATH}${query}`, {
      method: 'POST',
      headers: {
        'Content-Type': LINES_TYPE,
        Accept: LINES_TYPE,
        Authorization: `Bearer ${key}`,
        ...headers,
      },
    });
    this.request.on('error', () => undefined);
    this.request.once('response', () => (this.hasResponse = true));
  }

  send(body: string | Buffer): void {
    this.request.write(body);
  }

  end(body: string | Buffer = ''): void {
    this.request.end(body);
  }

  /** The next line; undefined after the last. */
  async next(): Promise<Line | undefined> {
    this.response ??= ((await once(this.request, 'response')) as [IncomingMessage])[0];
    this.lines ??= createInterface(this.response)[Symbol.asyncIterator]();
    const { value, done } = await this.lines.next();
    return done === true ? undefined : (JSON.parse(value) as Line);
  }

  async rest(): Promise<Line[]> {
    const lines: Line[] = [];
    for (let line = await this.next(); line; line = await this.next()) lines.push(line);
    return lines;
  }
}

/** Imports a whole body. */
async function importWhole(
  body: string | Buffer,
  options: ConstructorParameters<typeof LineImport>[0] = {},
): Promise<{ status: number; type: string; lines: Line[] }> {
  const started = new LineImport(options);
  started.end(body);
  const lines = await started.rest();
  const { statusCode = 0, headers = {} } = started.response ?? {};
  return { status: statusCode, type: headers['content-type'] ?? '', lines };
}

/** Starts an import, and waits until its first batch is stored. */
async function importFirstBatch(name: string, key = MASTER_KEY): Promise<LineImport> {
  const started = new LineImport({ key });
  started.send(products(name));
  expect(await started.next()).toMatchObject({ progress: { lines: BATCH, rejected: 0 } });
  return started;
}

describe('An import whose client prefers lines', () => {
  it('reports its progress while the body arrives, and ends with the summary', async () => {
    const started = new LineImport();
    started.send(`{\n${products('a', BATCH)}`);
    const first = await started.next();
    expect(first).toEqual({
      progress: { bytes: expect.any(Number) as number, lines: BATCH, rejected: 1 },
    });
    expect(started.response).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': LINES_TYPE },
    });
    expect(started.response?.headers.vary).toContain('Accept');
    const whole = products('b');
    started.end(whole);
    const [second, third, summary, ...more] = await started.rest();
    expect([second, third]).toMatchObject([
      { progress: { lines: 2 * BATCH } },
      { progress: { lines: 1 + BATCH + MORE, rejected: 1 } },
    ]);
    expect(summary).toMatchObject({ created: BATCH + MORE, rejected: 1, dryRun: false });
    expect(more).toEqual([]);
  });

  it('has the same summary as JSON, for a dry run as well', async () => {
    const body = products('same', 3);
    for (const query of ['?dryRun=true', '', '']) {
      const { lines } = await importWhole(body, { query });
      expect(lines).toHaveLength(2);
      if (query === '') continue;
      const json = await importWhole(body, { query, headers: { Accept: '*/*' } });
      expect(json).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
      expect(json.lines).toEqual([lines[1]]);
    }
    const { lines } = await importWhole('');
    expect(lines).toMatchObject([{ progress: { bytes: 0, lines: 0 } }, { created: 0, types: {} }]);
  });

  it.each([
    'application/json',
    '*/*',
    'application/x-ndjson;q=0.5, application/json',
    'application/x-ndjson, application/json',
    'application/x-ndjson;q=0',
  ])('is not one with Accept: %s', async (accept) => {
    const { type, lines } = await importWhole(text(product('j')), { headers: { Accept: accept } });
    expect(type).toBe('application/json; charset=utf-8');
    expect(lines).toMatchObject([{ rejected: 0 }]);
  });

  it('fails with the status of the problem before the first batch', async () => {
    const problems: [string | Buffer, object, number, string][] = [
      ['x', { 'Content-Type': 'application/json' }, 415, 'body.mediaType'],
      ['x', { 'Content-Encoding': 'gzip' }, 400, 'body.malformed'],
      ['\n'.repeat(20_000), {}, 400, 'import.blankLines'],
    ];
    for (const [body, headers, status, code] of problems) {
      const answer = await importWhole(body, { headers });
      expect(answer).toMatchObject({ status, type: 'application/problem+json; charset=utf-8' });
      expect(answer.lines).toMatchObject([{ code, status }]);
    }
  });

  it('continues for a client that goes away, up to the end of its batch', async () => {
    const run = jest.spyOn(service.app.get(ImportService), 'run');
    const started = await importFirstBatch('gone');
    started.response?.destroy();
    await expect(run.mock.results[0]?.value).rejects.toMatchObject({ summary: { created: BATCH } });
    expect((await importWhole(products('after', 1))).status).toBe(200);
  });
});

describe('An import with progress through a proxy', () => {
  const storesFirstBatch = (of: Service, name: string): Promise<void> =>
    until(async () => {
      const { body } = await of.get(`/v1/catalog/product?q=${name}&perPage=1`);
      return (body as { ITEMS: number }).ITEMS === BATCH;
    });

  it.each([
    ['Via', '1.1 proxy'],
    ['Forwarded', 'for=192.0.2.1'],
    ['X-Forwarded-For', '192.0.2.1'],
  ])('begins its response when the whole request has arrived (%s)', async (header, value) => {
    const started = new LineImport({ headers: { [header]: value } });
    const name = `by${header.replaceAll('-', '')}`;
    started.send(products(name));
    await storesFirstBatch(service, name);
    await pause(100);
    expect(started.hasResponse).toBe(false);
    started.end(products(`${name}x`));
    const lines = await started.rest();
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]).toHaveProperty('progress');
    expect(lines.at(-1)).toMatchObject({ created: 2 * MORE });
  });

  it('begins it with the first batch if the proxies can send it', async () => {
    const open = await Service.start({ PROXY_PROGRESS: 'on' });
    try {
      const started = new LineImport({ url: open.url, headers: { Via: '1.1 proxy' } });
      started.send(products('early'));
      expect(await started.next()).toMatchObject({ progress: { lines: BATCH } });
      started.end();
      expect((await started.rest()).at(-1)).toMatchObject({ created: MORE });
    } finally {
      await open.stop();
    }
  });
});

describe('An import with progress that fails after its first batch', () => {
  const expectLast = async (started: LineImport, problem: object): Promise<void> => {
    const lines = await started.rest();
    expect(started.response?.statusCode).toBe(200);
    expect(lines).toMatchObject([problem]);
  };

  it('ends with the problem and what was stored if its body breaks off', async () => {
    const whole = gzipSync(products('cut') + 'x'.repeat(100_000), { level: 0 });
    const { status, lines } = await importWhole(whole.subarray(0, -50_000), {
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect(status).toBe(200);
    expect(lines).toMatchObject([
      { progress: { lines: BATCH } },
      {
        type: 'urn:problem:body.malformed',
        status: 400,
        instance: PATH,
        imported: { created: BATCH, rejected: 0 },
      },
    ]);
  });

  it('so with 401 if its caller is revoked', async () => {
    const made = await service.post('/v1/apiKeys', {
      apiKeys: { name: 'Short-lived', scopes: ['import:write'] },
    });
    const { id, key } = made.body as { id: number; key: string };
    const started = await importFirstBatch('revoked', key);
    expect((await service.delete(`/v1/apiKeys/${id}`)).status).toBe(200);
    started.end(products('late'));
    await expectLast(started, {
      code: 'credentials.invalid',
      status: 401,
      imported: { created: BATCH },
    });
  });

  it('so with 408 if its body arrives too slowly', async () => {
    const timers = replaceTimerDelays([60_001], 100);
    try {
      const started = await importFirstBatch('slow');
      await expectLast(started, {
        code: 'body.tooSlow',
        status: 408,
        imported: { created: BATCH },
      });
    } finally {
      timers.mockRestore();
    }
  });

  it('so with 507 if the disk of the database is full, and logs that status', async () => {
    const started = await importFirstBatch('full');
    jest
      .spyOn(service.app.get(DataAccess).unitOfWork, 'run')
      .mockImplementation(() => Promise.reject(new DatabaseFull()));
    started.end(products('none'));
    await expectLast(started, {
      code: 'database.full',
      status: 507,
      detail: expect.not.stringContaining('Nothing was changed') as string,
      imported: { created: BATCH },
    });
    expect(service.log.text).toMatch(/"operation":"importLines","status":507/);
  });

  it('so with 500 for an unexpected error, without its text', async () => {
    const started = await importFirstBatch('broken');
    jest
      .spyOn(service.app.get(DataAccess).unitOfWork, 'run')
      .mockImplementation(() => Promise.reject(new Error('secret')));
    started.end(products('none'));
    const lines = await started.rest();
    expect(lines).toMatchObject([{ code: 'internal', status: 500 }]);
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(service.log.text).toContain('request failed');
  });

  // The last one: afterwards this service takes no import any more.
  it('so with 503 if the service stops', async () => {
    const started = await importFirstBatch('stopped');
    service.app.get(Shutdown).abortWork();
    await expectLast(started, {
      code: 'import.stopped',
      status: 503,
      imported: { created: BATCH },
    });
    expect(started.response?.headers.connection).toBe('close');
  });
});
