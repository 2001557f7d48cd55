/** @engine */
import { createDataSource, type StoreDataSource } from '../../src/database/connection/data-source';
import { columnKinds } from '../../src/database/schema/column-kinds';
import { migrations } from '../../src/database/migrations';
import { ChangeTimes } from '../../src/database/migrations/0120-change-times';
import { migrate } from '../../src/database/migrations/migrate';
import { emptyDatabaseUrl, type TestDatabase } from '../support/service/database';

/** On both sides of what is filled in one statement. */
const ids = [1, 9999, 10_000, 10_001, 25_000];

describe('The migration that brings times of changes', () => {
  let database: TestDatabase;
  let source: StoreDataSource;
  beforeEach(async () => {
    database = await emptyDatabaseUrl();
    const before = migrations.slice(0, migrations.indexOf(ChangeTimes));
    await migrate(database.url, before);
    source = await createDataSource(database.url, { migrations: [...before, ChangeTimes] });
    await source.initialize();
    for (const id of ids)
      await source.query(
        "INSERT INTO channels (id, p_id, name, name_folded) VALUES (?, ?, '', '')",
        [id, `channel-${id}`],
      );
  });
  afterEach(async () => {
    await source.destroy();
    await database.drop();
  });

  const times = async (): Promise<string[]> => {
    const sql = 'SELECT updated_at AS time FROM channels ORDER BY id';
    return (await source.query<{ time: string }[]>(sql)).map(({ time }) => time);
  };
  const run = () => source.runMigrations({ transaction: 'each' });

  it('lets everything that is there count as changed now, and goes back', async () => {
    const begun = Date.now();
    await run();
    for (const time of await times()) {
      const at = Date.parse(`${time.replace(' ', 'T')}Z`);
      expect(at).toBeGreaterThanOrEqual(begun);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
    await source.undoLastMigration({ transaction: 'each' });
    await expect(times()).rejects.toThrow('updated_at');
    await run();
    expect(await times()).toHaveLength(ids.length);
  });

  it('goes on where another run of it was cut off', async () => {
    // MySQL keeps part of such a run: one table that is done, and one whose rows are filled in part.
    const { type, precision } = source.dialect.getColumnType(columnKinds.instant);
    const size = precision === undefined || precision === null ? '' : `(${precision})`;
    const column = `ADD COLUMN updated_at ${type}${size} NULL`;
    for (const table of ['channels', 'definitions'])
      await source.query(`ALTER TABLE ${table} ${column}`);
    await source.query('CREATE INDEX ix_channels_updated_at ON channels (updated_at)');
    await source.query("UPDATE channels SET updated_at = '2020-01-01 00:00:00.000' WHERE id < 100");
    await run();
    const [first, ...others] = await times();
    expect(first).toContain('2020');
    for (const time of others) expect(time).toMatch(/^20(?!20)/);
    const runner = source.createQueryRunner();
    for (const name of ['channels', 'definitions', 'zones']) {
      const table = await runner.getTable(name);
      const indexes = table?.indices.map((index) => index.name);
      expect(indexes).toContain(`ix_${name}_updated_at`);
    }
    await runner.release();
  });
});
