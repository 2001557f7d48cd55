/** @engine platform/catalog */
import { listJournalEntryKinds } from '../../../src/database';
import {
  removalReplayKinds,
  exportSources,
} from '../../../src/platform/data-transfer/exports/export-sources';
import { catalogKinds } from '../../../src/platform/catalog/catalog-kind';
import { ImportRecordTypeRegistry } from '../../../src/platform/data-transfer/imports';
import { Service } from '../../support/service/service';

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.stop());

interface Summary {
  readonly updated: number;
  readonly errors: readonly { readonly line: number; readonly code: string }[];
}

async function send(...records: object[]): Promise<Summary> {
  const text = records.map((one) => `${JSON.stringify(one)}\n`).join('');
  const { status, body } = await service.post('/v1/import', text, {
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  expect(status).toBe(200);
  return body as Summary;
}

const deleted = (kind: string, pId: string) => ({ type: 'deleted', kind, pId });
const renamed = (kind: string, pId: string, to: string) => ({ type: 'renamed', kind, pId, to });

describe('What becomes of records that are gone elsewhere', () => {
  it('is declared for each exported kind: a removal, or why there is none', () => {
    const exported = new Set(exportSources.flatMap(({ journalKinds }) => journalKinds));
    // Not a kind of the journal: it makes the walk of value lists visit tags.
    exported.delete('tagValuesGone');
    expect(removalReplayKinds.map(({ kind }) => kind).sort()).toEqual([...exported].sort());
    for (const { removal, renaming } of removalReplayKinds) {
      for (const said of [removal, renaming]) {
        expect(typeof said === 'string' || said.unsupportedReason.length > 10).toBe(true);
      }
    }
  });

  it('is declared for each kind of the journal, except those without lines of their own', () => {
    const declared = new Set(removalReplayKinds.map(({ kind }) => kind));
    const others = listJournalEntryKinds().filter(({ name }) => !declared.has(name));
    expect(others.map(({ name }) => name).sort()).toEqual([
      // Events of this installation.
      ...['erasure', 'export'],
      // The file store is copied by itself.
      'file',
      ...['login', 'permission', 'personExport'],
      // Part of the lines of its document.
      'shipment',
    ]);
  });

  it('is done by an area that removes them', () => {
    const types = service.app.get(ImportRecordTypeRegistry);
    const removable = removalReplayKinds.filter(({ removal }) => typeof removal === 'string');
    const left = removable.filter(({ kind }) => types.findRemover(kind) === undefined);
    expect(left).toEqual([]);
    expect(removable.length).toBeGreaterThan(25);
  });
});

describe('A renamed record', () => {
  const group = { pId: 'finders' };
  const languages = [{ languageCode: 'en', name: 'Text' }];
  const paths: Readonly<Record<string, string>> = {
    tag: 'customTags',
    tagGroup: 'customTagGroups',
    news: 'news',
    location: 'physicalLocations',
    user: 'users',
    ...Object.fromEntries(catalogKinds.map((kind) => [kind, `catalog/${kind}`])),
  };
  const described: Readonly<Record<string, object>> = {
    tag: {
      ...{ active: true, controlType: 1, itemType: 13, valueForAllLanguages: true },
      ...{ position: 1, priority: 1, languages },
    },
    tagGroup: { name: 'Name', itemType: 13, position: 1, priority: 1, languages },
    news: { name: 'Name', publicationDate: '2026-01-01T00:00:00Z' },
    location: { name: 'Name', countryCode: 'ES' },
    user: {
      ...{ email: 'finder@example.com', languageCode: 'en', group },
      addressBook: [{ pId: 'home', alias: 'Home', type: 1, firstName: 'A', countryCode: 'ES' }],
    },
    zone: { name: 'Name', countryCode: 'ES' },
    tax: { name: 'Name', rate: 1 },
  };

  async function found(kind: string, q: string): Promise<number> {
    const { status, body } = await service.get(`/v1/${paths[kind] ?? ''}?q=${q}`);
    expect(status).toBe(200);
    const { ITEMS, items } = body as { ITEMS?: number; items?: number };
    return (ITEMS ?? items) as number;
  }

  it.each(Object.keys(paths))('of the kind %s is found by its new pId only', async (kind) => {
    await send({ type: 'userGroup', pId: group.pId, name: 'Finders' });
    const record = { type: kind, ...(described[kind] ?? { name: 'Name' }) };
    const twin = kind === 'user' ? { email: 'other@example.com' } : {};
    expect(
      await send(
        ...[
          { ...record, pId: `${kind}former` },
          { ...record, ...twin, pId: `${kind}taken` },
        ],
        { ...renamed(kind, `${kind}former`, `${kind}taken`), displaced: `${kind}displaced` },
      ),
    ).toMatchObject({ created: 2, updated: 1, rejected: 0 });
    const names = [`${kind}former`, `${kind}taken`, `${kind}displaced`];
    expect(await Promise.all(names.map((name) => found(kind, name)))).toEqual([0, 1, 1]);
    await send(deleted(kind, `${kind}displaced`));
    expect(await found(kind, `${kind}displaced`)).toBe(0);
  });
});

describe('Records of the catalog', () => {
  it('are removed and renamed, each among those of its kind', async () => {
    await send(
      { type: 'product', pId: 'twin', name: 'Product' },
      { type: 'category', pId: 'twin', name: 'Category' },
      { type: 'product', pId: 'old', name: 'Old' },
      { type: 'tax', pId: 'old', name: 'Old', rate: 1 },
    );
    expect(
      await send(
        ...[deleted('product', 'twin'), deleted('product', 'twin')],
        ...[renamed('product', 'old', 'new'), renamed('tax', 'old', 'newer')],
      ),
    ).toMatchObject({ updated: 3, unchanged: 1, rejected: 0 });
    expect(
      await send(
        { type: 'category', pId: 'twin', name: 'Category' },
        { type: 'product', pId: 'new', name: 'Old' },
        { type: 'tax', pId: 'newer', name: 'Old', rate: 1 },
        { type: 'product', pId: 'twin', name: 'Product' },
      ),
    ).toMatchObject({ unchanged: 3, created: 1 });
  });

  it('stay as long as others refer to them', async () => {
    await send(
      { type: 'zone', pId: 'outer', countryCode: 'ES', name: 'Outer' },
      { type: 'zone', pId: 'inner', countryCode: 'ES', name: 'Inner', parent: { pId: 'outer' } },
      { type: 'product', pId: 'wanted', name: 'Wanted' },
      { type: 'headquarter', pId: 'office', name: 'Office' },
      { type: 'userGroup', pId: 'some', name: 'Some' },
      {
        ...{ type: 'userRecord', pId: 'ada', email: 'ada@example.com', group: { pId: 'some' } },
        ...{ dateAdded: '2026-01-01T00:00:00Z', languageCode: 'en' },
        wishlist: [{ product: { pId: 'wanted' } }],
      },
      {
        ...{ type: 'order', pId: 'o-1', date: '2026-01-01T00:00:00Z', currencyCode: 'EUR' },
        headquarter: { pId: 'office' },
        user: { email: 'a@example.com', billingAddress: { countryCode: 'ES' } },
        rows: [{ name: 'Row', quantity: 1, price: 1, product: { pId: 'wanted' } }],
      },
    );
    const { errors } = await send(
      ...[deleted('zone', 'outer'), deleted('product', 'wanted'), deleted('headquarter', 'office')],
    );
    expect(errors.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '1 catalog.referred',
      '2 catalog.referred',
      '3 catalog.referred',
    ]);
    expect(
      await send(
        ...[deleted('user', 'ada'), deleted('product', 'wanted')],
        ...[deleted('zone', 'inner'), deleted('zone', 'outer')],
      ),
    ).toMatchObject({ updated: 4, rejected: 0 });
  });
});
