/** @engine */
import { createLoadPlan as planOf } from '../../src/core/load-plan';
import {
  allOf,
  anyOf,
  type Condition,
  hasRelatedByExists,
  hasRelatedByIds,
  is,
  isAtLeast,
  isOneOf,
  not,
  increment,
  refersTo,
  type Stores,
} from '../../src/database';
import { openSample, plan } from './sample';
import { Line, Part, Shop, Town } from './sample.entity';

describe('Writer and Loader', () => {
  let stores: Stores;
  let close: () => Promise<void>;
  beforeAll(async () => ({ stores, close } = await openSample()));
  afterAll(() => close());

  const write = <T>(work: () => Promise<T>): Promise<T> => stores.unitOfWork.run(work);
  let numbers = 0;
  const shop = (values: Partial<Shop> = {}): Partial<Shop> => ({
    pId: `shop-${++numbers}`,
    ...values,
  });

  it('gives back what the plan names, and to read anything else does not compile', async () => {
    const { loader } = stores;
    const read = planOf(Shop, ['pId'], { town: ['name'] });
    const [townId] = await write(() => stores.writer.insert(Town, [{ pId: 'typed', name: 'T' }]));
    const values = { ...shop(), townId, note: 'unread' };
    const [id = 0] = await write(() => stores.writer.insert(Shop, [values]));
    const found = await loader.findById(Shop, id, read);
    const [same] = await loader.listWhere(Shop, [is('id', id)], read);
    expect(found).toEqual({ id, pId: values.pId, town: { id: townId, name: 'T' } });
    expect(same).toEqual(found);
    // @ts-expect-error a column that the plan leaves out
    expect(found?.note).toBeUndefined();
    // @ts-expect-error a column that the plan leaves out of the town
    expect(same?.town?.pId).toBeUndefined();
  });

  it('gives back every kind of value as it was written', async () => {
    const town = { pId: '🏙 Ñandú\u0000 ', name: '' };
    const [townId] = await write(() => stores.writer.insert(Town, [town]));
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
    const ids = await write(() => stores.writer.insert(Shop, [full, bare]));
    const columns = Object.keys(full);
    const read = await stores.loader.listByIds(Shop, ids, plan(columns));
    expect(read).toEqual([
      { id: ids[0], ...full },
      { id: ids[1], ...bare },
    ]);
    expect(await stores.loader.findById(Town, townId ?? 0, plan(['pId']))).toEqual({
      id: townId,
      pId: town.pId,
    });
    // Both kinds of children are read by one statement on MySQL. The columns of one type are in other orders.
    await write(async () => {
      for (const shopId of ids) {
        const [lineId = 0] = await stores.writer.insert(Line, [{ shopId, pId: 'line' }]);
        await stores.writer.insert(Part, [{ lineId, shopId, name: 'part' }]);
      }
    });
    const reversed = plan([], { line: plan([], { shop: plan(columns.toReversed()) }) });
    const lines = plan([], { shop: plan(columns), parts: reversed });
    const parents = await stores.loader.listByIds(Shop, ids, plan([], { lines }));
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
      await expect(write(() => stores.writer.insert(Shop, [row]))).rejects.toThrow();
    }
    const fits = shop({ name: '💥'.repeat(50) });
    const [id = 0] = await write(() => stores.writer.insert(Shop, [fits]));
    expect((await stores.loader.findById(Shop, id, plan(['name'])))?.name).toBe(fits.name);
  });

  it('returns the ids of many rows, in their order', async () => {
    const rows = Array.from({ length: 1337 }, () => shop());
    const ids = await write(() => stores.writer.insert(Shop, rows));
    const read = await stores.loader.listByIds(Shop, ids, plan(['pId']));
    expect(read.map(({ pId }) => pId)).toEqual(rows.map(({ pId }) => pId));
    expect(read.map(({ id }) => id)).toEqual(ids);
    const [first = 0, second = 0, third = 0] = ids;
    const order = [third, first, -1, second];
    const some = await stores.loader.listByIds(Shop, order, plan([]));
    expect(some.map(({ id }) => id)).toEqual([third, first, second]);
  });

  it('nests relations of any depth, children by ascending id', async () => {
    const tree = await write(async () => {
      const [townId = 0] = await stores.writer.insert(Town, [{ pId: 'tree-town', name: 'T' }]);
      const shops = await stores.writer.insert(Shop, [shop({ townId }), shop({ townId }), shop()]);
      const [a = 0, b = 0] = shops;
      const lines = await stores.writer.insert(Line, [
        { shopId: b, pId: '1' },
        { shopId: a, pId: '2' },
        { shopId: a, pId: '1' },
      ]);
      const [l0 = 0, l1 = 0, l2 = 0] = lines;
      await stores.writer.insert(Part, [
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
    const [a, b, c] = await stores.loader.listByIds(Shop, tree.shops, wanted);
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
      const shops = await stores.writer.insert(
        Shop,
        Array.from({ length: 700 }, () => shop()),
      );
      await stores.writer.insert(
        Line,
        shops.flatMap((shopId) => [
          { shopId, pId: 'a' },
          { shopId, pId: 'b' },
        ]),
      );
      return shops;
    });
    const read = await stores.loader.listByIds(Shop, ids, plan([], { lines: plan(['pId']) }));
    expect(read.map(({ lines }) => lines.map(({ pId }) => pId).join())).toEqual(
      ids.map(() => 'a,b'),
    );
  });

  it('changes and removes what the target names, and returns how many', async () => {
    await write(async () => {
      const ids = await stores.writer.insert(Shop, [
        shop({ state: 77 }),
        shop({ state: 77 }),
        shop({ state: 78 }),
      ]);
      const [first = 0, second = 0] = ids;
      expect(
        await stores.writer.update(
          Shop,
          { state: 77, id: first },
          { visits: increment(5), name: 'n' },
        ),
      ).toBe(1);
      expect(
        await stores.writer.update(Shop, { id: first, visits: 4 }, { visits: increment(1) }),
      ).toBe(0);
      // The number is of records found: setting what is set counts.
      expect(await stores.writer.update(Shop, first, { name: 'n' })).toBe(1);
      expect(await stores.writer.update(Shop, first, {})).toBe(1);
      expect(
        await stores.writer.update(Shop, [isOneOf('state', [77]), isAtLeast('id', second)], {
          note: '',
        }),
      ).toBe(1);
      const read = await stores.loader.listByIds(Shop, ids, plan(['visits', 'name', 'note']));
      expect(read).toMatchObject([
        { visits: 5, name: 'n', note: null },
        { visits: 0, name: '', note: '' },
        { visits: 0, note: null },
      ]);
      expect(await stores.writer.remove(Shop, { state: [77, 78] })).toBe(3);
      await expect(stores.writer.remove(Shop, {})).rejects.toThrow('needs a condition');
    });
  });

  it('finds records by what others that name them are like', async () => {
    const ids = await write(async () => {
      const shops = await stores.writer.insert(Shop, [
        shop({ state: 90 }),
        shop({ state: 90 }),
        shop({ state: 91 }),
        shop({ state: 90 }),
      ]);
      const lines = ['a', 'b', 'a'].map((pId, at) => ({ shopId: shops[at], pId }));
      const lineIds = await stores.writer.insert(Line, [...lines, { shopId: shops[0], pId: 'b' }]);
      const parts = lineIds.map((lineId) => ({ lineId, shopId: shops[3], name: 'p' }));
      await stores.writer.insert(Part, parts);
      return shops;
    });
    const [both, onlyB, otherState] = ids;
    const has = (pId: string) => hasRelatedByIds(Line, 'shopId', [is('pId', pId)]);
    const found = async (...conditions: Condition[]) =>
      (await stores.loader.listWhere(Shop, [isOneOf('id', ids), ...conditions], plan([]))).map(
        ({ id }) => id,
      );
    expect(await found(has('a'))).toEqual([both, otherState]);
    expect(await found(has('a'), has('b'))).toEqual([both]);
    expect(await found(anyOf(has('a'), has('b')))).toEqual([both, onlyB, otherState]);
    expect(await found(anyOf(allOf(has('a'), is('state', 91)), has('c')))).toEqual([otherState]);
    expect(await found(allOf())).toEqual(ids);
    const nested = hasRelatedByIds(Line, 'shopId', [
      hasRelatedByIds(Part, 'lineId', [is('name', 'p')]),
    ]);
    expect(await found(nested)).toEqual([both, onlyB, otherState]);
    const hasOne = (pId: string) => hasRelatedByExists(Line, 'shopId', [is('pId', pId)]);
    expect(await found(hasOne('a'))).toEqual([both, otherState]);
    expect(await found(hasRelatedByExists(Line, 'shopId', []))).toEqual([both, onlyB, otherState]);
    expect(await found(not(hasOne('a')))).toEqual([onlyB, ids[3]]);
    const named = hasRelatedByExists(Line, 'shopId', [
      hasRelatedByExists(Part, 'lineId', [is('name', 'p')]),
    ]);
    expect(await found(named, not(has('a')))).toEqual([onlyB]);
    expect(
      await found(
        hasRelatedByExists(Line, 'shopId', [refersTo('shopId', Shop, [is('state', 91)])]),
      ),
    ).toEqual([otherState]);
    expect(await found(not(allOf(is('state', 90), has('b'))))).toEqual([otherState, ids[3]]);
    const target = [isOneOf('id', ids), has('b')];
    expect(await write(() => stores.writer.update(Shop, target, { state: 92 }))).toBe(2);
  });

  it('returns ids in an order, up to a limit, and the number of records with each value', async () => {
    const ids = await write(() =>
      stores.writer.insert(Shop, [
        shop({ state: 95, rank: 2 }),
        shop({ state: 96, rank: 1, isOpen: true }),
        shop({ state: 95, rank: 2 }),
        shop({ state: 95, rank: null }),
      ]),
    );
    const [first, second, third, fourth] = ids;
    const { loader } = stores;
    const these = [isOneOf('id', ids)];
    const byRank = [{ by: 'rank', descending: true }, { by: 'id' }] as const;
    expect(await loader.listIds(Shop, these, { order: byRank })).toEqual([
      first,
      third,
      second,
      fourth,
    ]);
    expect(await loader.listIds(Shop, these, { order: byRank, limit: 2 })).toEqual([first, third]);
    expect(await loader.listIds(Shop, [...these, is('state', 96)])).toEqual([second]);
    expect(await loader.listIds(Shop, these, { limit: 3 })).toHaveLength(3);
    expect(await loader.countBy(Shop, 'rank', these)).toEqual(
      new Map([
        [null, 1],
        [1, 1],
        [2, 2],
      ]),
    );
    expect(await loader.countBy(Shop, 'isOpen', [...these, is('state', 96)])).toEqual(
      new Map([[true, 1]]),
    );
    expect(await loader.countBy(Shop, 'rank', [is('state', 97)])).toEqual(new Map());
  });

  it('finds nothing without a query if a condition has no values', async () => {
    await write(() => stores.writer.insert(Shop, [shop({ state: 98 })]));
    const query = jest.spyOn(stores.database, 'read');
    const none = isOneOf('state', []);
    for (const conditions of [[none], [is('state', 98), anyOf(none, isOneOf('rank', []))]]) {
      expect(await stores.loader.listIds(Shop, conditions)).toEqual([]);
      expect(await stores.loader.listWhere(Shop, conditions, plan([]))).toEqual([]);
    }
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect(await stores.loader.listIds(Shop, [anyOf(none, is('state', 98))])).toHaveLength(1);
  });

  it('lets writers of locked records wait', async () => {
    const ids = await write(() => stores.writer.insert(Shop, [shop(), shop()]));
    const [first = 0] = ids;
    let release: (() => void) | undefined;
    const holding = write(async () => {
      await stores.writer.lock(Shop, [...ids].reverse());
      await new Promise<void>((resolve) => (release = resolve));
      await stores.writer.update(Shop, first, { name: 'held' });
    });
    while (!release) await new Promise((resolve) => setTimeout(resolve, 5));
    const waiting = write(async () => {
      await stores.writer.lock(Shop, ids);
      return stores.loader.findById(Shop, first, plan(['name']));
    });
    setTimeout(release, 100);
    await holding;
    expect(await waiting).toMatchObject({ name: 'held' });
  });

  it('refuses writes outside a unit of work', async () => {
    await expect(stores.writer.insert(Shop, [shop()])).rejects.toThrow('unit of work');
    await expect(stores.writer.update(Shop, 1, { name: 'x' })).rejects.toThrow('unit of work');
    await expect(stores.database.execute('DELETE FROM sample_shops')).rejects.toThrow(
      'unit of work',
    );
  });
});
