/** @engine */
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/connection/data-source';
import { migrations } from '../../src/database/migrations';
import { migrate } from '../../src/database/migrations/migrate';
import { emptyDatabaseUrl, type TestDatabase, testServer } from '../support/service/database';
import { schemaDrift } from './schema-drift';
import { sampleMigrations } from './sample.migration';
import { Line, Part, Shop, Town } from './sample.entity';

/** The data source of TypeORM's command line. */
async function commandLine(url: string): Promise<DataSource> {
  process.env['DATABASE_URL'] = url;
  // oxlint-disable-next-line typescript/no-require-imports -- it reads its address when it is loaded
  return (require('../../ormconfig') as { dataSource: Promise<DataSource> }).dataSource;
}

describe.each([
  { of: 'the service', all: migrations, open: commandLine },
  {
    of: 'the samples',
    all: sampleMigrations,
    open: (url: string): Promise<DataSource> =>
      createDataSource(url, { entities: [Line, Part, Shop, Town], migrations: sampleMigrations }),
  },
])('The schema of $of', ({ all, open }) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await emptyDatabaseUrl();
    expect(await migrate(database.url, all)).toEqual(all.map((one) => new one().name));
    dataSource = await open(database.url);
    await dataSource.initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const drift = async (): Promise<string[]> => schemaDrift(dataSource);

  const tables = async (): Promise<string[]> => {
    const sql =
      testServer === undefined
        ? "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT IN ('migrations') AND name NOT LIKE 'sqlite_%'"
        : `SELECT CONCAT_WS(' ', table_name, column_name, column_type, is_nullable, collation_name) AS 'sql'
           FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name NOT LIKE 'migration%'
           UNION ALL SELECT CONCAT_WS(' ', table_name, constraint_name, constraint_type)
           FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND table_name NOT LIKE 'migration%'`;
    const rows = await dataSource.query<{ sql: string }[]>(sql);
    return rows.map((row) => row.sql).sort();
  };

  it('is what the entities declare', async () => {
    expect(await drift()).toEqual([]);
  });

  it('has no table that no entity declares, but those of migrations and of the search', async () => {
    const sql =
      testServer === undefined
        ? "SELECT name FROM sqlite_master WHERE type = 'table'"
        : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
    const there = (await dataSource.query<{ name: string }[]>(sql)).map(({ name }) => name);
    const declared = dataSource.entityMetadatas.map(({ tableName }) => tableName);
    const others = there.filter((name) => !declared.includes(name));
    expect(others.filter((name) => !/^(migration.*|search_.+|sqlite_.+)$/.test(name))).toEqual([]);
  });

  it('leaves TypeORM nothing to change', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('is brought up once', async () => {
    expect(await migrate(database.url, all)).toEqual([]);
  });

  it('goes back to nothing, migration by migration, and up again', async () => {
    const before = await tables();
    expect(before.length).toBeGreaterThan(0);
    for (let i = 0; i < all.length; i++)
      await dataSource.undoLastMigration({ transaction: 'each' });
    expect(await tables()).toEqual([]);
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await tables()).toEqual(before);
    expect(await drift()).toEqual([]);
  });
});

describe('schemaDrift', () => {
  it('reports every difference', async () => {
    const database = await emptyDatabaseUrl();
    await migrate(database.url, sampleMigrations);
    const dataSource = await createDataSource(database.url, { entities: [Line, Part, Shop, Town] });
    await dataSource.initialize();
    const unlike = [
      [
        'ALTER TABLE sample_towns ADD COLUMN extra INT',
        'ALTER TABLE sample_towns DROP COLUMN extra',
      ],
      [
        'ALTER TABLE sample_towns RENAME COLUMN name TO title',
        'ALTER TABLE sample_towns RENAME COLUMN title TO name',
      ],
    ];
    for (const [change = '', undo = ''] of unlike) {
      await dataSource.query(change);
      expect(await schemaDrift(dataSource)).not.toEqual([]);
      await dataSource.query(undo);
      expect(await schemaDrift(dataSource)).toEqual([]);
    }
    const ix = 'DROP INDEX ix_sample_shops_name_folded';
    await dataSource.query(testServer === undefined ? ix : `${ix} ON sample_shops`);
    expect(await schemaDrift(dataSource)).toEqual([
      'sample_shops: index only declared: ix_sample_shops_name_folded (name_folded)',
    ]);
    await dataSource.destroy();
    await database.drop();
  });
});
