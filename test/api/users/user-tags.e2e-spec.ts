/** @engine */
import type { Response } from 'supertest';
import { Clock } from '../../../src/core/clock';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { type UserRecord, UsersClient } from './users-client';

interface Tags {
  readonly GENERAL: readonly object[];
  readonly LANGUAGES: readonly object[];
  readonly SELECTABLE: readonly object[];
}

/** A tag of users; control types: 1 boolean, 2 numeric, 3 text, 4 date, 5 selector. */
const tag = (pId: string, controlType: number, values: object = {}): object => ({
  ...{ type: 'tag', pId, active: true, controlType, itemType: 10, valueForAllLanguages: true },
  ...{ position: 1, priority: 1, ...values },
});

const lines = [
  { type: 'tagGroup', pId: 'habits', name: 'Habits', itemType: 10, position: 1, priority: 1 },
  tag('text', 3, { groups: [{ group: { pId: 'habits' }, priority: 1 }] }),
  tag('flag', 1),
  tag('size', 2, { minValue: '1.5', maxValue: '10' }),
  tag('since', 4, { minValue: '2020-01-01', maxValue: '2020-12-31' }),
  tag('motto', 7, { valueForAllLanguages: false }),
  tag('colour', 5),
  { type: 'tagValue', tag: { pId: 'colour' }, pId: 'red' },
  { type: 'tagValue', tag: { pId: 'colour' }, pId: 'blue' },
  tag('shape', 5),
  { type: 'tagValue', tag: { pId: 'shape' }, pId: 'round' },
  tag('of orders', 3, { itemType: 13 }),
];

const anyId = expect.any(Number) as number;
const named = (PID: string): object => ({ ID: anyId, PID });
const none = { ID: 0, PID: '' };

describe('tags of users', () => {
  let service: Service;
  let users: UsersClient;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    service = await Service.start();
    users = await UsersClient.of(service);
    expect(await importLines(service, lines)).toMatchObject({ rejected: 0 });
    const { body } = await service.get('/v1/customTags?perPage=500');
    const { CUSTOMTAGS } = body as { CUSTOMTAGS: { ID: number; PID: string }[] };
    for (const { ID, PID } of CUSTOMTAGS) ids.set(PID, ID);
  });

  afterAll(async () => {
    await service.stop();
  });

  const pathOf = ({ ID }: UserRecord, pId?: string): string =>
    `/v1/users/${ID}/customTags${pId === undefined ? '' : `/${ids.get(pId)}`}`;
  const add = (user: UserRecord, customTags: object): Promise<Response> =>
    service.post(pathOf(user), { customTags });
  const general = (pId: string, value: unknown, more: object = {}): object => ({
    ...{ customTag: { pId }, general: { value }, ...more },
  });
  const tagsOf = ({ body }: Response): Tags => (body as { CUSTOMTAGS: Tags }).CUSTOMTAGS;

  const three = [
    general('text', 'Größe Ωμέγα 尺寸 👟', { group: { pId: 'habits' } }),
    {
      customTag: { pId: 'motto' },
      languages: [{ languageCode: 'el', value: 'γνῶθι σεαυτόν', active: true }],
    },
    { customTag: { pId: 'colour' }, selectable: { active: true, value: { pId: 'red' } } },
  ];
  const shown = {
    GENERAL: [
      {
        ...{ ACTIVE: false, CUSTOMTAG: named('text'), GROUP: named('habits') },
        VALUE: 'Größe Ωμέγα 尺寸 👟',
      },
    ],
    LANGUAGES: [
      {
        ...{ CUSTOMTAG: named('motto'), GROUP: none },
        LANGUAGES: [{ ACTIVE: true, LANGUAGE: 'el', VALUE: 'γνῶθι σεαυτόν' }],
      },
    ],
    SELECTABLE: [{ ACTIVE: true, CUSTOMTAG: named('colour'), GROUP: none, VALUE: named('red') }],
  };

  it('come with the user, in the three shapes', async () => {
    const user = await users.create({ customTags: three });
    expect(user['CUSTOMTAGS']).toEqual(shown);
    expect((await service.get(`/v1/users/${user.ID}`)).body).toEqual(user);
    expect(tagsOf(await service.get(pathOf(user)))).toEqual(shown);
    const only = tagsOf(await service.get(pathOf(user, 'motto')));
    expect(only).toEqual({ GENERAL: [], LANGUAGES: shown.LANGUAGES, SELECTABLE: [] });
    const { body } = await service.get(`/v1/users?fields=CUSTOMTAGS,PID&since_id=${user.ID}`);
    expect((body as { USERS: object[] }).USERS).toEqual([{ CUSTOMTAGS: shown, PID: user.PID }]);
  });

  it('are added one by one, changed, and taken off', async () => {
    const user = await users.create();
    for (const [at, one] of three.entries()) {
      const response = await add(user, one);
      expect(response.status).toBe(201);
      expect(Object.values(tagsOf(response)).flat()).toHaveLength(at + 1);
    }
    expect(tagsOf(await service.get(pathOf(user)))).toEqual(shown);
    const blue = { selectable: { active: false, value: { pId: 'blue' } } };
    const changed = await service.put(pathOf(user, 'colour'), { customTags: blue });
    expect(tagsOf(changed).SELECTABLE).toEqual([
      { ...shown.SELECTABLE[0], ACTIVE: false, VALUE: named('blue') },
    ]);
    const fr = { languages: [{ languageCode: 'fr', value: 'oui' }] };
    const motto = await service.put(pathOf(user, 'motto'), { customTags: fr });
    expect(tagsOf(motto).LANGUAGES).toMatchObject([
      { LANGUAGES: [{ LANGUAGE: 'el' }, { LANGUAGE: 'fr' }] },
    ]);
    const left = await service.delete(pathOf(user, 'text'));
    expect(tagsOf(left).GENERAL).toEqual([]);
    expect(tagsOf(left).SELECTABLE).toHaveLength(1);
    const empty = { GENERAL: [], LANGUAGES: [], SELECTABLE: [] };
    expect(tagsOf(await service.delete(pathOf(user)))).toEqual(empty);
    expect(tagsOf(await service.get(pathOf(user)))).toEqual(empty);
  });

  it.each([
    ['flag', true, 'true'],
    ['flag', 0, 'false'],
    ['flag', '1', 'true'],
    ['size', 1.5, '1.5'],
    ['size', '10', '10'],
    ['since', '2020-12-31T23:59:59Z', '2020-12-31T23:59:59Z'],
    ['since', '2020-01-01', '2020-01-01'],
    ['text', false, 'false'],
    ['text', '', ''],
  ])('take %s = %j', async (pId, value, text) => {
    const response = await add(await users.create(), general(pId, value));
    expect(response.status).toBe(201);
    expect(tagsOf(response).GENERAL).toMatchObject([{ VALUE: text }]);
  });

  it.each([
    ['a flag that is none', general('flag', 'perhaps'), 'tag.value', '/general/value'],
    ['a number that is none', general('size', 'big'), 'tag.value', '/general/value'],
    ['an empty number', general('size', ''), 'tag.value', '/general/value'],
    ['less than the smallest value', general('size', 1.4), 'tag.value', '/general/value'],
    ['more than the largest value', general('size', 10.01), 'tag.value', '/general/value'],
    ['a day after the last one', general('since', '2021-01-01'), 'tag.value', '/general/value'],
    ['one value for a tag by language', general('motto', 'yes'), 'tag.valueForm', ''],
    ['a text for a selector', general('colour', 'red'), 'tag.valueForm', ''],
    ['two forms at once', { ...three[2], general: { value: 'red' } }, 'tag.valueForm', ''],
    ['no value at all', { customTag: { pId: 'text' } }, 'tag.valueForm', ''],
    [
      'the value of another tag',
      { customTag: { pId: 'colour' }, selectable: { active: true, value: { pId: 'round' } } },
      'reference.notFound',
      '/selectable/value',
    ],
    ['a tag of orders', general('of orders', 'x'), 'tag.itemType', '/customTag'],
    ['an unknown tag', general('nothing', 'x'), 'reference.notFound', '/customTag'],
    [
      'an unknown group',
      general('text', 'x', { group: { pId: 'nothing' } }),
      'reference.notFound',
      '/group',
    ],
    [
      'a group that the tag is not in',
      general('flag', true, { group: { pId: 'habits' } }),
      'tag.group',
      '/group',
    ],
  ])('refuse %s', async (_, given, code, place) => {
    const user = await users.create();
    const response = await add(user, given);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code, errors: [{ pointer: `/customTags${place}` }] });
    const created = await service.post('/v1/users', {
      users: users.fields({ customTags: [given] }),
    });
    const pointer = `/users/customTags/0${place}`;
    expect(created.body).toMatchObject({ status: 422, code, errors: [{ pointer }] });
    expect(tagsOf(await service.get(pathOf(user))).GENERAL).toEqual([]);
  });

  it('refuse what is no value, and what does not exist', async () => {
    const user = await users.create();
    for (const value of [null, {}, [], '\0', 'x'.repeat(65_536)]) {
      expect((await add(user, general('text', value))).status).toBe(400);
    }
    expect((await add({ ...user, ID: 999_999 }, general('text', 'x'))).status).toBe(404);
    for (const response of [
      await service.get(pathOf(user, 'text')),
      await service.delete(pathOf(user, 'text')),
      await service.put(pathOf(user, 'text'), { customTags: { general: { value: 'x' } } }),
    ]) {
      expect(response.status).toBe(404);
    }
  });

  it('are each carried once: of 30 at the same time one is added', async () => {
    const user = await users.create();
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, at) => add(user, general('text', `${at}`))),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(29).fill(409)]);
    expect(tagsOf(await service.get(pathOf(user))).GENERAL).toHaveLength(1);
    const twice = users.fields({ customTags: [general('text', 'a'), general('text', 'b')] });
    expect((await service.post('/v1/users', { users: twice })).body).toMatchObject({
      ...{ status: 409, code: 'userTag.taken' },
      errors: [{ pointer: '/users/customTags/1' }],
    });
  });

  it('move LASTUSED with every change', async () => {
    const user = await users.create({ customTags: [general('text', 'x')] });
    const lastUsed = async (): Promise<string> =>
      ((await service.get(`/v1/users/${user.ID}?fields=LASTUSED`)).body as UserRecord).LASTUSED;
    const clock = service.app.get(Clock);
    const changes = [
      () => service.put(pathOf(user, 'text'), { customTags: { general: { value: 'y' } } }),
      () => service.delete(pathOf(user, 'text')),
      () => add(user, general('text', 'z')),
      () => service.delete(pathOf(user)),
    ];
    for (const [at, change] of changes.entries()) {
      const now = jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.UTC(2100, at)));
      await change();
      now.mockRestore();
      expect(await lastUsed()).toBe(`2100-0${at + 1}-01T00:00:00+00:00`);
    }
  });

  it('go with their tag, and with the value that was chosen', async () => {
    expect(
      await importLines(service, [
        tag('passing', 5),
        { type: 'tagValue', tag: { pId: 'passing' }, pId: 'one' },
      ]),
    ).toMatchObject({ created: 2 });
    const { body } = await service.get('/v1/customTags/getId/passing');
    const { ID } = body as { ID: number };
    const chosen = { selectable: { active: true, value: { pId: 'one' } } };
    const user = await users.create({ customTags: [{ customTag: { pId: 'passing' }, ...chosen }] });
    await service.delete(`/v1/customTags/${ID}`);
    expect(tagsOf(await service.get(pathOf(user)))).toEqual({
      ...{ GENERAL: [], LANGUAGES: [], SELECTABLE: [] },
    });
  });
});
