import type { ExactRequest } from './exact-request';
import { Hardened, type Refusal, jsonRequest } from './refusals';

const GROUPS = '/v1/customTagGroups';

const invalid = (...faults: string[]): Refusal => ({
  status: 400,
  code: 'request.invalid',
  faults,
});
const malformed: Refusal = { status: 400, code: 'url.malformed', faults: [] };
const noRecord: Refusal = { status: 404, code: 'record.notFound' };
const noPath: Refusal = { status: 404, code: 'path.notFound', faults: [] };
const noMethod: Refusal = { status: 405, code: 'method.notAllowed', faults: [] };
const tooLong: Refusal = { status: 414, code: 'url.tooLong', faults: [] };

const encoded = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const cursorOf = (sort: string, direction: unknown, ...key: unknown[]) =>
  encoded([sort, direction, 5, 'counted', ...key]);
const badCursor = invalid('query/cursor cursor.invalid');

describe('paths and queries', () => {
  let hardened: Hardened;
  let id: number;

  const read = async (path: string) => {
    const answer = await hardened.send({ path });
    return { ...answer, body: JSON.parse(answer.text) as Record<string, unknown> };
  };

  beforeAll(async () => {
    hardened = await Hardened.start();
    for (const pId of ['size', 'count', 'getId', 'Size/x', "o'size"]) {
      const group = { pId, name: `Name of ${pId}`, itemType: 1, position: 1, priority: 1 };
      const made = await hardened.json(GROUPS, { customTagGroups: group });
      id = (JSON.parse(made.text) as { ID: number }).ID;
    }
  });

  afterAll(() => hardened.stop());

  it.each([
    ['1abc', 'value.type'],
    ['abc', 'value.type'],
    ['0', 'number.range'],
    ['-0', 'number.range'],
    ['-1', 'number.range'],
    ['1.5', 'value.type'],
    ['1.0', 'value.type'],
    ['1e0', 'value.type'],
    ['0x1', 'value.type'],
    ['+1', 'value.type'],
    ['9007199254740992', 'number.range'],
    ['9007199254740993', 'number.range'],
    ['99999999999999999999', 'value.type'],
    ['NaN', 'value.type'],
    ['null', 'value.type'],
    ['undefined', 'value.type'],
    ['__proto__', 'value.type'],
    ['constructor', 'value.type'],
    ['%20', 'value.type'],
    ['%201', 'value.type'],
    ['1%00', 'value.type'],
    ['1%0A', 'value.type'],
    ['1;DROP%20TABLE%20tag_groups', 'value.type'],
    ["1'%20OR%20'1'='1", 'value.type'],
    ['%D9%A1', 'value.type'],
    ['1,2', 'value.type'],
    ['%7B%7D', 'value.type'],
    ['..%2f..%2fetc%2fpasswd', 'value.type'],
  ])('refuses the id %s', async (text, code) => {
    const path = `${GROUPS}/${text}`;
    const refusal = invalid(`path/id ${code}`);
    await hardened.refuses({ path }, refusal);
    await hardened.refuses({ path, method: 'DELETE' }, refusal);
    await hardened.refuses(
      jsonRequest(path, { customTagGroups: { name: 'x' } }, { method: 'PUT' }),
      refusal,
    );
  });

  it.each(['2147483648', '9007199254740991'])('knows no record %s', async (text) => {
    const path = `${GROUPS}/${text}`;
    await hardened.refuses({ path }, noRecord);
    await hardened.refuses({ path, method: 'DELETE' }, noRecord);
    await hardened.refuses(
      jsonRequest(path, { customTagGroups: { name: 'x' } }, { method: 'PUT' }),
      noRecord,
    );
  });

  it.each([
    'Size',
    'size%20',
    '%20size',
    'siz%C3%A9',
    's%00ize',
    'size%0A',
    'sizes',
    "size'",
    '%25',
    '*',
    '-1',
  ])('finds no group by %s', async (pId) => {
    const path = `${GROUPS}/getId/${pId}`;
    const isText = !pId.includes('%00');
    await hardened.refuses({ path }, isText ? noRecord : invalid('path/pId format.text'));
  });

  it.each(['size', 'count', 'getId', 'Size%2Fx', 'Size%2fx', "o'size", 'o%27size', '%73ize'])(
    'finds a group by %s',
    async (pId) => {
      expect(await read(`${GROUPS}/getId/${pId}`)).toMatchObject({
        status: 200,
        body: { ID: expect.any(Number) },
      });
    },
  );

  it('takes a public identifier of 255 characters for one, a longer one for none', async () => {
    for (const character of ['x', '%F0%9F%91%95']) {
      await hardened.refuses({ path: `${GROUPS}/getId/${character.repeat(255)}` }, noRecord);
      const path = `${GROUPS}/getId/${character.repeat(256)}`;
      await hardened.refuses({ path }, invalid('path/pId text.tooLong'));
    }
  });

  it.each(['%', '%E0%A4%A', '%zz', '%FF', '%C0%AF', '%ED%A0%80', 'a%2'])(
    'refuses the escape %s in a path and in a query',
    async (escape) => {
      await hardened.refuses({ path: `${GROUPS}/getId/${escape}` }, malformed);
      await hardened.refuses({ path: `${GROUPS}/${escape}`, method: 'DELETE' }, malformed);
      await hardened.refuses({ path: `${GROUPS}?q=${escape}` }, malformed);
      await hardened.refuses({ path: `${GROUPS}?${escape}=1` }, malformed);
    },
  );

  it.each<[string, ...string[]]>([
    ['perPage=0', 'query/perPage number.range'],
    ['perPage=-1', 'query/perPage number.range'],
    ['perPage=501', 'query/perPage number.range'],
    ['perPage=1000000000', 'query/perPage number.range'],
    ['perPage=abc', 'query/perPage value.type'],
    ['perPage=1.5', 'query/perPage value.type'],
    ['perPage=%00', 'query/perPage value.type'],
    ['page=0', 'query/page number.range'],
    ['page=-1', 'query/page number.range'],
    ['page=1e15', 'query/page value.type'],
    ['page=1000000000000000', 'query/page number.range'],
    ['page=9007199254740993', 'query/page number.range'],
    ['page=99999999999999999999999', 'query/page value.type'],
    ['page=+1', 'query/page value.type'],
    ['page=1&page=2', 'query/page query.repeated'],
    ['page=1&page=1', 'query/page query.repeated'],
    ['q=a&q=b&q=c', 'query/q query.repeated'],
    ['fields=ID&fields=PID', 'query/fields query.repeated'],
    ['sort=id.asc&sort=id.desc', 'query/sort query.repeated'],
    ['page[]=1', 'query/page[] field.unknown'],
    ['page%5B%5D=1&page%5B%5D=2', 'query/page[] query.repeated'],
    ['q[$ne]=1', 'query/q[$ne] field.unknown'],
    ['itemType[$gt]=', 'query/itemType[$gt] field.unknown'],
    ['sort[__proto__]=', 'query/sort[__proto__] field.unknown'],
    ['__proto__=1', 'query/__proto__ field.unknown'],
    ['__proto__[polluted]=1', 'query/__proto__[polluted] field.unknown'],
    ['constructor.prototype.polluted=1', 'query/constructor.prototype.polluted field.unknown'],
    ['constructor=1', 'query/constructor field.unknown'],
    ['hasOwnProperty=', 'query/hasOwnProperty field.unknown'],
    ['nameFolded=x', 'query/nameFolded field.unknown'],
    ['name=x', 'query/name field.unknown'],
    ['PAGE=1', 'query/PAGE field.unknown'],
    ['unknown', 'query/unknown field.unknown'],
    ['itemType=1abc', 'query/itemType value.type'],
    ['itemType=4', 'query/itemType value.notAllowed'],
    ['position=1%20OR%201=1', 'query/position value.type'],
    ['position=99999999999', 'query/position number.range'],
    ['priority=0.5', 'query/priority value.type'],
    [`q=${'x'.repeat(201)}`, 'query/q text.tooLong'],
    ['q=a%00b', 'query/q format.text'],
    ['sort=id.', 'query/sort sort.unknown'],
    ['sort=id;drop', 'query/sort sort.unknown'],
    ['sort=id.asc;drop%20table%20tag_groups', 'query/sort sort.unknown'],
    ['sort=password.desc', 'query/sort sort.unknown'],
    ['sort=nameFolded.asc', 'query/sort sort.unknown'],
    ['sort=(select%201).asc', 'query/sort sort.unknown'],
    ['sort=group.id', 'query/sort sort.unknown'],
    ['sort=languages.name.asc', 'query/sort sort.unknown'],
    ['sort=__proto__.asc', 'query/sort sort.unknown'],
    ['sort=constructor.asc', 'query/sort sort.unknown'],
    ['sort=id,ID.desc', 'query/sort sort.unknown'],
    ['sort=id.sideways', 'query/sort sort.unknown'],
    ['sort=id.asc,id.desc', 'query/sort sort.unknown'],
    ['sort=id.asc,', 'query/sort sort.unknown'],
    ['sort=,', 'query/sort sort.unknown'],
    ['sort=id.asc%0A', 'query/sort sort.unknown'],
    ['fields=password', 'query/fields fields.unknown'],
    ['fields=*', 'query/fields fields.unknown'],
    ['fields=__proto__', 'query/fields fields.unknown'],
    ['fields=constructor', 'query/fields fields.unknown'],
    ['fields=nameFolded', 'query/fields fields.unknown'],
    ['fields=LANGUAGES.NAME', 'query/fields fields.unknown'],
    ['fields=ID,,PID', 'query/fields fields.unknown'],
    ['fields=a,b', 'query/fields fields.unknown', 'query/fields fields.unknown'],
    [
      'page=0&perPage=x&what=1',
      'query/page number.range',
      'query/perPage value.type',
      'query/what field.unknown',
    ],
  ])('refuses the query %s', async (query, ...faults) => {
    await hardened.refuses({ path: `${GROUPS}?${query}` }, invalid(...faults));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('shortens a long list of unknown fields', async () => {
    const names = (most: number) => Array.from({ length: most }, (_, index) => `x${index}`).join();
    const refusal = { status: 400, code: 'request.invalid' };
    for (const path of [`${GROUPS}?fields=${names(300)}`, `${GROUPS}?fields=${','.repeat(8000)}`]) {
      const problem = await hardened.refuses({ path }, refusal);
      expect(problem.errors.length).toBeLessThanOrEqual(100);
    }
    await hardened.refuses({ path: `${GROUPS}?fields=${names(10_000)}`.slice(0, 9000) }, tooLong);
  });

  it.each([
    ['page=1000000000', 0],
    ['sort=&q=&fields=&itemType=0&position=&cursor=', 5],
    ['q=%25', 0],
    ['q=_', 0],
    ["q='", 0],
    ['q=%22', 0],
    ["q=');%20DROP%20TABLE%20tag_groups;%20--", 0],
    ['q=Name%20of', 5],
    ['q=%F0%9F%91%95', 0],
    ['&&', 5],
    ['page=&perPage=', 5],
    ['perPage', 5],
    ['sort=priority', 5],
    ['sort=ID.ASC,PRIORITY', 5],
  ])('takes the query %s', async (query, length) => {
    const { status, body } = await read(`${GROUPS}?${query}`);
    expect(status).toBe(200);
    expect(body['CUSTOMTAGGROUPS']).toHaveLength(length);
  });

  it.each<[string, string, string?]>([
    ['no base64', '!!!'],
    ['no JSON', Buffer.from('nonsense').toString('base64url')],
    ['no list', Buffer.from('{"id":1}').toString('base64url')],
    ['null', Buffer.from('null').toString('base64url')],
    ['an empty list', encoded([])],
    ['without a total', encoded(['id.asc', 1, 1])],
    ['a text for the total', encoded(['id.asc', 1, '5', 'counted', 1])],
    ['no key', cursorOf('id.asc', 1)],
    ['of another sort', cursorOf('name.asc', 1, 'a', 1)],
    ['of the other direction of sort', cursorOf('id.desc', 1, 1)],
    ['with a sort of its own', cursorOf('(select 1)', 1, 1)],
    ['a huge number', cursorOf('id.asc', 1, 1e300)],
    ['beyond 2^53', Buffer.from('["id.asc",1,9007199254740993]').toString('base64url')],
    ['infinite', Buffer.from('["id.asc",1,1e999]').toString('base64url')],
    ['zero', cursorOf('id.asc', 1, 0)],
    ['negative', cursorOf('id.asc', 1, -1)],
    ['a fraction', cursorOf('id.asc', 1, 1.5)],
    ['a text for a number', cursorOf('id.asc', 1, '1')],
    ['SQL for a number', cursorOf('id.asc', 1, '1 OR 1=1')],
    ['null for a number', cursorOf('id.asc', 1, null)],
    ['an object for a number', cursorOf('id.asc', 1, { $gt: 0 })],
    ['a list for a number', cursorOf('id.asc', 1, [1])],
    ['true for a number', cursorOf('id.asc', 1, true)],
    ['a wrong direction', cursorOf('id.asc', 2, 1)],
    ['a text as direction', cursorOf('id.asc', '1', 1)],
    ['too many values', cursorOf('id.asc', 1, 1, 1)],
    ['deep', Buffer.from('['.repeat(700)).toString('base64url')],
    ['a number for a text', cursorOf('name.asc', 1, 1, 1), 'name.asc'],
    ['an object for a text', cursorOf('name.asc', 1, {}, 1), 'name.asc'],
    ['too long a text', cursorOf('name.asc', 1, 'x'.repeat(300), 1), 'name.asc'],
    ['one value for two', cursorOf('name.asc', 1, 'a'), 'name.asc'],
  ])('refuses a cursor that is %s', async (_name, cursor, sort = 'id.asc') => {
    await hardened.refuses({ path: `${GROUPS}?sort=${sort}&cursor=${cursor}` }, badCursor);
  });

  it('takes a cursor in its own order only, and refuses a tampered one', async () => {
    const { body } = await read(`${GROUPS}?perPage=1&sort=name.asc`);
    const next = new URL((body['CURSORS'] as { NEXT: string }).NEXT);
    const cursor = next.searchParams.get('cursor') ?? '';
    expect((await read(next.pathname + next.search)).status).toBe(200);
    const path = (text: string, sort: string) => `${GROUPS}?sort=${sort}&cursor=${text}`;
    await hardened.refuses({ path: path(cursor, 'name.desc') }, badCursor);
    await hardened.refuses({ path: path(cursor, 'id.asc') }, badCursor);
    await hardened.refuses({ path: path(cursor.slice(0, -4), 'name.asc') }, badCursor);
    await hardened.refuses({ path: path(`x${cursor}`, 'name.asc') }, badCursor);
    const repeated = `${path(cursor, 'name.asc')}&cursor=${cursor}`;
    await hardened.refuses({ path: repeated }, invalid('query/cursor query.repeated'));
    await hardened.refuses(
      { path: path('x'.repeat(2001), 'id.asc') },
      invalid('query/cursor text.tooLong'),
    );
  });

  it.each<[string, ExactRequest]>([
    ['a query', { path: `${GROUPS}?q=${'x'.repeat(9 * 1024)}` }],
    ['a path', { path: `${GROUPS}/getId/${'x'.repeat(9 * 1024)}` }],
    ['a path without credentials', { path: `/${'x'.repeat(9 * 1024)}`, key: null }],
  ])('refuses a URL of 9 KiB, in %s', async (_name, request) => {
    await hardened.refuses(request, tooLong);
  });

  it('takes a URL of 8 KiB to the byte', async () => {
    const path = `${GROUPS}/getId/`.padEnd(8192, 'x');
    await hardened.refuses({ path }, invalid('path/pId text.tooLong'));
    await hardened.refuses({ path: `${path}x` }, tooLong);
  });

  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/__proto__',
    '/v1/customTagGroups/1/x',
    '/v1//customTagGroups',
    '/v1/apiKeys/1/2',
    '/v1/%63ustom%2FTagGroups',
  ])('knows no path %s, and reports this only to callers with credentials', async (path) => {
    await hardened.refuses({ path }, noPath);
    await hardened.refuses({ path, method: 'DELETE' }, noPath);
    await hardened.refuses(
      { path, key: null },
      { status: 401, code: 'credentials.missing', faults: [] },
    );
  });

  it.each([
    '/nothing',
    '/v2/customTagGroups',
    '/health/nothing',
    '//v1/customTagGroups',
    '/%761/customTagGroups',
    '/v1x',
    '/../etc/passwd',
    '/.env',
  ])('knows no path %s outside the API', async (path) => {
    await hardened.refuses({ path, key: null }, noPath);
  });

  it.each([
    '/V1/customTagGroups',
    '/v1/CUSTOMTAGGROUPS',
    '/v1/customTagGroups/',
    '/v1/customTagGroups?x=/docs',
    '/v1/./customTagGroups',
    '/v1/../v1/customTagGroups',
    '/v1/customTagGroups/1/..',
    '/docs/../v1/customTagGroups',
    '/%2e%2e/v1/customTagGroups',
  ])('gives nothing away without credentials by %s', async (path) => {
    const answer = await hardened.send({ path, key: null });
    expect([401, 404]).toContain(answer.status);
  });

  it.each<[string, string, string]>([
    ['PATCH', GROUPS, 'GET, HEAD, POST'],
    ['DELETE', GROUPS, 'GET, HEAD, POST'],
    ['OPTIONS', GROUPS, 'GET, HEAD, POST'],
    ['TRACE', GROUPS, 'GET, HEAD, POST'],
    ['PROPFIND', GROUPS, 'GET, HEAD, POST'],
    ['POST', `${GROUPS}/1`, 'GET, HEAD, PUT, DELETE'],
    ['PATCH', `${GROUPS}/1`, 'GET, HEAD, PUT, DELETE'],
    ['PUT', `${GROUPS}/getId/x`, 'GET, HEAD'],
    ['GET', '/v1/apiKeys/1', 'DELETE'],
    ['HEAD', '/v1/apiKeys/1', 'DELETE'],
  ])('refuses %s of %s and names what is allowed', async (method, path, allowed) => {
    const request = jsonRequest(path, { customTagGroups: { name: 'x' } }, { method });
    const sent = ['GET', 'HEAD', 'TRACE'].includes(method) ? { path, method } : request;
    const answer = await hardened.send(sent);
    expect(answer.status).toBe(405);
    expect(String(answer.headers['allow']).split(', ').sort()).toEqual(allowed.split(', ').sort());
    if (method !== 'HEAD') await hardened.refuses(sent, noMethod);
    await hardened.send({ ...sent, key: null }).then(({ status }) => expect(status).toBe(401));
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const path of [GROUPS, `${GROUPS}/${id}`]) {
      const got = await hardened.send({ path });
      const head = await hardened.service.send('head', path);
      expect(head.status).toBe(200);
      expect(head.body).toEqual({});
      for (const name of ['content-type', 'content-length', 'etag']) {
        expect(head.headers[name]).toBe(got.headers[name]);
      }
    }
    expect((await hardened.service.send('head', `${GROUPS}/999999`)).status).toBe(404);
  });
});
