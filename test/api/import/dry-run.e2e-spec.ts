/** @engine platform/data-transfer/imports */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Database, DataAccess } from '../../../src/database';
import { Channel } from '../../../src/platform/catalog';
import { ImportService } from '../../../src/platform/data-transfer/imports';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';

interface Summary {
  readonly created: number;
  readonly dryRun: boolean;
  readonly errors: readonly { readonly line: number; readonly code: string }[];
  readonly warnings: readonly object[];
}

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.stop());

async function send(records: readonly object[], query = ''): Promise<Summary> {
  const text = records.map((one) => `${JSON.stringify(one)}\n`).join('');
  const { status, body } = await service.post(`/v1/import${query}`, text, {
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  expect(status).toBe(200);
  return body as Summary;
}

const check = (records: readonly object[]): Promise<Summary> => send(records, '?dryRun=true');

const address = { countryCode: 'ES' };
const user = (pId: string, email: string) => ({
  ...{ type: 'user', pId, email, languageCode: 'en', group: { pId: 'dry' } },
  addressBook: [
    {
      ...{ pId: 'home', alias: 'Home', type: 1, firstName: 'A', lastName: 'B' },
      ...{ address: 'Street', city: 'City', countryCode: 'ES' },
    },
  ],
});
const order = (pId: string, more: object = {}) => ({
  ...{ type: 'order', pId, date: '2026-01-01T00:00:00Z', currencyCode: 'EUR' },
  user: { email: 'a@example.com', billingAddress: address },
  rows: [{ name: 'Row', quantity: 2, price: 10, taxes: [{ tax: { pId: 'dry-vat' } }] }],
  ...more,
});

/** Good records and bad ones of most kinds; later ones refer to earlier ones. */
const mixed = [
  { type: 'zone', pId: 'dry-zone', countryCode: 'ES', name: 'Zone' },
  { type: 'zone', pId: 'dry-town', countryCode: 'ES', name: 'Town', parent: { pId: 'dry-zone' } },
  { type: 'zone', pId: 'dry-lost', countryCode: 'ES', name: 'Lost', parent: { pId: 'nowhere' } },
  { type: 'channel', pId: 'dry-channel', name: 'Channel' },
  { type: 'headquarter', pId: 'dry-office', name: 'Office' },
  { type: 'tax', pId: 'dry-vat', name: 'VAT', rate: 21 },
  { type: 'tax', pId: 'dry-no-rate', name: 'VAT' },
  { type: 'product', pId: 'dry-shirt', name: 'Shirt' },
  { type: 'product', pId: 'dry-shirt', name: 'Shirt, again' },
  { type: 'nothing', pId: 'dry' },
  { type: 'subStatus', pId: 'dry-packing', document: 'order', status: 2, name: 'Packing' },
  { type: 'subStatus', pId: 'dry-elsewhere', document: 'order', status: 99, name: 'Elsewhere' },
  { type: 'userGroup', pId: 'dry', name: 'Group' },
  user('dry-ada', 'dry-ada@example.com'),
  user('dry-ada-2', 'DRY-ada@example.com'),
  { ...user('dry-bob', 'dry-bob@example.com'), group: { pId: 'nobody' } },
  { type: 'location', pId: 'dry-shop', countryCode: 'ES', zone: { pId: 'dry-zone' }, name: 'Shop' },
  order('dry-1', { documentNumber: 'DRY-1', headquarter: { pId: 'dry-office' } }),
  order('dry-2', { documentNumber: 'DRY-1', headquarter: { pId: 'dry-office' } }),
  order('dry-3', { totals: { total: 1 } }),
  order('dry-6', { totals: { total: 24.21 } }),
  order('dry-4', { rows: [{ name: 'Row', quantity: 1, price: 1, product: { pId: 'none' } }] }),
  order('dry-5', { user: { pId: 'dry-ada', email: 'a@example.com', billingAddress: address } }),
  order('dry-5', { user: { pId: 'dry-ada', email: 'a@example.com', billingAddress: address } }),
  order('dry-5', { comment: 'Another one' }),
  {
    ...{ type: 'invoice', pId: 'dry-invoice', order: { pId: 'dry-5' } },
    ...{ documentNumber: 'DRY-I-1', date: '2026-01-02T00:00:00Z' },
  },
  {
    ...{ type: 'invoice', pId: 'dry-invoice-2', order: { pId: 'dry-5' } },
    ...{ documentNumber: 'DRY-I-2', date: '2026-01-02T00:00:00Z' },
  },
];

async function journalSize(): Promise<number> {
  const [row] = await service.app
    .get(Database)
    .select<{ n: number }>('SELECT COUNT(*) AS n FROM journal_entries');
  return Number(row?.n);
}

const rejections = ({ errors }: Summary) => errors.map(({ line, code }) => ({ line, code }));

describe('A dry run', () => {
  it('stores nothing, and counts and rejects what the import does', async () => {
    const before = [await storedState(service), await journalSize()];
    const checked = await check(mixed);
    expect([await storedState(service), await journalSize()]).toEqual(before);
    expect(checked.dryRun).toBe(true);
    const imported = await send(mixed);
    expect(rejections(checked)).toEqual(rejections(imported));
    expect(rejections(checked).length).toBeGreaterThan(8);
    const numbers = ({ errors: _errors, dryRun: _dryRun, ...rest }: Summary) => rest;
    expect(numbers(checked)).toEqual(numbers(imported));
    expect(imported).toMatchObject({ dryRun: false, roundings: 1 });
  });

  it('finds what is stored already', async () => {
    const checked = await check(mixed);
    expect(checked).toMatchObject({ created: 0 });
    expect(rejections(checked)).toEqual(rejections(await send(mixed)));
  });

  it('names an earlier record that an order differs from', async () => {
    const { errors } = await check([
      order('dry-twice'),
      order('dry-twice', { comment: 'Another' }),
    ]);
    expect(errors).toMatchObject([
      {
        ...{ line: 2, code: 'order.differs', pointer: '' },
        detail: 'An earlier record of the order "dry-twice" is different.',
      },
    ]);
  });

  it('checks events and addresses of webhooks', async () => {
    const webhooks = [
      { type: 'webhook', pId: 'dry-1', url: 'https://example.com/a', events: ['tag.vanished'] },
      { type: 'webhook', pId: 'dry-2', url: 'ftp://example.com/a', events: ['tag.created'] },
    ];
    const checked = await check(webhooks);
    expect(rejections(checked)).toEqual([
      { line: 1, code: 'webhook.event' },
      { line: 2, code: 'webhook.address' },
    ]);
    expect(rejections(await send(webhooks))).toEqual(rejections(checked));
  });

  it('takes the example of the guide', async () => {
    const records = readFileSync('docs/examples/store.ndjson', 'utf8').trim().split('\n');
    const checked = await check(records.map((one) => JSON.parse(one) as object));
    expect(checked).toMatchObject({ created: records.length, rejected: 0 });
  });

  it('lets groups take roles from others, and refuses both for one, as the import does', async () => {
    const group = (pId: string, more: object) => ({ type: 'userGroup', pId, name: pId, ...more });
    const records = [
      group('dry-default', { defaultGroup: true }),
      group('dry-default-2', { defaultGroup: true }),
      group('dry-system', { systemGroup: true }),
      group('dry-both', { defaultGroup: true, systemGroup: true }),
    ];
    expect(await send([group('dry-before', { defaultGroup: true })])).toMatchObject({ created: 1 });
    const [checked, imported] = [await check(records), await send(records)];
    expect(rejections(checked)).toEqual([{ line: 4, code: 'userGroup.bothRoles' }]);
    expect({ ...checked, dryRun: false }).toEqual(imported);
  });

  it.each(['?dryRun=', '?dryRun', '?dryRun=&includeRecords=true'])(
    'is asked for by a value: %s is refused, and nothing is stored',
    async (query) => {
      const record = JSON.stringify({ type: 'channel', pId: 'dry-empty', name: 'Empty' });
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const { status, body } = await service.post(`/v1/import${query}`, record, { headers });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ pointer: 'query/dryRun', code: 'value.type' }] });
      expect((await service.get('/v1/channels/getId/dry-empty')).status).toBe(404);
    },
  );

  it('ends when its new records take too much memory', async () => {
    const rest = `"name":"${'n'.repeat(255)}","image":"${'x'.repeat(2_048)}"}\n`;
    function* products(): Generator<string> {
      for (let at = 0; at < 100_000; at++) yield `{"type":"product","pId":"large-${at}",${rest}`;
    }
    const options = { scopes: new Set(['import:write']), isDryRun: true };
    const ended = service.app.get(ImportService).run(Readable.from(products()), options);
    await expect(ended).rejects.toMatchObject({ code: 'import.dryRunTooLong', status: 413 });
  });

  it('does not wait for writers', async () => {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    await unitOfWork.run(async () => {
      await writer.update(Channel, { pId: 'dry-channel' }, { name: 'Written meanwhile' });
      expect(await check([{ type: 'channel', pId: 'dry-other', name: 'Other' }])).toMatchObject({
        created: 1,
        rejected: 0,
      });
    });
  });
});

it('warns of VAT numbers that structured invoices would be refused for, and so does the import', async () => {
  const billingAddress = { ...address, vat: 'not a vat!' };
  const records = [
    { type: 'channel', pId: 'warn', name: 'Warn' },
    { type: 'headquarter', pId: 'warn', name: 'Warn', countryCode: 'ES', vat: 'ESB12345675' },
    { type: 'headquarter', pId: 'right', name: 'Right', countryCode: 'ES', vat: 'B-12345674' },
    order('warned', {
      rows: [{ name: 'Row', quantity: 1, price: 1 }],
      user: { email: 'a@example.com', billingAddress },
    }),
  ];
  const code = 'vat.invalid';
  const expected = [
    { line: 2, type: 'headquarter', pId: 'warn', code, pointer: '/vat' },
    { line: 4, type: 'order', pId: 'warned', code, pointer: '/user/billingAddress/vat' },
  ];
  for (const query of ['?dryRun=true', '']) {
    const { created, errors, warnings } = await send(records, query);
    expect([created, errors]).toEqual([4, []]);
    expect(warnings).toMatchObject(expected);
  }
  expect((await send(records)).warnings).toEqual([]);
});
