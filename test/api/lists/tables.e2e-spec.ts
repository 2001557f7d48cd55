/** @engine */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { OpenApiDocument } from '../../../src/api/openapi/openapi-document';
import { ResponseSerializer } from '../../../src/api/response/response-serializer';
import { Database } from '../../../src/database';
import { UsersService } from '../../../src/modules/users/users/users.service';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { parseCsv, unescapeCell } from '../../support/csv';
import { importLines } from '../../support/import';
import { MASTER_KEY, Service } from '../../support/service/service';

type Row = Readonly<Record<string, unknown>>;

/** The lines of an order: those that are bundles have one more key. */
const ITEMS = '/v1/orders/{id}/items';

/** Answers of several lists, whose records have different keys. */
const SEVERAL = [
  '/v1/users/{id}/addressbook',
  '/v1/users/{id}/customTags',
  '/v1/users/{id}/customTags/{customTagId}',
];

const asTable = { headers: { Accept: 'text/csv' } };

/** The text of a cell for a value. */
const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The members of lists' envelopes in addition to the records. */
const ENVELOPE = /^(cursors|items|pagerParameters|current|next)$/i;

interface Answered {
  readonly content?: Readonly<Record<string, { readonly schema: Described }>>;
}

interface Described {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}

/** Whether an answer holds lists of records and nothing else. */
function holdsLists({ components }: OpenApiDocument, answer: Described): boolean {
  const schemas = components.schemas as Readonly<Record<string, Described>>;
  const resolved = (schema: Described): Described =>
    schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const isList = ({ items }: Described): boolean =>
    items !== undefined && [items, ...(items.anyOf ?? [])].some((one) => resolved(one).properties);
  const holdsThem = (schema: Described): boolean => {
    const { properties = {}, anyOf } = resolved(schema);
    if (anyOf) return anyOf.every(holdsThem);
    const members = Object.entries(properties).map(([key, one]) => [key, resolved(one)] as const);
    const all = members.flatMap(([key, one]) => (!isList(one) && ENVELOPE.test(key) ? [] : [one]));
    return (
      all.length > 0 && all.every((one) => isList(one) || (all.length === 1 && holdsThem(one)))
    );
  };
  return holdsThem(answer);
}

/** The records of a list; where an answer holds several, each with the key of its list. */
function recordsOf(body: object): Row[] {
  const members = Object.entries(body).filter(
    ([key, value]) => Array.isArray(value) || !ENVELOPE.test(key),
  );
  const [[, sole] = []] = members;
  if (members.length === 1)
    return Array.isArray(sole) ? (sole as Row[]) : recordsOf(sole as object);
  return members.flatMap(([LIST, rows]) => (rows as Row[]).map((row) => ({ LIST, ...row })));
}

/** The keys of a table, and its rows by them. */
function read(text: string): { keys: string[]; rows: Row[] } {
  const [keys = [], ...cells] = parseCsv(text);
  const rows = cells.map((row) =>
    Object.fromEntries(keys.map((key, at) => [key, unescapeCell(row[at] ?? '')])),
  );
  return { keys, rows };
}

/** The columns of a record: an object has one for each of its keys. */
const flat = (record: Row, path = ''): [string, unknown][] =>
  Object.entries(record).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value as Row, `${path}${key}.`)
      : [[`${path}${key}`, value]],
  );

const asCells = (records: readonly Row[]): Row[] =>
  records.map((record) =>
    Object.fromEntries(flat(record).map(([key, value]) => [key, cellOf(value)])),
  );

describe('a list as a table', () => {
  let service: Service;
  /** Paths of all lists that have a table. */
  let lists: string[];
  let document: OpenApiDocument;

  beforeAll(async () => {
    service = await Service.start();
    service.app.get(JournalSequencer).start();
    const store = path.join(__dirname, '../../../docs/examples/store.ndjson');
    const lines = readFileSync(store, 'utf8').trim().split('\n');
    await importLines(
      service,
      lines.map((line) => JSON.parse(line) as object),
    );
    await importLines(service, [
      { type: 'userGroup', pId: '+plus', name: 'Plus', description: '-1, "quoted"\r\n@two lines' },
    ]);
    expect((await service.post('/v1/orders/1/invoices')).status).toBe(201);
    // The last of these is in the journal.
    expect((await service.get('/v1/changes?kinds=invoice&wait=30')).body).toMatchObject({
      CHANGES: [{ ACTION: 'created' }],
    });
    document = (await service.get('/openapi.json')).body as OpenApiDocument;
    lists = Object.entries(document.paths).flatMap(([route, { get }]) =>
      JSON.stringify(get?.responses?.['200'] ?? {}).includes('"text/csv"') ? [route] : [],
    );
  });

  afterAll(() => service.stop());

  it('is documented for every list', () => {
    expect(lists).toEqual(
      expect.arrayContaining([
        ...['/v1/orders', '/v1/orders/pending', '/v1/users', '/v1/customTags', '/v1/definitions'],
        ...[ITEMS, '/v1/orders/{id}/statuses', '/v1/orders/items/{id}/options'],
        '/v1/util/orderStatus',
        ...['/v1/changes', '/v1/apiKeys', '/v1/webhooks', '/v1/users/{id}/wishlist'],
      ]),
    );
    expect(lists.length).toBeGreaterThan(60);
    const without = Object.entries(document.paths).flatMap(([route, { get }]) => {
      const answer = get?.responses?.['200'] as Answered | undefined;
      const schema = answer?.content?.['application/json']?.schema;
      return schema && holdsLists(document, schema) && !lists.includes(route) ? [route] : [];
    });
    expect(without).toEqual([]);
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
      const rest = Object.fromEntries(found.keys.map((key) => [key, '']));
      const cells = asCells(records).map((record) => ({ ...rest, ...record }));
      expect([at, found.rows]).toEqual([at, cells]);
      for (const record of records) {
        const columns = flat(record).map(([key]) => key);
        const own = found.keys.filter((key) => columns.includes(key));
        expect([at, own]).toEqual([at, columns]);
      }
      const isOfOneKind = list !== ITEMS && !SEVERAL.includes(list);
      if (isOfOneKind && records[0])
        expect([at, found.keys]).toEqual([at, flat(records[0]).map(([key]) => key)]);
      rows += records.length;
    }
    expect(rows).toBeGreaterThan(30);
  });

  it('keeps texts from being worked out as formulas', async () => {
    const { text } = await service.get('/v1/usersGroups', asTable);
    expect(text).toContain(`"'+plus"`);
    expect(text).toContain(`"'-1, ""quoted""\r\n'@two lines"`);
  });

  it('has the columns that fields asks for', async () => {
    const { text } = await service.get('/v1/users?fields=email,id&sort=id.asc&perPage=2', asTable);
    expect(parseCsv(text)[0]).toEqual(['EMAIL', 'ID']);
    const whole = await service.get('/v1/orders?expand=document&fields=ID,ROWS', asTable);
    expect(parseCsv(whole.text)[0]).toEqual(['ID', 'ROWS']);
    expect(JSON.parse(read(whole.text).rows[0]?.['ROWS'] as string)).toHaveLength(1);
  });

  it('names the list of each row, and has the lists of fields', async () => {
    const book = '/v1/users/1/addressbook';
    const shop = { pId: 'shop', alias: 'Shop', countryCode: 'ES', type: 2, firstName: 'Ada' };
    expect((await service.post(book, { addressbook: shop })).status).toBe(201);
    const whole = read((await service.get(book, asTable)).text);
    const lists = whole.rows.map(({ LIST }) => LIST);
    expect([...new Set(lists)]).toEqual(['BILLINGADDRESS', 'SHIPPINGADDRESS']);
    expect(whole.keys).toEqual(expect.arrayContaining(['LIST', 'CITY', 'TAX']));
    const part = read((await service.get(`${book}?fields=SHIPPINGADDRESS`, asTable)).text);
    expect(part.keys).toEqual(whole.keys.filter((key) => !/^(RE|REVERSE\w+|TAX)$/.test(key)));
    expect(part.rows.length).toBe(lists.filter((one) => one === 'SHIPPINGADDRESS').length);
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

  it('is a file with the name of the list and the date', async () => {
    const names = await Promise.all(
      ['/v1/users', '/v1/users/1/wishlist'].map(
        async (list) => (await service.get(list, asTable)).headers['content-disposition'],
      ),
    );
    const name = /^attachment; filename="users-(\d{4}-\d\d-\d\d)\.csv"$/;
    const date = name.exec(names[0] ?? '')?.[1] ?? '';
    // The date is that of the store's zone.
    expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(2 * 86_400_000);
    expect(names[1]).toContain('"users-1-wishlist-');
  });

  it('starts with a byte order mark for those who ask for it', async () => {
    const plain = await service.get('/v1/users', asTable);
    const marked = await service.get('/v1/users', { headers: { Accept: 'text/csv; bom=1' } });
    const bytes = Buffer.from(marked.text, 'utf8');
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(bytes.subarray(3).toString()).toBe(plain.text);
    for (const other of ['text/csv; bom=0', 'text/csv; q=1', 'text/*; bom=1'])
      expect((await service.get('/v1/users', { headers: { Accept: other } })).text).toBe(
        plain.text,
      );
  });

  it('names the currency of amounts and the columns of references', async () => {
    const { keys, rows } = read((await service.get('/v1/orders', asTable)).text);
    expect(keys).toEqual(expect.arrayContaining(['TOTAL', 'CURRENCYCODE', 'USER.ID', 'USER.PID']));
    expect(rows[0]).toMatchObject({ CURRENCYCODE: 'EUR', 'USER.PID': expect.any(String) });
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
    // A single record is not a list.
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

  describe('with more records than a page', () => {
    beforeAll(async () => {
      const { created } = await importLines(
        service,
        Array.from({ length: 1203 }, (_one, index) => ({
          type: 'user',
          ...{ pId: `many-${index}`, email: `many-${index}@example.com` },
          ...{ languageCode: 'en', group: { pId: '+plus' } },
          addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'M' }],
        })),
      );
      expect(created).toBe(1203);
      await importLines(
        service,
        Array.from({ length: 501 }, (_one, index) => ({
          ...{ type: 'definition', pId: `many-${index}`, name: `Many ${index}` },
        })),
      );
    });

    it.each(['/v1/users?fields=ID,PID&sort=id.asc', '/v1/definitions?fields=ID,PID&sort=id.asc'])(
      '%s has all of them, without links',
      async (list) => {
        const whole = await service.get(list, asTable);
        expect(whole.headers['link']).toBeUndefined();
        const pIds = read(whole.text).rows.map(({ PID }) => PID);
        const many = pIds.filter((pId) => String(pId).startsWith('many-'));
        expect(many).toEqual(Array.from(many, (_one, index) => `many-${index}`));
        const { body } = await service.get(`${list}&perPage=1`);
        expect(pIds.length).toBe((body as { ITEMS: number }).ITEMS);
        expect(new Set(pIds).size).toBe(pIds.length);
      },
    );

    it.each(['perPage=100', 'page=1'])('has one page of them for %s', async (page) => {
      const table = await service.get(`/v1/users?fields=ID&${page}`, asTable);
      expect(read(table.text).rows).toHaveLength(100);
      expect(table.headers['link']).toContain('rel="next"');
    });

    it('has all changes', async () => {
      await service.app.get(JournalSequencer).catchUp();
      const [counted] = await service.app
        .get(Database)
        .select<{ total: number | string }>(
          'SELECT COUNT(*) AS total FROM journal_entries WHERE position IS NOT NULL',
        );
      const total = Number(counted?.total);
      const table = await service.get('/v1/changes', asTable);
      expect(read(table.text).rows).toHaveLength(total);
      expect(total).toBeGreaterThan(1000);
    });

    const port = (): number => (service.app.getHttpServer().address() as AddressInfo).port;

    it('ends early for a caller that is revoked meanwhile', async () => {
      const apiKeys = { name: 'reader', scopes: ['users:read'] };
      const { body } = await service.post('/v1/apiKeys', { apiKeys });
      const { id, key } = body as { id: number; key: string };
      const users = service.app.get(UsersService);
      const list = users.list.bind(users);
      const reads = jest.spyOn(users, 'list').mockImplementation(async (query, plan) => {
        const page = await list(query, plan);
        if (reads.mock.calls.length === 1)
          expect((await service.delete(`/v1/apiKeys/${id}`)).status).toBe(200);
        return page;
      });
      try {
        const headers = { Accept: 'text/csv', Authorization: `Bearer ${key}` };
        const answer = await fetch(`http://127.0.0.1:${port()}/v1/users`, { headers });
        expect(answer.status).toBe(200);
        await expect(answer.text()).rejects.toThrow('terminated');
        expect(reads).toHaveBeenCalledTimes(1);
      } finally {
        reads.mockRestore();
      }
    });

    it('delays no other lists while slow clients take it', async () => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      // As if the client had not taken the first row yet.
      const written = jest
        .spyOn(service.app.get(ResponseSerializer), 'serializeCsvTable')
        .mockImplementation(async function* () {
          yield 'ID\r\n';
          await released;
        });
      const signal = AbortSignal.timeout(10_000);
      const read = (list: string, accept: string) => {
        const headers = { Accept: accept, Authorization: `Bearer ${MASTER_KEY}` };
        return fetch(`http://127.0.0.1:${port()}/v1/${list}`, { headers, signal });
      };
      try {
        const slow = await Promise.all(
          Array.from({ length: 8 }, () => read('definitions', 'text/csv')),
        );
        expect(slow.map(({ status }) => status)).toEqual(slow.map(() => 200));
        expect((await read('users', 'application/json')).status).toBe(200);
        release();
        for (const one of slow) expect(await one.text()).toBe('ID\r\n');
      } finally {
        release();
        written.mockRestore();
      }
    });

    it('has all of them for many clients at once', async () => {
      const tables = await Promise.all(
        Array.from({ length: 10 }, () => service.get('/v1/users?fields=ID&sort=id.asc', asTable)),
      );
      expect(new Set(tables.map(({ text }) => text)).size).toBe(1);
    });
  });
});
