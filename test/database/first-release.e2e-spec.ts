/** @engine */
import { createDataSource } from '../../src/database/connection/data-source';
import { migrations } from '../../src/database/migrations';
import { migrate } from '../../src/database/migrations/migrate';
import { CommandServer } from '../support/servers/command-server';
import { type Migrations, type TestDatabase, testDatabaseUrl } from '../support/service/database';
import { definitionOf, tableNames } from '../support/service/filled-tables';
import { exportService, importAsCommand } from '../support/export';
import { Service } from '../support/service/service';
import { firstRelease, RUN } from './release-1.0.0/database';

/** The definitions of the tables, however their columns and keys were added. */
async function definitions({ url }: TestDatabase): Promise<Record<string, string[]>> {
  const source = await createDataSource(url);
  await source.initialize();
  const runner = source.createQueryRunner();
  const found: Record<string, string[]> = {};
  for (const name of await tableNames(runner)) {
    const text = (await definitionOf(runner, name)).replaceAll('`', '"');
    // SQLite keeps the words, and ends an index by a blank.
    const plain = text.replaceAll(/(?<!NOT) NULL| +(?=;|$)|,$/gm, '');
    const lines = plain.split('\n');
    const isKey = (line: string): boolean => / KEY /.test(line);
    found[name] = [...lines.filter((line) => !isKey(line)), ...lines.filter(isKey).sort()];
  }
  await runner.release();
  await source.destroy();
  return found;
}

async function definitionsOfNew(list: Migrations): Promise<Record<string, string[]>> {
  const database = await testDatabaseUrl(list);
  const found = await definitions(database);
  await database.drop();
  return found;
}

describe('A database of 1.0.0', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await firstRelease();
  });
  afterAll(() => database.drop());

  it('has what the baseline makes of an empty one', async () => {
    expect(await definitionsOfNew(migrations.slice(0, 1))).toEqual(await definitions(database));
  });

  it('goes on where it was, and becomes what a new one is', async () => {
    const [, ...later] = migrations.map((one) => new one().name);
    expect(await migrate(database.url)).toEqual(later);
    expect(await migrate(database.url)).toEqual([]);
    expect(await definitions(database)).toEqual(await definitionsOfNew(migrations));
  });

  it('keeps its records, which are found and go on', async () => {
    const service = await Service.start({ DATABASE_URL: database.url });
    const found = async (path: string): Promise<unknown> => (await service.get(path)).body;
    expect(await found('/v1/users?q=garcia')).toMatchObject({
      USERS: [{ PID: 'ada', ADDRESSBOOK: { BILLINGADDRESS: [{ CITY: 'Madrid' }] } }],
    });
    expect(await found('/v1/orders?q=mug')).toMatchObject({
      orders: [{ PID: 'first', DOCUMENTNUMBER: 'O1-2026-1', TOTAL: 30.25 }],
    });
    expect((await service.post('/v1/orders/1/invoices', {})).status).toBe(201);
    await service.stop();
  });
});

describe('An export of a store of 1.0.0', () => {
  it('is imported by a new store without a rejection, which exports the same', async () => {
    const database = await firstRelease();
    await migrate(database.url);
    const [former, copy] = [
      await Service.start({ DATABASE_URL: database.url }),
      await Service.start(),
    ];
    const { exportedLines } = await exportService(former);
    expect(exportedLines.length).toBeGreaterThan(5);
    expect(await importAsCommand(copy, exportedLines)).toMatchObject({ errors: [], warnings: [] });
    expect((await exportService(copy)).exportedLines).toEqual(exportedLines);
    await former.stop();
    await copy.stop();
    await database.drop();
  });
});

describe('A database of a version before 1.0.0', () => {
  it.each([1, RUN - 1])('with %i migrations is refused, and left alone', async (run) => {
    const database = await firstRelease(run);
    const before = await definitions(database);
    const problem =
      'the database is of a version before 1.0.0: update it to 1.0.0 first, then to this version';
    await expect(migrate(database.url)).rejects.toThrow(problem);
    const commands = await CommandServer.shared();
    const environment = { DATABASE_URL: database.url };
    expect(await commands.runFailingStart(environment)).toMatchObject({
      code: 1,
      stderr: `The service can't start: ${problem}\n`,
    });
    const { code, stderr } = await commands.run(environment, 'migrate');
    expect([code, stderr]).toEqual([2, `${problem}\n`]);
    const { stdout } = await commands.run(environment, 'doctor');
    expect(stdout).toMatch(new RegExp(`^schema +wrong +${problem}$`, 'm'));
    expect(await definitions(database)).toEqual(before);
    await database.drop();
  });
});
