/** @engine */
import { createLoadPlan as planOf } from '../../src/core/load-plan';
import {
  allOf,
  anyOf,
  type Condition,
  whereRelatedExists,
  whereIdInRelated,
  whereEquals,
  whereAtLeast,
  whereIn,
  not,
  increment,
  whereReferenced,
  type DataAccess,
} from '../../src/database';
import { openSample, plan } from './sample';
import { Line, Part, Shop, Town } from './sample.entity';

describe('Writer and Loader', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  beforeAll(async () => ({ dataAccess, close } = await openSample()));
  afterAll(() => close());

  const write = <T>(work: () => Promise<T>): Promise<T> => dataAccess.unitOfWork.run(work);
  let numbers = 0;
  const shop = (values: Partial<Shop> = {}): Partial<Shop> => ({
    pId: `shop-${++numbers}`,
    ...values,
  });

  it('gives back what the plan names, and to read anything else does not compile', async () => {
    const { loader } = dataAccess;
    const read = planOf(Shop, ['pId'], { town: ['name'] });
    const [townId] = await write(() =>
      dataAccess.writer.insert(Town, [{ pId: 'typed', name: 'T' }]),
    );
    const values = { ...shop(), townId, note: 'unread' };
    const [id = 0] = await write(() => dataAccess.writer.insert(Shop, [values]));
    const found = await loader.findById(Shop, id, read);
    const [same] = await loader.listWhere(Shop, [whereEquals('id', id)], read);
    expect(found).toEqual({ id, pId: values.pId, town: { id: townId, name: 'T' } });
    expect(same).toEqual(found);
    // @ts-expect-error a column that the plan leaves out
    expect(found?.note).toBeUndefined();
    // @ts-expect-error a column that the plan leaves out of the town
    expect(same?.town?.pId).toBeUndefined();
  });

  it('gives back every kind of value as it was written', async () => {
    const town = { pId: '🏙 Ñandú\u0000 ', name: '' };
    const [townId] = await write(() => dataAccess.writer.insert(Town, [town]));
    const full = {
      pId: 'ünïcødé-𝕏-💥',
      townId,
      name: '0',
      nameFolded: 'a',
      note: 'x'.repeat(100_000),
      isOpen: true,
      isMain: 1 as const,
      rank: -2_147_483_648,
      state: 32_767,
      visits: Number.MAX_SAFE_INTEGER,
      balance: -999_999_999_999_999,
      rate: 21_000_000,
      stock: 1500,
      weight: 0.1,
      openedAt: new Date('2026-11-20T09:30:00.007Z'),
      bornAt: '2000-02-29T00:00:00+14:00',
      data: { a: [1, null, '💥', ''], b: { c: 0.1 } },
    };
    const bare = {
      ...full,
      pId: ' Ünïcødé',
      townId: null,
      name: '',
      note: null,
      isOpen: false,
      isMain: null,
      rank: null,
      openedAt: null,
      bornAt: null,
      visits: 0,
      balance: 0,
      weight: -1.5e300,
      data: 0,
    };
    const ids = await write(() => dataAccess.writer.insert(Shop, [full, bare]));
    const columns = Object.keys(full);
    const read = await dataAccess.loader.listByIds(Shop, ids, plan(columns));
    expect(read).toEqual([
      { id: ids[0], ...full },
      { id: ids[1], ...bare },
    ]);
    expect(await dataAccess.loader.findById(Town, townId ?? 0, plan(['pId']))).toEqual({
      id: townId,
      pId: town.pId,
    });
    // Both kinds of children are read by one statement on MySQL. The columns of one type are in other orders.
    await write(async () => {
      for (const shopId of ids) {
        const [lineId = 0] = await dataAccess.writer.insert(Line, [{ shopId, pId: 'line' }]);
        await dataAccess.writer.insert(Part, [{ lineId, shopId, name: 'part' }]);
      }
    });
    const reversed = plan([], { line: plan([], { shop: plan(columns.toReversed()) }) });
    const lines = plan([], { shop: plan(columns), parts: reversed });
    const parents = await dataAccess.loader.listByIds(Shop, ids, plan([], { lines }));
    const found = parents.flatMap((parent) => parent.lines);
    expect(found.map((line) => line.shop)).toEqual(read);
    expect(found.map((line) => line.parts[0]?.line.shop)).toEqual(read);
  });

  it('refuses values that one engine would bend', async () => {
    const wrong: Partial<Record<keyof Shop, unknown>>[] = [
      { visits: 2 ** 53 },
      { rank: 2 ** 31 },
      { state: 1.5 },
      { name: 'x'.repeat(51) },
      { isOpen: 1 },
      { openedAt: '2026-01-01' },
      { weight: Number.NaN },
      { pId: null },
      { name: 5 },
    ];
    for (const values of wrong) {
      const row = { ...shop(), ...values } as Partial<Shop>;
      await expect(write(() => dataAccess.writer.insert(Shop, [row]))).rejects.toThrow();
    }
    const fits = shop({ name: '💥'.repeat(50) });
    const [id = 0] = await write(() => dataAccess.writer.insert(Shop, [fits]));
    expect((await dataAccess.loader.findById(Shop, id, plan(['name'])))?.name).toBe(fits.name);
  });

  it('returns the ids of many rows, in their order', async () => {
    const rows = Array.from({ length: 1337 }, () => shop());
    const ids = await write(() => dataAccess.writer.insert(Shop, rows));
    const read = await dataAccess.loader.listByIds(Shop, ids, plan(['pId']));
    expect(read.map(({ pId }) => pId)).toEqual(rows.map(({ pId }) => pId));
    expect(read.map(({ id }) => id)).toEqual(ids);
    const [first = 0, second = 0, third = 0] = ids;
    const order = [third, first, -1, second];
    const some = await dataAccess.loader.listByIds(Shop, order, plan([]));
    expect(some.map(({ id }) => id)).toEqual([third, first, second]);
  });

  it('nests relations of any depth, children by ascending id', async () => {
    const tree = await write(async () => {
      const [townId = 0] = await dataAccess.writer.insert(Town, [{ pId: 'tree-town', name: 'T' }]);
      const shops = await dataAccess.writer.insert(Shop, [
        shop({ townId }),
        shop({ townId }),
        shop(),
      ]);
      const [a = 0, b = 0] = shops;
      const lines = await dataAccess.writer.insert(Line, [
        { shopId: b, pId: '1' },
        { shopId: a, pId: '2' },
        { shopId: a, pId: '1' },
      ]);
      const [l0 = 0, l1 = 0, l2 = 0] = lines;
      await dataAccess.writer.insert(Part, [
        { lineId: l2, shopId: a, name: 'x' },
        { lineId: l0, shopId: b, name: 'y' },
        { lineId: l2, shopId: a, name: 'z' },
      ]);
      return { shops, townId, lines: [l0, l1, l2] };
    });
    const parts = plan(['name']);
    const wanted = plan<Shop>([], {
      town: plan(['name']),
      lines: plan(['pId'], {
        parts,
        shop: plan(['pId'], { town: plan(['pId']), lines: plan([]) }),
      }),
    });
    const [a, b, c] = await dataAccess.loader.listByIds(Shop, tree.shops, wanted);
    const part = (name: string): unknown => ({ id: expect.any(Number), name });
    expect(a?.town).toEqual({ id: tree.townId, name: 'T' });
    expect(a?.lines.map((line) => line.id)).toEqual(tree.lines.slice(1));
    expect(a?.lines.map((line) => line.parts)).toEqual([[], [part('x'), part('z')]]);
    expect(a?.lines[0]?.shop.town).toEqual({ id: tree.townId, pId: 'tree-town' });
    expect(a?.lines[1]?.shop.lines.map((line) => line.id)).toEqual(tree.lines.slice(1));
    expect(b?.lines).toMatchObject([
      { parts: [part('y')], shop: { lines: [{ id: tree.lines[0] }] } },
    ]);
    expect(c).toEqual({ id: tree.shops[2], town: null, lines: [] });
  });

  it('loads more children than fit one list', async () => {
    const ids = await write(async () => {
      const shops = await dataAccess.writer.insert(
        Shop,
        Array.from({ length: 700 }, () => shop()),
      );
      await dataAccess.writer.insert(
        Line,
        shops.flatMap((shopId) => [
          { shopId, pId: 'a' },
          { shopId, pId: 'b' },
        ]),
      );
      return shops;
    });
    const read = await dataAccess.loader.listByIds(Shop, ids, plan([], { lines: plan(['pId']) }));
    expect(read.map(({ lines }) => lines.map(({ pId }) => pId).join())).toEqual(
      ids.map(() => 'a,b'),
    );
  });

  it('changes and removes what the target names, and returns how many', async () => {
    await write(async () => {
      const ids = await dataAccess.writer.insert(Shop, [
        shop({ state: 77 }),
        shop({ state: 77 }),
        shop({ state: 78 }),
      ]);
      const [first = 0, second = 0] = ids;
      expect(
        await dataAccess.writer.update(
          Shop,
          { state: 77, id: first },
          { visits: increment(5), name: 'n' },
        ),
      ).toBe(1);
      expect(
        await dataAccess.writer.update(Shop, { id: first, visits: 4 }, { visits: increment(1) }),
      ).toBe(0);
      // The number is of records found: setting what is set counts.
      expect(await dataAccess.writer.update(Shop, first, { name: 'n' })).toBe(1);
      expect(await dataAccess.writer.update(Shop, first, {})).toBe(1);
      expect(
        await dataAccess.writer.update(Shop, [whereIn('state', [77]), whereAtLeast('id', second)], {
          note: '',
        }),
      ).toBe(1);
      const read = await dataAccess.loader.listByIds(Shop, ids, plan(['visits', 'name', 'note']));
      expect(read).toMatchObject([
        { visits: 5, name: 'n', note: null },
        { visits: 0, name: '', note: '' },
        { visits: 0, note: null },
      ]);
      expect(await dataAccess.writer.remove(Shop, { state: [77, 78] })).toBe(3);
      await expect(dataAccess.writer.remove(Shop, {})).rejects.toThrow('needs a condition');
    });
  });

  it('finds records by what others that name them are like', async () => {
    const ids = await write(async () => {
      const shops = await dataAccess.writer.insert(Shop, [
        shop({ state: 90 }),
        shop({ state: 90 }),
        shop({ state: 91 }),
        shop({ state: 90 }),
      ]);
      const lines = ['a', 'b', 'a'].map((pId, at) => ({ shopId: shops[at], pId }));
      const lineIds = await dataAccess.writer.insert(Line, [
        ...lines,
        { shopId: shops[0], pId: 'b' },
      ]);
      const parts = lineIds.map((lineId) => ({ lineId, shopId: shops[3], name: 'p' }));
      await dataAccess.writer.insert(Part, parts);
      return shops;
    });
    const [both, onlyB, otherState] = ids;
    const has = (pId: string) => whereIdInRelated(Line, 'shopId', [whereEquals('pId', pId)]);
    const found = async (...conditions: Condition[]) =>
      (await dataAccess.loader.listWhere(Shop, [whereIn('id', ids), ...conditions], plan([]))).map(
        ({ id }) => id,
      );
    expect(await found(has('a'))).toEqual([both, otherState]);
    expect(await found(has('a'), has('b'))).toEqual([both]);
    expect(await found(anyOf(has('a'), has('b')))).toEqual([both, onlyB, otherState]);
    expect(await found(anyOf(allOf(has('a'), whereEquals('state', 91)), has('c')))).toEqual([
      otherState,
    ]);
    expect(await found(allOf())).toEqual(ids);
    const nested = whereIdInRelated(Line, 'shopId', [
      whereIdInRelated(Part, 'lineId', [whereEquals('name', 'p')]),
    ]);
    expect(await found(nested)).toEqual([both, onlyB, otherState]);
    const hasOne = (pId: string) => whereRelatedExists(Line, 'shopId', [whereEquals('pId', pId)]);
    expect(await found(hasOne('a'))).toEqual([both, otherState]);
    expect(await found(whereRelatedExists(Line, 'shopId', []))).toEqual([both, onlyB, otherState]);
    expect(await found(not(hasOne('a')))).toEqual([onlyB, ids[3]]);
    const named = whereRelatedExists(Line, 'shopId', [
      whereRelatedExists(Part, 'lineId', [whereEquals('name', 'p')]),
    ]);
    expect(await found(named, not(has('a')))).toEqual([onlyB]);
    expect(
      await found(
        whereRelatedExists(Line, 'shopId', [
          whereReferenced('shopId', Shop, [whereEquals('state', 91)]),
        ]),
      ),
    ).toEqual([otherState]);
    expect(await found(not(allOf(whereEquals('state', 90), has('b'))))).toEqual([
      otherState,
      ids[3],
    ]);
    const target = [whereIn('id', ids), has('b')];
    expect(await write(() => dataAccess.writer.update(Shop, target, { state: 92 }))).toBe(2);
  });

  it('returns ids in an order, up to a limit, and the number of records with each value', async () => {
    const ids = await write(() =>
      dataAccess.writer.insert(Shop, [
        shop({ state: 95, rank: 2 }),
        shop({ state: 96, rank: 1, isOpen: true }),
        shop({ state: 95, rank: 2 }),
        shop({ state: 95, rank: null }),
      ]),
    );
    const [first, second, third, fourth] = ids;
    const { loader } = dataAccess;
    const these = [whereIn('id', ids)];
    const byRank = [{ property: 'rank', descending: true }, { property: 'id' }] as const;
    expect(await loader.listIds(Shop, these, { order: byRank })).toEqual([
      first,
      third,
      second,
      fourth,
    ]);
    expect(await loader.listIds(Shop, these, { order: byRank, limit: 2 })).toEqual([first, third]);
    expect(await loader.listIds(Shop, [...these, whereEquals('state', 96)])).toEqual([second]);
    expect(await loader.listIds(Shop, these, { limit: 3 })).toHaveLength(3);
    expect(await loader.countBy(Shop, 'rank', these)).toEqual(
      new Map([
        [null, 1],
        [1, 1],
        [2, 2],
      ]),
    );
    expect(await loader.countBy(Shop, 'isOpen', [...these, whereEquals('state', 96)])).toEqual(
      new Map([[true, 1]]),
    );
    expect(await loader.countBy(Shop, 'rank', [whereEquals('state', 97)])).toEqual(new Map());
  });

  it('finds nothing without a query if a condition has no values', async () => {
    await write(() => dataAccess.writer.insert(Shop, [shop({ state: 98 })]));
    const query = jest.spyOn(dataAccess.database, 'read');
    const none = whereIn('state', []);
    for (const conditions of [
      [none],
      [whereEquals('state', 98), anyOf(none, whereIn('rank', []))],
    ]) {
      expect(await dataAccess.loader.listIds(Shop, conditions)).toEqual([]);
      expect(await dataAccess.loader.listWhere(Shop, conditions, plan([]))).toEqual([]);
    }
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect(
      await dataAccess.loader.listIds(Shop, [anyOf(none, whereEquals('state', 98))]),
    ).toHaveLength(1);
  });

  it('lets writers of locked records wait', async () => {
    const ids = await write(() => dataAccess.writer.insert(Shop, [shop(), shop()]));
    const [first = 0] = ids;
    let release: (() => void) | undefined;
    const holding = write(async () => {
      await dataAccess.writer.lock(Shop, [...ids].reverse());
      await new Promise<void>((resolve) => (release = resolve));
      await dataAccess.writer.update(Shop, first, { name: 'held' });
    });
    while (!release) await new Promise((resolve) => setTimeout(resolve, 5));
    const waiting = write(async () => {
      await dataAccess.writer.lock(Shop, ids);
      return dataAccess.loader.findById(Shop, first, plan(['name']));
    });
    setTimeout(release, 100);
    await holding;
    expect(await waiting).toMatchObject({ name: 'held' });
  });

  it('refuses writes outside a unit of work', async () => {
    await expect(dataAccess.writer.insert(Shop, [shop()])).rejects.toThrow('unit of work');
    await expect(dataAccess.writer.update(Shop, 1, { name: 'x' })).rejects.toThrow('unit of work');
    await expect(dataAccess.database.execute('DELETE FROM sample_shops')).rejects.toThrow(
      'unit of work',
    );
  });
});
