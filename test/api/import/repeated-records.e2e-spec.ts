import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runImportCommand, type ImportSummary } from '../../../src/platform/data-transfer/imports';
import { OpenedIntake, product } from './opened-import-service';
import { writtenText } from '../../support/written-text';

describe('Records that are in an import twice', () => {
  let opened: OpenedIntake;
  beforeAll(async () => {
    opened = await OpenedIntake.open();
  });
  afterAll(() => opened.close());

  const nameOf = async (pId: string): Promise<string | undefined> =>
    (await opened.catalog.findByPIds('product', [pId])).get(pId)?.name;

  it('are stored, counted and listed with both lines if they differ', async () => {
    const others = Array.from({ length: 300 }, (_, at) => product(`other-${at}`));
    const summary = await opened.run([
      ...[product('a'), product('b'), '', product('a', 'Second')],
      ...others,
      ...[product('a', 'Third'), product('b'), { type: 'category', pId: 'a', name: 'Other type' }],
    ]);
    expect(summary).toMatchObject({
      ...{ created: 303, updated: 2, unchanged: 1, rejected: 0 },
      repeated: 2,
      repeatedRecords: [
        { line: 4, earlierLine: 1, type: 'product', pId: 'a' },
        { line: 305, earlierLine: 4, type: 'product', pId: 'a' },
      ],
      repeatedUnknown: false,
    });
    expect(await nameOf('a')).toBe('Third');
  });

  it('are no repetitions of what an earlier import has stored, or of rejected records', async () => {
    expect(await opened.run([product('a', 'Fourth')])).toMatchObject({ updated: 1, repeated: 0 });
    const bad = { ...product('c'), sku: 1 };
    expect(await opened.run([bad, product('c')])).toMatchObject({
      ...{ created: 1, rejected: 1, repeated: 0 },
    });
  });

  it('are refused on request, whether the earlier one is in the same batch or not', async () => {
    const others = Array.from({ length: 300 }, (_, at) => product(`refused-${at}`));
    const again = product('d', 'Second');
    const bad = { type: 'zone', pId: 'z', name: 'Z', countryCode: 'ES', parent: { pId: 'no' } };
    const good = { ...bad, parent: {} };
    const summary = await opened.run(
      [...[product('d'), again, product('d'), bad, good], ...others, again],
      { rejectsRepeated: true },
    );
    expect(summary).toMatchObject({
      ...{ created: 302, unchanged: 1, rejected: 3, repeated: 0 },
      errors: [
        {
          ...{ line: 2, type: 'product', pId: 'd', code: 'record.repeated', pointer: '' },
          detail: 'Line 1 contains a different record with the same key.',
        },
        { line: 4, type: 'zone', code: 'reference.notFound' },
        { line: 306, code: 'record.repeated' },
      ],
    });
    expect(await nameOf('d')).toBe('Product d');
  });

  it('are refused by the command with --reject-repeated', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'repeated-'));
    const file = join(folder, 'file.ndjson');
    writeFileSync(
      file,
      [product('e'), product('e', 'Second')].map((one) => JSON.stringify(one)).join('\n'),
    );
    const run = async (rejectRepeated: boolean): Promise<[number, ImportSummary]> => {
      const output = new PassThrough();
      const options = { output, messages: new PassThrough(), rejectRepeated };
      const code = await runImportCommand(opened.intake, file, options);
      return [code, JSON.parse(writtenText(output)) as ImportSummary];
    };
    expect(await run(true)).toMatchObject([1, { created: 1, rejected: 1, repeated: 0 }]);
    expect(await run(false)).toMatchObject([0, { updated: 1, unchanged: 1, repeated: 1 }]);
    rmSync(folder, { recursive: true });
  });
});
