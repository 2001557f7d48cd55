/** @engine modules/news/news */
import { Clock } from '../../../src/core/clock';
import { anyTime } from '../../support/any-time';
import { storedState } from '../conventions/requests/stored-state';
import { fieldsOfNews, NewsStore, oneOf, statusesOf } from './news-store';

const scripts = {
  de: 'Größe & Übermaß',
  el: 'Μέγεθος Ωμέγα',
  ru: 'Размер ёжика',
  ar: 'مقاس كبير',
  he: 'גודל גדול',
  th: 'ขนาดใหญ่',
  zh: '冬季大减价',
  en: '👩‍👩‍👧‍👦 🧥❄️',
};

describe('news', () => {
  let store: NewsStore;

  beforeAll(async () => {
    store = await NewsStore.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.stop());

  const now = (instant: string) =>
    jest.spyOn(store.service.app.get(Clock), 'now').mockReturnValue(new Date(instant));

  const texts = [
    { languageCode: 'es', title: 'Rebajas', shortText: 'Corto', pageText: '<p>Largo</p>' },
    { languageCode: 'en', title: 'Sale' },
  ];
  const writtenTexts = [
    { LANGUAGE: 'es', PAGETEXT: '<p>Largo</p>', SHORTTEXT: 'Corto', TITLE: 'Rebajas' },
    { LANGUAGE: 'en', PAGETEXT: '', SHORTTEXT: '', TITLE: 'Sale' },
  ];
  const emptySeo = { KEYWORDS: '', METADESCRIPTION: '', PARTICULARTITLE: '', URLSEO: '' };

  describe('POST', () => {
    it('answers the whole record with the defaults of the specification', async () => {
      now('2026-07-01T10:00:00.123Z');
      const created = await store.create({ pId: 'bare', name: 'Bare' });
      expect(created).toEqual({
        ACTIVE: false,
        ACTIVITYLIMITS: [],
        COMMENTS: '',
        DATEADDED: '2026-07-01T12:00:00+02:00',
        ID: expect.any(Number) as number,
        LANGUAGES: [],
        LARGEIMAGE: '',
        NAME: 'Bare',
        NEWSITEMS: [],
        PID: 'bare',
        PRIORITY: 0,
        PUBLICATIONDATE: '2026-01-31T09:30:00+01:00',
        SEO: { LANGUAGES: [] },
        SMALLIMAGE: '',
        UPDATEDAT: anyTime,
      });
      expect(await store.read(created.ID)).toEqual(created);
    });

    it('stores every field', async () => {
      const created = await store.create({
        pId: 'whole',
        name: 'Whole',
        active: true,
        comments: 'Ask Ada\nfirst',
        largeImage: 'images/large.png',
        smallImage: 'https://example.com/small.png',
        priority: -7,
        publicationDate: '2026-03-01',
        languages: texts,
        seo: {
          languages: [
            {
              languageCode: 'es',
              keyWords: 'rebajas,abrigos',
              metaDescription: 'm'.repeat(255),
              particularTitle: 'ñ'.repeat(255),
              urlSeo: 'rebajas_de-invierno-2026',
            },
            { languageCode: 'en' },
          ],
        },
        activityLimits: [
          { activationDate: '2026-12-01T00:00:00-05:00', expirationDate: '2026-12-24' },
          { activationDate: '2026-02-01T10:00Z', expirationDate: '2026-02-01T09:00:00.500Z' },
        ],
        newsItems: [
          { itemType: 30, pId: 'ES' },
          { itemType: 30, id: 250 },
        ],
      });
      const { ID } = created;
      expect(created).toEqual({
        ACTIVE: true,
        ACTIVITYLIMITS: [
          {
            ACTIVATIONDATE: '2026-12-01T00:00:00-05:00',
            EXPIRATIONDATE: '2026-12-24T00:00:00+01:00',
            ID: expect.any(Number) as number,
          },
          {
            ACTIVATIONDATE: '2026-02-01T10:00:00+00:00',
            EXPIRATIONDATE: '2026-02-01T09:00:00+00:00',
            ID: expect.any(Number) as number,
          },
        ],
        COMMENTS: 'Ask Ada\nfirst',
        DATEADDED: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/) as string,
        ID,
        LANGUAGES: [
          { LANGUAGE: 'es', PAGETEXT: '<p>Largo</p>', SHORTTEXT: 'Corto', TITLE: 'Rebajas' },
          { LANGUAGE: 'en', PAGETEXT: '', SHORTTEXT: '', TITLE: 'Sale' },
        ],
        LARGEIMAGE: 'images/large.png',
        NAME: 'Whole',
        NEWSITEMS: [
          { ID: expect.any(Number) as number, ITEM: { ID: 724, PID: 'ES' }, ITEMTYPE: 30 },
          { ID: expect.any(Number) as number, ITEM: { ID: 250, PID: 'FR' }, ITEMTYPE: 30 },
        ],
        PID: 'whole',
        PRIORITY: -7,
        PUBLICATIONDATE: '2026-03-01T00:00:00+01:00',
        SEO: {
          LANGUAGES: [
            {
              KEYWORDS: 'rebajas,abrigos',
              LANGUAGE: 'es',
              METADESCRIPTION: 'm'.repeat(255),
              PARTICULARTITLE: 'ñ'.repeat(255),
              URLSEO: 'rebajas_de-invierno-2026',
            },
            { KEYWORDS: '', LANGUAGE: 'en', METADESCRIPTION: '', PARTICULARTITLE: '', URLSEO: '' },
          ],
        },
        SMALLIMAGE: 'https://example.com/small.png',
        UPDATEDAT: anyTime,
      });
      expect(await store.read(ID)).toEqual(created);
      expect((await store.service.get('/v1/news/getId/whole')).body).toEqual({ ID });
    });

    it('keeps any Unicode exactly', async () => {
      const { ID } = await store.create({
        name: Object.values(scripts).join(' · '),
        comments: scripts.ar,
        languages: Object.entries(scripts).map(([languageCode, text]) => ({
          languageCode,
          title: text,
          shortText: text,
          pageText: text,
        })),
        seo: {
          languages: Object.entries(scripts).map(([languageCode, text]) => ({
            languageCode,
            keyWords: text,
            metaDescription: text,
            particularTitle: text,
          })),
        },
      });
      expect(await store.read(ID)).toMatchObject({
        NAME: Object.values(scripts).join(' · '),
        COMMENTS: scripts.ar,
        LANGUAGES: Object.entries(scripts).map(([LANGUAGE, text]) => ({
          LANGUAGE,
          TITLE: text,
          SHORTTEXT: text,
          PAGETEXT: text,
        })),
        SEO: {
          LANGUAGES: Object.entries(scripts).map(([LANGUAGE, text]) => ({
            LANGUAGE,
            KEYWORDS: text,
            METADESCRIPTION: text,
            PARTICULARTITLE: text,
          })),
        },
      });
    });

    it.each([
      ['no pId', { pId: undefined }, '/pId field.required'],
      ['no name', { name: undefined }, '/name field.required'],
      ['an empty name', { name: '' }, '/name text.tooShort'],
      ['no publication date', { publicationDate: undefined }, '/publicationDate field.required'],
      [
        'a publication time that is none',
        { publicationDate: '2026-01-31T09:60:00' },
        '/publicationDate format.instant-or-date',
      ],
      ['a day that is none', { publicationDate: '2026-02-30' }, '/publicationDate format'],
      ['a text as active', { active: 'true' }, '/active value.type'],
      ['a fraction as priority', { priority: 1.5 }, '/priority value.type'],
      ['a priority of 33 bits', { priority: 2_147_483_648 }, '/priority number.range'],
      ['an unknown field', { dateAdded: '2026-01-31' }, '/dateAdded field.unknown'],
      ['a name of 256 characters', { name: 'n'.repeat(256) }, '/name text.tooLong'],
      ['a pId with a space at its end', { pId: 'a ' }, '/pId format.public-id'],
      ['null', { comments: null }, '/comments value.type'],
      [
        'an unknown language',
        { languages: [{ languageCode: 'xx' }] },
        '/languages/0/languageCode format.iso-639-1',
      ],
      [
        'a language twice',
        { languages: [{ languageCode: 'en' }, { languageCode: 'EN' }] },
        '/languages list.duplicate',
      ],
      [
        'a title of 256 characters',
        { languages: [{ languageCode: 'en', title: 't'.repeat(256) }] },
        '/languages/0/title text.tooLong',
      ],
      [
        'a period without its end',
        { activityLimits: [{ activationDate: '2026-01-01' }] },
        '/activityLimits/0/expirationDate field.required',
      ],
      ['a filter without type', { newsItems: [{ id: 1 }] }, '/newsItems/0/itemType field.required'],
    ])('refuses %s', async (_, values, expected) => {
      const [pointer = '', code = ''] = expected.split(' ');
      const response = await store.post({ pId: 'refused', ...values });
      expect(response.status).toBe(400);
      expect((response.body as { errors: object[] }).errors).toEqual([
        {
          pointer: `/news${pointer}`,
          code: expect.stringContaining(code) as string,
          detail: expect.any(String) as string,
        },
      ]);
      expect((await store.service.get('/v1/news/getId/refused')).status).toBe(404);
    });

    it('reports all errors at once', async () => {
      const response = await store.post({ name: '', priority: 'high', seo: { languages: [{}] } });
      expect(
        (response.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer),
      ).toEqual(['/news/name', '/news/priority', '/news/seo/languages/0/languageCode']);
    });

    it('lets one of 30 parallel creations with one pId through', async () => {
      const news = fieldsOfNews({ pId: 'contested', languages: texts });
      const responses = await Promise.all(
        Array.from({ length: 30 }, () => store.service.post('/v1/news', { news })),
      );
      expect(statusesOf(responses)).toEqual(oneOf(30, 201));
      const { ID } = responses.find(({ status }) => status === 201)!.body as { ID: number };
      expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'pId.taken',
        existingId: ID,
      });
      expect((await store.service.get('/v1/news/getId/contested')).body).toEqual({ ID });
      expect(await store.found('q=contested')).toEqual(['contested']);
    });
  });

  describe('PUT', () => {
    it.each([
      ['active', true, { ACTIVE: true }],
      ['comments', 'Other', { COMMENTS: 'Other' }],
      ['largeImage', 'l.png', { LARGEIMAGE: 'l.png' }],
      ['name', 'Other name', { NAME: 'Other name' }],
      ['pId', 'other pId', { PID: 'other pId' }],
      ['priority', -1, { PRIORITY: -1 }],
      ['publicationDate', '2026-08-01', { PUBLICATIONDATE: '2026-08-01T00:00:00+02:00' }],
      ['smallImage', 's.png', { SMALLIMAGE: 's.png' }],
      [
        'languages',
        [{ languageCode: 'it', title: 'Saldi' }],
        {
          LANGUAGES: [
            ...writtenTexts,
            { LANGUAGE: 'it', PAGETEXT: '', SHORTTEXT: '', TITLE: 'Saldi' },
          ],
        },
      ],
      ['languages', [], {}],
      [
        'languages',
        texts.map(({ languageCode }) => ({ languageCode, remove: true })),
        { LANGUAGES: [] },
      ],
      ['seo', {}, {}],
      ['seo', { languages: [] }, {}],
      ['seo', { languages: [{ languageCode: 'es', remove: true }] }, { SEO: { LANGUAGES: [] } }],
      [
        'seo',
        { languages: [{ languageCode: 'fr', keyWords: 'soldes' }] },
        {
          SEO: {
            LANGUAGES: [
              { ...emptySeo, LANGUAGE: 'es', METADESCRIPTION: 'Kept' },
              { ...emptySeo, LANGUAGE: 'fr', KEYWORDS: 'soldes' },
            ],
          },
        },
      ],
    ])('changes %s to %j, and nothing else', async (field, value, changed) => {
      const created = await store.create({
        priority: 5,
        comments: 'Kept',
        languages: texts,
        seo: { languages: [{ languageCode: 'es', metaDescription: 'Kept' }] },
        activityLimits: [{ activationDate: '2026-01-01', expirationDate: '2026-01-02' }],
        newsItems: [{ itemType: 30, pId: 'PT' }],
      });
      const response = await store.put(created.ID, { [field]: value });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ ...created, ...changed, UPDATEDAT: anyTime });
      expect(await store.read(created.ID)).toEqual(response.body);
    });

    it('changes nothing without a field', async () => {
      const created = await store.create({ priority: 5, languages: texts });
      expect((await store.put(created.ID, {})).body).toEqual(created);
    });

    it.each(['activityLimits', 'newsItems'])(
      'refuses to change %s here, by name',
      async (field) => {
        const { ID } = await store.create();
        const response = await store.put(ID, { [field]: [] });
        expect(response.status).toBe(400);
        expect(response.body).toMatchObject({
          errors: [{ pointer: `/news/${field}`, code: 'field.notEditable' }],
        });
      },
    );

    it('refuses a pId that another news has, and takes its own', async () => {
      const { PID } = await store.create();
      const own = await store.create();
      const response = await store.put(own.ID, { pId: PID, name: 'Not stored' });
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'pId.taken' });
      expect((await store.put(own.ID, { pId: own.PID })).body).toEqual(own);
    });

    it('is 404 for a news that is not there', async () => {
      expect((await store.put(999_999, { name: 'None' })).status).toBe(404);
      expect((await store.put(999_999, { seo: { languages: [] } })).status).toBe(404);
    });
  });

  describe('DELETE', () => {
    const parts = {
      languages: texts,
      seo: { languages: [{ languageCode: 'en', urlSeo: 'gone' }] },
      activityLimits: [{ activationDate: '2026-01-01', expirationDate: '2026-01-02' }],
      newsItems: [{ itemType: 30, pId: 'PT' }],
    };

    it('removes the news with everything that it has, and never uses its id again', async () => {
      const before = await storedState(store.service);
      const { ID } = await store.create({ pId: 'gone', ...parts });
      expect(await storedState(store.service)).not.toBe(before);
      const response = await store.service.delete(`/v1/news/${ID}`);
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ ID });
      expect(await storedState(store.service)).toBe(before);
      expect((await store.service.get(`/v1/news/${ID}`)).status).toBe(404);
      expect((await store.service.get('/v1/news/getId/gone')).status).toBe(404);
      expect((await store.service.delete(`/v1/news/${ID}`)).status).toBe(404);
      expect((await store.create({ pId: 'gone', ...parts })).ID).toBeGreaterThan(ID);
    });

    it('leaves nothing behind that other requests add or change meanwhile', async () => {
      const before = await storedState(store.service);
      const news = await Promise.all(Array.from({ length: 20 }, () => store.create()));
      const { activityLimits, newsItems, seo } = parts;
      await Promise.all(
        news.flatMap(({ ID }) => [
          store.service.post(`/v1/news/${ID}/newsItems`, { newsItems: newsItems[0] }),
          store.put(ID, { name: 'Late', seo }),
          store.service.delete(`/v1/news/${ID}`),
          store.service.post(`/v1/news/${ID}/newsItems`, { newsItems: newsItems[0] }),
          store.service.post(`/v1/news/${ID}/activityLimits`, {
            activityLimits: activityLimits[0],
          }),
          store.put(ID, { name: 'Later', seo }),
        ]),
      );
      expect(await storedState(store.service)).toBe(before);
    });
  });

  describe('GET', () => {
    it('distinguishes pIds from paths', async () => {
      for (const pId of ['count', 'getId', 'activityLimits', 'newsItems', 'a/b', 'Count']) {
        const { ID } = await store.create({ pId });
        const found = await store.service.get(`/v1/news/getId/${encodeURIComponent(pId)}`);
        expect(found.body).toEqual({ ID });
      }
      expect((await store.service.get('/v1/news/getId/COUNT')).status).toBe(404);
      expect((await store.service.get('/v1/news/count')).body).toEqual({
        ITEMS: expect.any(Number) as number,
      });
      for (const id of ['0', '-1', 'x', '1.5', '9007199254740992']) {
        expect((await store.service.get(`/v1/news/${id}`)).status).toBe(400);
      }
    });

    it('shows only the keys that fields asks for', async () => {
      const created = await store.create({
        languages: texts,
        seo: { languages: [{ languageCode: 'en', urlSeo: 'some-fields' }] },
        newsItems: [{ itemType: 30, pId: 'ES' }],
      });
      const { ID, PID, SEO, NEWSITEMS } = created;
      expect(await store.read(ID, '?fields=id,Pid')).toEqual({ ID, PID });
      expect(await store.read(ID, '?fields=SEO')).toEqual({ SEO });
      expect(await store.read(ID, '?fields=NEWSITEMS&languageCode=en')).toEqual({ NEWSITEMS });
      expect((await store.service.get(`/v1/news/${ID}?fields=TEXT`)).status).toBe(400);
    });

    it('shows only the texts of one language', async () => {
      const { ID } = await store.create({
        languages: texts,
        seo: { languages: [{ languageCode: 'en', urlSeo: 'english' }, { languageCode: 'fr' }] },
      });
      const inLanguage = async (code: string) => {
        const { LANGUAGES, SEO } = await store.read(ID, `?languageCode=${code}`);
        return [LANGUAGES.map(({ TITLE }) => TITLE), SEO.LANGUAGES.map(({ URLSEO }) => URLSEO)];
      };
      expect(await inLanguage('en')).toEqual([['Sale'], ['english']]);
      expect(await inLanguage('es')).toEqual([['Rebajas'], []]);
      expect(await inLanguage('de')).toEqual([[], []]);
      expect(await inLanguage('')).toEqual([
        ['Rebajas', 'Sale'],
        ['english', ''],
      ]);
      expect((await store.service.get(`/v1/news/${ID}?languageCode=xx`)).status).toBe(400);
    });

    it('answers 304 to a state that is known, and 412 to a change of another', async () => {
      const { ID } = await store.create();
      const path = `/v1/news/${ID}`;
      const tag = async () => String((await store.service.get(path)).headers['etag']);
      const etag = await tag();
      expect((await store.service.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(
        304,
      );
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.put(ID, { name: `By ${index}` }, { 'If-Match': etag }),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 412)).toHaveLength(19);
      const before = await tag();
      await store.service.post(`${path}/newsItems`, { newsItems: { itemType: 30, pId: 'ES' } });
      const headers = { 'If-Match': before };
      expect((await store.service.delete(path, { headers })).status).toBe(412);
      headers['If-Match'] = await tag();
      expect((await store.service.delete(path, { headers })).status).toBe(200);
    });
  });

  it('needs the scopes of the area', async () => {
    const key = await store.service.createKey('news:read');
    expect((await store.service.get('/v1/news', { key })).status).toBe(200);
    const refused = await store.service.post('/v1/news', { news: fieldsOfNews() }, { key });
    expect(refused.status).toBe(403);
    const other = await store.service.createKey('customTags:write');
    expect((await store.service.get('/v1/news/count', { key: other })).status).toBe(403);
  });
});
