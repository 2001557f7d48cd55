/** @engine */
import fc from 'fast-check';
import type { Page } from '../../src/core/page';
import { toQueryTerms } from '../../src/core/text-folding';
import { compareCodePoints } from '../support/compare-code-points';
import type { DataAccess } from '../../src/database';
import { readMatchingIds } from '../../src/database/search/read-matching-ids';
import { cases } from '../support/random/cases';
import { openSample, plan } from './sample';
import { Shop, shopListing, shopSearch } from './sample.entity';

type Query = Parameters<DataAccess['loader']['listPage']>[1];

/** More than words that are looked up one by one have; the last tenth alone has the rarest one. */
const SHOPS = 5000;
const words = ['common', 'commonplace', 'come', 'cold'] as const;

/** A record as the model has it. */
interface Known {
  readonly id: number;
  readonly words: readonly string[];
  readonly name: string;
  readonly openedAt: Date;
}

describe('Lists of which very many records are asked for', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  let known: Known[] = [];
  beforeAll(async () => {
    ({ dataAccess, close } = await openSample());
    const made = Array.from({ length: SHOPS }, (_, at) => ({
      words: wordsOf(at),
      name: `n${(at * 7919) % 1000}`,
      openedAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
    }));
    const ids = await dataAccess.unitOfWork.run(async () => {
      const rows = made.map(({ name, openedAt }, at) => ({
        ...{ pId: `shop-${at}`, name, nameFolded: name, openedAt },
      }));
      const inserted = await dataAccess.writer.insert(Shop, rows);
      const entries = inserted.map((id, at) => ({ id, fields: made[at]?.words ?? [] }));
      await dataAccess.searchIndex.add(shopSearch, entries);
      return inserted;
    });
    known = made.map((one, at) => ({ ...one, id: ids[at]! }));
  });
  afterAll(() => close());

  function wordsOf(at: number): string[] {
    const few = at >= (SHOPS * 9) / 10 ? ['rarity'] : [];
    return [...words.filter((_, bit) => (at * 31) % (bit + 2) < 1 + bit * 0.7), ...few];
  }

  const get = (query: Partial<Query>): Promise<Page<Shop>> =>
    dataAccess.loader.listPage(shopListing, { page: 1, perPage: 700, ...query }, plan([]));

  async function walked(query: Partial<Query>): Promise<number[]> {
    const ids: number[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const page: Page<Shop> = await get({ ...query, ...(cursor !== undefined && { cursor }) });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    return ids;
  }

  function expected({ q = '', sort = 'id.asc', openedAt_min: since }: Partial<Query>): number[] {
    const terms = toQueryTerms(q);
    const found = known.filter(
      (one) =>
        terms.every((term) => one.words.some((word) => word.startsWith(term))) &&
        (!(since instanceof Date) || one.openedAt >= since),
    );
    const sign = sort.endsWith('desc') ? -1 : 1;
    const byName = (one: Known, other: Known): number =>
      sort.startsWith('name') ? sign * compareCodePoints(one.name, other.name) : 0;
    const byId = sort.startsWith('id') ? sign : 1;
    return [...found]
      .sort((one, other) => byName(one, other) || byId * (one.id - other.id))
      .map(({ id }) => id);
  }

  const prefix = fc.constantFrom('c', 'com', 'common', 'commonp', 'come', 'co', 'cold', 'rar', 'x');
  const sort = fc.constantFrom('id.asc', 'id.desc', 'name.asc', 'name.desc');
  const since = fc.option(fc.integer({ min: 0, max: SHOPS }), { nil: undefined });

  it('are those of a plain look at all records, in any order, by number and by cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(prefix, { maxLength: 3 }),
        sort,
        since,
        fc.integer({ min: 1, max: 9 }),
        async (prefixes, order, from, page) => {
          const openedAt_min = from === undefined ? undefined : known[from]?.openedAt;
          const query = { q: prefixes.join(' '), sort: order, openedAt_min };
          const ids = expected(query);
          expect(await walked(query)).toEqual(ids);
          expect(await dataAccess.loader.countList(shopListing, query)).toBe(ids.length);
          const perPage = 20;
          const numbered = await get({ ...query, page, perPage });
          expect(numbered.total).toBe(ids.length);
          expect(numbered.items.map(({ id }) => id)).toEqual(
            ids.slice((page - 1) * perPage, page * perPage),
          );
        },
      ),
      { numRuns: cases(12, 40) },
    );
  });

  it('are found whatever is read by one statement: parts of a term, or many terms', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(prefix, { minLength: 1, maxLength: 3 }),
        fc.oneof(fc.constantFrom(9, 40, SHOPS), fc.integer({ min: 100, max: 3000 })),
        async (prefixes, together) => {
          const search = { kind: shopSearch, prefixes, isRare: false };
          const ids = await dataAccess.database.read(readMatchingIds(search, together));
          expect(ids.slice(0, SHOPS, false)).toEqual(expected({ q: prefixes.join(' ') }));
        },
      ),
      { numRuns: cases(10, 30) },
    );
  });
});
