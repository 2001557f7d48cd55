/** @engine */
import { whereEquals, whereIn, type DataAccess } from '../../src/database';
import { openSample, plan } from './sample';
import { Shop, Town } from './sample.entity';

describe('locks of records', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  beforeAll(async () => ({ dataAccess, close } = await openSample()));
  afterAll(() => close());

  const run = <T>(work: () => Promise<T>): Promise<T> => dataAccess.unitOfWork.run(work);
  const shops = (pIds: readonly string[]): Promise<number[]> =>
    run(() =>
      dataAccess.writer.insert(
        Shop,
        pIds.map((pId) => ({ pId })),
      ),
    );
  /** How often each of some shops was locked. */
  const counts = async (ids: readonly number[]): Promise<number[]> => {
    const found = await dataAccess.loader.listByIds(Shop, ids, plan(['lockCount']));
    return found.map(({ lockCount }) => lockCount ?? 0);
  };

  it('are written, so that all nodes of a cluster see them, once in a unit of work', async () => {
    const ids = await shops(['l1', 'l2', 'l3']);
    const [first = 0, second = 0, third = 0] = ids;
    const found = await run(async () => {
      const some = await dataAccess.writer.lock(Shop, [third, 999_999, first, third]);
      const all = await dataAccess.writer.lock(Shop, ids);
      return [some, all, await dataAccess.writer.lock(Shop, [second])];
    });
    expect(found).toEqual([2, 3, 1]);
    // One record of the first list was missing, so that list was no sign that the others existed.
    expect(await counts(ids)).toEqual([2, 1, 2]);
    await run(() => dataAccess.writer.lock(Shop, ids));
    expect(await counts(ids)).toEqual([3, 2, 3]);
  });

  it('hold for those that conditions hold for', async () => {
    const ids = await shops(['c1', 'c2']);
    const named = whereIn('id', ids);
    expect(
      await run(() => dataAccess.writer.lockWhere(Shop, [named, whereEquals('pId', 'c2')])),
    ).toBe(1);
    expect(await run(() => dataAccess.writer.lock(Shop, ids, [whereEquals('pId', 'c1')]))).toBe(1);
    expect(await counts(ids)).toEqual([1, 1]);
  });

  it('are taken again after the part of a unit of work that had them was undone', async () => {
    const ids = await shops(['s1', 's2']);
    const [first = 0, second = 0] = ids;
    await run(async () => {
      await dataAccess.writer.lock(Shop, [first]);
      const undone = dataAccess.unitOfWork.runInSavepoint(async () => {
        await dataAccess.writer.lock(Shop, [second]);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await counts(ids)).toEqual([1, 0]);
      await dataAccess.writer.lock(Shop, ids);
    });
    expect(await counts(ids)).toEqual([1, 1]);
  });

  it('are taken by reads of a unit of work that wants them, and by no others', async () => {
    const ids = await shops(['r1', 'r2']);
    const read = (): Promise<unknown> => dataAccess.loader.listByIds(Shop, ids, plan(['name']));
    await run(read);
    expect(await counts(ids)).toEqual([0, 0]);
    const counted = await dataAccess.unitOfWork.run(
      async () => {
        await read();
        return counts(ids);
      },
      { lockReads: true },
    );
    expect(counted).toEqual([1, 1]);
  });

  it('are no news of a record', () => {
    expect([...dataAccess.loader.createFullPlan(Shop).columns]).not.toContain('lockCount');
  });

  it('need a lock count, but for reads', async () => {
    const [town = 0] = await run(() => dataAccess.writer.insert(Town, [{ pId: 'lockless' }]));
    await expect(run(() => dataAccess.writer.lock(Town, [town]))).rejects.toThrow('lockCount');
    const reading = dataAccess.unitOfWork.run(
      () => dataAccess.loader.findById(Town, town, plan(['pId'])),
      {
        lockReads: true,
      },
    );
    expect(await reading).toEqual({ id: town, pId: 'lockless' });
  });
});
