import { rmSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailable, CommitOutcomeUnknown } from '../../src/core/errors';
import { Database, defineList, DataAccess, toWorkQueue } from '../../src/database';
import { migrate } from '../../src/database/migrations/migrate';
import { temporaryFolder } from '../support/service/database';
import { sampleMigrations } from './sample.migration';
import { Town } from './sample.entity';

describe('What is committed to a SQLite file', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'store.sqlite');
  let database: Database;
  let dataAccess: DataAccess;
  let datasync: jest.SpyInstance;
  let made = 0;

  beforeAll(() => migrate(`sqlite:${path}`, sampleMigrations));

  beforeEach(async () => {
    const handle = await open(path);
    datasync = jest.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync');
    await handle.close();
    database = await Database.open(`sqlite:${path}`);
    dataAccess = DataAccess.forDatabase(database);
  });

  afterEach(async () => {
    datasync.mockRestore();
    await database.close();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const write = (): Promise<number[]> =>
    dataAccess.unitOfWork.run(() => dataAccess.writer.insert(Town, [{ pId: `town-${++made}` }]));
  const count = async (): Promise<unknown> =>
    (await database.select('SELECT COUNT(*) AS n FROM sample_towns', []))[0]?.['n'];

  it('is reported when the disk has it, which takes everything that waits at once', async () => {
    let release = (): void => undefined;
    datasync.mockReturnValueOnce(new Promise<void>((resolve) => (release = resolve)));
    const before = Number(await count());
    let notified = 0;
    const writing = Array.from({ length: 30 }, () => write().then(() => notified++));
    while (Number(await count()) < before + 30) await new Promise(setImmediate);
    expect(notified).toBe(0);
    release();
    await Promise.all(writing);
    expect(datasync.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('is reported to workers, and readers of the journal, when the disk has it', async () => {
    let release = (): void => undefined;
    await write();
    await database.waitUntilDurable();
    datasync.mockClear();
    datasync.mockReturnValueOnce(new Promise<void>((resolve) => (release = resolve)));
    const writing = write();
    while ((await count()) !== made) await new Promise(setImmediate);
    const towns = toWorkQueue(defineList(Town));
    const notified: string[] = [];
    const listed = dataAccess.loader.countList(towns).then((n) => notified.push(`listed ${n}`));
    const durable = database.waitUntilDurable().then(() => notified.push('durable'));
    await dataAccess.loader.countList(defineList(Town));
    expect(notified).toEqual([]);
    release();
    await Promise.all([writing, listed, durable]);
    expect(notified.toSorted()).toEqual(['durable', `listed ${made}`]);
    datasync.mockClear();
    await database.waitUntilDurable();
    expect(datasync).not.toHaveBeenCalled();
  });

  it('is kept whatever link leads to the file', async () => {
    const link = join(folder, 'link.sqlite');
    symlinkSync(path, link);
    const linked = await Database.open(`sqlite:${link}`);
    const { unitOfWork, writer } = DataAccess.forDatabase(linked);
    const insertion = unitOfWork.run(() => writer.insert(Town, [{ pId: `town-${++made}` }]));
    await expect(insertion).resolves.toHaveLength(1);
    expect(datasync).toHaveBeenCalled();
    await linked.close();
  });

  it('is unknown when the disk fails, after which nothing is written, and all is read', async () => {
    const before = Number(await count());
    datasync.mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    const first = Promise.allSettled([write(), write()]);
    for (const one of await first)
      expect((one as PromiseRejectedResult).reason).toBeInstanceOf(CommitOutcomeUnknown);
    await expect(write()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await count()).toBe(before + 2);
    expect(database.isWritable).toBe(false);
  });
});
