import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument } from '../../../src/api/openapi/document';
import { JournalClerk } from '../../../src/modules/journal';
import { csvRows, textOfCell } from '../../support/csv';
import { importLines } from '../../support/import';
import { Service } from '../../support/service';

type Row = Readonly<Record<string, unknown>>;

/** The lines of an order: those that are bundles have one more key. */
const ITEMS = '/v1/orders/{id}/items';

const asTable = { headers: { Accept: 'text/csv' } };

/** What a cell holds of a key. */
const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const recordsOf = (body: object): Row[] =>
  Object.values(body).find((value): value is Row[] => Array.isArray(value)) ?? [];

/** The keys of a table, and its rows by them. */
function read(text: string): { keys: string[]; rows: Row[] } {
  const [keys = [], ...cells] = csvRows(text);
  const rows = cells.map((row) =>
    Object.fromEntries(keys.map((key, at) => [key, textOfCell(row[at] ?? '')])),
  );
  return { keys, rows };
}

const asCells = (records: readonly Row[]): Row[] =>
  records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, cellOf(value)])),
  );

describe('a list as a table', () => {
  let service: Service;
  /** Paths of all lists that have a table. */
  let lists: string[];

  beforeAll(async () => {
    service = await Service.start();
    service.app.get(JournalClerk).start();
    const store = path.join(__dirname, '../../../docs/examples/store.ndjson');
    const lines = readFileSync(store, 'utf8').trim().split('\n');
    await importLines(
      service,
      lines.map((line) => JSON.parse(line) as object),
    );
    await importLines(service, [
      { type: 'userGroup', pId: '+plus', name: '-1, "quoted"\r\n@two lines' },
    ]);
    expect((await service.post('/v1/orders/1/invoices')).status).toBe(201);
    // The last of these is in the journal.
    expect((await service.get('/v1/changes?kinds=invoice&wait=30')).body).toMatchObject({
      CHANGES: [{ ACTION: 'created' }],
    });
    const { paths } = (await service.get('/openapi.json')).body as OpenApiDocument;
    lists = Object.entries(paths).flatMap(([route, { get }]) =>
      JSON.stringify(get?.responses?.['200'] ?? {}).includes('"text/csv"') ? [route] : [],
    );
  });

  afterAll(() => service.stop());

  it('is what the document says of every list', () => {
    expect(lists).toEqual(
      expect.arrayContaining([
        ...['/v1/orders', '/v1/orders/pending', '/v1/users', '/v1/customTags', '/v1/definitions'],
        ...[ITEMS, '/v1/orders/{id}/statuses', '/v1/orders/items/{id}/options'],
        '/v1/util/orderStatus',
        ...['/v1/changes', '/v1/apiKeys', '/v1/webhooks', '/v1/users/{id}/wishlist'],
      ]),
    );
    expect(lists.length).toBeGreaterThan(60);
  });

  it('has a row for each record, with the keys of the record in their order', async () => {
    let rows = 0;
    for (const list of lists) {
      const at = list.replace(/\{pId\}/g, 'ada').replace(/\{\w*[iI]d\}/g, '1');
      const json = await service.get(at);
      if (json.status !== 200) continue;
      const table = await service.get(at, asTable);
      expect([at, table.status]).toEqual([at, 200]);
      expect(table.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
      expect(table.headers.vary).toBe('Accept');
      expect(json.headers.vary).toBe('Accept');
      const records = recordsOf(json.body as object);
      const found = read(table.text);
      // A row of one kind has nothing in the columns of another.
      const own = list === ITEMS ? found.keys.filter((key) => key !== 'ITEMS') : found.keys;
      const rest = list === ITEMS ? { ITEMS: '' } : {};
      const cells = asCells(records).map((record) => ({ ...rest, ...record }));
      expect([at, found.rows]).toEqual([at, cells]);
      if (records[0]) expect([at, own]).toEqual([at, Object.keys(records[0])]);
      rows += records.length;
    }
    expect(rows).toBeGreaterThan(30);
  });

  it('keeps texts from being worked out as formulas', async () => {
    const { text } = await service.get('/v1/usersGroups', asTable);
    expect(text).toContain(`"'+plus"`);
    expect(text).toContain(`"'-1, ""quoted""\r\n@two lines"`);
  });

  it('has the columns that fields asks for', async () => {
    const { text } = await service.get('/v1/users?fields=email,id&sort=id.asc&perPage=2', asTable);
    expect(csvRows(text)[0]).toEqual(['EMAIL', 'ID']);
    const whole = await service.get('/v1/orders?expand=document&fields=ID,ROWS', asTable);
    expect(csvRows(whole.text)[0]).toEqual(['ID', 'ROWS']);
    expect(JSON.parse(read(whole.text).rows[0]?.['ROWS'] as string)).toHaveLength(1);
  });

  it.each([
    '/v1/users?perPage=1&sort=id.asc',
    '/v1/orders?perPage=1',
    '/v1/changes?kinds=user,order,invoice&limit=2',
  ])('%s leads to its end by links', async (start) => {
    const walked: Row[] = [];
    let next: string | undefined = start;
    for (let pages = 0; next !== undefined && pages < 50; pages++) {
      const page = await service.get(next, asTable);
      expect(page.status).toBe(200);
      walked.push(...read(page.text).rows);
      const link = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1];
      next = link?.replace(service.url, '');
    }
    const all = await service.get(start.replace(/(perPage|limit)=\d+/, '$1=500'));
    expect(walked.length).toBeGreaterThan(1);
    expect(walked).toEqual(asCells(recordsOf(all.body as object)));
  });

  it('leads through a list that is walked by numbers', async () => {
    for (const name of ['One', 'Two', 'Three']) {
      const made = await service.post('/v1/definitions', { definitions: { pId: name, name } });
      expect(made.status).toBe(201);
    }
    const at = async (page: number) =>
      (await service.get(`/v1/definitions?perPage=2&page=${page}`, asTable)).headers['link'];
    expect(await at(1)).toMatch(/^<\S+page=2>; rel="next"$/);
    expect(await at(2)).toMatch(/^<\S+page=1>; rel="prev"$/);
  });

  it('is chosen by Accept alone, where it ranks above JSON', async () => {
    for (const [accept, type] of [
      ['text/csv', 'text/csv'],
      ['text/*', 'text/csv'],
      ['text/csv;q=0.9, application/json;q=0.5', 'text/csv'],
      ['*/*', 'application/json'],
      ['text/csv, application/json', 'application/json'],
      ['text/csv;q=0', 'application/json'],
      ['text/html', 'application/json'],
    ]) {
      const answer = await service.get('/v1/users', { headers: { Accept: accept ?? '' } });
      expect([accept, answer.type]).toEqual([accept, type]);
    }
    // A single record is none.
    expect((await service.get('/v1/orders/1', asTable)).type).toBe('application/json');
  });

  it('answers a refusal as a problem document', async () => {
    const refused = await service.get('/v1/users?perPage=0', asTable);
    expect([refused.status, refused.type]).toEqual([400, 'application/problem+json']);
  });

  it('has an ETag of its own where the list has one', async () => {
    const json = await service.get('/v1/apiKeys');
    const table = await service.get('/v1/apiKeys', asTable);
    expect(table.headers['etag']).toMatch(/^"/);
    expect(table.headers['etag']).not.toBe(json.headers['etag']);
    const again = await service.get('/v1/apiKeys', {
      headers: { ...asTable.headers, 'If-None-Match': table.headers['etag'] as string },
    });
    expect(again.status).toBe(304);
    const head = await service.send('head', '/v1/users', asTable);
    expect([head.status, head.type]).toEqual([200, 'text/csv']);
  });
});
