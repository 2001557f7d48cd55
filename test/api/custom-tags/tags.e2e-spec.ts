/** @engine modules/custom-tags/tags */
import { Database } from '../../../src/database';
import { toLanguageId } from '../../../src/core/languages';
import { anyTime } from '../../support/any-time';
import { countStatements } from '../../support/service/count-statements';
import { fieldsOfTag, manyScripts, TagStore, thirtyAtOnce } from './tag-store';

describe('tags', () => {
  let store: TagStore;

  beforeAll(async () => {
    store = await TagStore.start();
  });

  afterAll(() => store.stop());

  it('are created with the defaults of the specification', async () => {
    const tag = await store.create({ pId: 'Plain' });
    expect(tag).toEqual({
      ACTIVE: 1,
      COMPARABLE: true,
      CONTROLTYPE: 3,
      DEFAULTVALUE: '',
      FILTERABLE: true,
      GROUPS: [],
      HIGHLIGHT: false,
      ID: expect.any(Number) as number,
      INORDERS: 1,
      ITEMTYPE: 1,
      LANGUAGES: [],
      MAXVALUE: '',
      MINVALUE: '',
      NAMEONFEED: '',
      PID: 'Plain',
      PLUGINID: 0,
      POSITION: 5,
      PRIORITY: -3,
      REQUIRED: true,
      SEARCHABLE: true,
      SHOWINSEARCH: false,
      UPDATEDAT: anyTime,
      VALUEFORALLLANGUAGES: 1,
    });
    expect(await store.read(tag.ID)).toEqual(tag);
  });

  it('keep every field that is sent', async () => {
    const [one, other] = [await store.group(13), await store.group(13)];
    const tag = await store.create({
      pId: 'Full',
      active: false,
      comparable: false,
      controlType: 2,
      defaultValue: '7',
      filterable: false,
      groups: [
        { group: { id: one.ID }, priority: 4 },
        { group: { id: 0, pId: other.PID }, priority: -2 },
      ],
      inOrders: false,
      itemType: 13,
      languages: [
        { languageCode: 'es', name: 'Talla', defaultValue: '9' },
        { languageCode: 'aa' },
        { languageCode: 'zu', name: 'Usayizi' },
      ],
      maxValue: '10',
      minValue: '-2.5',
      nameOnFeed: 'g:size',
      position: 0,
      priority: 2_147_483_647,
      required: false,
      searchable: false,
      valueForAllLanguages: false,
    });
    const id = expect.any(Number) as number;
    expect(tag).toEqual({
      ACTIVE: 0,
      COMPARABLE: false,
      CONTROLTYPE: 2,
      DEFAULTVALUE: '7',
      FILTERABLE: false,
      GROUPS: [
        { GROUP: one, PRIORITY: 4 },
        { GROUP: other, PRIORITY: -2 },
      ],
      HIGHLIGHT: false,
      ID: id,
      INORDERS: 0,
      ITEMTYPE: 13,
      LANGUAGES: [
        { DEFAULTVALUE: '9', ID: id, LANGUAGEID: toLanguageId('es'), NAME: 'Talla' },
        { DEFAULTVALUE: '', ID: id, LANGUAGEID: 1, NAME: '' },
        { DEFAULTVALUE: '', ID: id, LANGUAGEID: 183, NAME: 'Usayizi' },
      ],
      MAXVALUE: '10',
      MINVALUE: '-2.5',
      NAMEONFEED: 'g:size',
      PID: 'Full',
      PLUGINID: 0,
      POSITION: 0,
      PRIORITY: 2_147_483_647,
      REQUIRED: false,
      SEARCHABLE: false,
      SHOWINSEARCH: false,
      UPDATEDAT: anyTime,
      VALUEFORALLLANGUAGES: 0,
    });
    expect(new Set(tag.LANGUAGES.map(({ ID }) => ID)).size).toBe(3);
    expect(await store.read(tag.ID)).toEqual(tag);
  });

  it('keep any Unicode exactly, and are found by it', async () => {
    const languages = Object.entries(manyScripts).map(([languageCode, name]) => {
      return { languageCode, name, defaultValue: name };
    });
    const all = Object.values(manyScripts).join(' ');
    const tag = await store.create({ languages, nameOnFeed: all, defaultValue: all });
    expect(tag).toMatchObject({ NAMEONFEED: all, DEFAULTVALUE: all });
    const kept = Object.values(manyScripts).map((text) => ({ NAME: text, DEFAULTVALUE: text }));
    expect((await store.read(tag.ID)).LANGUAGES).toMatchObject(kept);
    for (const q of ['grosse', 'KICH', 'μεγε', 'РАЗМ', 'مقاس', 'גודל', 'ขนาด', '尺寸', '👕']) {
      expect(await store.found(`q=${encodeURIComponent(q)}`)).toContain(tag.PID);
    }
  });

  it.each(['abc', 'Abc', 'ábc', 'a/b', 'values', 'groups', 'getId', '7', '😀'])(
    'are found by the pId %j, compared exactly',
    async (pId) => {
      const { ID } = await store.create({ pId });
      const path = `/v1/customTags/getId/${encodeURIComponent(pId)}`;
      expect((await store.service.get(path)).body).toEqual({ ID });
      expect((await store.service.get(`${path}%20`)).status).toBe(404);
      const again = await store.post({ pId });
      expect(again.status).toBe(409);
      expect(again.body).toMatchObject({ code: 'pId.taken', existingId: ID });
    },
  );

  it.each<[string, unknown, string]>([
    ['pId', undefined, 'field.required'],
    ['pId', ' x', 'format.public-id'],
    ['pId', 'x'.repeat(256), 'text.tooLong'],
    ['active', undefined, 'field.required'],
    ['active', 2, 'value.type'],
    ['controlType', undefined, 'field.required'],
    ['controlType', 0, 'value.notAllowed'],
    ['controlType', 8, 'value.notAllowed'],
    ['itemType', undefined, 'field.required'],
    ['itemType', 4, 'value.notAllowed'],
    ['valueForAllLanguages', undefined, 'field.required'],
    ['position', undefined, 'field.required'],
    ['position', 1.5, 'value.type'],
    ['priority', undefined, 'field.required'],
    ['priority', 2_147_483_648, 'number.range'],
    ['defaultValue', 'x'.repeat(65_536), 'text.tooLong'],
    ['maxValue', 'x'.repeat(256), 'text.tooLong'],
    ['minValue', 5, 'value.type'],
    ['nameOnFeed', 'x'.repeat(256), 'text.tooLong'],
    ['comparable', null, 'value.type'],
    ['highlight', true, 'field.unknown'],
    ['showInSearch', true, 'field.unknown'],
    ['pluginId', 1, 'field.unknown'],
    ['languages/0/languageCode', [{ name: 'x' }], 'field.required'],
    ['languages/0/languageCode', [{ languageCode: 'xx' }], 'format.iso-639-1'],
    ['languages', [{ languageCode: 'en' }, { languageCode: 'en' }], 'list.duplicate'],
    ['languages/0/name', [{ languageCode: 'en', name: 'x'.repeat(256) }], 'text.tooLong'],
    ['groups/0/group', [{ priority: 1 }], 'field.required'],
    ['groups/0/priority', [{ group: { id: 1 } }], 'field.required'],
    ['groups/0/group', [{ group: { id: 0 }, priority: 1 }], 'reference.empty'],
  ])('are refused for %s: %j', async (place, value, code) => {
    const [member = ''] = place.split('/');
    const response = await store.post({ [member]: value });
    expect(response.status).toBe(400);
    const errors = [
      { pointer: `/customTags/${place}`, code, detail: expect.any(String) as string },
    ];
    expect(response.body).toMatchObject({ errors });
  });

  it('are changed only in what is sent', async () => {
    const group = { group: await store.group(), priority: 1 };
    const tag = await store.create({
      groups: [{ group: { id: group.group.ID }, priority: 1 }],
      languages: [{ languageCode: 'en', name: 'Size' }],
    });
    const changes: [string, unknown, string, unknown][] = [
      ['active', false, 'ACTIVE', 0],
      ['comparable', false, 'COMPARABLE', false],
      ['defaultValue', 'x', 'DEFAULTVALUE', 'x'],
      ['filterable', false, 'FILTERABLE', false],
      ['inOrders', false, 'INORDERS', 0],
      ['maxValue', 'b', 'MAXVALUE', 'b'],
      ['minValue', 'c', 'MINVALUE', 'c'],
      ['nameOnFeed', 'feed', 'NAMEONFEED', 'feed'],
      ['pId', 'changed', 'PID', 'changed'],
      ['position', 6, 'POSITION', 6],
      ['priority', 7, 'PRIORITY', 7],
      ['required', false, 'REQUIRED', false],
      ['searchable', false, 'SEARCHABLE', false],
      ['valueForAllLanguages', false, 'VALUEFORALLLANGUAGES', 0],
    ];
    let expected: object = { ...tag, UPDATEDAT: anyTime };
    for (const [member, value, key, shown] of changes) {
      expected = { ...expected, [key]: shown };
      const response = await store.put(tag.ID, { [member]: value });
      expect({ status: response.status, body: response.body as unknown }).toEqual({
        status: 200,
        body: expected,
      });
    }
    expect((await store.put(tag.ID, {})).body).toEqual(expected);
    expect(await store.read(tag.ID)).toEqual(expected);
  });

  it('keep the languages, and what it has not of them, that a change does not name', async () => {
    const tag = await store.create({
      languages: [
        { languageCode: 'en', name: 'One', defaultValue: '1' },
        { languageCode: 'fr', name: 'Un' },
      ],
    });
    const merged = await store.put(tag.ID, {
      languages: [{ languageCode: 'en' }, { languageCode: 'it', name: 'Uno' }],
    });
    const changed = {
      ...{ ...tag, UPDATEDAT: anyTime },
      LANGUAGES: [
        { ...tag.LANGUAGES[0], LANGUAGEID: toLanguageId('en'), NAME: 'One', DEFAULTVALUE: '1' },
        { ...tag.LANGUAGES[1], LANGUAGEID: toLanguageId('fr'), NAME: 'Un' },
        expect.objectContaining({ LANGUAGEID: toLanguageId('it'), NAME: 'Uno' }),
      ],
    };
    expect(merged.body).toEqual(changed);
    expect((await store.put(tag.ID, { languages: [] })).body).toEqual(changed);
  });

  it('do not change their control type, item type and groups', async () => {
    const { ID } = await store.create();
    const response = await store.put(ID, { controlType: 5, itemType: 2, groups: [] });
    expect(response.status).toBe(400);
    const { errors } = response.body as { errors: { pointer: string; code: string }[] };
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/customTags/controlType field.notEditable',
      '/customTags/groups field.notEditable',
      '/customTags/itemType field.notEditable',
    ]);
  });

  describe('with limits', () => {
    const numeric = 2;
    const date = 4;

    it.each<[number, string, string]>([
      [numeric, '1', '1'],
      [numeric, '-10', '-9.5'],
      [numeric, '9', '10'],
      [numeric, '', '5'],
      [numeric, '5', ''],
      [date, '2026-01-31', '2026-02-01T00:00:00Z'],
      [date, '2026-01-31T23:00:00+02:00', '2026-01-31T21:00:00Z'],
      [date, '2026-01-31T18:00:00Z', '2026-01-31'],
      [date, '', '2026-01-31'],
      [1, 'z', 'a'],
      [3, '9', 'one'],
      [5, '2', '1'],
      [6, 'z', 'a'],
      [7, 'z', 'a'],
    ])('of control type %d take %j to %j', async (controlType, minValue, maxValue) => {
      const tag = await store.create({ controlType, minValue, maxValue });
      expect(tag).toMatchObject({ MINVALUE: minValue, MAXVALUE: maxValue });
    });

    it.each<[number, string, string, string]>([
      [numeric, '1', '0', 'maxValue'],
      [numeric, '10', '9', 'maxValue'],
      [numeric, 'one', '', 'minValue'],
      [numeric, '', '1,5', 'maxValue'],
      [numeric, '1e3', '', 'minValue'],
      [numeric, ' 1', '', 'minValue'],
      [numeric, '.5', '', 'minValue'],
      [numeric, '0x10', '', 'minValue'],
      [numeric, '٣', '', 'minValue'],
      [numeric, 'NaN', '', 'minValue'],
      [date, '2026-02-30', '', 'minValue'],
      [date, '', '2026-01-31T10:00:60', 'maxValue'],
      [date, '5', '', 'minValue'],
      [date, '2026-02-01', '2026-01-31', 'maxValue'],
      [date, '2026-01-31T21:00:01Z', '2026-01-31T23:00:00+02:00', 'maxValue'],
    ])('of control type %d refuse %j to %j', async (controlType, minValue, maxValue, member) => {
      const response = await store.post({ pId: 'no-limits', controlType, minValue, maxValue });
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({
        code: 'tag.limit',
        errors: [{ pointer: `/customTags/${member}` }],
      });
      expect(await store.found('q=no-limits')).toEqual([]);
    });

    it('are judged on the result of a change', async () => {
      const tag = await store.create({ controlType: numeric, minValue: '2', maxValue: '4' });
      const refused: [object, string][] = [
        [{ maxValue: '1' }, 'maxValue'],
        [{ minValue: '5' }, 'minValue'],
        [{ minValue: '9', maxValue: '8' }, 'maxValue'],
        [{ maxValue: 'many' }, 'maxValue'],
      ];
      for (const [change, member] of refused) {
        const response = await store.put(tag.ID, { ...change, position: 99 });
        expect(response.status).toBe(422);
        expect(response.body).toMatchObject({ errors: [{ pointer: `/customTags/${member}` }] });
      }
      expect(await store.read(tag.ID)).toEqual(tag);
      const changed = { ...tag, UPDATEDAT: anyTime };
      const moved = { ...changed, MINVALUE: '5', MAXVALUE: '6' };
      expect((await store.put(tag.ID, { minValue: '5', maxValue: '6' })).body).toEqual(moved);
      const open = { ...changed, MINVALUE: '', MAXVALUE: '6' };
      expect((await store.put(tag.ID, { minValue: '' })).body).toEqual(open);
    });

    it("read a date without time in the store's zone", () =>
      TagStore.during({ STORE_TIME_ZONE: 'Asia/Tokyo' }, async (tokyo) => {
        const limits = (minValue: string) =>
          tokyo.post({ controlType: date, minValue, maxValue: '2026-01-31' });
        expect((await limits('2026-01-31T14:59:59Z')).status).toBe(201);
        expect((await limits('2026-01-31T15:00:00Z')).status).toBe(422);
      }));
  });

  it('are gone with their values, links and search terms once deleted', async () => {
    const group = await store.group();
    const tag = await store.create({
      controlType: 5,
      groups: [{ group: { id: group.ID }, priority: 1 }],
      languages: [{ languageCode: 'en', name: 'Vanishing' }],
    });
    const value = await store.value(tag.ID, {
      pId: 'red',
      languages: [{ languageCode: 'en', value: 'Red' }],
    });
    const path = `/v1/customTags/${tag.ID}`;
    expect(await store.found('q=vanishing')).toEqual([tag.PID]);
    expect((await store.service.delete(path)).body).toEqual({ ID: tag.ID });
    expect(await store.found('q=vanishing')).toEqual([]);
    for (const gone of [path, `${path}/values`, `${path}/groups`]) {
      expect((await store.service.get(gone)).status).toBe(404);
    }
    expect((await store.service.get(`/v1/customTags/values/${value.ID}`)).status).toBe(404);
    expect((await store.service.delete(path)).status).toBe(404);
    expect((await store.put(tag.ID, { position: 1 })).status).toBe(404);
    const database = store.service.app.get(Database);
    const orphans = await database.select(
      'SELECT term FROM search_postings WHERE kind = 2 AND record_id = ?',
      [tag.ID],
    );
    expect(orphans).toEqual([]);
    expect((await store.service.get(`/v1/customTagGroups/${group.ID}`)).status).toBe(200);
    expect((await store.create()).ID).toBeGreaterThan(tag.ID);
  });

  it('let one of 30 creations with one pId through', async () => {
    const group = await store.group();
    const languages = [{ languageCode: 'en', name: 'Contested' }];
    const groups = [{ group: { id: group.ID }, priority: 1 }];
    const body = fieldsOfTag({ pId: 'contested', languages, groups });
    const [won, ...lost] = await thirtyAtOnce(() =>
      store.service.post('/v1/customTags', { customTags: body }),
    );
    expect(won?.status).toBe(201);
    expect(lost.map(({ status }) => status)).toEqual(Array<number>(29).fill(409));
    expect((await store.list('q=contested')).CUSTOMTAGS).toEqual([won?.body]);
  });

  it('refuse a pId that another tag has, on update too', async () => {
    const [one, other] = [await store.create(), await store.create()];
    const response = await store.put(other.ID, { pId: one.PID, position: 99 });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'pId.taken', existingId: one.ID });
    expect(await store.read(other.ID)).toEqual(other);
    expect((await store.put(one.ID, { pId: one.PID })).status).toBe(200);
  });

  it('are listed: filtered, searched, sorted and paged', async () => {
    const rows: [string, number, number, number][] = [
      ['list-b', 5, 2, 30],
      ['list-a', 1, 3, 20],
      ['list-é', 5, 1, 20],
      ['list-c', 7, 3, 10],
    ];
    for (const [pId, controlType, position, priority] of rows) {
      const nameOnFeed = `feed:${controlType}`;
      const languages = [{ languageCode: 'en', name: `Name ${position}`, defaultValue: 'unseen' }];
      await store.create({
        ...{ pId, controlType, position, priority, itemType: 10, nameOnFeed, languages },
      });
    }
    const found = (query: string) => store.found(`itemType=10&${query}`);
    expect(await found('')).toEqual(['list-b', 'list-a', 'list-é', 'list-c']);
    expect(await found('controlType=5')).toEqual(['list-b', 'list-é']);
    expect(await found('position=3&priority=20')).toEqual(['list-a']);
    expect(await found('controlType=0&position=0&priority=0&q=')).toHaveLength(4);
    expect(await found('q=list-e')).toEqual(['list-é']);
    expect(await found('q=7')).toEqual(['list-c']);
    expect(await found('q=name%203')).toEqual(['list-a', 'list-c']);
    expect(await found('q=unseen')).toEqual([]);
    expect(await found('sort=pId.asc')).toEqual(['list-a', 'list-b', 'list-c', 'list-é']);
    expect(await found('sort=position.desc')).toEqual(['list-a', 'list-c', 'list-b', 'list-é']);
    expect(await found('sort=priority.asc,pId.desc')).toEqual([
      ...['list-c', 'list-é', 'list-a', 'list-b'],
    ]);
    expect(await found('sort=controlType.desc,id.desc')).toEqual([
      ...['list-c', 'list-é', 'list-b', 'list-a'],
    ]);
    for (const query of ['sort=nameOnFeed.asc', 'itemType=4', 'controlType=8', 'colour=red']) {
      expect((await store.service.get(`/v1/customTags?${query}`)).status).toBe(400);
    }

    const first = await store.list('itemType=10&perPage=3&sort=priority.asc');
    expect(first).toMatchObject({ ITEMS: 4, PAGERPARAMETERS: { PAGE: 1, PERPAGE: 3 } });
    expect(first.CURSORS.PREVIOUS).toBe('');
    const next = await store.service.get(first.CURSORS.NEXT.slice(store.service.url.length));
    expect(next.body).toMatchObject({ CURSORS: { NEXT: '' }, CUSTOMTAGS: [{ PID: 'list-b' }] });
  });

  it('are found by their new names only, once changed', async () => {
    const { ID, PID } = await store.create({ languages: [{ languageCode: 'en', name: 'Former' }] });
    await store.put(ID, { languages: [{ languageCode: 'en', name: 'Later' }] });
    expect(await store.found('q=former')).toEqual([]);
    expect(await store.found('q=later')).toEqual([PID]);
  });

  it('show only the keys that fields asks for', async () => {
    const { ID, PID } = await store.create();
    const path = `/v1/customTags/${ID}`;
    expect((await store.service.get(`${path}?fields=id,Groups,PID`)).body).toEqual({
      ...{ GROUPS: [], ID, PID },
    });
    expect((await store.service.get(`${path}?fields=COLOUR`)).status).toBe(400);
    const listed = await store.list(`fields=ACTIVE&q=${PID}`);
    expect(listed.CUSTOMTAGS).toEqual([{ ACTIVE: 1 }]);
  });

  it('are read by a fixed number of queries', async () => {
    const database = store.service.app.get(Database);
    const cost = (path: string) =>
      countStatements(database, () => store.service.get(`/v1/customTags${path}`), /`tag(s|_\w+)`/);
    const { ID } = await store.create({
      groups: [{ group: { id: (await store.group()).ID }, priority: 1 }],
      languages: [{ languageCode: 'en' }, { languageCode: 'es' }],
    });
    expect(await cost(`/${ID}`)).toBe(3);
    expect(await cost(`/${ID}?fields=PID`)).toBe(1);
    expect(await cost('?perPage=2')).toBe(4);
  });

  it('answer 304 to a state that is known, and 412 to a change of another', async () => {
    const { ID } = await store.create();
    const path = `/v1/customTags/${ID}`;
    const etag = String((await store.service.get(path)).headers['etag']);
    const known = await store.service.get(path, { headers: { 'If-None-Match': etag } });
    expect(known.status).toBe(304);
    const condition = { 'If-Match': etag };
    const [first, ...others] = await thirtyAtOnce(() =>
      store.put(ID, { position: Math.floor(Math.random() * 1000) + 10 }, condition),
    );
    expect(first?.status).toBe(200);
    expect(others.map(({ status }) => status)).toEqual(Array<number>(29).fill(412));
    expect((await store.service.delete(path, { headers: condition })).status).toBe(412);
    const now = { 'If-Match': String((await store.service.get(path)).headers['etag']) };
    expect((await store.service.delete(path, { headers: now })).status).toBe(200);
  });

  it('need the scopes of the area', async () => {
    const { ID } = await store.create();
    const reader = await store.service.createKey('customTags:read');
    const path = `/v1/customTags/${ID}`;
    expect((await store.service.get(path, { key: reader })).status).toBe(200);
    expect((await store.service.delete(path, { key: reader })).status).toBe(403);
  });
});
