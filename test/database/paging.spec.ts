/** @engine */
import fc from 'fast-check';
import { DomainError, InvalidRequest } from '../../src/core/errors';
import type { Page } from '../../src/core/page';
import { compareCodePoints } from '../support/compare-code-points';
import { whereEquals, type DataAccess } from '../../src/database';
import { cases } from '../support/random/cases';
import { openSample, plan } from './sample';
import { Shop, shopListing } from './sample.entity';

const columns = plan<Shop>(['pId', 'nameFolded', 'rank', 'state', 'openedAt']);
type Query = Parameters<DataAccess['loader']['listPage']>[1];

describe('Loader.page', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  let numbers = 0;
  beforeAll(async () => ({ dataAccess, close } = await openSample()));
  afterAll(() => close());
  beforeEach(() =>
    dataAccess.unitOfWork.run(() => dataAccess.writer.remove(Shop, [whereEquals('townId', null)])),
  );

  const add = (rows: readonly Partial<Shop>[]): Promise<number[]> =>
    dataAccess.unitOfWork.run(() =>
      dataAccess.writer.insert(
        Shop,
        rows.map((row) => ({ pId: `p${++numbers}`, ...row })),
      ),
    );
  const get = (query: Partial<Query>): Promise<Page<Shop>> =>
    dataAccess.loader.listPage(shopListing, { page: 1, perPage: 100, ...query }, columns);

  async function walk(
    query: Partial<Query>,
    between?: () => Promise<unknown>,
  ): Promise<Page<Shop>[]> {
    const pages: Page<Shop>[] = [];
    for (let cursor: string | undefined, page = 1; ; page++) {
      const found = await get({ ...query, page, cursor });
      pages.push(found);
      cursor = found.nextCursor;
      if (cursor === undefined) return pages;
      if (page > 500) throw new Error('The walk does not end');
      await between?.();
    }
  }

  const row = fc.record({
    nameFolded: fc.constantFrom('', 'a', 'b', 'ab', 'ﬀ', '💥', 'z'),
    rank: fc.constantFrom(null, -1, 0, 7),
    state: fc.constantFrom(0, 1),
    openedAt: fc.constantFrom(null, new Date(0), new Date('2026-01-01T00:00:00.001Z')),
  });
  const direction = fc.constantFrom('asc', 'desc');
  const sort = fc
    .tuple(
      fc.shuffledSubarray(['pId', 'name', 'rank', 'state', 'openedAt', 'id']),
      fc.array(direction, { minLength: 6, maxLength: 6 }),
    )
    .map(([names, directions]) => names.map((name, i) => `${name}.${directions[i]}`).join());

  function inOrder(shops: readonly Shop[], text: string): number[] {
    const parts = [...(text === '' ? [] : text.split(',')), 'id.asc'].map((part) =>
      part.split('.'),
    );
    const value = (shop: Shop, name: string): string | number | null => {
      if (name === 'openedAt') return shop.openedAt?.getTime() ?? null;
      return name === 'name' ? shop.nameFolded : shop[name as 'pId' | 'rank' | 'state' | 'id'];
    };
    const compare = (a: string | number | null, b: string | number | null): number => {
      if (a === b) return 0;
      if (a === null || b === null) return a === null ? -1 : 1;
      return typeof a === 'number' ? a - Number(b) : compareCodePoints(a, String(b));
    };
    const sorted = [...shops].sort((a, b) => {
      for (const [name = '', way] of parts) {
        const order = compare(value(a, name), value(b, name));
        if (order !== 0) return way === 'desc' ? -order : order;
      }
      return 0;
    });
    return sorted.map(({ id }) => id);
  }

  it('walks any order forward and backward as the model has it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 25 }),
        sort,
        fc.integer({ min: 1, max: 9 }),
        async (rows, text, perPage) => {
          await dataAccess.unitOfWork.run(() =>
            dataAccess.writer.remove(Shop, [whereEquals('townId', null)]),
          );
          const ids = await add(rows);
          const shops = ids.map((id, i) =>
            Object.assign(new Shop(), rows[i], { id, pId: `p${numbers - rows.length + i + 1}` }),
          );
          const expected = inOrder(shops, text);
          const pages = await walk({ sort: text, perPage });
          expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(expected);
          expect(pages.map(({ total }) => total)).toEqual(pages.map(() => rows.length));
          // Back from the last page: the same pages' records in the same order.
          const back = [];
          for (let cursor = pages.at(-1)?.previousCursor; cursor !== undefined;) {
            const page = await get({ sort: text, perPage, page: 2, cursor });
            expect(back.length).toBeLessThan(500);
            back.unshift(...page.items.map(({ id }) => id));
            expect(page.nextCursor).toBeDefined();
            cursor = page.previousCursor;
          }
          expect(back).toEqual(
            expected.slice(0, expected.length - (pages.at(-1)?.items.length ?? 0)),
          );
          // By number: the same pages, and empty ones behind the end that know where it is.
          for (let page = 1; page <= pages.length + 2; page++) {
            const numbered = await get({ sort: text, perPage, page });
            expect(numbered.items).toEqual(pages[page - 1]?.items ?? []);
            expect(numbered.nextCursor).toEqual(pages[page - 1]?.nextCursor);
            expect(numbered.total).toBe(rows.length);
            expect(numbered.previousCursor === undefined).toBe(page === 1 || page > pages.length);
            const isBehind = page > pages.length && rows.length > 0;
            expect(numbered.lastPage).toBe(isBehind ? pages.length : undefined);
          }
        },
      ),
      { numRuns: cases(15, 60) },
    );
  });

  it('shows everything that stays exactly once while others come and go', async () => {
    const random = (): Partial<Shop> => ({
      nameFolded: String.fromCharCode(97 + Math.random() * 5),
      rank: Math.random() < 0.2 ? null : Math.floor(Math.random() * 3),
    });
    for (const text of ['name.asc', 'name.desc,rank.asc', 'rank.desc', 'id.desc']) {
      const staying = await add(Array.from({ length: 120 }, random));
      let passing = await add(Array.from({ length: 60 }, random));
      const pages = await walk({ sort: text, perPage: 7 }, async () => {
        await Promise.all([
          dataAccess.unitOfWork.run(() =>
            dataAccess.writer.remove(Shop, { id: passing.slice(0, 5) }),
          ),
          add([random(), random(), random()]).then(
            (ids) => (passing = [...passing.slice(5), ...ids]),
          ),
        ]);
      });
      const seen = pages.flatMap(({ items }) => items.map(({ id }) => id));
      expect(new Set(seen).size).toBe(seen.length);
      expect(staying.filter((id) => !seen.includes(id))).toEqual([]);
      await dataAccess.unitOfWork.run(() =>
        dataAccess.writer.remove(Shop, [whereEquals('townId', null)]),
      );
    }
  });

  it('keeps the total of the first page, and counts again for other filters', async () => {
    await add([{ state: 1 }, { state: 1 }, { state: 1 }, { state: 2 }]);
    const first = await get({ state: 1, perPage: 1 });
    await add([{ state: 1 }]);
    const second = await get({ state: 1, perPage: 1, cursor: first.nextCursor });
    const back = await get({ state: 1, perPage: 1, cursor: second.previousCursor });
    expect([first.total, second.total, back.total]).toEqual([3, 3, 3]);
    expect((await get({ state: 1, perPage: 1 })).total).toBe(4);
    expect((await get({ perPage: 1, cursor: first.nextCursor })).total).toBe(5);
    expect((await get({ state: 2, perPage: 1, cursor: first.nextCursor })).total).toBe(1);
  });

  it('filters, and leaves 0 and the empty text unfiltered unless they are values', async () => {
    await add([{ state: 0 }, { state: 1 }, { state: 2 }]);
    const states = async (query: Record<string, unknown>): Promise<number[]> =>
      (await get(query)).items.map(({ state }) => state);
    expect(await states({ state: 1 })).toEqual([1]);
    expect(await states({ state: 0 })).toEqual([0, 1, 2]);
    expect(await states({ state: undefined, states: [] })).toEqual([0, 1, 2]);
    expect(await states({ state: false })).toEqual([0, 1, 2]);
    expect(await states({ exactState: 0 })).toEqual([0]);
    expect(await states({ states: [0, 2] })).toEqual([0, 2]);
    expect(await dataAccess.loader.countList(shopListing, { states: [0, 2] })).toBe(2);
    expect(await dataAccess.loader.countList(shopListing, {}, [whereEquals('state', 2)])).toBe(1);
  });

  it('refuses sorts that are not declared, and takes none of them as SQL', async () => {
    const wrong = [
      'nothing.asc',
      'id',
      'id.up',
      'ID.asc',
      'id.asc,',
      'state.asc,state.desc',
      '(select 1)',
      'id.asc;drop',
      'toString.asc',
      '__proto__.asc',
      'nameFolded.asc',
      'id.ASC',
      'name_folded.asc',
      '`id`.asc',
    ];
    for (const text of wrong) {
      const error: unknown = await get({ sort: text }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(InvalidRequest);
      expect((error as DomainError).fieldErrors).toMatchObject([{ pointer: 'query/sort' }]);
    }
  });

  it('refuses every cursor that it did not make for this order', async () => {
    await add([{}, {}, {}]);
    const encode = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const ofName = (await get({ sort: 'name.asc', perPage: 1 })).nextCursor;
    const texts = [
      ofName ?? '',
      'x',
      '%%%',
      'a'.repeat(9000),
      encode(null),
      encode({}),
      encode([]),
      encode(['id.asc', 1]),
      encode(['id.asc', 0, 3, 'c', 1]),
      encode(['id.asc', 1, 3, 'c', '1']),
      encode(['id.asc', 1, 3, 'c', null]),
      encode(['id.asc', 1, 3, 'c', 1.5]),
      encode(['id.asc', 1, 3, 'c', 2 ** 60]),
      encode(['id.asc', 1, 3, 'c', 1, 1]),
      encode(['id.asc', '1', 3, 'c', 1]),
      encode(['id.desc', 1, 3, 'c', 1]),
      encode(['id.asc', 1, 3, 'c', { $gt: 0 }]),
      encode(['id.asc', 1, '3', 'c', 1]),
      encode(['id.asc', 1, -3, 'c', 1]),
      encode(['id.asc', 1, 3, 0, 1]),
    ];
    for (const cursor of texts) {
      const error: unknown = await get({ cursor }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(InvalidRequest);
      expect((error as DomainError).fieldErrors).toMatchObject([{ pointer: 'query/cursor' }]);
    }
    const [first] = (await get({ perPage: 1 })).items;
    expect((await get({ cursor: encode(['id.asc', 1, 3, 'c', first?.id]) })).items).toHaveLength(2);
  });

  it('answers any cursor text with a page or a 400', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(
          fc.constantFrom('rank.asc,id.asc', 'x'),
          fc.constantFrom(1, -1),
          fc.constantFrom(0, 7, -1, '7'),
          fc.constantFrom('', 'counted', 7),
          fc.jsonValue(),
          fc.jsonValue(),
        ),
        async (value) => {
          const cursor = Buffer.from(JSON.stringify(value)).toString('base64url');
          const result = await get({ sort: 'rank.asc', cursor }).catch((error: unknown) => error);
          if (result instanceof Error) expect(result).toBeInstanceOf(DomainError);
          else expect(result).toHaveProperty('items');
        },
      ),
      { numRuns: cases(40, 200) },
    );
  });
});
