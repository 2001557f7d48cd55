import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database, DataAccess } from '../../src/database';
import { WalLimiter } from '../../src/database/dialect/sqlite.wal-limiter';
import { openSqlite } from '../../src/database/dialect/sqlite.driver';
import { temporaryFolder } from '../support/service/database';
import { until } from '../support/until';
import { sampleMigrations } from './sample.migration';
import { migrate } from '../../src/database/migrations/migrate';
import { Town } from './sample.entity';

const MIB = 2 ** 20;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("SQLite's write-ahead log", () => {
  const folder = temporaryFolder();
  const path = join(folder, 'store.sqlite');
  const open: Database[] = [];
  let made = 0;

  beforeAll(() => migrate(`sqlite:${path}`, sampleMigrations));

  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function dataAccess(maxWalBytes?: number): Promise<DataAccess> {
    const database = await Database.open(
      `sqlite:${path}`,
      maxWalBytes === undefined ? {} : { maxWalBytes },
    );
    open.push(database);
    return DataAccess.forDatabase(database);
  }

  const bytes = (): number => statSync(`${path}-wal`).size;

  async function write({ unitOfWork, writer }: DataAccess, mebibytes: number): Promise<void> {
    for (let at = 0; at < mebibytes * 4; at++)
      await unitOfWork.run(() =>
        writer.insert(
          Town,
          Array.from({ length: 1000 }, () => ({ pId: `${++made}-${'x'.repeat(200)}` })),
        ),
      );
  }

  const count = ({ database }: DataAccess): Promise<object[]> =>
    database.select('SELECT COUNT(*) AS n FROM sample_towns', []);

  it('is logged with what SQLite reported when it can not be written back', async () => {
    const broken = join(folder, 'broken.sqlite');
    writeFileSync(
      broken,
      'no database, but a text that is longer than the header of one'.repeat(9),
    );
    const limiter = new WalLimiter(broken, MIB);
    const warned = jest.spyOn(limiter['logger'], 'warn').mockReturnValue();
    await limiter['checkpoint']('PASSIVE');
    await limiter.end();
    const texts = warned.mock.calls.map(([text]) => String(text));
    expect(texts).toEqual([
      'The write-ahead log could not be written back: SQLITE_NOTADB file is not a database',
    ]);
  });

  it('is written back, and restarted, while units of work follow one another', async () => {
    const store = await dataAccess();
    await Promise.all([write(store, 6), write(store, 6)]);
    expect(bytes()).toBeLessThan(6 * MIB);
    expect(await count(store)).toEqual([{ n: made }]);
  });

  it('ends a read of one state that it has outgrown, and is small again', async () => {
    const store = await dataAccess(2 * MIB);
    const reading = store.database.runInSnapshot(async () => {
      await count(store);
      await write(await dataAccess(2 * MIB), 4);
      await pause(1500);
      return count(store);
    });
    await expect(reading).rejects.toThrow('SQLITE_WAL_BYTES');
    await until(async () => {
      await write(store, 1);
      return bytes() < 2 * MIB;
    });
  });

  it('leaves a read alone as long as there is room, and grows with it', async () => {
    const store = await dataAccess();
    const before = bytes();
    await store.database.runInSnapshot(async () => {
      const seen = await count(store);
      await write(await dataAccess(), 6);
      await pause(1500);
      expect(await count(store)).toEqual(seen);
    });
    expect(bytes()).toBeGreaterThan(Math.max(before, 4 * MIB));
  });

  it('is restarted once a reader of another program has ended', async () => {
    const store = await dataAccess(2 * MIB);
    const other = openSqlite(path, { readonly: true });
    other.exec('BEGIN; SELECT COUNT(*) FROM sample_towns');
    await write(store, 5);
    await pause(1000);
    await write(store, 1);
    expect(bytes()).toBeGreaterThan(2 * MIB);
    other.close();
    await pause(1000);
    await write(store, 1);
    expect(bytes()).toBeLessThan(2 * MIB);
  });
});
