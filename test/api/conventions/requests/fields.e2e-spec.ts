import { Hardened, type Refusal, jsonRequest } from './refusals';

const GROUPS = '/v1/customTagGroups';
const KEYS = '/v1/apiKeys';

const invalid = (...faults: string[]): Refusal => ({
  status: 400,
  code: 'request.invalid',
  faults,
});

/** Texts of JSON, so that numbers and escapes reach the service as they are written here. */
type JsonText = string;

const required = { pId: '"made"', name: '"Made"', itemType: '1', position: '1', priority: '1' };
const texts = (...languages: JsonText[]) => `[${languages.join()}]`;
const english = (members = ''): JsonText => `{"languageCode":"en"${members}}`;

/** A create body with some members replaced; undefined leaves one out. */
function groupWith(members: Readonly<Record<string, JsonText | undefined>>): string {
  const all: Record<string, JsonText | undefined> = { ...required, ...members };
  const written = Object.entries(all).filter(([, value]) => value !== undefined);
  return `{"customTagGroups":{${written.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}}`;
}

type Row = [member: string, value: JsonText | undefined, ...faults: string[]];

const missing: Row[] = Object.keys(required).map((name) => [name, undefined, 'field.required']);

const nulls: Row[] = [
  'pId',
  'name',
  'itemType',
  'position',
  'priority',
  'comparable',
  'languages',
].map((name) => [name, 'null', 'value.type']);

const numbers: Row[] = [
  ['position', '"1"', 'value.type'],
  ['position', '""', 'value.type'],
  ['position', '1.5', 'value.type'],
  ['position', '1e400', 'value.type'],
  ['position', '-1e400', 'value.type'],
  ['position', '1e308', 'number.range'],
  ['position', '2147483648', 'number.range'],
  ['position', '-2147483649', 'number.range'],
  ['position', '9007199254740993', 'number.range'],
  ['position', 'true', 'value.type'],
  ['position', '[1]', 'value.type'],
  ['position', '{}', 'value.type'],
  ['priority', '99999999999', 'number.range'],
  ['priority', '0.1', 'value.type'],
  ['itemType', '"1"', 'value.type'],
  ['itemType', '0', 'value.notAllowed'],
  ['itemType', '4', 'value.notAllowed'],
  ['itemType', '-1', 'value.notAllowed'],
  ['itemType', '1.5', 'value.type'],
  ['itemType', '[1]', 'value.type'],
];

const flags: Row[] = ['"false"', '"true"', '0', '1', '"0"', '""', '[]', '{}'].map((value) => [
  'comparable',
  value,
  'value.type',
]);

const strings: Row[] = [
  ['name', '""', 'text.tooShort'],
  ['name', `"${'x'.repeat(256)}"`, 'text.tooLong'],
  ['name', `"${'👕'.repeat(256)}"`, 'text.tooLong'],
  ['name', '"a\\u0000b"', 'format.text'],
  ['name', '"a\\ud83d"', 'format.text'],
  ['name', '"\\udc55a"', 'format.text'],
  ['name', '1', 'value.type'],
  ['name', '["Made"]', 'value.type'],
  ['name', '{"toString":"x"}', 'value.type'],
  ['pId', '""', 'text.tooShort'],
  ['pId', `"${'x'.repeat(256)}"`, 'text.tooLong'],
  ['pId', '" made"', 'format.public-id'],
  ['pId', '"made "', 'format.public-id'],
  ['pId', '"made\\n"', 'format.public-id'],
  ['pId', '"\\u00a0made"', 'format.public-id'],
  ['pId', '"\\ufeffmade"', 'format.public-id'],
  ['pId', '"a\\u0000b"', 'format.public-id'],
  ['pId', '"\\ud800"', 'format.public-id'],
  ['pId', '1', 'value.type'],
  ['pId', '{"$ne":""}', 'value.type'],
];

const strangers = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'ID',
  'id',
  'x',
  '',
];

const lists: [value: JsonText, ...faults: string[]][] = [
  ['{}', ' value.type'],
  ['"en"', ' value.type'],
  ['[null]', '/0 value.type'],
  ['["en"]', '/0 value.type'],
  ['[[]]', '/0 value.type'],
  ['[{}]', '/0/languageCode field.required'],
  [texts('{"languageCode":"E N"}'), '/0/languageCode format.iso-639-1'],
  [texts('{"languageCode":"xx"}'), '/0/languageCode format.iso-639-1'],
  [texts('{"languageCode":"eng"}'), '/0/languageCode format.iso-639-1'],
  [texts('{"languageCode":""}'), '/0/languageCode text.tooShort'],
  [texts('{"languageCode":"__proto__"}'), '/0/languageCode format.iso-639-1'],
  [texts('{"languageCode":null}'), '/0/languageCode value.type'],
  [texts('{"languageCode":["en"]}'), '/0/languageCode value.type'],
  [texts(english(), english()), ' list.duplicate'],
  [texts(english(), english(',"name":"Other"')), ' list.duplicate'],
  [texts(english(',"name":null')), '/0/name value.type'],
  [texts(english(',"description":null')), '/0/description value.type'],
  [texts(english(`,"name":"${'x'.repeat(256)}"`)), '/0/name text.tooLong'],
  [texts(english(`,"description":"${'x'.repeat(65_536)}"`)), '/0/description text.tooLong'],
  [texts(english(',"description":"\\u0000"')), '/0/description format.text'],
  [texts(english(',"name":"a","nick":"b"')), '/0/nick field.unknown'],
];

describe('fields of bodies', () => {
  let hardened: Hardened;
  let id: number;

  const answerOf = async (path: string, body: string, method = 'POST') => {
    const answer = await hardened.json(path, body, { method });
    return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> };
  };

  beforeAll(async () => {
    hardened = await Hardened.start();
    const made = await answerOf(GROUPS, groupWith({ pId: '"there"', languages: texts(english()) }));
    id = made.body['ID'] as number;
  });

  afterAll(() => hardened.stop());

  describe.each([
    ['creation', 'POST'],
    ['update', 'PUT'],
  ])('of a %s', (_title, method) => {
    const refuses = (member: string, value: JsonText | undefined, faults: string[]) => {
      const path = method === 'POST' ? GROUPS : `${GROUPS}/${id}`;
      // itemType can't be changed at all, so an update never sends it along.
      const base = method === 'PUT' && member !== 'itemType' ? { itemType: undefined } : {};
      const body = groupWith({ ...base, [member]: value });
      return hardened.refuses(jsonRequest(path, body, { method }), invalid(...faults));
    };

    it.each([...nulls, ...numbers, ...flags, ...strings])(
      'refuses %s %s',
      async (member, value, ...codes) => {
        const isFixed = method === 'PUT' && member === 'itemType';
        const faults = isFixed ? ['field.notEditable'] : codes;
        await refuses(
          member,
          value,
          faults.map((code) => `/customTagGroups/${member} ${code}`),
        );
      },
    );

    it.each(lists)('refuses languages %s', async (value, ...faults) => {
      await refuses(
        'languages',
        value,
        faults.map((fault) => `/customTagGroups/languages${fault}`),
      );
    });

    it.each(strangers)('refuses a member called %j at every level', async (name) => {
      const stranger = { [JSON.stringify(name)]: '{"polluted":true}' };
      const [[key, value]] = Object.entries(stranger) as [[string, string]];
      const level = `${key}:${value}`;
      const group = groupWith(method === 'PUT' ? { itemType: undefined } : {});
      const path = method === 'POST' ? GROUPS : `${GROUPS}/${id}`;
      const bodies = [
        [`{${level},${group.slice(1)}`, `/${name}`],
        [
          group.replace('{"customTagGroups":{', `{"customTagGroups":{${level},`),
          `/customTagGroups/${name}`,
        ],
        [
          group.replace(
            '{"customTagGroups":{',
            `{"customTagGroups":{"languages":[{"languageCode":"en",${level}}],`,
          ),
          `/customTagGroups/languages/0/${name}`,
        ],
      ] as const;
      for (const [body, pointer] of bodies) {
        await hardened.refuses(
          jsonRequest(path, body, { method }),
          invalid(`${pointer} field.unknown`),
        );
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });

    it('refuses 1,001 languages', async () => {
      const value = texts(...Array.from({ length: 1001 }, () => '{"languageCode":"xx"}'));
      const path = method === 'POST' ? GROUPS : `${GROUPS}/${id}`;
      const body = groupWith(
        method === 'PUT' ? { itemType: undefined, languages: value } : { languages: value },
      );
      const refusal = invalid('/customTagGroups/languages json.tooMany');
      await hardened.refuses(jsonRequest(path, body, { method }), refusal);
    });
  });

  it.each(missing)('refuses a creation without %s', async (member, value, ...codes) => {
    const faults = codes.map((code) => `/customTagGroups/${member} ${code}`);
    await hardened.refuses(jsonRequest(GROUPS, groupWith({ [member]: value })), invalid(...faults));
  });

  it('reports all faults at once, those of the query too', async () => {
    const body = groupWith({
      pId: undefined,
      name: '""',
      position: '"1"',
      x: '1',
      languages: '[{}]',
    });
    await hardened.refuses(
      jsonRequest(`${GROUPS}?verbose=1`, body),
      invalid(
        'query/verbose field.unknown',
        '/customTagGroups/pId field.required',
        '/customTagGroups/name text.tooShort',
        '/customTagGroups/position value.type',
        '/customTagGroups/x field.unknown',
        '/customTagGroups/languages/0/languageCode field.required',
      ),
    );
    await hardened.refuses(
      jsonRequest(`${GROUPS}/0?verbose=1`, '{"customTagGroups":{"itemType":2}}', { method: 'PUT' }),
      invalid(
        'path/id number.range',
        'query/verbose field.unknown',
        '/customTagGroups/itemType field.notEditable',
      ),
    );
  });

  it.each<[string, string, string]>([
    ['255 characters of four bytes', 'name', '👕'.repeat(255)],
    ['a script', 'name', '<script>alert(1)</script>'],
    ['a formula', 'name', "=cmd|' /C calc'!A0"],
    ['quotes and SQL', 'name', `'; DROP TABLE tag_groups; -- " \\ \``],
    ['wild cards', 'name', '%_\\%'],
    ['composed and decomposed accents', 'name', 'é e\u0301'],
    ['a public identifier of 255 characters of four bytes', 'pId', '💥'.repeat(255)],
    ['a public identifier like a path', 'pId', '../../etc/passwd'],
    ['a public identifier like a number', 'pId', '1'],
    ['a public identifier like a member of objects', 'pId', '__proto__'],
  ])('keeps %s exactly, as data', async (_name, member, value) => {
    const made = await answerOf(
      GROUPS,
      groupWith({ pId: `"data-${Math.random()}"`, [member]: JSON.stringify(value) }),
    );
    expect(made).toMatchObject({ status: 201, body: { [member.toUpperCase()]: value } });
    const read = await hardened.send({ path: `${GROUPS}/${String(made.body['ID'])}` });
    expect(JSON.parse(read.text)).toEqual(made.body);
    expect(read.headers['x-injected'] ?? read.headers['set-cookie']).toBeUndefined();
    expect(read.headers['content-type']).toBe('application/json; charset=utf-8');
    if (member === 'pId') {
      const found = await hardened.send({ path: `${GROUPS}/getId/${encodeURIComponent(value)}` });
      expect(JSON.parse(found.text)).toEqual({ ID: made.body['ID'] });
    }
  });

  it.each([
    ['line breaks', 'a\r\nX-Injected: 1\r\n\r\nb'],
    ['control characters', 'a\u0001\u001b\u007fb'],
    ['right-to-left marks', '\u202eabc\u202c'],
  ])('refuses %s in names and identifiers', async (_name, value) => {
    for (const member of ['name', 'pId']) {
      const body = groupWith({ pId: `"data-${Math.random()}"`, [member]: JSON.stringify(value) });
      const { status, body: problem } = await answerOf(GROUPS, body);
      expect(status).toBe(400);
      expect(problem).toMatchObject({
        errors: [{ code: 'text.invisible', pointer: `/customTagGroups/${member}` }],
      });
    }
  });

  it.each<[string, string, number]>([
    ['1.0', '1.0', 1],
    ['1e2', '1e2', 100],
    ['-0 as 0', '-0', 0],
    ['the least', '-2147483648', -2_147_483_648],
    ['the most', '2147483647', 2_147_483_647],
  ])('takes %s for a whole number', async (_name, value, read) => {
    const made = await answerOf(
      GROUPS,
      groupWith({ pId: `"number-${Math.random()}"`, position: value }),
    );
    expect(made).toMatchObject({ status: 201, body: { POSITION: read } });
  });

  it.each<[JsonText, string]>([
    ['"2026-02-30"', 'format.instant-or-date'],
    ['"2026-02-29T00:00:00Z"', 'format.instant-or-date'],
    ['"2026-00-10"', 'format.instant-or-date'],
    ['"2026-13-01"', 'format.instant-or-date'],
    ['"2026-W01"', 'format.instant-or-date'],
    ['"2026-001"', 'format.instant-or-date'],
    ['"+099999-01-01T00:00:00Z"', 'format.instant-or-date'],
    ['"-000001-01-01T00:00:00Z"', 'format.instant-or-date'],
    ['"0000-01-01T00:00:00Z"', 'format.instant-or-date'],
    ['"0999-12-31T23:59:59Z"', 'format.instant-or-date'],
    ['"1000-01-01T00:00:00+14:00"', 'format.instant-or-date'],
    ['"9999-12-31T23:59:59-14:00"', 'format.instant-or-date'],
    ['"2026-01-01T24:00:00Z"', 'format.instant-or-date'],
    ['"2026-01-01T23:60:00Z"', 'format.instant-or-date'],
    ['"2026-01-01T23:59:60Z"', 'format.instant-or-date'],
    ['"2026-01-01T10:00:00+14:01"', 'format.instant-or-date'],
    ['"2026-01-01T10:00:00+01:60"', 'format.instant-or-date'],
    ['"2026-01-01T10:00:00+0100"', 'format.instant-or-date'],
    ['"2026-01-01t10:00:00z"', 'format.instant-or-date'],
    ['"2026-01-01 10:00:00Z"', 'format.instant-or-date'],
    ['"2026-1-1"', 'format.instant-or-date'],
    ['"01/02/2026"', 'format.instant-or-date'],
    ['" 2026-01-01"', 'format.instant-or-date'],
    ['"2026-01-01\\n"', 'format.instant-or-date'],
    ['"٢٠٢٦-01-01"', 'format.instant-or-date'],
    ['"tomorrow"', 'format.instant-or-date'],
    ['1767225600', 'value.type'],
    ['null', 'value.type'],
    ['{}', 'value.type'],
  ])('refuses the date %s', async (value, code) => {
    const body = `{"apiKeys":{"name":"dated","scopes":["news:read"],"expiresAt":${value}}}`;
    await hardened.refuses(jsonRequest(KEYS, body), invalid(`/apiKeys/expiresAt ${code}`));
  });

  it.each<[string, string]>([
    ['2999-01-31', '2999-01-31T00:00:00+00:00'],
    ['2999-01-31T09:30:00+01:00', '2999-01-31T08:30:00+00:00'],
    ['2999-01-31T09:30:00.999Z', '2999-01-31T09:30:00+00:00'],
    ['2996-02-29T00:00-14:00', '2996-02-29T14:00:00+00:00'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59+00:00'],
  ])('takes the date %s', async (value, written) => {
    const body = { apiKeys: { name: 'dated', scopes: ['news:read'], expiresAt: value } };
    const made = await answerOf(KEYS, JSON.stringify(body));
    expect(made).toMatchObject({ status: 201, body: { expiresAt: written } });
    const { text } = await hardened.send({ path: KEYS });
    const { apiKeys } = JSON.parse(text) as { apiKeys: { id: unknown; expiresAt: string }[] };
    expect(apiKeys.find(({ id: one }) => one === made.body['id'])?.expiresAt).toBe(written);
  });

  it('reads the first date that there is, which is no end of a key', async () => {
    const body = {
      apiKeys: { name: 'x', scopes: ['news:read'], expiresAt: '1000-01-01T00:00:00Z' },
    };
    expect(await answerOf(KEYS, JSON.stringify(body))).toMatchObject({
      status: 422,
      body: { code: 'apiKey.endPassed' },
    });
  });

  it.each<[string, JsonText, ...string[]]>([
    ['no scope', '[]', ' list.tooShort'],
    ['an unknown scope', '["news:delete"]', '/0 value.notAllowed'],
    ['a scope of no area', '["constructor:read"]', '/0 value.notAllowed'],
    ['a scope in another case', '["News:read"]', '/0 value.notAllowed'],
    ['a number', '[1]', '/0 value.type'],
    ['null', '[null]', '/0 value.type'],
    ['a text', '"*"', ' value.type'],
    ['an object', '{"0":"*","length":1}', ' value.type'],
  ])('refuses %s as scopes of a key', async (_name, value, ...faults) => {
    const body = `{"apiKeys":{"name":"x","scopes":${value}}}`;
    await hardened.refuses(
      jsonRequest(KEYS, body),
      invalid(...faults.map((fault) => `/apiKeys/scopes${fault}`)),
    );
  });
});
