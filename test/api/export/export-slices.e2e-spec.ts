import { setTimeout as pause } from 'node:timers/promises';
import { DataAccess } from '../../../src/database';
import {
  readExportSlices,
  countExpectedRecords,
} from '../../../src/platform/data-transfer/exports/export-slices';
import { SalesDocument } from '../../../src/modules/sales/documents/entities/document.entity';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { importMasters, smallOrder } from '../sales/sample-store';

describe('The slices of an export', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
  });

  afterAll(() => service.stop());

  it('hold few rows at once, and a document of very many by itself', async () => {
    const lines = [400, 400, 400, 1200, 1, 1].map((rows) => ({
      type: 'order',
      ...smallOrder({
        rows: Array.from({ length: rows }, (_, at) => ({
          name: `Row ${at}`,
          quantity: 1,
          price: 10,
        })),
      }),
    }));
    expect(await importLines(service, lines)).toMatchObject({ created: lines.length });
    const slices: number[] = [];
    const { loader } = service.app.get(DataAccess);
    for await (const slice of readExportSlices(loader, { types: ['document'], language: 'en' }))
      if (slice.lines > 0) slices.push(slice.lines);
    expect(slices).toEqual([2, 1, 1, 2]);
  });

  it.each<[string, Parameters<typeof countExpectedRecords>[1]]>([
    ['everything', {}],
    ['secrets, too', { secretDecryptor: { decrypt: () => '' } }],
    ['some types', { types: ['document', 'tax', 'userRecord'] }],
    ['a person', { userId: 1 }],
  ])('are of as many records as were counted before: %s', async (_, options) => {
    const { loader } = service.app.get(DataAccess);
    let records = 0;
    for await (const slice of readExportSlices(loader, { ...options, language: 'en' }))
      records += slice.records;
    expect(await countExpectedRecords(loader, options)).toBe(records);
    expect(records > 0).toBe(options.userId === undefined);
  });

  it('are not counted in exports of changes', async () => {
    const { loader } = service.app.get(DataAccess);
    expect(await countExpectedRecords(loader, { since: 0 })).toBeUndefined();
  });

  it('are read one ahead of the one that is written', async () => {
    const { loader } = service.app.get(DataAccess);
    const reads = jest.spyOn(loader, 'listByIds');
    const slices = readExportSlices(loader, { types: ['document'], language: 'en' });
    await slices.next();
    const documents = (): number[] =>
      reads.mock.calls.flatMap(([entity, ids]) => (entity === SalesDocument ? ids.length : []));
    while (documents().length < 2) await pause(5);
    await pause(50);
    expect(documents()).toEqual([2, 1]);
    await slices.return(undefined);
    reads.mockRestore();
  });
});
