import { gzipSync } from 'node:zlib';
import { createOrder, importMasters, smallOrder } from '../../sales/sample-store';
import type { ExactRequest } from './exact-request';
import { Hardened, type Refusal, jsonRequest } from './refusals';

const ORDERS = '/v1/orders';
const RECEIVED = '/v1/orders/received';
const IMPORT = '/v1/import';

const invalid = (...faults: string[]): Refusal => ({
  status: 400,
  code: 'request.invalid',
  faults,
});

/** A row of an order with some members replaced. */
const row = (values: object) => ({ rows: [{ name: 'Shirt', quantity: 1, price: 10, ...values }] });
const user = (values: object) => ({
  user: { email: 'ada@example.com', billingAddress: { countryCode: 'ES' }, ...values },
});

describe('orders and import under bad requests', () => {
  let hardened: Hardened;
  let id: number;
  let pId: string;

  beforeAll(async () => {
    hardened = await Hardened.start();
    await importMasters(hardened.service);
    ({ ID: id, PID: pId } = await createOrder(hardened.service));
  });

  afterAll(() => hardened.stop());

  it.each<[string, object, ...string[]]>([
    ['no date', { date: undefined }, '/date field.required'],
    ['a date that is none', { date: '2026-02-30T10:00:00Z' }, '/date format.instant-or-date'],
    ['a date in words', { date: '1 March 2026' }, '/date format.instant-or-date'],
    ['no currency', { currencyCode: 'XXX' }, '/currencyCode format.iso-4217'],
    ['null as a currency', { currencyCode: null }, '/currencyCode value.type'],
    ['a pId with a blank', { pId: ' x' }, '/pId format.public-id'],
    ['a pId of 256 characters', { pId: 'x'.repeat(256) }, '/pId text.tooLong'],
    ['no rows', { rows: undefined }, '/rows field.required'],
    ['rows that are none', { rows: {} }, '/rows value.type'],
    ['null as a row', { rows: [null] }, '/rows/0 value.type'],
    ['no quantity', row({ quantity: undefined }), '/rows/0/quantity field.required'],
    ['quantity 0', row({ quantity: 0 }), '/rows/0/quantity number.range'],
    ['a negative quantity', row({ quantity: -1 }), '/rows/0/quantity number.range'],
    ['four decimals of a quantity', row({ quantity: 1.0001 }), '/rows/0/quantity number.decimals'],
    ['a price as text', row({ price: '10' }), '/rows/0/price value.type'],
    ['a price of five decimals', row({ price: 0.00001 }), '/rows/0/price number.decimals'],
    ['a price of 1e308', row({ price: 1e308 }), '/rows/0/price number.range'],
    ['a NUL in a name', row({ name: 'a\0' }), '/rows/0/name format.text'],
    ['half a surrogate in a name', row({ name: '\ud83d' }), '/rows/0/name format.text'],
    [
      'an unknown country',
      user({ billingAddress: { countryCode: 'ZZ' } }),
      '/user/billingAddress/countryCode format.iso-3166-1-alpha-2',
    ],
    [
      'a latitude beyond the pole',
      user({ billingAddress: { countryCode: 'ES', latitude: 91 } }),
      '/user/billingAddress/latitude number.range',
    ],
    ['an e-mail that is none', user({ email: 'ada' }), '/user/email format.email-address'],
    [
      'an empty reference',
      row({ taxes: [{ tax: { id: 0, pId: '' } }] }),
      '/rows/0/taxes/0/tax reference.empty',
    ],
    ['a list as a reference', { channel: [] }, '/channel value.type'],
    ['a state that nothing starts in', { status: -1 }, '/status value.notAllowed'],
    ['a state as text', { status: '2' }, '/status value.type'],
    ['a total of its own', { total: 1 }, '/total field.unknown'],
    ['record keys', { TOTAL: 1, PAID: true }, '/TOTAL field.unknown', '/PAID field.unknown'],
    ['a flag as text', { paid: 'false' }, '/paid value.type'],
    [
      '1,001 rows',
      { rows: Array.from({ length: 1001 }, () => row({}).rows[0]) },
      '/rows json.tooMany',
    ],
  ])('refuses an order with %s', async (_name, values, ...faults) => {
    const body = { orders: smallOrder(values) };
    await hardened.refuses(
      jsonRequest(ORDERS, body),
      invalid(...faults.map((fault) => `/orders${fault}`)),
    );
  });

  it.each<[string, object]>([
    ['a channel', { channel: { pId: 'nowhere' } }],
    ['a headquarter', { headquarter: { id: 999_999 } }],
    ['a tax', row({ taxes: [{ tax: { pId: 'nothing' } }] })],
    ['a product', row({ product: { pId: 'nothing' } })],
  ])('refuses an order that refers to %s that is not there', async (_name, values) => {
    const refusal: Refusal = { status: 422, code: 'reference.notFound' };
    const problem = await hardened.refuses(
      jsonRequest(ORDERS, { orders: smallOrder(values) }),
      refusal,
    );
    expect(problem.errors[0]?.pointer).toMatch(/^\/orders\//);
  });

  it('refuses an order whose pId is known, and names the one that has it', async () => {
    const body = { orders: smallOrder({ pId, comment: 'another' }) };
    const answer = await hardened.json(ORDERS, body);
    expect(answer.status).toBe(409);
    expect(JSON.parse(answer.text)).toMatchObject({ existingId: id });
  });

  it('keeps scripts, formulas and line breaks as data', async () => {
    const texts = [
      '<script>alert(1)</script>',
      '=cmd|x!A0',
      'a\r\nX-Injected: 1\r\n\r\nb',
      "'; DROP TABLE documents; --",
      '👕',
    ];
    for (const text of texts) {
      const made = await createOrder(
        hardened.service,
        smallOrder({ comment: text, ...row({ name: text }) }),
      );
      const { text: read, headers } = await hardened.send({ path: `${ORDERS}/${made.ID}` });
      expect(JSON.parse(read)).toMatchObject({ ROWS: [{ NAME: text }] });
      expect(headers['x-injected']).toBeUndefined();
    }
  });

  it.each<[string, unknown, Refusal]>([
    ['nothing', '', invalid(' body.missing')],
    ['no list', { orders: {} }, invalid('/orders value.type')],
    ['an empty list', { orders: [] }, invalid('/orders list.tooShort')],
    ['a bare list', [], invalid(' value.type')],
    ['null', { orders: [null] }, invalid('/orders/0 value.type')],
    [
      'an unknown field',
      { orders: [{ id: 1, total: 5 }] },
      invalid('/orders/0/total field.unknown'),
    ],
    [
      '__proto__',
      '{"orders":[{"id":1,"__proto__":{"x":1}}]}',
      invalid('/orders/0/__proto__ field.unknown'),
    ],
    ['a negative id', { orders: [{ id: -1 }] }, invalid('/orders/0/id number.range')],
    ['an id as text', { orders: [{ id: '1' }] }, invalid('/orders/0/id value.type')],
    [
      'a state of no move',
      { orders: [{ id: 1, status: 20 }] },
      invalid('/orders/0/status value.notAllowed'),
    ],
    [
      'a state as text',
      { orders: [{ id: 1, status: '2' }] },
      invalid('/orders/0/status value.type'),
    ],
    [
      'a version as number',
      { orders: [{ id: 1, version: 1 }] },
      invalid('/orders/0/version value.type'),
    ],
    [
      '1,001 orders',
      { orders: Array.from({ length: 1001 }, () => ({ id: 1 })) },
      invalid('/orders json.tooMany'),
    ],
  ])('refuses an acknowledgement of %s as a whole', async (_name, body, refusal) => {
    await hardened.refuses(jsonRequest(RECEIVED, body, { method: 'PUT' }), refusal);
  });

  it.each<[string, object]>([
    ['that is unknown', { id: 999_999_999 }],
    ['by an unknown pId', { pId: 'nobody' }],
    ['by a pId of another case', { pId: 'ORDER-1' }],
    ['in a version that it never had', { id: -0, pId: undefined, version: 'x' }],
  ])('leaves an order %s pending, and reports this', async (_name, item) => {
    const before = await hardened.send({ path: '/v1/orders/pending' });
    const named = 'version' in item ? { pId, version: 'x' } : item;
    const answer = await hardened.json(RECEIVED, { orders: [named] }, { method: 'PUT' });
    expect(answer.status).toBe(200);
    const { orders } = JSON.parse(answer.text) as { orders: { result: string; detail: string }[] };
    expect(['ok', 'unchanged']).not.toContain(orders[0]?.result);
    expect(orders[0]?.detail).not.toBe('');
    expect((await hardened.send({ path: '/v1/orders/pending' })).text).toBe(before.text);
  });

  it.each([
    'status=3x',
    'status=99',
    'status=2&status=3',
    'sort=id.',
    'sort=total;drop.asc',
    'sort=(select%201).asc',
    'fields=PASSWORD',
    'expand=everything',
    'startDate=2026-02-30',
    'startDate=2026-03-01T24:00:00',
    'fromOrderNumber=-1',
    'fromOrderNumber=1e3',
    'page[]=1',
    'userEmail[$ne]=x',
    'cursor=x',
  ])('refuses the list of orders by %s', async (query) => {
    for (const path of [ORDERS, '/v1/orders/pending', RECEIVED]) {
      await hardened.refuses(
        { path: `${path}?${query}` },
        { status: 400, code: 'request.invalid' },
      );
    }
  });

  it.each(['0', '-1', '1.5', '9007199254740992', 'count', '1%27'])(
    'refuses the order id %s',
    async (text) => {
      const refusal = { status: 400, code: 'request.invalid' };
      await hardened.refuses({ path: `${ORDERS}/${text}` }, refusal);
      await hardened.refuses(
        jsonRequest(`${ORDERS}/${text}/received`, {}, { method: 'PUT' }),
        refusal,
      );
    },
  );

  it('finds no order by a text that none could have', async () => {
    for (const text of ['x'.repeat(255), '%20', "'", '__proto__']) {
      const { status } = await hardened.send({ path: `${ORDERS}/getId/${text}` });
      expect([400, 404]).toContain(status);
    }
  });

  describe('the import', () => {
    const lines = (body: string | Buffer, more: Partial<ExactRequest> = {}): ExactRequest => ({
      ...{ method: 'POST', path: IMPORT, body },
      ...{ headers: { 'Content-Type': 'application/x-ndjson' } },
      ...more,
    });
    const good = '{"type":"channel","pId":"web","name":"Web shop"}';

    it.each<[string, Partial<ExactRequest>, Refusal]>([
      [
        'JSON',
        { headers: { 'Content-Type': 'application/json' } },
        { status: 415, code: 'body.mediaType' },
      ],
      ['no media type', { headers: {} }, { status: 415, code: 'body.mediaType' }],
      [
        'another charset',
        { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-7' } },
        { status: 415, code: 'body.mediaType' },
      ],
      [
        'an unknown encoding',
        { headers: { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'zstd' } },
        { status: 415, code: 'body.mediaType' },
      ],
      [
        'gzip that is none',
        { headers: { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' } },
        { status: 400, code: 'body.malformed' },
      ],
      [
        'an unknown parameter',
        { path: `${IMPORT}?force=1` },
        { status: 400, code: 'request.invalid' },
      ],
    ])('refuses %s', async (_name, more, refusal) => {
      await hardened.refuses(lines(`${good}\n`, more), refusal);
    });

    it.each<[string, string | Buffer, string]>([
      ['null', 'null', 'line.notObject'],
      ['a list', '[]', 'line.notObject'],
      ['no JSON', '{', 'json.malformed'],
      ['a duplicate key', '{"type":"channel","pId":"a","pId":"b"}', 'json.duplicateKey'],
      [
        '33 levels',
        `{"type":"channel","pId":"a","x":${'['.repeat(32)}${']'.repeat(32)}}`,
        'json.tooDeep',
      ],
      ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'line.encoding'],
      ['1 MiB and one byte', `{"type":"channel","pId":"${'x'.repeat(2 ** 20)}"}`, 'line.tooLong'],
      ['no type', '{"pId":"a"}', 'field.required'],
      ['an unknown type', '{"type":"__proto__","pId":"a"}', 'type.unknown'],
      [
        '__proto__',
        '{"type":"channel","pId":"a","name":"n","__proto__":{"polluted":1}}',
        'field.unknown',
      ],
      ['a NUL', '{"type":"channel","pId":"a","name":"\\u0000"}', 'format.text'],
    ])('rejects a line of %s and takes the others', async (_name, line, code) => {
      const bytes = Buffer.concat([
        Buffer.from(`${good}\n`),
        Buffer.from(line),
        Buffer.from(`\n${good}`),
      ]);
      for (const request of [
        lines(bytes),
        lines(gzipSync(bytes), {
          headers: { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' },
        }),
      ]) {
        const answer = await hardened.send(request);
        expect(answer.status).toBe(200);
        expect(JSON.parse(answer.text)).toMatchObject({
          ...{ created: 0, unchanged: 2, rejected: 1 },
          errors: [{ line: 2, code }],
        });
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });

    it('survives a bomb of blanks, and takes nothing as nothing', async () => {
      const headers = { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' };
      const bomb = lines(gzipSync(Buffer.alloc(100_000_000, 32)), { headers });
      expect(JSON.parse((await hardened.send(bomb)).text)).toMatchObject({
        created: 0,
        rejected: 1,
      });
      expect(JSON.parse((await hardened.send(lines(''))).text)).toMatchObject({
        created: 0,
        rejected: 0,
      });
    });
  });
});
