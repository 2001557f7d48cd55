/** @engine */
import { In, LessThan, MoreThan } from 'typeorm';
import { type DataAccess, uniqueConstraintName, isViolationOf } from '../../src/database';
import { testServer } from '../support/service/database';
import { openSample, plan } from './sample';
import { Line, Part, Shop, Town } from './sample.entity';

const everything = plan<Shop>(
  [
    ...['pId', 'townId', 'name', 'nameFolded', 'note', 'isOpen', 'isMain', 'rank', 'state'],
    ...['visits', 'balance', 'rate', 'stock', 'weight', 'openedAt', 'bornAt', 'data'],
  ],
  {
    town: plan(['pId', 'name']),
    lines: plan(['shopId', 'pId'], { parts: plan(['lineId', 'shopId', 'name']) }),
  },
);

describe('A repository in a unit of work', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  beforeAll(async () => ({ dataAccess, close } = await openSample()));
  afterAll(() => close());

  const values = (pId: string) => ({
    ...{ pId, name: 'Größe 👍', nameFolded: 'grosse', note: null, isOpen: true, rank: -7 },
    ...{ visits: Number.MAX_SAFE_INTEGER, balance: 123_456, weight: 0.1, stock: 3 },
    ...{ openedAt: new Date('2026-03-29T01:30:00.005Z'), bornAt: '2026-03-29T01:30:00+02:00' },
    data: { list: [1, 'two', null], nested: { 'it\'s "quoted"': true } },
  });
  const loaded = async (id: number): Promise<unknown> =>
    JSON.parse(JSON.stringify(await dataAccess.loader.findById(Shop, id, everything)));
  const names = async (like: string): Promise<unknown[]> => {
    const sql = 'SELECT p_id FROM sample_towns WHERE p_id LIKE ? ORDER BY p_id';
    return (await dataAccess.database.select(sql, [like])).map((row) => row['p_id']);
  };

  it('reads what the writer has written, as the loader does', async () => {
    await dataAccess.unitOfWork.run(async (manager) => {
      const [townId = 0] = await dataAccess.writer.insert(Town, [{ pId: 'read', name: 'Town' }]);
      const [id = 0] = await dataAccess.writer.insert(Shop, [{ ...values('read'), townId }]);
      const lines = await dataAccess.writer.insert(Line, [
        { shopId: id, pId: 'a' },
        { shopId: id, pId: 'b' },
      ]);
      await dataAccess.writer.insert(
        Part,
        lines.map((lineId) => ({ lineId, shopId: id, name: 'part' })),
      );
      const found = await manager.getRepository(Shop).findOneOrFail({
        where: { openedAt: values('').openedAt, isOpen: true, rank: LessThan(0) },
        relations: { town: true, lines: { parts: true } },
        order: { lines: { id: 'ASC' } },
      });
      expect(found.openedAt).toEqual(values('').openedAt);
      expect(JSON.parse(JSON.stringify(found))).toEqual({
        ...((await loaded(id)) as object),
        lockCount: null,
      });
    });
  });

  it('writes what the writer would, with its defaults, and gives the values back', async () => {
    const [saved, inserted, written] = await dataAccess.unitOfWork.run(async (manager) => {
      const shops = manager.getRepository(Shop);
      const town = await manager.save(Town, { pId: 'written' });
      const one = await shops.save({ ...values('save'), town });
      const other = await shops.insert([values('insert-1'), values('insert-2')]);
      const ids = other.identifiers.map(({ id }) => id as number);
      const [third = 0] = await dataAccess.writer.insert(Shop, [values('written')]);
      await manager.save(Line, { shop: one, pId: 'line' });
      return [one, ids, third];
    });
    expect(saved).toMatchObject({ isMain: null, state: 0, rate: 0 });
    const { id, pId, ...rest } = (await loaded(written)) as Record<string, unknown>;
    expect([id, pId]).toEqual([written, 'written']);
    expect(await loaded(saved.id)).toMatchObject({
      ...rest,
      townId: saved.townId ?? saved.town.id,
      town: { name: '' },
      lines: [{ pId: 'line', shopId: saved.id }],
    });
    for (const [at, one] of inserted.entries())
      expect(await loaded(one)).toEqual({ ...rest, id: one, pId: `insert-${at + 1}` });
  });

  it('changes and removes', async () => {
    const openedAt = new Date('2026-06-01T12:00:00.000Z');
    await dataAccess.unitOfWork.run(async (manager) => {
      const shops = manager.getRepository(Shop);
      const shop = await shops.save(values('change'));
      await shops.save({ ...shop, isOpen: false, data: [1], openedAt });
      await shops.increment({ id: shop.id }, 'stock', 4);
      expect(await shops.countBy({ openedAt: MoreThan(new Date('2026-05-31')) })).toBe(1);
      expect(await loaded(shop.id)).toMatchObject({
        ...{ isOpen: false, data: [1], openedAt: openedAt.toISOString(), stock: 7 },
        ...{ name: values('').name, rank: -7 },
      });
      const removed = await shops.delete({ pId: In(['change', 'none']) });
      expect(removed.affected).toBe(1);
    });
  });

  it('refuses what the column does not hold, as the writer does', async () => {
    const saving = (town: object) =>
      dataAccess.unitOfWork.run((manager) => manager.save(Town, town));
    await expect(saving({ pId: 'long', name: 'x'.repeat(101) })).rejects.toThrow('100 characters');
    await expect(saving({ pId: 'flag', name: true })).rejects.toThrow("can't take boolean");
    expect(await names('long')).toEqual([]);
  });

  it('is rolled back with the writer, 40 units at once, half of them failing', async () => {
    const unit = (i: number): Promise<void> =>
      dataAccess.unitOfWork.run(async (manager) => {
        const pId = `both-${String(i).padStart(2, '0')}`;
        await manager.save(Town, { pId: `${pId}-repository` });
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
        await dataAccess.writer.insert(Town, [{ pId: `${pId}-writer` }]);
        expect(await manager.countBy(Town, { pId: In([`${pId}-writer`]) })).toBe(1);
        if (i % 2 === 1) throw new Error('wanted');
      });
    const done = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => unit(i)));
    expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    const expected = Array.from({ length: 20 }, (_, i) => `both-${String(2 * i).padStart(2, '0')}`);
    expect(await names('both-%')).toEqual(
      expected.flatMap((pId) => [`${pId}-repository`, `${pId}-writer`]),
    );
  });

  it('has transactions of its own as savepoints, alongside attempts and joined units', async () => {
    await dataAccess.unitOfWork.run(async (manager) => {
      await manager.save(Town, { pId: 'nested-1' });
      const failed = manager.transaction(async (inner) => {
        await inner.save(Town, { pId: 'nested-2' });
        await dataAccess.unitOfWork.runInSavepoint((attempted) =>
          attempted.save(Town, { pId: 'nested-3' }),
        );
        throw new Error('wanted');
      });
      await expect(failed).rejects.toThrow('wanted');
      await dataAccess.unitOfWork.runInSavepoint((inner) =>
        inner.transaction((innermost) => innermost.save(Town, { pId: 'nested-4' })),
      );
      await dataAccess.unitOfWork.run((joined) => joined.save(Town, { pId: 'nested-5' }));
    });
    expect(await names('nested-%')).toEqual(['nested-1', 'nested-4', 'nested-5']);
  });

  it('names the broken constraint, and the unit goes on', async () => {
    await dataAccess.unitOfWork.run(async (manager) => {
      await manager.save(Town, { pId: 'taken' });
      const error: unknown = await dataAccess.unitOfWork
        .runInSavepoint(() => manager.insert(Town, { pId: 'taken' }))
        .catch((caught: unknown) => caught);
      expect(isViolationOf(error, uniqueConstraintName(Town, 'pId'))).toBe(true);
      await manager.save(Town, { pId: 'taken-not' });
    });
    expect(await names('taken%')).toEqual(['taken', 'taken-not']);
  });

  it('ends with the unit', async () => {
    const manager = await dataAccess.unitOfWork.run(async (bound) => Promise.resolve(bound));
    await expect(manager.save(Town, { pId: 'late' })).rejects.toThrow('over');
    await expect(manager.dataSource.manager.find(Town)).rejects.toThrow('UnitOfWork.run');
    expect(await names('late')).toEqual([]);
  });

  if (testServer !== undefined) {
    it('runs again with its unit, and sends nothing once that is lost (MySQL and MariaDB only)', async () => {
      let attempts = 0;
      await dataAccess.unitOfWork.run(async (manager) => {
        await manager.save(Town, { pId: `again-${++attempts}` });
        if (attempts > 1) return;
        const deadlock =
          "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock'";
        await expect(manager.query(deadlock)).rejects.toMatchObject({ errno: 1213 });
        await expect(manager.save(Town, { pId: 'again-lost' })).rejects.toMatchObject({
          errno: 1213,
        });
      });
      expect(await names('again-%')).toEqual(['again-2']);
    });
  }
});
