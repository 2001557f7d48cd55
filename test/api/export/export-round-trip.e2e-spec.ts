import { hash, randomBytes } from 'node:crypto';
import { Client } from '../../../demo/client';
import { fillStore } from '../../../demo/fill';
import { migrate } from '../../../src/database/migrations/migrate';
import { elementKinds } from '../../../src/platform/catalog';
import { exportedTypes } from '../../../src/platform/data-transfer/exports';
import { FileStore, type FilePath } from '../../../src/platform/media/files';
import { emptySqlite, type TestDatabase, testServer } from '../../support/service/database';
import { copyFiles, exportService, importAsCommand } from '../../support/export';
import { importLines } from '../../support/import';
import { MASTER_KEY, Service } from '../../support/service/service';

const size = { seed: 7, customers: 12, orders: 30, today: '2026-03-01' };

/** The lines of an export. */
const exported = async (service: Service, secrets = false): Promise<string[]> =>
  (await exportService(service, { secrets })).exportedLines;

function linesOf(lines: readonly string[]): object[] {
  return lines.map((line) => JSON.parse(line) as object);
}

/** Adds the records that the demo store leaves out. */
async function useEverything(service: Service): Promise<void> {
  const elements = elementKinds.map((type) => ({ type, pId: `one-${type}`, name: `One ${type}` }));
  const parent = { type: 'zone', pId: 'inner', countryCode: 'ES', name: 'Inner' };
  const { errors } = await importLines(service, [
    ...elements,
    { type: 'zone', pId: 'outer', countryCode: 'ES', name: 'Outer' },
    parent,
    // Its id is below its parent's.
    { ...parent, parent: { pId: 'outermost' } },
    { type: 'zone', pId: 'outermost', countryCode: 'ES', name: 'Outermost' },
    { ...parent, parent: { pId: 'outermost' } },
    ...['order', 'shipment'].map((document) => {
      return { type: 'subStatus', pId: `${document}-held`, document, status: 2, name: 'Held' };
    }),
    {
      type: 'statusAction',
      pId: 'told',
      document: 'order',
      status: 2,
      subStatus: { pId: 'order-held' },
      action: 'NOTIFICATION',
      parameters: { url: 'https://example.com/hook?token=1', secretName: 'none' },
      active: false,
    },
    {
      type: 'userComment',
      pId: 'said',
      user: { pId: 'ada' },
      item: { pId: 'mug' },
      comment: 'Fine — "very" fine',
      rating: 5,
    },
    tag('gone', 13),
    tag('asleep', 10),
    ...structuredInvoice,
  ]);
  // The zone that names a parent that is not there yet.
  expect(errors.map(({ code }) => code)).toEqual(['reference.notFound']);
  await useUsers(service);
  await useDocuments(service);
  await useKeysAndWebhooks(service);
  await putFiles(service);
}

/** The data that structured invoices need in addition to a document's. */
const structuredInvoice = [
  {
    ...{ type: 'headquarter', pId: 'legal', name: 'Shop', legalName: 'Shop, S.L.' },
    ...{ registrationNumber: '5567', registrationScheme: '0007', vat: 'ESB12345674' },
    ...{ countryCode: 'ES', electronicAddress: '7300010000001', electronicAddressScheme: '0088' },
  },
  {
    ...{ type: 'paymentSystem', pId: 'wire', name: 'Wire' },
    paymentMeans: { code: 30, iban: 'ES1', bic: 'B', accountName: 'Shop', terms: '30 days' },
  },
  {
    ...{ type: 'tax', pId: 'none', name: 'None', rate: 0, category: 'E' },
    ...{ exemptionCode: 'VATEX-EU-132', exemptionReason: 'Public interest' },
  },
  {
    ...{ type: 'order', pId: 'structured', date: '2026-02-01', currencyCode: 'EUR' },
    ...{ headquarter: { pId: 'legal' }, buyerReference: 'R 1', purchaseOrder: 'P 1' },
    user: {
      email: 'b2b@example.com',
      billingAddress: {
        ...{ countryCode: 'ES', company: 'Buyer', registrationNumber: '1' },
        ...{ registrationScheme: '0002', electronicAddress: '2', electronicAddressScheme: '9920' },
      },
    },
    rows: [{ name: 'Lesson', quantity: 1, price: 10, taxes: [{ tax: { pId: 'none' } }] }],
    shipments: [{ price: 1, taxes: [{ tax: { pId: 'none' } }] }],
    payment: { paymentSystem: { pId: 'wire' }, taxes: [{ tax: { pId: 'none' } }] },
  },
];

const tag = (pId: string, itemType: number) => ({
  ...{ type: 'tag', pId, active: true, controlType: 1, itemType, valueForAllLanguages: true },
  ...{ position: 1, priority: 1, required: false, languages: [{ languageCode: 'en', name: pId }] },
});

/** Types of lines about records that keep the time of their last change, in addition to the catalog's elements. */
const datedKinds = [
  ...['zone', 'channel', 'headquarter', 'tax', 'location', 'channelLocation', 'elementFilters'],
  ...['tagGroup', 'tag', 'tagValue', 'userGroup', 'news', 'definition'],
  'documentState',
];

async function idOf(service: Service, path: string, pId: string): Promise<number> {
  const { body } = await service.get(`/v1/${path}/getId/${pId}`);
  return (body as { ID?: number; id?: number }).ID ?? (body as { id: number }).id;
}

/** Sends a request that has to succeed. */
async function done(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
}

async function useUsers(service: Service): Promise<void> {
  const asleep = { customTag: { pId: 'asleep' }, general: { active: true, value: true } };
  await done(service.post('/v1/users/1/customTags', { customTags: asleep }));
  const id = await idOf(service, 'customTags', 'asleep');
  await done(service.put(`/v1/customTags/${id}`, { customTags: { active: false } }));
  await done(service.put('/v1/users/2/salesAgent', { salesAgent: { percentCommission: 2.5 } }));
  await done(service.put('/v1/users/2/salesAgent', { salesAgent: { active: true } }));
  await done(service.post('/v1/users/2/salesAgent/1'));
  const spent = { points: -30, comment: 'Spent' };
  await done(service.post('/v1/users/1/rewardPoints', { rewardPoints: spent }));
  const filter = { items: { item: { pId: 'ada' }, itemType: 10 } };
  await done(service.post('/v1/util/filters/pages/pId/one-page', filter));
}

async function putFiles(service: Service, content = 'brown'): Promise<void> {
  const files = service.app.get(FileStore);
  await files.createFolder('mugs' as FilePath);
  for (const path of ['mugs/a.txt', 'mugs-b.txt'] as FilePath[]) {
    const staged = await files.stage([Buffer.from(content)] as never);
    await files.publish([{ staged, path }], { replace: true });
  }
}

async function useKeysAndWebhooks(service: Service): Promise<void> {
  const made = async (name: string, key?: string): Promise<{ id: number; key: string }> => {
    const keys = { apiKeys: { name, scopes: ['keys:write', 'sales:read'] } };
    const { body } = await service.post('/v1/apiKeys', keys, key === undefined ? {} : { key });
    return body as { id: number; key: string };
  };
  const parent = await made('parent');
  const between = await made('between', parent.key);
  await made('child', between.key);
  await done(service.send('delete', `/v1/apiKeys/${between.id}`));
  await done(service.post(`/v1/apiKeys/${parent.id}/rotate`));
  const url = 'https://example.com/services/SECRETPATH?sign=secret';
  const webhooks = { url, events: ['order.created'] };
  await done(service.post('/v1/webhooks', { webhooks }));
  await done(service.post('/v1/webhooks', { webhooks: { ...webhooks, active: false } }));
  await done(service.post('/v1/webhooks/1/rotate'));
}

async function useDocuments(service: Service): Promise<void> {
  const carried = { customTag: { pId: 'gone' }, value: true };
  await done(service.post('/v1/orders/1/customTags', { customTags: carried }));
  const id = await idOf(service, 'customTags', 'gone');
  await done(service.send('delete', `/v1/customTags/${id}`));
  await done(service.put('/v1/orders/1/comments', { orders: { comment: 'Ring twice' } }));
  const structured = await idOf(service, 'orders', 'structured');
  await done(service.post(`/v1/orders/${structured}/invoices`));
  await eDocument(service);
  await creditInvoices(service);
  await exchangeAndAnnul(service);
}

/** An invoice that is credited in parts, and another one of the same order; one that is credited in part. */
async function creditInvoices(service: Service): Promise<void> {
  for (const isFull of [true, false]) {
    const tax = { tax: { pId: 'none' } };
    const order = {
      ...{ type: 'order', pId: `credited-${isFull}`, date: '2026-02-01', currencyCode: 'EUR' },
      rows: [{ name: 'Lesson', quantity: 3, price: 10, taxes: [tax] }],
      shipments: [{ price: 1, taxes: [tax] }],
      user: { email: 'a@example.com', billingAddress: { countryCode: 'ES' } },
    };
    expect(await importLines(service, [order])).toMatchObject({ created: 1 });
    const path = `/v1/orders/${await idOf(service, 'orders', order.pId)}`;
    const { body } = await service.post(`${path}/invoices`);
    const { ID, ROWS } = body as { ID: number; ROWS: { HASH: string }[] };
    const hash = ROWS[0]?.HASH;
    for (const creditNotes of [
      { lines: [{ hash, amount: 3 }], reason: 'Late' },
      { lines: [{ hash, quantity: 1 }], reason: 'Lost' },
      { taxes: [{ ...tax, base: 2 }], reason: 'Bonus', comment: 'As agreed' },
      ...(isFull ? [{ full: true, reason: 'Wrong buyer' }] : []),
    ]) {
      await done(service.post(`/v1/invoices/${ID}/creditNotes`, { creditNotes }));
    }
    if (isFull) await done(service.post(`${path}/invoices`));
  }
}

/** A simplified invoice that is exchanged; an annulled invoice with the next one; an annulled credit note. */
async function exchangeAndAnnul(service: Service): Promise<void> {
  const orderOf = (pId: string) => ({
    ...{ type: 'order', pId, date: '2026-02-01', currencyCode: 'EUR' },
    rows: [{ name: 'Lesson', quantity: 3, price: 10 }],
    user: { email: 'a@example.com', billingAddress: { countryCode: 'ES' } },
  });
  const invoiceOf = ({ pId }: { pId: string }) => ({
    ...{ type: 'invoice', pId: `of-${pId}`, order: { pId }, documentNumber: `of-${pId}` },
    ...{ date: '2026-02-02', kind: 'simplified' },
  });
  const orders = ['exchanged', 'annulled', 'reopened'].map(orderOf);
  const lines = [...orders, ...orders.map(invoiceOf)];
  expect(await importLines(service, lines)).toMatchObject({ rejected: 0 });
  const [exchanged, annulled, reopened] = await Promise.all(
    orders.map(async ({ pId }) => {
      const orderId = await idOf(service, 'orders', pId);
      const { body } = await service.get(`/v1/orders/${orderId}/invoices`);
      return { orderId, id: (body as { invoices: { ID: number }[] }).invoices[0]?.ID };
    }),
  );
  const billingAddress = {
    ...{ countryCode: 'ES', company: 'Lessons SL', nif: 'B12345674' },
    ...{ address: 'Calle Sol 1', city: 'Madrid' },
  };
  const annulment = { reason: 'Never sold' };
  await done(service.post(`/v1/invoices/${exchanged?.id}/full`, { invoices: { billingAddress } }));
  await done(service.post(`/v1/invoices/${annulled?.id}/annulment`, { annulment }));
  await done(service.post(`/v1/orders/${annulled?.orderId}/invoices`));
  const creditNotes = { full: true };
  const note = await service.post(`/v1/invoices/${reopened?.id}/creditNotes`, { creditNotes });
  const { ID } = note.body as { ID: number };
  await done(service.post(`/v1/creditNotes/${ID}/annulment`, { annulment }));
}

/** The structured form of the only invoice that it can be asked of. */
async function eDocument(service: Service): Promise<string> {
  const { body } = await service.get('/v1/invoices?headquarters=legal');
  const [{ ID } = { ID: 0 }] = (body as { invoices: { ID: number }[] }).invoices;
  const { status, text } = await service.get(`/v1/invoices/${ID}/document/cii`, {
    headers: { Accept: 'application/xml' },
  });
  if (status !== 200) throw new Error(text);
  return text;
}

type Engine = 'SQLite' | 'MariaDB';

/** A store on one engine; what is encrypted in it, no other store can open. */
async function startOn(engine: Engine): Promise<Service> {
  const environment = { WEBHOOK_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  if (engine === 'MariaDB' || testServer === undefined) return Service.start(environment);
  const database = emptySqlite();
  files.push(database);
  await migrate(database.url);
  return Service.start({ ...environment, DATABASE_URL: database.url });
}

/** Databases of services that have another one of their own. */
const files: TestDatabase[] = [];
afterAll(async () => {
  for (const file of files) await file.drop();
});

/** Where a store is filled, and where its data goes from there, and on. */
const ways: readonly (readonly Engine[])[] =
  testServer === undefined
    ? [['SQLite', 'SQLite', 'SQLite']]
    : [
        ['SQLite', 'MariaDB', 'SQLite'],
        ['MariaDB', 'SQLite', 'MariaDB'],
      ];

describe.each(ways)('What a store on %s exports, by way of %s to %s', (first, second, third) => {
  let filled: Service;
  let others: readonly Service[];
  let lines: string[];

  beforeAll(async () => {
    filled = await startOn(first);
    await fillStore(new Client(filled.url, MASTER_KEY), size);
    await useEverything(filled);
    lines = await exported(filled, true);
    others = [await startOn(second), await startOn(third)];
    for (const other of others) await copyFiles(filled, other);
  });

  afterAll(async () => {
    for (const one of [filled, ...others]) await one.stop();
  });

  it('is taken in by empty stores, one from the other, and they export the same bytes', async () => {
    let expected = lines;
    for (const other of others) {
      const { rejected, errors, created, updated } = await importAsCommand(other, expected);
      expect({ rejected, errors }).toEqual({ rejected: 0, errors: [] });
      expect(created + updated).toBeGreaterThan(100);
      expected = await exported(other, true);
      expect(expected).toEqual(lines);
    }
  });

  it('names the structured invoice that all of them hand out', async () => {
    const sha256 = hash('sha256', await eDocument(filled));
    expect(lines.filter((line) => line.includes(sha256))).toHaveLength(1);
    for (const other of others) expect(await eDocument(other)).toBe(await eDocument(filled));
  });

  it('is the same of all of them where secrets are left out', async () => {
    const expected = await exported(filled);
    expect(expected.length).toBeLessThan(lines.length);
    for (const other of others) expect(await exported(other)).toEqual(expected);
    const text = expected.join('\n');
    for (const secret of ['keyHash', 'passwordHash', 'whsec_', 'token=', 'SECRETPATH', 'sign=']) {
      expect(lines.join('\n')).toContain(secret);
      expect(text).not.toContain(secret);
    }
  });

  it('changes nothing where it is stored already', async () => {
    const again = await importAsCommand(others[0] as Service, lines);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: lines.length, errors: [] });
    // A state keeps the line that it was imported by, a switched-off action keeps none. So both differ from the
    // exported lines. An export doesn't show that a key descends from a deleted one.
    const { types, errors } = await importAsCommand(filled, lines);
    const changed = Object.entries(types).filter(([, { created, updated }]) => created + updated);
    expect({ errors, changed: changed.map(([type]) => type) }).toEqual({
      errors: [],
      changed: ['subStatus', 'statusAction', 'apiKey'],
    });
    expect(await exported(filled, true)).toEqual(lines);
  });

  it('is rejected, of files alone, where these are not the same', async () => {
    const [other] = others as [Service];
    await putFiles(other, 'green');
    await other.app.get(FileStore).removeFile('mugs/a.txt' as FilePath);
    const { rejected, errors } = await importAsCommand(other, lines);
    expect({ rejected, errors: errors.map(({ type, code }) => [type, code]) }).toEqual({
      rejected: 2,
      errors: [
        ['file', 'file.differs'],
        ['file', 'file.missing'],
      ],
    });
  });

  it('is for the command line alone where keys are in it', async () => {
    const key = lines.find((line) => line.startsWith('{"type":"apiKey"')) ?? '';
    const { errors } = await importLines(filled, [JSON.parse(key) as object]);
    expect(errors.map(({ code }) => code)).toEqual(['line.commandLine']);
  });

  it('contains the time of the last change of every record that has it', () => {
    const dated = [...elementKinds, ...datedKinds];
    const untold = linesOf(lines).filter((line) => {
      const { type, updatedAt } = line as { type: string; updatedAt?: string };
      return dated.includes(type) && updatedAt === undefined;
    });
    expect(untold).toEqual([]);
  });

  it('has lines of every type', () => {
    const expected = new Set(linesOf(lines).map((line) => (line as { type: string }).type));
    // Changes alone have the first two. Invoicing records have specs of their own (verifactu-sending).
    expect(exportedTypes.filter((type) => !expected.has(type))).toEqual([
      'channelLocations',
      'tagValueList',
      'verifactuChain',
      'verifactuRecord',
      'verifactuSubmission',
      'verifactu',
    ]);
  });
});
