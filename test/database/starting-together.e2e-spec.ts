/** @engine */
import type { MigrationInterface } from 'typeorm';
import { Database, DataAccess } from '../../src/database';
import { migrations } from '../../src/database/migrations';
import { migrate } from '../../src/database/migrations/migrate';
import { BuiltCommand, buildService } from '../support/servers/built-process';
import { cases } from '../support/random/cases';
import { emptyDatabaseUrl, type TestDatabase, testServer } from '../support/service/database';

const PROCESSES = cases(2, 4);

describe('processes that start at once on an empty database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    await buildService();
    database = await emptyDatabaseUrl();
  });
  afterAll(() => database.drop());

  it('migrate it once, the others wait for that, and find nothing left to do', async () => {
    const environment = { DATABASE_URL: database.url };
    const ended = await Promise.all(
      Array.from({ length: PROCESSES }, () => BuiltCommand.run(environment, 'migrate')),
    );
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      ended.map(() => ({ code: 0, stderr: '' })),
    );
    const names = migrations.map((migration) => new migration().name).join(', ');
    const outputs = ended.map(({ stdout }) => stdout.trim()).sort();
    const upToDate = Array<string>(PROCESSES - 1).fill('The database is up to date.');
    expect(outputs).toEqual([`Done: ${names}`, ...upToDate]);
  });

  (testServer === undefined ? it.skip : it)(
    'take over from one that died, and wait for one that lives',
    async () => {
      const dataAccess = DataAccess.forDatabase(await Database.open(database.url));
      const claim = (holder: string, expiry: string) =>
        dataAccess.unitOfWork.run(async () => {
          await dataAccess.database.execute('DELETE FROM migration_claims');
          await dataAccess.database.execute(
            `INSERT INTO migration_claims VALUES (1, '${holder}', UTC_TIMESTAMP(3) + INTERVAL ${expiry})`,
          );
        });
      const undo = () =>
        dataAccess.unitOfWork.run(() =>
          dataAccess.database.execute("DELETE FROM migrations WHERE name = 'Late1000000000000'"),
        );
      class Late1000000000000 implements MigrationInterface {
        up = () => Promise.resolve();
        down = () => Promise.resolve();
      }
      await claim('dead', '-1 SECOND');
      expect(await migrate(database.url, [Late1000000000000])).toEqual(['Late1000000000000']);
      await undo();
      await claim('alive', '1 HOUR');
      let isDone = false;
      const waiting = migrate(database.url, [Late1000000000000]).then(() => (isDone = true));
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(isDone).toBe(false);
      await claim('alive', '0 SECOND');
      await waiting;
      expect(await dataAccess.database.select('SELECT holder FROM migration_claims')).toEqual([]);
      await dataAccess.database.close();
    },
    60_000,
  );
});
