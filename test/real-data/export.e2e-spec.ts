import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltCommand } from '../support/built-process';
import { emptyDatabaseUrl, emptySqlite } from '../support/database';
import { dataFolder, hasDataSets, isAllWanted } from './data-sets';
import { ImportedStore } from './imported-store';

/** Of a sample, every so many orders. */
const SAMPLE = 40;

/** What a store exports by the command: its file, and its lines. */
async function exported(store: ImportedStore): Promise<{ file: string; lines: string[] }> {
  const file = join(store.folder, 'export.ndjson');
  const environment = {
    DATABASE_URL: store.url,
    FILES_URL: `file:${join(store.folder, 'files')}`,
  };
  const { code, stderr } = await BuiltCommand.run(environment, 'export', '--out', file);
  if (code !== 0) throw new Error(stderr);
  return { file, lines: readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

const describeReal = hasDataSets ? describe : describe.skip;

describeReal(`The export of the data sets in ${dataFolder}`, () => {
  let stores: readonly ImportedStore[];

  beforeEach(async () => {
    stores = [
      await ImportedStore.open(),
      // On the other engine, where there are two.
      await ImportedStore.open(emptySqlite()),
      await ImportedStore.open(await emptyDatabaseUrl()),
    ];
  });
  afterEach(async () => {
    for (const one of stores) await one.close();
  });

  it.each([
    ["Oracle's Customer Orders", 'oracle-co.mjs', false],
    ['AdventureWorks', 'adventureworks.mjs', !isAllWanted],
  ])(
    'brings %s into other stores, which export the same bytes',
    async (_name, converter, isSample) => {
      const [first, ...others] = stores as [ImportedStore, ...ImportedStore[]];
      let number = 0;
      const { summary } = await first.importSome(
        converter,
        () => !isSample || number++ % SAMPLE === 0,
      );
      expect(summary.types['order']).toMatchObject({ rejected: 0 });
      const told = await exported(first);
      let { file } = told;
      for (const other of others) {
        const { code, rejected } = await other.take(file);
        expect({ code, rejected }).toEqual({ code: 0, rejected: [] });
        const again = await exported(other);
        expect(again.lines.length).toBe(told.lines.length);
        expect(again.lines.filter((line, at) => line !== told.lines[at]).slice(0, 5)).toEqual([]);
        ({ file } = again);
      }
    },
    1_800_000,
  );
});
