/** @engine platform/data-transfer/imports */
import { DataAccess } from '../../../src/database';
import { TagGroup } from '../../../src/modules/custom-tags';
import { Channel } from '../../../src/platform/catalog';
import { ImportRecordTypeRegistry } from '../../../src/platform/data-transfer/imports';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';

const HIDDEN = '\u200b';

/** Valid lines of all kinds with names or identifiers that new data can't have in any form. */
const lines: readonly (Record<string, unknown> & {
  readonly type: string;
  readonly pId: string;
})[] = [
  { type: 'tagGroup', pId: 'sizes', name: 'Sizes', itemType: 1, position: 1, priority: 1 },
  {
    ...{ type: 'tag', pId: 'size', active: true, controlType: 5, itemType: 1, position: 1 },
    ...{ priority: 1, valueForAllLanguages: true, nameOnFeed: 'size' },
  },
  { type: 'tagValue', pId: 'xl', tag: { pId: 'size' } },
  { type: 'location', pId: 'gran-via', name: 'Gran Vía', countryCode: 'ES' },
  { type: 'userGroup', pId: 'wholesale', name: 'Wholesale', description: '' },
  { type: 'news', pId: 'sale', name: 'Sale', publicationDate: '2026-01-01' },
  { type: 'definition', pId: 'gift', name: 'Gift' },
  { type: 'zone', pId: 'es', name: 'Spain', countryCode: 'ES' },
  { type: 'channel', pId: 'web', name: 'Web' },
  { type: 'headquarter', pId: 'madrid', name: 'Madrid', countryCode: 'ES', legalName: 'Tienda' },
  { type: 'product', pId: 'mug', name: 'Mug', sku: 'M-1' },
  { type: 'warehouse', pId: 'north', name: 'North' },
  { type: 'tax', pId: 'vat', name: 'VAT', rate: 21 },
];

describe('Identifiers and names of imported records', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    expect(await importLines(service, lines)).toMatchObject({
      created: lines.length,
      rejected: 0,
      errors: [],
    });
  });

  afterAll(() => service.stop());

  const store = async (change: (dataAccess: DataAccess) => Promise<unknown>): Promise<void> => {
    const dataAccess = service.app.get(DataAccess);
    await dataAccess.unitOfWork.run(() => change(dataAccess));
  };

  it.each(lines.map((line) => [line.type, line] as const))(
    'are visible in new records: %s',
    async (type, line) => {
      const { 'x-visible': _kind, ...schema } = (await service.get(`/v1/schemas/${type}`)).body as {
        properties: Record<string, { 'x-visible'?: string }>;
        'x-visible'?: string;
      };
      const fields = Object.keys(line).filter(
        (field) => schema.properties[field]?.['x-visible'] !== undefined,
      );
      expect(fields).toContain('pId');
      for (const field of fields) {
        const changed = { ...line, pId: 'new', [field]: `${String(line[field])}${HIDDEN}` };
        expect(await importLines(service, [changed])).toMatchObject({
          rejected: 1,
          errors: [{ code: 'text.invisible', pointer: `/${field}` }],
        });
      }
      const named = 'name' in line || 'nameOnFeed' in line;
      expect(fields.length).toBeGreaterThan(named ? 1 : 0);
    },
  );

  it('stay as they are stored, whatever else changes', async () => {
    const name = `Web${HIDDEN}`;
    const [channel = 0, group = 0] = await Promise.all(
      ([Channel, TagGroup] as const).map(
        async (entity) => (await service.app.get(DataAccess).loader.listIds(entity, []))[0],
      ),
    );
    await store(({ writer }) => writer.update(Channel, channel, { name }));
    await store(({ writer }) => writer.update(TagGroup, group, { name }));
    const stored = [
      { type: 'channel', pId: 'web', name },
      { ...lines[0], name },
    ];
    expect(await importLines(service, stored)).toMatchObject({ unchanged: 2, rejected: 0 });
    const changed = [{ ...lines[0], name, position: 2 }];
    expect(await importLines(service, changed)).toMatchObject({ updated: 1, rejected: 0 });
    const other = [{ ...lines[0], name: `Other${HIDDEN}` }];
    expect(await importLines(service, other)).toMatchObject({ rejected: 1 });
  });

  it('are those of the export that a store is made from', async () => {
    const exported = lines.map((line) => ({
      ...{ ...line, pId: `old-${line.pId}${HIDDEN}`, updatedAt: '2026-01-01T00:00:00.000Z' },
      ...('name' in line && { name: `${String(line['name'])}${HIDDEN}` }),
    }));
    expect(await importLines(service, exported)).toMatchObject({
      created: exported.length,
      rejected: 0,
      errors: [],
    });
    const subStatus = {
      ...{ type: 'subStatus', pId: `packed${HIDDEN}`, name: `Packed${HIDDEN}` },
      ...{ document: 'order', status: 2 },
    };
    expect(await importLines(service, [subStatus])).toMatchObject({ created: 1, rejected: 0 });
  });

  it('have their rule in the schemas of records that it applies to, and in no others', async () => {
    const types = service.app.get(ImportRecordTypeRegistry).list();
    const marked: string[] = [];
    for (const { type } of types)
      if ((await service.get(`/v1/schemas/${type}`)).text.includes('x-visible')) marked.push(type);
    const checked = types.flatMap(({ type, rejectsInvisibleCharacters }) =>
      rejectsInvisibleCharacters ? [type] : [],
    );
    expect(checked).toEqual(expect.arrayContaining(marked));
    expect(marked).toEqual(
      expect.arrayContaining([...lines.map(({ type }) => type), 'user', 'order']),
    );
    for (const type of ['document', 'renamed', 'elementFilters', 'subStatus'])
      expect(marked).not.toContain(type);
  });
});
