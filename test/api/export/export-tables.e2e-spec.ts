import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { DataAccess } from '../../../src/database';
import { FileStore } from '../../../src/platform/media/files';
import { runExportCommand, exportedTypes } from '../../../src/platform/data-transfer/exports';
import {
  createImportRecordSchema,
  ImportRecordTypeRegistry,
} from '../../../src/platform/data-transfer/imports';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { parseCsv, unescapeCell } from '../../support/csv';
import { temporaryFolder } from '../../support/service/database';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { writtenText } from '../../support/written-text';

type Line = Readonly<Record<string, unknown>>;

describe('an export as a table', () => {
  let service: Service;
  const folder = temporaryFolder();
  const out = path.join(folder, 'out');

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    service = await Service.start();
    const store = path.join(__dirname, '../../../docs/examples/store.ndjson');
    const lines = readFileSync(store, 'utf8').trim().split('\n');
    await importLines(
      service,
      lines.map((line) => JSON.parse(line) as object),
    );
    await importLines(service, [{ type: 'tax', pId: '=1+1', name: '+21 "%", plain', rate: 21 }]);
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  /** Runs the command. @returns the exit code and its messages */
  async function run(
    types: readonly string[],
    options: { csvTypeRegistry?: ImportRecordTypeRegistry; since?: number } = {},
  ) {
    const messages = new PassThrough();
    const { app } = service;
    const sequencer = app.get(JournalSequencer);
    const exporting = { ...app.get(DataAccess), files: app.get(FileStore), sequencer };
    const code = await runExportCommand(exporting, {
      outputPath: out,
      types,
      language: 'en',
      messages,
      ...options,
    });
    return { code, said: writtenText(messages) };
  }

  it.each(exportedTypes)('has a row for each line of the type %s', async (type) => {
    const csvTypeRegistry = service.app.get(ImportRecordTypeRegistry);
    expect(await run([type])).toMatchObject({ code: 0 });
    const lines = readFileSync(out, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
    expect(await run([type], { csvTypeRegistry })).toMatchObject({
      code: 0,
      said: expect.stringMatching(`^${lines.length} lines, `) as string,
    });
    const [columns = [], ...rows] = parseCsv(readFileSync(out, 'utf8'));
    const fields = createImportRecordSchema(csvTypeRegistry.find(type)!).properties ?? {};
    expect(['type', ...columns]).toEqual(Object.keys(fields));
    const cellOf = (value: unknown): string =>
      typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
    expect(rows.map((row) => row.map(unescapeCell))).toEqual(
      lines.map((line) => columns.map((column) => cellOf(line[column]))),
    );
    // Every exported value has a column.
    for (const line of lines)
      expect(Object.keys(fields)).toEqual(expect.arrayContaining(Object.keys(line)));
  });

  it('keeps texts from being worked out as formulas', async () => {
    await run(['tax'], { csvTypeRegistry: service.app.get(ImportRecordTypeRegistry) });
    expect(readFileSync(out, 'utf8')).toContain(`"'=1+1","'+21 ""%"", plain",21`);
  });

  it.each([[[]], [['tax', 'zone']]])('is made of one type, not of %j', async (types) => {
    rmSync(out, { force: true });
    const ended = await run(types, { csvTypeRegistry: service.app.get(ImportRecordTypeRegistry) });
    expect(ended).toEqual({
      code: 2,
      said: 'The export failed: A table contains records of a single type. Specify exactly one type.\n',
    });
    expect(existsSync(out)).toBe(false);
  });
});
