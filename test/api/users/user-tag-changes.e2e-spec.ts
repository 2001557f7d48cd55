/** @engine */
import type { Response } from 'supertest';
import { Database } from '../../../src/database';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { atOnce, statusesOf } from './customers';
import { type UserRecord, UsersClient } from './users-client';

interface Shown {
  readonly ACTIVE?: boolean;
  readonly GROUP: { readonly PID: string };
  readonly VALUE?: unknown;
  readonly LANGUAGES?: readonly { ACTIVE: boolean; LANGUAGE: string; VALUE: string }[];
}
type Tags = Readonly<Record<'GENERAL' | 'LANGUAGES' | 'SELECTABLE', readonly Shown[]>>;

/** A text by language in brief: `en! text` is active. */
const briefText = ({ ACTIVE, LANGUAGE, VALUE }: NonNullable<Shown['LANGUAGES']>[number]): string =>
  `${LANGUAGE}${ACTIVE ? '!' : ''} ${VALUE}`;

/** All tags in brief, the form that each is shown in before it. */
const brief = ({ GENERAL, LANGUAGES, SELECTABLE }: Tags): string[] => [
  ...GENERAL.map(({ ACTIVE, VALUE }) => `one${ACTIVE ? '!' : ''} ${String(VALUE)}`),
  ...LANGUAGES.map(({ LANGUAGES: texts = [] }) => `each ${texts.map(briefText).join(', ')}`),
  ...SELECTABLE.map(({ ACTIVE, VALUE }) => {
    return `chosen${ACTIVE ? '!' : ''} ${(VALUE as { PID: string }).PID}`;
  }),
];

const removeText = (languageCode: string): object => ({ languageCode, remove: true });

describe('changes of the tags of users', () => {
  let service: Service;
  let users: UsersClient;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
    users = await UsersClient.of(service);
    const groups = ['habits', 'tastes'].map((pId) => {
      return { type: 'tagGroup', pId, name: pId, itemType: 10, position: 1, priority: 1 };
    });
    expect(await importLines(service, groups)).toMatchObject({ created: 2 });
  });

  afterAll(() => service.stop());

  /** A new tag of users. @returns its pId and id */
  const tag = async (values: object = {}): Promise<{ pId: string; id: number }> => {
    const pId = `tag-${++made}`;
    const customTags = {
      ...{ pId, active: true, controlType: 3, itemType: 10, valueForAllLanguages: true },
      ...{ position: 1, priority: 1 },
      groups: ['habits', 'tastes'].map((name) => ({ group: { pId: name }, priority: 1 })),
      ...values,
    };
    const { body } = await service.post('/v1/customTags', { customTags });
    return { pId, id: (body as { ID: number }).ID };
  };
  const selector = async (...values: string[]) => {
    const made = await tag({ controlType: 5 });
    for (const pId of values)
      await service.post(`/v1/customTags/${made.id}/values`, { values: { pId } });
    return made;
  };
  const change = async ({ id }: { id: number }, customTags: object): Promise<void> => {
    expect((await service.put(`/v1/customTags/${id}`, { customTags })).status).toBe(200);
  };
  const add = (user: UserRecord, { pId }: { pId: string }, value: object): Promise<Response> =>
    service.post(`/v1/users/${user.ID}/customTags`, {
      customTags: { customTag: { pId }, ...value },
    });
  const pathOf = (user: UserRecord, { id }: { id: number }): string =>
    `/v1/users/${user.ID}/customTags/${id}`;
  const put = (user: UserRecord, one: { id: number }, customTags: object): Promise<Response> =>
    service.put(pathOf(user, one), { customTags });
  const tagsOf = ({ body }: Response): Tags => (body as { CUSTOMTAGS: Tags }).CUSTOMTAGS;
  const problemOf = ({ status, body }: Response): unknown[] => {
    const { code, errors } = body as { code?: string; errors?: { pointer: string }[] };
    return [status, code, errors?.[0]?.pointer];
  };
  /** The only tag of a user, as all readers show it. */
  const shown = async (user: UserRecord, one: { id: number }): Promise<string | undefined> => {
    const { body } = await service.get(`/v1/users/${user.ID}`);
    const whole = (body as { CUSTOMTAGS: Tags }).CUSTOMTAGS;
    const list = (await service.get(`/v1/users?fields=CUSTOMTAGS&since_id=${user.ID}&perPage=1`))
      .body;
    expect((list as { USERS: object[] }).USERS).toEqual([{ CUSTOMTAGS: whole }]);
    expect(tagsOf(await service.get(`/v1/users/${user.ID}/customTags`))).toEqual(whole);
    expect(tagsOf(await service.get(pathOf(user, one)))).toEqual(whole);
    const tags = brief(whole);
    expect(tags).toHaveLength(1);
    return tags[0];
  };
  /** Lines of one user that is not there yet. */
  const userLine = (): ((values: object) => object) => {
    const pId = `line-${++made}`;
    const address = { pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' };
    return (values) => ({
      ...{ type: 'user', pId, email: `${pId}@example.com`, languageCode: 'en' },
      ...{ group: { pId: 'shoppers' }, addressBook: [address], ...values },
    });
  };
  const texts = (...lineOf: string[]): object => ({
    languages: lineOf.map((text) => {
      const [, languageCode, active, value] = /^(..)(!?) (.*)$/.exec(text) ?? [];
      return { languageCode, active: active === '!', value };
    }),
  });

  describe('by PUT', () => {
    it.each<[object, string, string]>([
      [{}, 'one! old', 'habits'],
      [{ general: {} }, 'one! old', 'habits'],
      [{ general: { active: false } }, 'one old', 'habits'],
      [{ general: { value: 5 } }, 'one! 5', 'habits'],
      [{ general: { value: '' } }, 'one! ', 'habits'],
      [{ general: { value: 'new', active: false } }, 'one new', 'habits'],
      [{ group: { pId: 'tastes' } }, 'one! old', 'tastes'],
      [{ group: { id: 0 } }, 'one! old', ''],
      [{ group: { id: 0, pId: '' }, general: { value: 'new' } }, 'one! new', ''],
    ])('make %j of one text', async (sent, expected, group) => {
      const one = await tag();
      const user = await users.create();
      const value = { general: { value: 'old', active: true }, group: { pId: 'habits' } };
      expect((await add(user, one, value)).status).toBe(201);
      const tags = tagsOf(await put(user, one, sent));
      expect([brief(tags), tags.GENERAL[0]?.GROUP.PID]).toEqual([[expected], group]);
      expect(await shown(user, one)).toBe(expected);
    });

    it.each<[object, string]>([
      [{}, 'each es! hola, en hello'],
      [{ languages: [] }, 'each es! hola, en hello'],
      [{ languages: [{ languageCode: 'es' }] }, 'each es! hola, en hello'],
      [{ languages: [{ languageCode: 'es', remove: true }] }, 'each en hello'],
      [{ languages: ['en', 'es', 'fr'].map(removeText) }, 'each '],
      [
        {
          languages: [
            { languageCode: 'es', value: 'oye' },
            { languageCode: 'en', active: true },
          ],
        },
        'each es! oye, en! hello',
      ],
      [
        { languages: [{ languageCode: 'fr', value: 'salut' }, { languageCode: 'en' }] },
        'each es! hola, en hello, fr salut',
      ],
      [{ languages: [{ languageCode: 'fr', active: true }] }, 'each es! hola, en hello, fr! '],
    ])('make %j of a text by language', async (sent, expected) => {
      const one = await tag({ valueForAllLanguages: false });
      const user = await users.create();
      expect((await add(user, one, texts('es! hola', 'en hello'))).status).toBe(201);
      expect(brief(tagsOf(await put(user, one, sent)))).toEqual([expected]);
      expect(await shown(user, one)).toBe(expected);
    });

    it.each<[object, string]>([
      [{}, 'chosen! red'],
      [{ selectable: {} }, 'chosen! red'],
      [{ selectable: { active: false } }, 'chosen red'],
      [{ selectable: { value: { pId: 'blue' } } }, 'chosen! blue'],
      [{ group: { pId: 'tastes' } }, 'chosen! red'],
    ])('make %j of a chosen value', async (sent, expected) => {
      const one = await selector('red', 'blue');
      const user = await users.create();
      const red = { selectable: { active: true, value: { pId: 'red' } } };
      expect((await add(user, one, red)).status).toBe(201);
      expect(brief(tagsOf(await put(user, one, sent)))).toEqual([expected]);
      expect(await shown(user, one)).toBe(expected);
    });

    it('keep to the form that the tag takes', async () => {
      const one = await tag();
      const each = await tag({ valueForAllLanguages: false });
      const user = await users.create();
      await add(user, one, { general: { value: 'x' } });
      await add(user, each, texts('en x'));
      const wrong = [422, 'tag.valueForm', '/customTags'];
      for (const sent of [{ languages: [] }, { selectable: {} }, { general: {}, ...texts('en y') }])
        expect(problemOf(await put(user, one, sent))).toEqual(wrong);
      for (const sent of [{ general: {} }, { selectable: { active: true } }])
        expect(problemOf(await put(user, each, sent))).toEqual(wrong);
      const { body } = await service.get(`/v1/users/${user.ID}/customTags`);
      expect(brief((body as { CUSTOMTAGS: Tags }).CUSTOMTAGS)).toEqual(['one x', 'each en x']);
    });

    it('judge what they bring, not what was there under other limits', async () => {
      const one = await tag({ controlType: 2, minValue: '1' });
      const user = await users.create();
      await add(user, one, { general: { value: 1 } });
      await change(one, { minValue: '5' });
      for (const sent of [{ general: { active: true } }, { general: { value: 1 } }])
        expect((await put(user, one, sent)).status).toBe(200);
      const bad = [422, 'tag.value', '/customTags/general/value'];
      expect(problemOf(await put(user, one, { general: { value: 2 } }))).toEqual(bad);
      expect(await shown(user, one)).toBe('one! 1');
    });

    it('lose nothing of each other: 30 at once that each name one member', async () => {
      const one = await tag();
      const user = await users.create();
      await add(user, one, { general: { value: 'old' } });
      const sent = [
        { general: { active: true } },
        { general: { value: 'new' } },
        { group: { pId: 'tastes' } },
      ];
      const answers = await atOnce(30, (at) => put(user, one, sent[at % 3] ?? {}));
      expect(statusesOf(answers)).toEqual({ 200: 30 });
      const tags = tagsOf(await service.get(pathOf(user, one)));
      expect([brief(tags), tags.GENERAL[0]?.GROUP.PID]).toEqual([['one! new'], 'tastes']);
    });
  });

  describe('with valueForAllLanguages of their tag', () => {
    const stored = (user: UserRecord): Promise<unknown[]> =>
      service.app
        .get(Database)
        .select(
          'SELECT a.value AS whole, t.language_code, t.value FROM user_tags a ' +
            'LEFT JOIN user_tag_texts t ON t.assignment_id = a.id WHERE a.user_id = ? ORDER BY t.id',
          [user.ID],
        );

    it.each<[object, string, string]>([
      [{ general: { value: 'Größe', active: true } }, 'one! Größe', 'each en! Größe'],
      [{ general: { value: 'x' } }, 'one x', 'each en x'],
      [{ general: { value: '' } }, 'one ', 'each '],
      [texts('es! b', 'en a', 'fr! c'), 'each es! b, en a, fr! c', 'one a'],
      [texts('es! b', 'fr c'), 'each es! b, fr c', 'one! b'],
      [texts(), 'each ', 'one '],
    ])('carry %j over, to be read at once and stored later', async (value, before, after) => {
      const valueForAllLanguages = 'general' in value;
      const one = await tag({ valueForAllLanguages });
      const user = await users.create();
      expect((await add(user, one, value)).status).toBe(201);
      expect(await shown(user, one)).toBe(before);
      const rows = await stored(user);
      await change(one, { valueForAllLanguages: !valueForAllLanguages });
      expect(await shown(user, one)).toBe(after);
      // The change of the tag is one of the tag alone; a change back finds all that was there.
      expect(await stored(user)).toEqual(rows);
      await change(one, { valueForAllLanguages });
      expect(await shown(user, one)).toBe(before);
      await change(one, { valueForAllLanguages: !valueForAllLanguages });
      expect((await put(user, one, { group: { pId: 'habits' } })).status).toBe(200);
      expect(await shown(user, one)).toBe(after);
      const { languages = [] } = value as { languages?: object[] };
      if (languages.length > 0) expect(await stored(user)).toMatchObject([{ language_code: null }]);
    });

    it('make a change that is sent one of what is read', async () => {
      const one = await tag({ valueForAllLanguages: false });
      const user = await users.create();
      await add(user, one, texts('es! b', 'en! a'));
      await change(one, { valueForAllLanguages: true });
      expect(problemOf(await put(user, one, texts('en x')))[1]).toBe('tag.valueForm');
      expect((await put(user, one, { general: { active: false } })).status).toBe(200);
      expect(await shown(user, one)).toBe('one a');
      await change(one, { valueForAllLanguages: false });
      const fr = { languages: [{ languageCode: 'en' }, { languageCode: 'fr', value: 'c' }] };
      expect((await put(user, one, fr)).status).toBe(200);
      expect(await shown(user, one)).toBe('each en a, fr c');
    });

    it('leave a line unchanged that equals what is read', async () => {
      const one = await tag({ valueForAllLanguages: false });
      const line = userLine();
      const lineOf = (value: object) =>
        line({ customTags: [{ customTag: { pId: one.pId }, ...value }] });
      const each = lineOf(texts('es b', 'en! a'));
      const same = lineOf({ general: { value: 'a', active: true } });
      expect(await importLines(service, [each])).toMatchObject({ created: 1 });
      await change(one, { valueForAllLanguages: true });
      expect(await importLines(service, [same])).toMatchObject({ unchanged: 1 });
      expect(await importLines(service, [each])).toMatchObject({
        errors: [{ code: 'tag.valueForm', pointer: '/customTags/0' }],
      });
      const other = lineOf({ general: { value: 'c' } });
      expect(await importLines(service, [other])).toMatchObject({ updated: 1 });
      await change(one, { valueForAllLanguages: false });
      expect(await importLines(service, [lineOf(texts('en c'))])).toMatchObject({ unchanged: 1 });
    });

    it('hold for all values that 30 clients assign and change meanwhile', async () => {
      const one = await tag();
      const many = await Promise.all(Array.from({ length: 15 }, () => users.create()));
      const answers = await atOnce(60, async (at) => {
        const user = many[at % 15] as UserRecord;
        if (at % 10 === 9) await change(one, { valueForAllLanguages: at % 20 === 9 });
        return at % 2 === 0
          ? add(user, one, { general: { value: `${user.ID}`, active: true } })
          : add(user, one, texts(`en! ${user.ID}`));
      });
      const { 201: taken = 0, 409: twice = 0, 422: refused = 0 } = statusesOf(answers);
      expect([taken > 0, taken + twice + refused]).toEqual([true, 60]);
      for (const valueForAllLanguages of [true, false]) {
        await change(one, { valueForAllLanguages });
        let carried = 0;
        for (const user of many) {
          const [found] = brief(tagsOf(await service.get(`/v1/users/${user.ID}/customTags`)));
          if (found === undefined) continue;
          carried++;
          expect(found).toBe(valueForAllLanguages ? `one! ${user.ID}` : `each en! ${user.ID}`);
        }
        expect(carried).toBe(taken);
      }
    });
  });

  describe('of an inactive tag', () => {
    const value = { general: { value: 'x' } };

    it('let nothing get it, and what carries it keep it', async () => {
      const one = await tag();
      const carrier = await users.create({ customTags: [{ customTag: one, ...value }] });
      const other = await users.create();
      await change(one, { active: false });
      const inactive = [422, 'tag.inactive', '/customTags/customTag'];
      expect(problemOf(await add(other, one, value))).toEqual(inactive);
      const created = { users: users.fields({ customTags: [{ customTag: one, ...value }] }) };
      expect(problemOf(await service.post('/v1/users', created))).toEqual([
        ...[422, 'tag.inactive', '/users/customTags/0/customTag'],
      ]);
      expect(await shown(carrier, one)).toBe('one x');
      expect((await put(carrier, one, { general: { value: 'y', active: true } })).status).toBe(200);
      expect(await shown(carrier, one)).toBe('one! y');
      // Once taken off it can't come back before the tag is active again.
      expect((await service.delete(pathOf(carrier, one))).status).toBe(200);
      expect(problemOf(await add(carrier, one, value))).toEqual(inactive);
      await change(one, { active: true });
      for (const user of [carrier, other]) expect((await add(user, one, value)).status).toBe(201);
    });

    it('hold for lines, too', async () => {
      const one = await tag();
      const [line, stranger] = [userLine(), userLine()];
      const carried = { customTags: [{ customTag: { pId: one.pId }, ...value }] };
      const changed = { customTags: [{ customTag: { pId: one.pId }, general: { value: 'y' } }] };
      expect(await importLines(service, [line(carried)])).toMatchObject({ created: 1 });
      await change(one, { active: false });
      expect(await importLines(service, [line(carried), stranger(carried)])).toMatchObject({
        ...{ unchanged: 1, rejected: 1 },
        errors: [{ line: 2, code: 'tag.inactive', pointer: '/customTags/0/customTag' }],
      });
      for (const customTags of [changed, {}]) {
        expect(await importLines(service, [line(customTags)])).toMatchObject({ updated: 1 });
      }
      const { errors } = await importLines(service, [line(changed)]);
      expect(errors).toMatchObject([{ code: 'tag.inactive' }]);
    });

    it('count from the moment on when it is inactive, for 30 clients at once', async () => {
      const one = await tag();
      const many = await Promise.all(Array.from({ length: 30 }, () => users.create()));
      const [answers] = await Promise.all([
        Promise.all(many.map((user) => add(user, one, value))),
        change(one, { active: false }),
      ]);
      for (const [at, answer] of answers.entries()) {
        const user = many[at] as UserRecord;
        const { GENERAL } = tagsOf(await service.get(`/v1/users/${user.ID}/customTags`));
        expect([answer.status, GENERAL.length]).toEqual(
          answer.status === 201 ? [201, 1] : [422, 0],
        );
        expect((await add(user, one, value)).status).toBe(422);
      }
    });
  });
});
