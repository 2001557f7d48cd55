/** @engine */
import fc from 'fast-check';
import { compareCodePoints } from '../../support/compare-code-points';
import { cases } from '../../support/random/cases';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { type Body, type Known, type Listed, lists, terms } from './listed';
import { finds } from './plain-search';

/** A request for a list. */
interface Asked {
  readonly perPage: number;
  readonly page: number;
  readonly sort: string;
  readonly q: string;
  readonly filters: Readonly<Record<string, string | number | boolean>>;
  readonly fields: readonly string[];
}

interface Answer {
  readonly CURSORS?: { readonly NEXT: string; readonly PREVIOUS: string };
  readonly ITEMS: number;
  readonly PAGERPARAMETERS?: { readonly PAGE: number; readonly PERPAGE: number };
  readonly [key: string]: unknown;
}

/** The records that a request is about, in its order: the rules of the interface, over an array. */
function expected(listed: Listed, all: readonly Known[], { sort, q, filters }: Asked): Known[] {
  const kept = all.filter(({ body }) => {
    const isKept = Object.entries(filters).every(([name, value]) => {
      const isNothing = value === 0 || value === '' || value === false;
      return isNothing || listed.filters[name]!.keeps(body, value as never);
    });
    return isKept && finds(q, listed.texts(body));
  });
  const keys = sort === '' ? [] : sort.split(',').map((part) => part.split('.'));
  return kept.sort((one, other) => {
    for (const [name = '', direction] of keys) {
      const read = name === 'id' ? ({ id }: Known) => id : listed.sorts[name]!;
      const [a, b] = [read(one), read(other)];
      const order = typeof a === 'number' ? a - Number(b) : compareCodePoints(a, String(b));
      if (order !== 0) return direction === 'desc' ? -order : order;
    }
    return one.id - other.id;
  });
}

function arbitraryQuery(listed: Listed): fc.Arbitrary<Asked> {
  const names = Object.keys(listed.sorts);
  const canSort = names.length > 0;
  const sort = fc
    .tuple(fc.shuffledSubarray(['id', ...names]), fc.infiniteStream(fc.constantFrom('asc', 'desc')))
    .map(([some, ways]) => some.map((name) => `${name}.${String(ways.next().value)}`).join());
  const values = Object.entries(listed.filters).map(
    ([name, filter]) => [name, fc.constantFrom(...filter.values)] as const,
  );
  return fc.record({
    perPage: fc.integer({ min: 1, max: 7 }),
    page: fc.integer({ min: 1, max: 4 }),
    sort: canSort ? sort : fc.constant(''),
    q: canSort
      ? fc.oneof(
          fc.constant(''),
          terms,
          fc.tuple(terms, terms).map((two) => two.join(' ')),
        )
      : fc.constant(''),
    filters: fc
      .record(Object.fromEntries(values), { requiredKeys: [] })
      .map((some) => some as Asked['filters']),
    fields: fc.subarray(Object.keys(listed.shown), { minLength: 1 }),
  });
}

function pathOf(listed: Listed, { sort, q, filters, fields }: Asked, more: Body): string {
  const query = new URLSearchParams({ fields: ['ID', ...fields].join() });
  if (sort !== '') query.set('sort', sort);
  if (q !== '') query.set('q', q);
  for (const [name, value] of Object.entries({ ...filters, ...more })) {
    query.set(name, String(value));
  }
  return `${listed.path}?${query.toString()}`;
}

describe('lists', () => {
  let service: Service;
  let all: readonly Listed[];
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
    const zone = { type: 'zone', pId: 'zone', countryCode: 'ES', name: 'Zone' };
    await importLines(service, [zone]);
    const { body } = await service.get('/v1/catalog/zone/getId/zone');
    all = lists((body as { ID: number }).ID);
  });

  afterAll(async () => {
    await service.stop();
  });

  const shown = (listed: Listed, known: Known, fields: readonly string[]): Body => ({
    ...Object.fromEntries(fields.map((name) => [name, listed.shown[name]!(known)])),
    ID: known.id,
  });

  const get = async (path: string): Promise<Answer> => {
    const response = await service.get(path);
    expect(response.status).toBe(200);
    return response.body as Answer;
  };

  /** Follows NEXT from the first page to the last and PREVIOUS back, and asks for one page by number. */
  async function check(listed: Listed, known: readonly Known[], asked: Asked): Promise<void> {
    const { perPage, page, fields } = asked;
    const wanted = expected(listed, known, asked).map((one) => shown(listed, one, fields));
    const pages: Body[][] = [];
    let answer = await get(pathOf(listed, asked, { perPage }));
    for (;;) {
      expect(answer.ITEMS).toBe(wanted.length);
      pages.push(answer[listed.key] as Body[]);
      if (!answer.CURSORS?.NEXT) break;
      expect(pages.length).toBeLessThan(100);
      answer = await get(answer.CURSORS.NEXT.slice(service.url.length));
    }
    const isWalked = answer.CURSORS !== undefined;
    expect(pages.flat()).toEqual(isWalked ? wanted : wanted.slice(0, perPage));
    for (let back = pages.length - 2; back >= 0; back--) {
      answer = await get(answer.CURSORS!.PREVIOUS.slice(service.url.length));
      expect(answer[listed.key]).toEqual(pages[back]);
    }
    if (isWalked) expect(answer.CURSORS?.PREVIOUS).toBe('');
    const numbered = await get(pathOf(listed, asked, { perPage, page }));
    expect(numbered[listed.key]).toEqual(wanted.slice((page - 1) * perPage, page * perPage));
    if (isWalked) expect(numbered.PAGERPARAMETERS).toEqual({ PAGE: page, PERPAGE: perPage });
    if (isWalked) {
      const behind = await get(pathOf(listed, asked, { perPage, page: page + pages.length }));
      expect(behind[listed.key]).toEqual([]);
      const { NEXT, PREVIOUS } = behind.CURSORS!;
      expect(NEXT).toBe('');
      expect(PREVIOUS === '').toBe(wanted.length === 0);
      if (PREVIOUS) {
        const last = await get(PREVIOUS.slice(service.url.length));
        expect(last[listed.key]).toEqual(pages.at(-1));
        expect(last.PAGERPARAMETERS).toEqual({ PAGE: pages.length, PERPAGE: perPage });
      }
    }
    if (listed.key === 'NEWS') await checkCount(listed, asked, wanted.length);
  }

  async function checkCount(listed: Listed, asked: Asked, wanted: number): Promise<void> {
    const query = new URLSearchParams(asked.q === '' ? {} : { q: asked.q });
    for (const [name, value] of Object.entries(asked.filters)) query.set(name, String(value));
    expect(await get(`${listed.path}/count?${query.toString()}`)).toEqual({ ITEMS: wanted });
  }

  it.each([0, 1, 2, 3, 4])('match the model (%i)', async (index) => {
    const listed = all[index]!;
    const bodies = fc
      .integer({ min: 0, max: 18 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, () => listed.body(++made))));
    const queries = fc.array(arbitraryQuery(listed), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(bodies, queries, async (some, asked) => {
        const known: Known[] = [];
        for (const body of some) {
          const { status, body: record } = await service.post(listed.path, { [listed.root]: body });
          expect(status).toBe(201);
          known.push({ id: (record as { ID: number }).ID, body });
        }
        try {
          for (const one of asked) await check(listed, known, one);
        } finally {
          for (const { id } of known) await service.delete(`${listed.path}/${id}`);
        }
      }),
      { numRuns: cases(2, 4) },
    );
  });
});
