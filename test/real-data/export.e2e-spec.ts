import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandServer } from '../support/servers/command-server';
import { emptyDatabaseUrl, emptySqlite, testServer } from '../support/service/database';
import { dataFolder, everyOneIn, hasDataSets } from './data-sets';
import { ImportedStore } from './imported-store';

/** The export that the command makes of a store: its file, and its lines. */
async function exported(
  commands: CommandServer,
  store: ImportedStore,
): Promise<{ file: string; lines: string[] }> {
  const file = join(store.folder, 'export.ndjson');
  const environment = {
    DATABASE_URL: store.url,
    FILES_URL: `file:${join(store.folder, 'files')}`,
  };
  const { code, stderr } = await commands.run(environment, 'export', '--out', file);
  if (code !== 0) throw new Error(stderr);
  return { file, lines: readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

const describeReal = hasDataSets ? describe : describe.skip;

describeReal(`The export of the data sets in ${dataFolder}`, () => {
  let commands: CommandServer;
  let dataAccess: ImportedStore[];

  beforeAll(async () => {
    commands = await CommandServer.shared();
  });

  beforeEach(async () => {
    dataAccess = [
      await ImportedStore.open(undefined, commands),
      await ImportedStore.open(emptySqlite(), commands),
    ];
    // Where that was the other engine, back to this one as well.
    if (testServer !== undefined)
      dataAccess.push(await ImportedStore.open(await emptyDatabaseUrl(), commands));
  });
  afterEach(async () => {
    for (const one of dataAccess) await one.close();
  });

  it.each([
    ["Oracle's Customer Orders", 'oracle-co.mjs', 16],
    ['AdventureWorks', 'adventureworks.mjs', 160],
  ])(
    'brings %s into other stores, which export the same bytes',
    async (_name, converter, many) => {
      const [first, ...others] = dataAccess as [ImportedStore, ...ImportedStore[]];
      const { summary } = await first.importSome(converter, everyOneIn(many));
      expect(summary.types['order']).toMatchObject({ rejected: 0 });
      const expected = await exported(commands, first);
      let { file } = expected;
      for (const other of others) {
        const { code, rejected } = await other.take(file);
        expect({ code, rejected }).toEqual({ code: 0, rejected: [] });
        const again = await exported(commands, other);
        expect(again.lines.length).toBe(expected.lines.length);
        expect(again.lines.filter((line, at) => line !== expected.lines[at]).slice(0, 5)).toEqual(
          [],
        );
        ({ file } = again);
      }
    },
    1_800_000,
  );
});
