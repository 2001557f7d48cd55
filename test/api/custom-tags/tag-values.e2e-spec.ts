/** @engine modules/custom-tags/tag-values */
import { Database } from '../../../src/database';
import { anyTime } from '../../support/any-time';
import { countStatements } from '../../support/service/count-statements';
import { manyScripts, type TagRecord, TagStore, thirtyAtOnce, type ValueRecord } from './tag-store';

describe('tag values', () => {
  let store: TagStore;
  let tag: TagRecord;

  beforeAll(async () => {
    store = await TagStore.start();
  });

  afterAll(() => store.stop());

  beforeEach(async () => {
    tag = await store.selector();
  });

  const valuesOf = async (tagId = tag.ID): Promise<ValueRecord[]> => {
    const response = await store.service.get(`/v1/customTags/${tagId}/values`);
    expect(response.status).toBe(200);
    return (response.body as { VALUES: ValueRecord[] }).VALUES;
  };
  const read = (id: number) => store.service.get(`/v1/customTags/values/${id}`);
  const put = (id: number, values: object) =>
    store.service.put(`/v1/customTags/values/${id}`, { values });

  it('are created, read and listed', async () => {
    const red = await store.value(tag.ID, {
      pId: 'red',
      languages: [
        { languageCode: 'es', value: 'Rojo' },
        { languageCode: 'en', value: 'Red' },
      ],
    });
    expect(red).toEqual({
      ID: expect.any(Number) as number,
      LANGUAGES: [
        { LANGUAGE: 'es', VALUE: 'Rojo' },
        { LANGUAGE: 'en', VALUE: 'Red' },
      ],
      PID: 'red',
      UPDATEDAT: anyTime,
      VALUE: 'Red',
    });
    const blue = await store.value(tag.ID, { pId: 'blue' });
    const common = { LANGUAGES: [], PID: 'blue', VALUE: 'blue' };
    expect(blue).toEqual({ ID: blue.ID, ...common, UPDATEDAT: anyTime });
    expect((await read(red.ID)).body).toEqual(red);
    expect(await valuesOf()).toEqual([red, blue]);
    expect(await valuesOf((await store.create()).ID)).toEqual([]);
  });

  it('show as VALUE their text in the default language, else the first, else their pId', () =>
    TagStore.during({ DEFAULT_LANGUAGE: 'es' }, async (spanish) => {
      const { ID } = await spanish.selector();
      const value = async (pId: string, ...texts: [string, string][]) => {
        const languages = texts.map(([languageCode, text]) => ({ languageCode, value: text }));
        return (await spanish.value(ID, { pId, languages })).VALUE;
      };
      expect(await value('one', ['en', 'Red'], ['es', 'Rojo'])).toBe('Rojo');
      expect(await value('two', ['fr', 'Rouge'], ['en', 'Red'])).toBe('Rouge');
      expect(await value('three')).toBe('three');
    }));

  it('take an empty text for none when VALUE is chosen', async () => {
    const { ID } = await store.value(tag.ID, { pId: 'red' });
    const texts = (...values: [string, string][]) =>
      put(ID, { languages: values.map(([languageCode, value]) => ({ languageCode, value })) });
    expect((await texts(['en', ''], ['fr', ''], ['es', 'Rojo'])).body).toMatchObject({
      VALUE: 'Rojo',
    });
    expect((await texts(['es', ''])).body).toMatchObject({ VALUE: 'red' });
  });

  it('keep any Unicode exactly', async () => {
    const languages = Object.entries(manyScripts).map(([languageCode, value]) => {
      return { languageCode, value };
    });
    const pId = Object.values(manyScripts).join('/');
    const { ID } = await store.value(tag.ID, { pId, languages });
    expect((await read(ID)).body).toMatchObject({
      PID: pId,
      LANGUAGES: languages.map(({ languageCode, value }) => {
        return { LANGUAGE: languageCode, VALUE: value };
      }),
    });
  });

  it.each([1, 2, 3, 4, 6, 7])('are none of tags of control type %d', async (controlType) => {
    const { ID } = await store.create({ controlType });
    const response = await store.postValue(ID, { pId: 'red' });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'tag.notSelector' });
    expect(await valuesOf(ID)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['pId', {}, 'field.required'],
    ['pId', { pId: '' }, 'text.tooShort'],
    ['VALUE', { pId: 'x', VALUE: 'x' }, 'field.unknown'],
    ['languages/0/languageCode', { pId: 'x', languages: [{ value: 'x' }] }, 'field.required'],
    ['languages/0/value', { pId: 'x', languages: [{ languageCode: 'en' }] }, 'field.required'],
    [
      'languages/0/value',
      { pId: 'x', languages: [{ languageCode: 'en', value: 'x'.repeat(256) }] },
      'text.tooLong',
    ],
    [
      'languages',
      {
        pId: 'x',
        languages: [
          { languageCode: 'en', value: 'x' },
          { languageCode: 'en', value: 'y' },
        ],
      },
      'list.duplicate',
    ],
  ])('are refused for %s of %j', async (place, values, code) => {
    const response = await store.postValue(tag.ID, values);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ errors: [{ pointer: `/values/${place}`, code }] });
  });

  it('change only what is sent, and only the languages that are named', async () => {
    const value = await store.value(tag.ID, {
      pId: 'red',
      languages: [
        { languageCode: 'en', value: 'Red' },
        { languageCode: 'fr', value: 'Rouge' },
      ],
    });
    expect((await put(value.ID, {})).body).toEqual(value);
    const renamed = { ...value, PID: 'crimson', UPDATEDAT: anyTime };
    expect((await put(value.ID, { pId: 'crimson' })).body).toEqual(renamed);
    const languages = [{ languageCode: 'it' }, { languageCode: 'en', value: 'Crimson' }];
    const changed = {
      ...renamed,
      LANGUAGES: [
        { LANGUAGE: 'en', VALUE: 'Crimson' },
        { LANGUAGE: 'fr', VALUE: 'Rouge' },
        { LANGUAGE: 'it', VALUE: '' },
      ],
      VALUE: 'Crimson',
    };
    expect((await put(value.ID, { languages })).body).toEqual(changed);
    expect((await read(value.ID)).body).toEqual(changed);
    const removal = { languages: [{ languageCode: 'en', remove: true }] };
    expect((await put(value.ID, removal)).body).toEqual({
      ...{ ...changed, LANGUAGES: changed.LANGUAGES.slice(1), VALUE: 'Rouge' },
    });
    expect((await put(value.ID, { languages: [{ value: 'x' }] })).status).toBe(400);
  });

  it('have a pId that is unique within the tag', async () => {
    const other = await store.selector();
    const red = await store.value(tag.ID, { pId: 'red' });
    const elsewhere = await store.value(other.ID, { pId: 'red' });
    const blue = await store.value(other.ID, { pId: 'blue' });
    await store.value(tag.ID, { pId: 'Red' });
    const again = await store.postValue(tag.ID, { pId: 'red' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'pId.taken', existingId: red.ID });
    const renamed = await put(blue.ID, { pId: 'red', languages: [] });
    expect(renamed.status).toBe(409);
    expect(renamed.body).toMatchObject({ code: 'pId.taken', existingId: elsewhere.ID });
    expect((await read(blue.ID)).body).toEqual(blue);
  });

  it('let one of 30 creations with one pId in one tag through', async () => {
    const languages = [{ languageCode: 'en', value: 'Red' }];
    const [won, ...lost] = await thirtyAtOnce(() =>
      store.postValue(tag.ID, { pId: 'red', languages }),
    );
    expect(won?.status).toBe(201);
    expect(lost.map(({ status }) => status)).toEqual(Array<number>(29).fill(409));
    expect(await valuesOf()).toEqual([won?.body]);
  });

  it('are deleted by their id', async () => {
    const [red, blue] = [
      await store.value(tag.ID, { pId: 'red', languages: [{ languageCode: 'en', value: 'Red' }] }),
      await store.value(tag.ID, { pId: 'blue' }),
    ];
    const path = `/v1/customTags/values/${red.ID}`;
    expect((await store.service.delete(path)).body).toEqual({ ID: red.ID });
    expect((await store.service.delete(path)).status).toBe(404);
    expect((await read(red.ID)).status).toBe(404);
    expect((await put(red.ID, { pId: 'x' })).status).toBe(404);
    expect(await valuesOf()).toEqual([blue]);
  });

  describe('deleted by their tag', () => {
    const remove = (query: string, tagId = tag.ID) =>
      store.service.delete(`/v1/customTags/${tagId}/values${query}`);

    it.each(['id', 'pId', 'both'])('go by %s', async (by) => {
      const red = await store.value(tag.ID, { pId: 'red & blue' });
      const kept = await store.value(tag.ID, { pId: 'green' });
      const id = `valueId=${red.ID}`;
      const pId = `valuePId=${encodeURIComponent(red.PID)}`;
      const query = { id: `${id}&valuePId=`, pId: `${pId}&valueId=0`, both: `${id}&${pId}` }[by];
      const response = await remove(`?${query}`);
      expect({ status: response.status, body: response.body as unknown }).toEqual({
        status: 200,
        body: { ID: red.ID },
      });
      expect(await valuesOf()).toEqual([kept]);
    });

    it('stay when the query names none, two, or one of another tag', async () => {
      const other = await store.selector();
      const [red, blue, foreign] = [
        await store.value(tag.ID, { pId: 'red' }),
        await store.value(tag.ID, { pId: 'blue' }),
        await store.value(other.ID, { pId: 'foreign' }),
      ];
      const refused: [string, number, string][] = [
        ['', 400, 'query/valueId'],
        ['?valueId=0', 400, 'query/valueId'],
        ['?valueId=x', 400, 'query/valueId'],
        [`?valueId=${red.ID}&valuePId=blue`, 422, 'query/valuePId'],
        [`?valueId=${red.ID}&valuePId=none`, 422, 'query/valuePId'],
      ];
      for (const [query, status, pointer] of refused) {
        const response = await remove(query);
        expect(response.status).toBe(status);
        expect(response.body).toMatchObject({ errors: [{ pointer }] });
      }
      const missing = [
        ...['?valuePId=RED', '?valuePId=foreign', '?valueId=999999'],
        ...[`?valueId=${foreign.ID}`, `?valueId=${foreign.ID}&valuePId=red`],
      ];
      for (const query of missing) expect((await remove(query)).status).toBe(404);
      expect((await remove(`?valueId=${red.ID}`, 999_999)).status).toBe(404);
      expect((await remove('', 999_999)).status).toBe(400);
      expect(await valuesOf()).toEqual([red, blue]);
      expect(await valuesOf(other.ID)).toEqual([foreign]);
    });

    it('go once when two ask at once', async () => {
      await store.value(tag.ID, { pId: 'red' });
      const answers = await thirtyAtOnce(() => remove('?valuePId=red'));
      expect(answers.map(({ status }) => status)).toEqual([200, ...Array<number>(29).fill(404)]);
    });
  });

  it('are not found under tags that are not there', async () => {
    expect((await store.service.get('/v1/customTags/999999/values')).status).toBe(404);
    expect((await store.postValue(999_999, { pId: 'x' })).status).toBe(404);
    expect((await store.service.get('/v1/customTags/values/x')).status).toBe(400);
  });

  it('show only the keys that fields asks for', async () => {
    const { ID } = await store.value(tag.ID, {
      pId: 'red',
      languages: [{ languageCode: 'en', value: 'Red' }],
    });
    const response = await store.service.get(`/v1/customTags/values/${ID}?fields=value`);
    expect(response.body).toEqual({ VALUE: 'Red' });
  });

  it('are listed by a fixed number of queries', async () => {
    const database = store.service.app.get(Database);
    const cost = (path: string) =>
      countStatements(database, () => store.service.get(`/v1/customTags/${path}`), /`tag(s|_\w+)`/);
    for (const pId of ['red', 'green', 'blue']) {
      await store.value(tag.ID, { pId, languages: [{ languageCode: 'en', value: pId }] });
    }
    expect(await cost(`${tag.ID}/values`)).toBe(3);
    const [red] = await valuesOf();
    expect(await cost(`values/${red?.ID}`)).toBe(2);
  });

  it('honour If-Match: a value by its own tag, a value of a tag by that of the list', async () => {
    const [red, blue] = [
      await store.value(tag.ID, { pId: 'red' }),
      await store.value(tag.ID, { pId: 'blue' }),
    ];
    const path = `/v1/customTags/values/${red.ID}`;
    const list = `/v1/customTags/${tag.ID}/values`;
    const etagOf = async (of: string) => String((await store.service.get(of)).headers['etag']);
    const before = { 'If-Match': await etagOf(path) };
    const listBefore = { 'If-Match': await etagOf(list) };
    const change = { values: { pId: 'crimson' } };
    expect((await store.service.put(path, change, { headers: before })).status).toBe(200);
    expect((await store.service.put(path, change, { headers: before })).status).toBe(412);
    expect((await store.service.delete(path, { headers: before })).status).toBe(412);
    const removal = `${list}?valueId=${red.ID}`;
    expect((await store.service.delete(removal, { headers: listBefore })).status).toBe(412);
    const now = { 'If-Match': await etagOf(list) };
    const [first, ...others] = await Promise.all(
      [red, blue].map(({ ID }) => store.service.delete(`${list}?valueId=${ID}`, { headers: now })),
    );
    expect([first, ...others].map((answer) => answer?.status).sort()).toEqual([200, 412]);
  });
});
