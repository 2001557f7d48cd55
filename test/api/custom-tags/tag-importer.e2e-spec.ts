import { anyTime } from '../../support/any-time';
import { fieldsOfTag, TagStore } from './tag-store';

const none = { created: 0, updated: 0, unchanged: 0, rejected: 0, errors: [] };

describe('lines of tags', () => {
  let store: TagStore;

  beforeAll(async () => {
    store = await TagStore.start();
  });

  afterAll(() => store.stop());

  const byPid = async (pId: string) => {
    const path = `/v1/customTags/getId/${encodeURIComponent(pId)}`;
    const { ID } = (await store.service.get(path)).body as { ID: number };
    return store.read(ID);
  };
  const line = (values: object = {}) => ({ type: 'tag', ...fieldsOfTag(values) });

  it('create what the API creates, and set what it can not', async () => {
    const group = await store.group();
    const full = {
      pId: 'imported',
      groups: [{ group: { pId: group.PID }, priority: 2 }],
      languages: [{ languageCode: 'zh', name: '尺寸', defaultValue: 'M' }],
      highlight: true,
      showInSearch: true,
      pluginId: 42,
    };
    expect(await store.import(line(full))).toEqual({ ...none, created: 1 });
    expect(await byPid('imported')).toMatchObject({
      ...{ PID: 'imported', COMPARABLE: true, HIGHLIGHT: true, SHOWINSEARCH: true, PLUGINID: 42 },
      GROUPS: [{ GROUP: group, PRIORITY: 2 }],
      LANGUAGES: [{ NAME: '尺寸', DEFAULTVALUE: 'M' }],
    });
    expect(await store.found('q=尺')).toEqual(['imported']);
  });

  it('change nothing when they come again, whichever way they name their groups', async () => {
    const { ID, PID } = await store.group();
    const tag = line({ languages: [{ languageCode: 'en' }] });
    const grouped = (group: object) => ({ ...tag, groups: [{ group, priority: 1 }] });
    expect(await store.import(grouped({ pId: PID }))).toEqual({ ...none, created: 1 });
    const again = [{ pId: PID }, { id: ID }, { id: ID, pId: PID }, { id: 0, pId: PID }];
    expect(await store.import(...again.map(grouped))).toEqual({ ...none, unchanged: 4 });
  });

  it('bring a tag to their state, with defaults for absent members', async () => {
    const [one, other] = [await store.group(), await store.group()];
    const tag = line({ pId: 'brought' });
    const links = [
      { group: { pId: one.PID }, priority: 1 },
      { group: { pId: other.PID }, priority: 2 },
    ];
    const more = { groups: links, highlight: true, pluginId: 7, minValue: 'a', comparable: false };
    await store.import({ ...tag, ...more });
    const before = await byPid('brought');
    const moved = { ...tag, groups: [links[1], links[0]] };
    expect(await store.import(moved)).toEqual({ ...none, updated: 1 });
    expect(await byPid('brought')).toEqual({
      ...before,
      ...{ COMPARABLE: true, HIGHLIGHT: false, MINVALUE: '', PLUGINID: 0, UPDATEDAT: anyTime },
      GROUPS: [
        { GROUP: other, PRIORITY: 2 },
        { GROUP: one, PRIORITY: 1 },
      ],
    });
    expect(await store.import(tag)).toEqual({ ...none, updated: 1 });
    expect((await byPid('brought')).GROUPS).toEqual([]);
  });

  it('keep what they set when the API changes the tag', async () => {
    await store.import(line({ pId: 'kept', highlight: true, showInSearch: true, pluginId: 3 }));
    const kept = await byPid('kept');
    const changed = await store.put(kept.ID, { position: 77 });
    expect(changed.body).toEqual({ ...kept, POSITION: 77, UPDATEDAT: anyTime });
  });

  it('are rejected where the API would refuse them, and stop no other line', async () => {
    const group = await store.group();
    const link = { group: { pId: group.PID }, priority: 1 };
    const stored = line({ pId: 'rejecting' });
    await store.import(stored);
    const before = await byPid('rejecting');
    const bad: [object, string, string][] = [
      [{ ...stored, controlType: 5 }, 'field.notEditable', '/controlType'],
      [{ ...stored, itemType: 2 }, 'field.notEditable', '/itemType'],
      [{ ...stored, groups: [link, link] }, 'tagGroupLink.taken', '/groups/1/group'],
      [line({ groups: [link, link] }), 'tagGroupLink.taken', '/groups/1/group'],
      [
        line({ groups: [{ group: { pId: 'no' }, priority: 1 }] }),
        'reference.notFound',
        '/groups/0/group',
      ],
      [line({ controlType: 2, minValue: 'few' }), 'tag.limit', '/minValue'],
      [line({ colour: 'red' }), 'field.unknown', '/colour'],
    ];
    const lines = bad.map(([one]) => one);
    const { errors, ...counts } = await store.import(...lines, line({ pId: 'the good one' }));
    expect(counts).toEqual({ created: 1, updated: 0, unchanged: 0, rejected: bad.length });
    expect(errors).toMatchObject(
      bad.map(([, code, pointer], index) => ({ line: index + 1, type: 'tag', code, pointer })),
    );
    expect(await byPid('rejecting')).toEqual(before);
    expect(await store.found('q=good')).toEqual(['the good one']);
  });
});

describe('lines of tag values', () => {
  let store: TagStore;

  beforeAll(async () => {
    store = await TagStore.start();
  });

  afterAll(() => store.stop());

  const line = (tag: object, pId: string, ...values: [string, string][]) => ({
    ...{ type: 'tagValue', tag, pId },
    ...(values.length > 0
      ? { languages: values.map(([languageCode, value]) => ({ languageCode, value })) }
      : {}),
  });
  const valuesOf = async (tagId: number) => {
    const { body } = await store.service.get(`/v1/customTags/${tagId}/values`);
    return (body as { VALUES: unknown[] }).VALUES;
  };

  it('are known by their tag and their pId', async () => {
    const [one, other] = [await store.selector(), await store.selector()];
    const red = [
      line({ pId: one.PID }, 'red', ['en', 'Red'], ['th', 'สีแดง']),
      line({ pId: other.PID }, 'red'),
    ];
    expect(await store.import(...red)).toEqual({ ...none, created: 2 });
    const again = [line({ id: one.ID }, 'red', ['en', 'Red'], ['th', 'สีแดง']), red[1] as object];
    expect(await store.import(...red, ...again)).toEqual({ ...none, unchanged: 4 });
    const changed = line({ id: 0, pId: one.PID }, 'red', ['en', 'Crimson']);
    expect(await store.import(changed, changed)).toEqual({ ...none, updated: 1, unchanged: 1 });
    expect(await valuesOf(one.ID)).toMatchObject([
      { PID: 'red', LANGUAGES: [{ LANGUAGE: 'en', VALUE: 'Crimson' }], VALUE: 'Crimson' },
    ]);
    expect(await store.import(line({ id: one.ID }, 'red'))).toEqual({ ...none, updated: 1 });
    expect(await valuesOf(one.ID)).toMatchObject([{ LANGUAGES: [], VALUE: 'red' }]);
    expect(await valuesOf(other.ID)).toMatchObject([{ PID: 'red', VALUE: 'red' }]);
  });

  it('follow their tag in one stream, also when a line names it by another reference', async () => {
    const tag = { type: 'tag', ...fieldsOfTag({ pId: 'stream', controlType: 5 }) };
    const values = ['red', 'green', 'blue'].map((pId) => line({ pId: 'stream' }, pId));
    expect(await store.import(tag, ...values)).toEqual({ ...none, created: 4 });
    const { body } = await store.service.get('/v1/customTags/getId/stream');
    const { ID } = body as { ID: number };
    const both = [line({ id: ID }, 'black'), line({ pId: 'stream' }, 'black')];
    expect(await store.import(...both)).toEqual({ ...none, created: 1, unchanged: 1 });
    expect(await valuesOf(ID)).toHaveLength(4);
  });

  it('are rejected without a selector tag', async () => {
    const [selector, plain] = [await store.selector(), await store.create()];
    const { errors, ...counts } = await store.import(
      line({ pId: plain.PID }, 'red'),
      line({ pId: 'none' }, 'red'),
      line({ id: selector.ID, pId: plain.PID }, 'red'),
      line({}, 'red'),
      { type: 'tagValue', pId: 'red' },
      line({ pId: selector.PID }, 'red', ['en', '']),
      line({ pId: selector.PID }, 'red'),
    );
    expect(counts).toEqual({ created: 1, updated: 0, unchanged: 0, rejected: 6 });
    expect(errors).toMatchObject([
      { line: 1, code: 'tag.notSelector' },
      { line: 2, code: 'reference.notFound', pointer: '/tag' },
      { line: 3, code: 'reference.mismatch', pointer: '/tag' },
      { line: 4, code: 'reference.empty', pointer: '/tag' },
      { line: 5, code: 'field.required', pointer: '/tag' },
      { line: 6, code: 'text.tooShort', pointer: '/languages/0/value' },
    ]);
  });
});
