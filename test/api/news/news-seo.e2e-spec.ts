/** @engine */
import { NewsStore, oneOf, statusesOf } from './news-store';

const seo = (...urls: (string | undefined)[]): object => ({
  languages: urls.map((urlSeo, index) => ({
    languageCode: ['en', 'es', 'fr'][index],
    ...(urlSeo === undefined ? {} : { urlSeo }),
  })),
});

describe('SEO addresses of news', () => {
  let store: NewsStore;

  beforeAll(async () => {
    store = await NewsStore.start();
  });

  afterAll(() => store.stop());

  const addressesOf = async (id: number) =>
    (await store.read(id)).SEO.LANGUAGES.map(({ URLSEO }) => URLSEO);

  it.each([
    ['upper case', 'Sale', 'text.pattern'],
    ['a space', 'a b', 'text.pattern'],
    ['a slash', 'a/b', 'text.pattern'],
    ['a line break at the end', 'a\n', 'text.pattern'],
    ['an accent', 'año', 'text.pattern'],
    ['256 characters', 'a'.repeat(256), 'text.tooLong'],
  ])('refuse %s', async (_, urlSeo, code) => {
    const pointer = '/news/seo/languages/1/urlSeo';
    const refused = await store.post({ seo: seo('fine', urlSeo) });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ pointer, code }] });
    const { ID } = await store.create();
    const change = await store.put(ID, { seo: seo('fine', urlSeo) });
    expect(change.status).toBe(400);
    expect(change.body).toMatchObject({ errors: [{ pointer, code }] });
  });

  it.each([
    ['a metaDescription', { metaDescription: 'm'.repeat(256) }, 'metaDescription'],
    ['a particularTitle', { particularTitle: 'p'.repeat(256) }, 'particularTitle'],
  ])('are not stored with %s of 256 characters', async (_, text, name) => {
    const languages = [{ languageCode: 'en', ...text }];
    const response = await store.post({ seo: { languages } });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      errors: [{ pointer: `/news/seo/languages/0/${name}`, code: 'text.tooLong' }],
    });
  });

  it('may have 255 characters, of all that are allowed', async () => {
    const long = `${'a'.repeat(250)}z09_-`;
    const { ID } = await store.create({ seo: seo(long) });
    expect(await addressesOf(ID)).toEqual([long]);
  });

  it('are refused twice in one body, and a language is', async () => {
    for (const languages of [
      seo('same', 'same'),
      { languages: [{ languageCode: 'en' }, { languageCode: 'en' }] },
    ]) {
      const response = await store.post({ seo: languages });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        errors: [{ pointer: '/news/seo/languages', code: 'list.duplicate' }],
      });
    }
    expect((await store.post({ seo: seo(undefined, undefined) })).status).toBe(201);
    expect((await store.post({ seo: seo('', '') })).status).toBe(201);
  });

  it('are unique among all news and languages', async () => {
    await store.create({ seo: seo('taken-en', 'taken-es') });
    const refused = await store.post({ pId: 'loser', seo: seo('free', 'taken-en') });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'urlSeo.taken',
      errors: [{ pointer: '/news/seo/languages/1/urlSeo' }],
    });
    expect((await store.service.get('/v1/news/getId/loser')).status).toBe(404);
    expect((await store.post({ seo: seo('free') })).status).toBe(201);
  });

  it('stay with their news, and are free again when it gives them up', async () => {
    const { ID } = await store.create({ seo: seo('own-en', 'own-es') });
    expect((await store.put(ID, { seo: seo('own-es', 'own-en', 'own-fr') })).status).toBe(200);
    expect(await addressesOf(ID)).toEqual(['own-es', 'own-en', 'own-fr']);
    expect((await store.put(ID, { name: 'Renamed' })).status).toBe(200);
    expect((await store.put(ID, { seo: {} })).status).toBe(200);
    expect(await addressesOf(ID)).toEqual(['own-es', 'own-en', 'own-fr']);

    const other = await store.create({ seo: seo('other') });
    const refused = await store.put(other.ID, { name: 'Not stored', seo: seo('new', 'own-fr') });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      errors: [{ pointer: '/news/seo/languages/1/urlSeo' }],
    });
    expect(await store.read(other.ID)).toEqual(other);

    expect((await store.put(ID, { seo: { languages: [] } })).status).toBe(200);
    expect(await addressesOf(ID)).toEqual(['own-es', 'own-en', 'own-fr']);
    expect((await store.put(ID, { seo: seo('own-en', '', '') })).status).toBe(200);
    expect((await store.put(other.ID, { seo: seo('own-fr', 'own-es') })).status).toBe(200);
    const removal = ['en', 'es', 'fr'].map((languageCode) => ({ languageCode, remove: true }));
    expect((await store.put(ID, { seo: { languages: removal } })).status).toBe(200);
    expect(await addressesOf(ID)).toEqual([]);
    expect((await store.put(other.ID, { seo: seo('own-en', '') })).status).toBe(200);
    await store.service.delete(`/v1/news/${other.ID}`);
    expect((await store.post({ seo: seo('own-en', 'own-fr', 'other') })).status).toBe(201);
  });

  it('stay where a change does not name them, and go where it names an empty one', async () => {
    const { ID } = await store.create({ seo: seo('kept-en', 'kept-es') });
    expect((await store.put(ID, { seo: seo(undefined, '') })).status).toBe(200);
    expect(await addressesOf(ID)).toEqual(['kept-en', '']);
    const other = await store.create({ seo: seo('kept-es') });
    expect((await store.put(other.ID, { seo: seo('kept-en') })).body).toMatchObject({
      ...{ status: 409, code: 'urlSeo.taken' },
    });
    const named = (text: object) => ({ seo: { languages: [text] } });
    expect((await store.put(ID, named({ languageCode: 'fr' }))).status).toBe(200);
    expect(await addressesOf(ID)).toEqual(['kept-en', '', '']);
    expect((await store.put(other.ID, { seo: seo('kept-en') })).status).toBe(409);
    // The address of a language that is removed is free, in the same body, too.
    const moved = [
      { languageCode: 'en', remove: true },
      { languageCode: 'fr', urlSeo: 'kept-en' },
    ];
    expect((await store.put(ID, { seo: { languages: moved } })).status).toBe(200);
    expect(await addressesOf(ID)).toEqual(['', 'kept-en']);
    expect((await store.put(ID, named({ languageCode: 'fr', remove: true }))).status).toBe(200);
    expect((await store.put(other.ID, { seo: seo('kept-en') })).status).toBe(200);
  });

  it('are unique in what a change makes of them', async () => {
    const { ID } = await store.create({ seo: seo('first', 'second') });
    const refused = await store.put(ID, { seo: seo(undefined, 'first') });
    expect(refused.body).toMatchObject({
      ...{ status: 409, code: 'urlSeo.taken' },
      errors: [{ pointer: '/news/seo/languages/1/urlSeo' }],
    });
    expect(await addressesOf(ID)).toEqual(['first', 'second']);
    // A language that the body doesn't name is never the one at fault.
    const twice = await store.put(ID, { seo: seo('second') });
    expect(twice.body).toMatchObject({
      ...{ status: 409, errors: [{ pointer: '/news/seo/languages/0/urlSeo' }] },
    });
    expect(await addressesOf(ID)).toEqual(['first', 'second']);
  });

  it('go to one of 30 news in parallel, and nothing of the others is stored', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        store.post({
          name: `Rival ${index}`,
          languages: [{ languageCode: 'en', title: 'Rival' }],
          seo: seo(`rival-${index}`, 'contested'),
        }),
      ),
    );
    expect(statusesOf(responses)).toEqual(oneOf(30, 201));
    expect(await store.found('q=rival')).toHaveLength(1);
    const losers = responses.flatMap(({ status }, index) => (status === 409 ? [index] : []));
    const again = await Promise.all(
      losers.map((index) => store.post({ seo: seo(`rival-${index}`) })),
    );
    expect(new Set(statusesOf(again))).toEqual(new Set([201]));
  });

  it('go to one of 30 changes in parallel', async () => {
    const news = await Promise.all(Array.from({ length: 30 }, () => store.create()));
    const responses = await Promise.all(
      news.map(({ ID }) => store.put(ID, { name: 'Changed', seo: seo('changed') })),
    );
    expect(statusesOf(responses)).toEqual(oneOf(30, 200));
    expect(await store.found('q=changed')).toHaveLength(1);
  });
});
