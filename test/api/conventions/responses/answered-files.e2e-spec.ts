import type { Response } from 'supertest';
import { FileStore, parsePath } from '../../../../src/platform/media/files';
import { Service } from '../../../support/service/service';
import { createOrder, importMasters, smallOrder } from '../../sales/sample-store';

const PDF = 'application/pdf';
const BYTES = 'application/octet-stream';
const JSON_TYPE = 'application/json';

/** A PNG of one red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

describe('Files in answers', () => {
  let service: Service;
  /** Path of an invoice's PDF. */
  let invoice: string;
  /** Path of an order's attachment; its name comes after it. */
  let attachment: string;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    const { ID } = await createOrder(service, smallOrder());
    const made = await service.post(`/v1/orders/${ID}/invoices`);
    invoice = `/v1/invoices/${(made.body as { ID: number }).ID}/document/pdf`;
    attachment = `/v1/orders/${ID}/attachment?value=`;
    await put(`attachments/orders/${ID}/größe 1% 中.png`, pixel);
    await put(`attachments/orders/${ID}/data.json`, Buffer.from('{"a": 1}'));
    await put('shop/page.html', Buffer.from('<script>alert(1)</script>'));
    await put('shop/empty.txt', Buffer.alloc(0));
  });

  afterAll(async () => {
    await service.stop();
  });

  async function put(path: string, bytes: Buffer): Promise<void> {
    const store = service.app.get(FileStore);
    const parts = path.split('/').slice(0, -1);
    await store.createFolder(parsePath(parts.join('/'), '')).catch(() => undefined);
    async function* content(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(bytes);
    }
    const staged = await store.stage(content());
    await store.publish([{ staged, path: parsePath(path, '') }], { replace: true });
  }

  const fetched = (path: string, accept?: string, headers: object = {}): Promise<Response> =>
    service.get(path, { headers: { ...headers, ...(accept === undefined ? {} : { accept }) } });
  const download = (file: string, accept?: string): Promise<Response> =>
    service.post(
      '/v1/fileManager/download',
      { fileManager: { file } },
      { headers: accept === undefined ? {} : { accept } },
    );
  const typeOf = ({ headers }: Response): string | undefined =>
    headers['content-type']?.split(';')[0];
  const contentOf = ({ body, text }: Response): Buffer =>
    Buffer.isBuffer(body) ? body : Buffer.from(text);

  it.each([
    [undefined],
    ['*/*'],
    [JSON_TYPE],
    [`${PDF}, ${JSON_TYPE}`],
    [`${PDF};q=0.5, */*;q=0.8`],
    ['image/png'],
    [BYTES],
  ])('stay Base64 in JSON for Accept: %s', async (accept) => {
    const answer = await fetched(invoice, accept);
    expect([answer.status, typeOf(answer), answer.headers['vary']]).toEqual([
      ...[200, JSON_TYPE, 'Accept'],
    ]);
    const { content } = answer.body as { content: string };
    expect(Buffer.from(content, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
    expect(answer.headers).not.toHaveProperty('content-disposition');
  });

  it.each([
    [PDF],
    [`${PDF}, */*;q=0.9`],
    [`${JSON_TYPE};q=0.1, ${PDF};q=0.2`],
    ['application/*, application/json;q=0'],
  ])('are the PDF itself for Accept: %s', async (accept) => {
    const answer = await fetched(invoice, accept);
    const { headers } = answer;
    expect([answer.status, typeOf(answer), headers['vary']]).toEqual([200, PDF, 'Accept']);
    const { content } = (await fetched(invoice)).body as { content: string };
    expect(contentOf(answer)).toEqual(Buffer.from(content, 'base64'));
    expect(headers['content-length']).toBe(String(contentOf(answer).length));
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="?invoice-I[\w-]+-1\.pdf"?$/,
    );
  });

  it.each([
    ['PDFs', () => invoice, PDF],
    ['attachments', () => `${attachment}${encodeURIComponent('größe 1% 中.png')}`, 'image/png'],
  ])('have an ETag for each form: %s', async (_name, path, type) => {
    const tags = new Set<string>();
    for (const accept of [JSON_TYPE, type]) {
      const first = await fetched(path(), accept);
      const etag = first.headers['etag'] as string;
      expect((await fetched(path(), accept)).headers['etag']).toBe(etag);
      const known = await fetched(path(), accept, { 'If-None-Match': etag });
      expect([known.status, known.headers['etag'], known.headers['vary']]).toEqual([
        ...[304, etag, 'Accept'],
      ]);
      expect((await fetched(path(), accept, { 'If-None-Match': '"other"' })).status).toBe(200);
      tags.add(etag);
    }
    const [json, file] = [...tags] as [string, string];
    expect(json).not.toBe(file);
    expect((await fetched(path(), JSON_TYPE, { 'If-None-Match': file })).status).toBe(200);
    const head = await service.send('head', path(), { headers: { accept: type } });
    expect([head.status, head.headers['etag'], typeOf(head)]).toEqual([200, file, type]);
  });

  it('have their own type and name as attachments, or none but bytes', async () => {
    const path = `${attachment}${encodeURIComponent('größe 1% 中.png')}`;
    for (const [accept, type] of [
      ['image/*', 'image/png'],
      [`${BYTES}, image/png;q=0.9`, BYTES],
    ] as const) {
      const answer = await fetched(path, accept);
      expect([answer.status, typeOf(answer)]).toEqual([200, type]);
      expect(contentOf(answer)).toEqual(pixel);
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="gr__e 1_ _.png"; filename*=UTF-8''gr%C3%B6%C3%9Fe%201%25%20%E4%B8%AD.png`,
      );
    }
    expect(typeOf(await fetched(path))).toBe(JSON_TYPE);
    // A file that is JSON itself is available as bytes.
    const data = `${attachment}data.json`;
    expect((await fetched(data, JSON_TYPE)).body).toMatchObject({ NAME: 'data.json' });
    expect(contentOf(await fetched(data, BYTES)).toString()).toBe('{"a": 1}');
  });

  it('come from the file manager, and nothing of them runs', async () => {
    const page = await download('shop/page.html', '*/*;q=0.1, text/html, application/octet-stream');
    expect([page.status, typeOf(page)]).toEqual([201, BYTES]);
    expect(contentOf(page).toString()).toBe('<script>alert(1)</script>');
    expect(page.headers).toMatchObject({
      'content-disposition': 'attachment; filename="page.html"',
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
    });
    const empty = await download('shop/empty.txt', 'text/plain');
    expect([empty.status, typeOf(empty), contentOf(empty).length]).toEqual([201, 'text/plain', 0]);
    const json = await download('shop/empty.txt');
    expect([json.status, json.body]).toEqual([201, { file: '' }]);
    expect(json.headers['etag']).not.toBe(empty.headers['etag']);
  });

  it('are problems in JSON where there is none', async () => {
    for (const answer of [
      await fetched('/v1/invoices/999999/document/pdf', PDF),
      await fetched(`${attachment}missing.png`, 'image/png'),
      await download('shop/missing.txt', BYTES),
    ]) {
      expect([answer.status, typeOf(answer)]).toEqual([404, 'application/problem+json']);
    }
  });

  it('are offered by the document next to JSON, which comes first', async () => {
    const { body } = await service.get('/openapi.json');
    const { paths } = body as {
      paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>;
    };
    const typesOf = (path: string, method: string, status: number): string[] =>
      Object.keys(paths[path]![method]!.responses[status]!.content);
    const ofDocuments = [JSON_TYPE, PDF, 'application/xml'];
    expect(typesOf('/v1/invoices/{id}/document/{type}', 'get', 200)).toEqual(ofDocuments);
    const ofFiles = [JSON_TYPE, BYTES, '*/*'];
    expect(typesOf('/v1/orders/{id}/attachment', 'get', 200)).toEqual(ofFiles);
    expect(typesOf('/v1/fileManager/download', 'post', 201)).toEqual(ofFiles);
  });
});
