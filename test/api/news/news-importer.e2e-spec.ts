import { anyTime } from '../../support/any-time';
import { NewsStore } from './news-store';

const none = { created: 0, updated: 0, unchanged: 0, rejected: 0 };

const bare = {
  type: 'news',
  pId: 'line',
  name: 'Line',
  publicationDate: '2026-01-31T09:30:00.250+01:00',
};

const whole = {
  ...bare,
  active: true,
  comments: 'Ask Ada',
  largeImage: 'large.png',
  smallImage: 'small.png',
  priority: -3,
  languages: [
    { languageCode: 'en', title: 'Sale', shortText: 'Short' },
    { languageCode: 'zh', title: '冬季大减价' },
  ],
  seo: {
    languages: [
      { languageCode: 'en', keyWords: 'sale', urlSeo: 'line-sale' },
      { languageCode: 'zh', metaDescription: '冬季' },
    ],
  },
  activityLimits: [
    { activationDate: '2026-12-01T00:00:00-05:00', expirationDate: '2026-12-24' },
    { activationDate: '2026-02-01', expirationDate: '2026-02-02' },
  ],
  newsItems: [
    { itemType: 9, pId: 'iberia' },
    { itemType: 30, pId: 'ES' },
  ],
};

describe('lines of news', () => {
  let store: NewsStore;

  beforeAll(async () => {
    store = await NewsStore.start();
    await store.import({ type: 'zone', pId: 'iberia', name: 'Iberia', countryCode: 'ES' });
  });

  afterAll(() => store.stop());

  const idOf = async (pId: string) =>
    ((await store.service.get(`/v1/news/getId/${pId}`)).body as { ID: number }).ID;
  const outcomes = async (...lines: object[]) => {
    const { created, updated, unchanged, rejected } = await store.import(...lines);
    return { created, updated, unchanged, rejected };
  };

  it('are created as the API would', async () => {
    expect(await outcomes(whole)).toEqual({ ...none, created: 1 });
    const { type: _, ...body } = whole;
    const other = { pId: 'api', seo: { languages: [] } };
    const posted = await store.create({ ...body, ...other });
    const imported = await store.read(await idOf('line'));
    const alike = (one: typeof posted) => ({
      ...one,
      ...{ ID: 0, PID: '', DATEADDED: '', SEO: {}, UPDATEDAT: '' },
      ACTIVITYLIMITS: one.ACTIVITYLIMITS.map((limit) => ({ ...limit, ID: 0 })),
      NEWSITEMS: one.NEWSITEMS.map((item) => ({ ...item, ID: 0 })),
    });
    expect(alike(imported)).toEqual(alike(posted));
    expect(imported.SEO.LANGUAGES).toMatchObject([
      { KEYWORDS: 'sale', URLSEO: 'line-sale' },
      { METADESCRIPTION: '冬季', URLSEO: '' },
    ]);
    expect(await store.found(`q=${encodeURIComponent('冬季 line')}`)).toEqual(['line', 'api']);
  });

  it('change nothing when they come again, however they name and order filters', async () => {
    const before = await store.read(await idOf('line'));
    const items = before.NEWSITEMS as readonly { ITEM?: { ID: number } }[];
    const byId = [
      { itemType: 30, id: 724, pId: 'ES' },
      { itemType: 9, id: items[0]?.ITEM?.ID },
    ];
    const again = { ...whole, publicationDate: '2026-01-31T08:30:00.250Z', newsItems: byId };
    expect(await outcomes(whole)).toEqual({ ...none, unchanged: 1 });
    expect(await outcomes(again)).toEqual({ ...none, unchanged: 1 });
    expect(await store.read(before.ID)).toEqual(before);
  });

  it.each([
    ['name', 'Other'],
    ['active', false],
    ['comments', ''],
    ['largeImage', 'other.png'],
    ['smallImage', ''],
    ['priority', 0],
    ['publicationDate', '2026-01-31T09:30:00.251+01:00'],
    ['languages', [...whole.languages].reverse()],
    ['languages', whole.languages.slice(1)],
    ['seo', { languages: whole.seo.languages.slice(1) }],
    ['seo', { languages: [{ languageCode: 'en', keyWords: 'sale' }] }],
    ['activityLimits', whole.activityLimits.slice(1)],
    ['activityLimits', [{ ...whole.activityLimits[0], activationDate: '2026-12-01' }]],
    ['newsItems', whole.newsItems.slice(1)],
    ['newsItems', [...whole.newsItems, { itemType: 30, pId: 'FR' }]],
  ])('change %s to %j, and back', async (field, value) => {
    const before = await store.read(await idOf('line'));
    expect(await outcomes({ ...whole, [field]: value })).toEqual({ ...none, updated: 1 });
    const changed = await store.read(before.ID);
    // Responses show whole seconds.
    if (field !== 'publicationDate') expect(changed).not.toEqual(before);
    expect(await outcomes(whole, whole)).toEqual({ ...none, updated: 1, unchanged: 1 });
  });

  it('mean the defaults of absent members', async () => {
    expect(await outcomes({ ...bare, pId: 'shrunk' })).toEqual({ ...none, created: 1 });
    const id = await idOf('shrunk');
    const before = await store.read(id);
    const seo = { languages: [{ languageCode: 'en', urlSeo: 'shrunk' }] };
    expect(await outcomes({ ...whole, pId: 'shrunk', seo })).toEqual({ ...none, updated: 1 });
    expect(await outcomes({ ...bare, pId: 'shrunk' })).toEqual({ ...none, updated: 1 });
    expect(await store.read(id)).toEqual({ ...before, UPDATEDAT: anyTime });
    expect(await outcomes({ ...bare, pId: 'heir', seo })).toEqual({ ...none, created: 1 });
  });

  it('leave the filters that stay, with their ids', async () => {
    const line = { ...bare, pId: 'kept', newsItems: [{ itemType: 30, pId: 'ES' }] };
    await outcomes(line);
    const id = await idOf('kept');
    const [spain] = (await store.read(id)).NEWSITEMS;
    const newsItems = [{ itemType: 30, pId: 'FR' }, ...line.newsItems];
    expect(await outcomes({ ...line, newsItems })).toEqual({ ...none, updated: 1 });
    const france = { ID: expect.any(Number) as number, ITEM: { ID: 250, PID: 'FR' }, ITEMTYPE: 30 };
    expect((await store.read(id)).NEWSITEMS).toEqual([spain, france]);
  });

  it('undo what other doors have put on a news', async () => {
    const line = { ...bare, pId: 'touched' };
    await outcomes(line);
    const id = await idOf('touched');
    const before = await store.read(id);
    await store.service.post(`/v1/news/${id}/newsItems`, { newsItems: { itemType: 30, id: 724 } });
    expect(await outcomes(line)).toEqual({ ...none, updated: 1 });
    await store.service.post(`/v1/news/${id}/activityLimits`, {
      activityLimits: { activationDate: '2026-01-01', expirationDate: '2026-01-01' },
    });
    expect(await outcomes(line)).toEqual({ ...none, updated: 1 });
    expect(await store.read(id)).toEqual({ ...before, UPDATEDAT: anyTime });
  });

  it('are rejected with pointers into the line, and take no other with them', async () => {
    const bad = (pId: string, values: object) => ({ ...bare, pId, ...values });
    const { created, rejected, errors } = await store.import(
      bad('good 1', {}),
      bad('no name', { name: undefined }),
      bad('zone', {
        newsItems: [
          { itemType: 30, pId: 'ES' },
          { itemType: 9, pId: 'atlantis' },
        ],
      }),
      bad('country', { newsItems: [{ itemType: 30, pId: 'xx' }] }),
      bad('twice', {
        newsItems: [
          { itemType: 30, pId: 'ES' },
          { itemType: 30, id: 724 },
        ],
      }),
      bad('reversed', {
        activityLimits: [{ activationDate: '2026-01-02', expirationDate: '2026-01-01' }],
      }),
      bad('address', { seo: { languages: [{ languageCode: 'en', urlSeo: 'line-sale' }] } }),
      bad('field', { dateChanged: '2026-01-01' }),
      bad('good 2', {}),
    );
    expect([created, rejected]).toEqual([2, 7]);
    const at = (pId: string, code: string, pointer: string) => ({ pId, code, pointer });
    expect(errors).toMatchObject([
      at('no name', 'field.required', '/name'),
      at('zone', 'reference.notFound', '/newsItems/1'),
      at('country', 'format.iso-3166-1-alpha-2', '/newsItems/0/pId'),
      at('twice', 'filterItem.taken', '/newsItems/1'),
      at('reversed', 'activityLimit.reversed', '/activityLimits/0'),
      at('address', 'urlSeo.taken', '/seo/languages/0/urlSeo'),
      at('field', 'field.unknown', '/dateChanged'),
    ]);
    for (const pId of ['zone', 'country', 'twice', 'reversed', 'address']) {
      expect((await store.service.get(`/v1/news/getId/${pId}`)).status).toBe(404);
    }
  });
});
