import { migrations } from '../../src/database/migrations';
import { BuiltCommand, buildService } from '../support/built-process';
import { emptyDatabaseUrl, type TestDatabase } from '../support/database';

describe('processes that start at once on an empty database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    await buildService();
    database = await emptyDatabaseUrl();
  }, 180_000);
  afterAll(() => database.drop());

  const migrateFourTimes = () => {
    const environment = { DATABASE_URL: database.url };
    return Promise.all(Array.from({ length: 4 }, () => BuiltCommand.run(environment, 'migrate')));
  };

  it('migrate it once, and the others wait for that', async () => {
    const ended = await migrateFourTimes();
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      ended.map(() => ({ code: 0, stderr: '' })),
    );
    const names = migrations.map((migration) => new migration().name).join(', ');
    const told = ended.map(({ stdout }) => stdout.trim()).sort();
    const upToDate = 'The database is up to date.';
    expect(told).toEqual([`Done: ${names}`, upToDate, upToDate, upToDate]);
  }, 120_000);

  it('find nothing left to do later', async () => {
    for (const { code, stderr } of await migrateFourTimes())
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  }, 60_000);
});
