import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { getMaxListeners, once } from 'node:events';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Shutdown } from '../../../src/core/shutdown';
import { CatalogRepository } from '../../../src/platform/catalog';
import { ImportService } from '../../../src/platform/data-transfer/imports';
import { MASTER_KEY, Service } from '../../support/service/service';
import { product } from './opened-import-service';
import { until } from '../../support/until';

const path = '/v1/import';
const ndjson = { 'Content-Type': 'application/x-ndjson' };

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.stop());

interface Summary {
  errors: { record?: { at?: number } }[];
}

const text = (...lines: (object | string)[]): string =>
  lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');

/** A request whose body is written bit by bit. */
function open(headers: Record<string, string> = {}, key = MASTER_KEY): ClientRequest {
  const options = {
    method: 'POST',
    headers: { ...ndjson, Authorization: `Bearer ${key}`, ...headers },
  };
  const request = httpRequest(`${service.url}${path}`, options);
  request.on('error', () => undefined);
  return request;
}

async function answerOf(
  request: ClientRequest,
): Promise<{ status: number; body: Record<string, unknown>; headers: IncomingMessage['headers'] }> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
  return { status: response.statusCode ?? 0, body, headers: response.headers };
}

async function importBytes(
  bytes: Buffer,
  headers: Record<string, string> = {},
): ReturnType<typeof answerOf> {
  const request = open(headers);
  request.end(bytes);
  return answerOf(request);
}

describe('POST /v1/import', () => {
  it('stores lines and answers with the summary', async () => {
    const { status, body } = await service.post(path, text(product('a'), 'bad', product('b')), {
      headers: ndjson,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 1,
      types: { product: { created: 2, updated: 0, unchanged: 0, rejected: 0 } },
      errors: [
        {
          line: 2,
          type: '',
          pId: '',
          code: 'json.malformed',
          detail: 'The text is not valid JSON. See column 1.',
          pointer: '',
        },
      ],
      errorsTruncated: false,
      warnings: [],
      warningsTruncated: false,
      roundings: 0,
      repeated: 0,
      repeatedRecords: [],
      repeatedUnknown: false,
      dryRun: false,
    });
  });

  it('adds the records of errors if they are asked for, up to 4 MiB', async () => {
    const bad = { type: 'product', pId: 'bad', password: 'hunter2', nmae: 'x' };
    const large = Array.from({ length: 9 }, (_, at) => ({ ...bad, at, nmae: 'x'.repeat(500_000) }));
    const sent = { headers: ndjson };
    const plain = await service.post(path, text(bad), sent);
    expect((plain.body as Summary).errors[0]).not.toHaveProperty('record');
    const { body } = await service.post(
      `${path}?includeRecords=true`,
      text(bad, '{', { ...bad, _error: { line: 7 } }, ...large),
      sent,
    );
    const { errors } = body as Summary;
    const { password: _, ...shown } = bad;
    expect(errors.slice(0, 3).map(({ record }) => record)).toEqual([shown, undefined, shown]);
    expect(errors.slice(3).map(({ record }) => record?.at)).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7],
      undefined,
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('reads a body in %s', async (encoding, compress) => {
    const lines = Array.from({ length: 400 }, (_, index) => product(`${encoding}-${index}`));
    const { status, body } = await importBytes(compress(text(...lines)), {
      'Content-Encoding': encoding,
    });
    expect([status, body['created']]).toEqual([200, 400]);
  });

  it('answers an empty body with an empty summary', async () => {
    const { status, body } = await importBytes(Buffer.alloc(0));
    expect(status).toBe(200);
    expect(body).toMatchObject({ created: 0, types: {}, errors: [] });
  });

  it('needs the scope import:write', async () => {
    const reader = await service.createKey('import:read', 'sales:write');
    expect(
      (await service.post(path, text(product('c')), { headers: ndjson, key: reader })).status,
    ).toBe(403);
    expect(
      (await service.post(path, text(product('c')), { headers: ndjson, key: null })).status,
    ).toBe(401);
    const writer = await service.createKey('import:write');
    expect(
      (await service.post(path, text(product('c')), { headers: ndjson, key: writer })).status,
    ).toBe(200);
  });

  it('refuses other media types and encodings', async () => {
    const json = { 'Content-Type': 'application/json' };
    expect((await service.post(path, text(product('d')), { headers: json })).status).toBe(415);
    const { status, body } = await importBytes(Buffer.from('x'), { 'Content-Encoding': 'zstd' });
    expect([status, body['code']]).toEqual([415, 'body.mediaType']);
  });

  it('reports what it stored when the body breaks off', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => product(`cut-${index}`));
    const whole = gzipSync(text(...lines, 'x'.repeat(100_000)), { level: 0 });
    const { status, body, headers } = await importBytes(whole.subarray(0, -50_000), {
      'Content-Encoding': 'gzip',
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'body.malformed', imported: { created: 250 } });
    expect(headers.connection).toBe('close');
  });

  it('refuses a million blank lines, and names what it stored before them', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => product(`blank-${index}`));
    const bytes = gzipSync(text(...lines) + '\n'.repeat(1_000_000));
    const { status, body, headers } = await importBytes(bytes, { 'Content-Encoding': 'gzip' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'import.blankLines', imported: { created: 250 } });
    expect(headers.connection).toBe('close');
    expect(await stored('blank-249')).toBeDefined();
    expect(await stored('blank-250')).toBeUndefined();
  });

  it('goes on after a caller who went away in the middle', async () => {
    const run = jest.spyOn(service.app.get(ImportService), 'run');
    const request = open();
    request.write(
      text(...Array.from({ length: 300 }, (_, index) => product(`gone-${index}`)), '{"type"'),
    );
    await until(async () => (await stored('gone-249')) !== undefined);
    request.destroy();
    await expect(run.mock.results[0]?.value).rejects.toMatchObject({ summary: { created: 250 } });
    run.mockRestore();
    expect((await importBytes(Buffer.from(text(product('after'))))).status).toBe(200);
    expect(await stored('gone-250')).toBeUndefined();
  });

  it('ignores an Idempotency-Key, as the same lines change nothing anyway', async () => {
    const headers = { ...ndjson, 'Idempotency-Key': 'one' };
    await service.post(path, text(product('i')), { headers });
    const again = await service.post(path, text(product('i'), product('j')), { headers });
    expect(again.body).toMatchObject({ created: 1, unchanged: 1 });
  });

  it('leaves room for any number of imports that wait for the end of the service', async () => {
    await importBytes(Buffer.from(text(product('k'))));
    expect(getMaxListeners(service.app.get(Shutdown).signal)).toBe(Infinity);
  });

  it('takes an array of more than 1,000 elements, and a body far beyond 1 MiB', async () => {
    const lines = Array.from({ length: 6000 }, (_, index) =>
      product(`big-${index % 10}`, 'x'.repeat(250)),
    );
    const { body } = await importBytes(Buffer.from(text(...lines)));
    expect(body).toMatchObject({ created: 10, unchanged: 5990 });
  });
});

// The last one: afterwards this service takes no import any more.
describe('When the service is asked to stop', () => {
  it('ends running imports after their batch, with what they stored', async () => {
    const request = open();
    request.write(text(...Array.from({ length: 300 }, (_, index) => product(`stop-${index}`))));
    await until(async () => (await stored('stop-249')) !== undefined);
    service.app.get(Shutdown).abortWork();
    const { status, body, headers } = await answerOf(request);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'import.stopped', imported: { created: 250, rejected: 0 } });
    expect(headers['retry-after']).toBeDefined();
    expect(headers.connection).toBe('close');
  });
});

async function stored(pId: string): Promise<unknown> {
  return (await service.app.get(CatalogRepository).findByPIds('product', [pId])).get(pId);
}
