import { Clock } from '../../../src/core/clock';
import { FilterItemsService } from '../../../src/platform/requests/filters';
import { NewsStore } from './news-store';

describe('lists of news', () => {
  let store: NewsStore;

  beforeAll(async () => {
    store = await NewsStore.start({ STORE_TIME_ZONE: 'Pacific/Auckland' });
    await store.import(
      { type: 'zone', pId: 'north', name: 'North', countryCode: 'NZ' },
      { type: 'zone', pId: 'south', name: 'South', countryCode: 'NZ' },
    );
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.stop());

  const now = (instant: string) =>
    jest.spyOn(store.service.app.get(Clock), 'now').mockReturnValue(new Date(instant));

  describe('filter', () => {
    let north = 0;

    beforeAll(async () => {
      const country = (pId: string) => ({ itemType: 30, pId });
      const zone = (pId: string) => ({ itemType: 9, pId });
      await store.create({ pId: 'everybody', priority: 1 });
      await store.create({ pId: 'nz', priority: 2, newsItems: [country('NZ')] });
      const both = await store.create({
        pId: 'nz north',
        priority: -2,
        newsItems: [country('NZ'), zone('north')],
      });
      await store.create({ pId: 'es', priority: 2, newsItems: [country('ES'), zone('south')] });
      const [, item] = both.NEWSITEMS as readonly { ITEM?: { ID: number } }[];
      north = item?.ITEM?.ID ?? 0;
      expect(north).toBeGreaterThan(0);
    });

    it.each([
      ['', ['everybody', 'nz', 'nz north', 'es']],
      [
        'countryCode=&groupId=0&userId=0&zoneId=0&priority=0',
        ['everybody', 'nz', 'nz north', 'es'],
      ],
      ['countryCode=NZ', ['nz', 'nz north']],
      ['countryCode=ES', ['es']],
      ['countryCode=es', ['es']],
      ['countryCode=FR', []],
      ['zoneId=NORTH', ['nz north']],
      ['zoneId=NORTH&countryCode=NZ', ['nz north']],
      ['zoneId=NORTH&countryCode=ES', []],
      ['userId=NORTH', []],
      ['groupId=NORTH', []],
      ['zoneId=9007199254740991', []],
      ['priority=2', ['nz', 'es']],
      ['priority=-2', ['nz north']],
      ['priority=2&countryCode=NZ&q=nz', ['nz']],
    ])('by %s, and count alike', async (query, pIds) => {
      expect(await store.found(query.replace('NORTH', String(north)))).toEqual(pIds);
    });

    it.each([
      ['countryCode=XX', 'query/countryCode'],
      ['countryCode=n5', 'query/countryCode'],
      ['zoneId=-1', 'query/zoneId'],
      ['userId=x', 'query/userId'],
      ['priority=1.5', 'query/priority'],
      ['showOnlyActive=yes', 'query/showOnlyActive'],
      ['colour=red', 'query/colour'],
    ])('refuse %s', async (query, pointer) => {
      for (const path of ['news', 'news/count']) {
        const response = await store.service.get(`/v1/${path}?${query}`);
        expect(response.status).toBe(400);
        expect(response.body).toMatchObject({ errors: [{ pointer }] });
      }
    });

    it('take no paging, order or language in the count', async () => {
      for (const query of ['page=1', 'sort=id.asc', 'languageCode=en', 'fields=ID']) {
        expect((await store.service.get(`/v1/news/count?${query}`)).status).toBe(400);
      }
    });

    it('ask for the filters of all news of a page at once, and only when they are shown', async () => {
      const { app } = store.service;
      const all = jest.spyOn(app.get(FilterItemsService), 'listByElement');
      await store.list('fields=ID,PID,LANGUAGES');
      expect(all).not.toHaveBeenCalled();
      const { NEWS } = await store.list('fields=NEWSITEMS&perPage=3');
      expect(all).toHaveBeenCalledTimes(1);
      expect(NEWS.map((one) => [Object.keys(one), one.NEWSITEMS.length])).toEqual([
        [['NEWSITEMS'], 0],
        [['NEWSITEMS'], 1],
        [['NEWSITEMS'], 2],
      ]);
    });
  });

  describe('show only active news', () => {
    const period = (activationDate: string, expirationDate: string) => ({
      activationDate,
      expirationDate,
    });

    beforeAll(async () => {
      const shown = (pId: string, ...activityLimits: object[]) =>
        store.create({ pId, name: 'Shown', active: true, activityLimits });
      await shown('always');
      await shown('may 10', period('2026-05-10', '2026-05-10'));
      await shown('may', period('2026-05-01', '2026-05-05'), period('2026-05-09', '2026-05-31'));
      await shown('gap', period('2026-05-01', '2026-05-09'), period('2026-05-11', '2026-05-31'));
      // Days are calendar dates as they were sent, whatever the offset and the hour.
      await shown('elsewhere', period('2026-05-10T23:59-11:00', '2026-05-10T00:00+14:00'));
      const publicationDate = '2026-05-10T02:00:00+02:00';
      await store.create({ pId: 'embargoed', name: 'Awaited', active: true, publicationDate });
      await store.create({ pId: 'inactive', name: 'Shown' });
      const limits = [period('2026-05-10', '2026-05-10')];
      await store.create({ pId: 'inactive may 10', name: 'Shown', activityLimits: limits });
    });

    const all = ['always', 'may 10', 'may', 'gap', 'elsewhere', 'inactive', 'inactive may 10'];

    it.each([
      // Auckland is 12 hours ahead of UTC in May.
      ['2026-05-09T11:59:59.999Z', ['always', 'may', 'gap']],
      ['2026-05-09T12:00:00Z', ['always', 'may 10', 'may', 'elsewhere']],
      ['2026-05-10T11:59:59.999Z', ['always', 'may 10', 'may', 'elsewhere']],
      ['2026-05-10T12:00:00Z', ['always', 'may', 'gap']],
      ['2026-05-31T11:59:59.999Z', ['always', 'may', 'gap']],
      ['2026-05-31T12:00:00Z', ['always']],
      ['2026-05-05T12:00:00Z', ['always', 'gap']],
      // All of them are published on 31 January 2026 at 08:30 UTC.
      ['2026-01-31T08:30:00Z', ['always']],
      ['2026-01-31T08:29:59.999Z', []],
    ])('of the day that it is at %s in the store', async (instant, pIds) => {
      now(instant);
      expect(await store.found('q=shown&showOnlyActive=true')).toEqual(pIds);
      expect(await store.found('q=shown&showOnlyActive=false')).toEqual(all);
    });

    it.each([
      ['2026-05-09T23:59:59.999Z', []],
      ['2026-05-10T00:00:00Z', ['embargoed']],
    ])('that are published, as it is %s, and count alike', async (instant, pIds) => {
      now(instant);
      expect(await store.found('q=awaited&showOnlyActive=true')).toEqual(pIds);
      expect(await store.found('q=awaited')).toEqual(['embargoed']);
    });

    it('from the moment on when they become active', async () => {
      now('2026-05-10T00:00:00Z');
      const { ID } = await store.create({ name: 'Toggled' });
      const found = () => store.found('q=toggled&showOnlyActive=1');
      expect(await found()).toHaveLength(0);
      await store.put(ID, { active: true });
      expect(await found()).toHaveLength(1);
      const past = { activityLimits: period('2026-05-08', '2026-05-09') };
      const limits = `/v1/news/${ID}/activityLimits`;
      await store.service.post(limits, past);
      expect(await found()).toHaveLength(0);
      await store.service.delete(limits);
      expect(await found()).toHaveLength(1);
      await store.put(ID, { active: false });
      expect(await found()).toHaveLength(0);
    });
  });

  describe('search, sort and page', () => {
    const fruits = ['Éclair', 'apple', 'Banana', 'cherry', 'Äpfel'];

    beforeAll(async () => {
      for (const [index, name] of fruits.entries()) {
        now(`2026-01-0${9 - index}T00:00:00Z`);
        await store.create({
          pId: `Fruit-${index}`,
          name,
          priority: (index % 3) + 70,
          publicationDate: `2026-02-0${((index * 2) % 5) + 1}T00:00:00Z`,
          comments: 'uncommented',
          languages: [
            {
              languageCode: 'el',
              title: `Φρούτο ${index}`,
              shortText: 'secret',
              pageText: 'hidden',
            },
            { languageCode: 'zh', title: '水果沙拉' },
          ],
          seo: { languages: [{ languageCode: 'en', keyWords: 'keyword' }, { languageCode: 'el' }] },
        });
      }
    });

    const names = async (query: string) => {
      const { NEWS } = await store.list(`q=fruit&${query}`);
      return NEWS.map(({ NAME }) => NAME);
    };

    it.each([
      ['', fruits],
      ['sort=id.desc', [...fruits].reverse()],
      ['sort=pId.desc', [...fruits].reverse()],
      ['sort=name.asc', ['Äpfel', 'apple', 'Banana', 'cherry', 'Éclair']],
      ['sort=name.desc', ['Éclair', 'cherry', 'Banana', 'apple', 'Äpfel']],
      ['sort=priority.asc', ['Éclair', 'cherry', 'apple', 'Äpfel', 'Banana']],
      ['sort=priority.desc,name.asc', ['Banana', 'Äpfel', 'apple', 'cherry', 'Éclair']],
      ['sort=publicationDate.asc', ['Éclair', 'cherry', 'apple', 'Äpfel', 'Banana']],
      ['sort=dateAdded.asc', [...fruits].reverse()],
      ['sort=DATEADDED', [...fruits].reverse()],
      ['sort=Priority.DESC,name', ['Banana', 'Äpfel', 'apple', 'cherry', 'Éclair']],
    ])('by %s', async (query, expected) => {
      expect(await names(query)).toEqual(expected);
    });

    it.each(['active.asc', 'title.asc', 'name.', 'name,NAME.desc'])(
      'refuse sort=%s',
      async (sort) => {
        const response = await store.service.get(`/v1/news?sort=${sort}`);
        expect(response.status).toBe(400);
        expect(response.body).toMatchObject({ errors: [{ pointer: 'query/sort' }] });
      },
    );

    it.each([
      ['fruit-3', ['Fruit-3']],
      ['ECLA', ['Fruit-0']],
      ['apfel', ['Fruit-4']],
      ['φρουτο 2', ['Fruit-2']],
      ['水果', ['Fruit-0', 'Fruit-1', 'Fruit-2', 'Fruit-3', 'Fruit-4']],
      ['沙拉 banana', ['Fruit-2']],
      ['anana', []],
      ['secret', []],
      ['hidden', []],
      ['uncommented', []],
      ['keyword', []],
    ])('find %s in name, pId and titles', async (q, pIds) => {
      expect(await store.found(`q=${encodeURIComponent(q)}`)).toEqual(pIds);
    });

    it('find what a change made of it', async () => {
      const { ID, PID } = await store.create({ name: 'Beforehand' });
      await store.put(ID, { name: 'Afterwards' });
      expect(await store.found('q=beforehand')).toEqual([]);
      expect(await store.found('q=afterwards')).toEqual([PID]);
      await store.put(ID, { languages: [{ languageCode: 'en', title: 'Titled' }] });
      expect(await store.found('q=afterwards titled')).toEqual([PID]);
    });

    it('visit every news once, whatever the order', async () => {
      for (const sort of ['id.asc', 'name.desc', 'priority.asc', 'publicationDate.desc']) {
        const seen: string[] = [];
        let next = `/v1/news?q=fruit&perPage=2&sort=${sort}&languageCode=el`;
        while (next !== '') {
          const { body } = await store.service.get(next);
          const { CURSORS, ITEMS, NEWS } = body as Awaited<ReturnType<NewsStore['list']>>;
          expect(ITEMS).toBe(fruits.length);
          expect(NEWS[0]?.LANGUAGES.map(({ LANGUAGE }) => LANGUAGE)).toEqual(['el']);
          seen.push(...NEWS.map(({ NAME }) => NAME));
          next = CURSORS.NEXT.slice(store.service.url.length);
        }
        expect(seen).toEqual(await names(`sort=${sort}`));
      }
      const { ITEMS, NEWS } = await store.list('q=fruit&page=3&perPage=2');
      expect([ITEMS, NEWS.map(({ NAME }) => NAME)]).toEqual([5, ['Äpfel']]);
    });

    it('show only the texts of one language', async () => {
      const { NEWS } = await store.list('q=fruit-1&languageCode=el');
      expect(NEWS).toHaveLength(1);
      expect(NEWS[0]?.LANGUAGES.map(({ TITLE }) => TITLE)).toEqual(['Φρούτο 1']);
      expect(NEWS[0]?.SEO.LANGUAGES).toEqual([
        { KEYWORDS: '', LANGUAGE: 'el', METADESCRIPTION: '', PARTICULARTITLE: '', URLSEO: '' },
      ]);
      expect((await store.list('q=fruit-1&languageCode=EL')).NEWS).toEqual(NEWS);
    });
  });
});
