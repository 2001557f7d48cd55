/** @engine */
import fc from 'fast-check';
import { foldText, toQueryTerms } from '../../src/core/text-folding';
import { defineSearchKind, type DataAccess } from '../../src/database';
import { cases } from '../support/random/cases';
import { openSample, plan } from './sample';
import { Shop, shopListing, shopSearch } from './sample.entity';

describe('SearchIndex', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  let numbers = 0;
  beforeAll(async () => ({ dataAccess, close } = await openSample()));
  afterAll(() => close());

  async function add(fields: readonly string[][]): Promise<number[]> {
    return dataAccess.unitOfWork.run(async () => {
      const ids = await dataAccess.writer.insert(
        Shop,
        fields.map(() => ({ pId: `s${++numbers}` })),
      );
      await dataAccess.searchIndex.replace(
        shopSearch,
        ids.map((id, i) => ({ id, fields: fields[i] ?? [] })),
      );
      return ids;
    });
  }
  async function find(q: string): Promise<number[]> {
    const { items, total } = await dataAccess.loader.listPage(
      shopListing,
      { page: 1, perPage: 500, q },
      plan([]),
    );
    expect(total).toBe(items.length);
    expect(await dataAccess.loader.countList(shopListing, { q })).toBe(total);
    return items.map(({ id }) => id);
  }

  it('finds word starts, all terms together, without case and accents', async () => {
    const [a, b, c] = await add([
      ['Café Zürich', 'bk-m82'],
      ['cafeteria 50%_off', 'Büro'],
      ['東京タワー', '💥boom', 'M82S'],
    ]);
    const expected: [string, (number | undefined)[]][] = [
      ['caf', [a, b]],
      ['CAFÉ zur', [a]],
      ['cafe teria', []],
      ['m82', [a, c]],
      ['bk-m', [a]],
      ['82', []],
      ['50%_', [b]],
      ['%', []],
      ['_', [b]],
      ['buro caf', [b]],
      ['zurich buro', []],
      ["'", []],
      ['   ', [a, b, c]],
      ['boom', [c]],
      ['東', [c]],
      ['京', []],
    ];
    for (const [q, ids] of expected) expect([q, await find(q)]).toEqual([q, ids]);
  });

  it('forgets what was replaced and removed', async () => {
    const [id = 0, other = 0] = await add([['old words'], ['old others']]);
    await dataAccess.unitOfWork.run(() =>
      dataAccess.searchIndex.replace(shopSearch, [{ id, fields: ['new'] }]),
    );
    expect(await find('old')).toEqual([other]);
    expect(await find('new')).toEqual([id]);
    await dataAccess.unitOfWork.run(() => dataAccess.searchIndex.remove(shopSearch, [id, other]));
    expect(await find('old')).toEqual([]);
    expect(await find('ne')).toEqual([]);
    const rows = await dataAccess.database.select(
      'SELECT 1 FROM search_postings WHERE record_id IN (?, ?)',
      [id, other],
    );
    expect(rows).toEqual([]);
  });

  it('holds the terms of one of thirty changes at once, and no others', async () => {
    const [id = 0] = await add([['before']]);
    const change = (number: number): Promise<void> =>
      dataAccess.unitOfWork.run(() =>
        dataAccess.searchIndex.replace(shopSearch, [
          { id, fields: [`change ${number} of-${number}`] },
        ]),
      );
    await Promise.all(Array.from({ length: 30 }, (_, at) => change(at + 1)));
    const [stored] = await dataAccess.database.select<{ terms: string }>(
      'SELECT terms FROM search_records WHERE kind = ? AND record_id = ?',
      [shopSearch.number, id],
    );
    const postings = await dataAccess.database.select<{ term: string }>(
      'SELECT term FROM search_postings WHERE kind = ? AND record_id = ? ORDER BY term',
      [shopSearch.number, id],
    );
    expect(postings.length).toBeGreaterThan(1);
    expect(postings.map(({ term }) => `\n${term}`).join('')).toBe(stored?.terms);
  });

  it('keeps kinds apart', async () => {
    const otherKind = defineSearchKind('another one', 1002);
    const [id = 0] = await add([['kindly']]);
    await dataAccess.unitOfWork.run(() =>
      dataAccess.searchIndex.replace(otherKind, [{ id, fields: ['newsly'] }]),
    );
    expect(await find('newsly')).toEqual([]);
    await dataAccess.unitOfWork.run(() => dataAccess.searchIndex.remove(otherKind, [id]));
    expect(await find('kindly')).toEqual([id]);
  });

  it('refuses a number that another kind has', () => {
    expect(() => defineSearchKind('latecomer', shopSearch.number)).toThrow(
      'latecomer and sample shop both have the search number 1001',
    );
  });

  it('agrees with a plain model for any words', async () => {
    const letter = fc.constantFrom('a', 'A', 'á', 'b', 'ß', '1', '\u{10FFFD}', 'ﬀ');
    const word = fc.string({ unit: letter, minLength: 1, maxLength: 4 });
    const field = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 5 }), word, async (fields, q) => {
        const ids = await add(fields.map((text) => [text]));
        const terms = toQueryTerms(q);
        // The model only looks at the start of words: it knows no other breaks between these letters.
        const isFound = (text: string): boolean =>
          terms.every((term) => text.split(' ').some((one) => foldText(one).startsWith(term)));
        const found = (await find(q)).filter((id) => ids.includes(id));
        const expected = ids.filter((_, i) => isFound(fields[i] ?? ''));
        expect(expected.filter((id) => !found.includes(id))).toEqual([]);
        if (!fields.join('').includes('\u{10FFFD}')) expect(found).toEqual(expected);
      }),
      { numRuns: cases(15, 60) },
    );
  });
});
