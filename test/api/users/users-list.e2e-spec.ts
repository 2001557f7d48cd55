import { Clock } from '../../../src/core/clock';
import { Database } from '../../../src/database';
import { Service } from '../../support/service/service';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { pointersOf, type UserList, UsersClient } from './users-client';

const pIdsOf = ({ USERS }: UserList) => USERS.map(({ PID }) => PID);

describe('lists of users', () => {
  let service: Service;
  let users: UsersClient;
  let now = new Date();
  let vips = 0;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Asia/Tokyo' });
    users = await UsersClient.of(service);
    const vipGroup = { usersGroups: { pId: 'vips', name: 'VIPs' } };
    vips = ((await service.post('/v1/usersGroups', vipGroup)).body as { ID: number }).ID;
    jest.spyOn(service.app.get(Clock), 'now').mockImplementation(() => now);
    // Their days in Tokyo, where the store is; Zoë is changed three days later.
    now = new Date('2026-03-01T14:59:59.999Z');
    await users.create({
      ...{ pId: 'b-zoe', email: 'Zoë@Example.com', nick: 'Éclair', group: { id: vips } },
      addressBook: [
        users.address({ firstName: 'Zoë', lastName: 'Ångström', phone: '+46 8-123' }),
        users.address({ type: 2, userType: 2, company: '株式会社 Müller', mobile: '555.77' }),
      ],
    });
    now = new Date('2026-03-01T15:00:00.000Z');
    await users.create({ pId: 'a-ada', email: 'ada@x.org', nick: 'banana', active: false });
    now = new Date('2026-03-02T15:00:00.000Z');
    await users.create({ pId: 'C-bob', email: 'Bob@x.org', group: { id: vips } });
    now = new Date('2026-03-04T15:00:00.000Z');
    await users.put((await users.list('q=b-zoe')).USERS[0]?.ID ?? 0, { verified: false });
  });

  afterAll(() => service.stop());

  const all = ['b-zoe', 'a-ada', 'C-bob'];

  it('show all users by ascending id, in the envelope of the specification', async () => {
    const list = await users.list();
    expect(list).toMatchObject({
      CURSORS: { NEXT: '', PREVIOUS: '' },
      ITEMS: 3,
      PAGERPARAMETERS: { PAGE: 1, PERPAGE: 100 },
    });
    expect(pIdsOf(list)).toEqual(all);
    for (const user of list.USERS) expect(user).toEqual(await users.get(user.ID));
  });

  it.each([
    // Zoë came on March 1st, Ada and Bob on the 2nd and 3rd.
    ['dateAdded_min=2026-03-02', ['a-ada', 'C-bob']],
    ['dateAdded_max=2026-03-01', ['b-zoe']],
    ['dateAdded_max=2026-03-02', ['b-zoe', 'a-ada']],
    ['dateAdded_min=2026-03-02&dateAdded_max=2026-03-02', ['a-ada']],
    ['dateAdded_max=2026-03-01T15:00:00Z', ['b-zoe', 'a-ada']],
    ['dateAdded_max=2026-03-01T23:59:58%2B09:00', []],
    ['dateAdded_max=2026-03-01T23:59:59%2B09:00', ['b-zoe']],
    ['dateAdded_min=2026-03-02T00:00:00%2B09:00', ['a-ada', 'C-bob']],
    ['lastUsed_min=2026-03-03', ['b-zoe', 'C-bob']],
    ['lastUsed_min=2026-03-05', ['b-zoe']],
    ['lastUsed_max=2026-03-02', ['a-ada']],
    ['email=aDA@X.org', ['a-ada']],
    ['email=ADA@x', []],
    ['email=', all],
    ['groupId=0', all],
    ['groupId=999999', []],
    ['showOnlyActive=true', ['b-zoe', 'C-bob']],
    ['showOnlyActive=false', all],
    ['since_id=0', all],
    ['q=', all],
    ['q=zoe', ['b-zoe']],
    ['q=ZO%C3%8B%20angst', ['b-zoe']],
    ['q=example.com', ['b-zoe']],
    ['q=eclair', ['b-zoe']],
    ['q=%2B46', ['b-zoe']],
    ['q=8-1', ['b-zoe']],
    ['q=77', ['b-zoe']],
    ['q=%E6%A0%AA', ['b-zoe']],
    ['q=muller%20bob', []],
    ['q=ob', []],
    ['q=ada', ['b-zoe', 'a-ada', 'C-bob']],
    ['q=x.org&showOnlyActive=true', ['C-bob']],
  ])('filter by %s', async (query, expected) => {
    const list = await users.list(query);
    expect(pIdsOf(list)).toEqual(expected);
    expect(list.ITEMS).toBe(expected.length);
  });

  it('filter by group, and from an id on', async () => {
    expect(pIdsOf(await users.list(`groupId=${vips}`))).toEqual(['b-zoe', 'C-bob']);
    const second = (await users.list('q=a-ada')).USERS[0]?.ID;
    expect(pIdsOf(await users.list(`since_id=${second}`))).toEqual(['a-ada', 'C-bob']);
  });

  it('count what they show', async () => {
    for (const [query, count] of [
      ['', 3],
      ['showOnlyActive=true', 2],
      [`groupId=${vips}`, 2],
      ['q=x.org', 2],
      [`groupId=${vips}&showOnlyActive=1&q=bob`, 1],
      ['q=nobody', 0],
    ] as const) {
      expect([query, await users.count(query)]).toEqual([query, count]);
    }
    expect((await service.get('/v1/users/count?email=ada@x.org')).status).toBe(400);
  });

  it.each([
    ['id.desc', ['C-bob', 'a-ada', 'b-zoe']],
    ['pId.asc', ['C-bob', 'a-ada', 'b-zoe']],
    ['email.asc', ['a-ada', 'C-bob', 'b-zoe']],
    ['nick.asc', ['C-bob', 'a-ada', 'b-zoe']],
    ['dateAdded.desc', ['C-bob', 'a-ada', 'b-zoe']],
    ['lastUsed.desc', ['b-zoe', 'C-bob', 'a-ada']],
  ])('sort by %s', async (sort, expected) => {
    expect(pIdsOf(await users.list(`sort=${sort}`))).toEqual(expected);
    const seen: string[] = [];
    let next = `/v1/users?perPage=1&sort=${sort}`;
    while (next !== '') {
      const list = (await service.get(next)).body as UserList;
      seen.push(...pIdsOf(list));
      next = list.CURSORS.NEXT.replace(service.url, '');
    }
    expect(seen).toEqual(expected);
  });

  it.each([
    ['dateAdded_min=2026-02-30', 'dateAdded_min'],
    ['dateAdded_max=2026-03-01T24:00:00', 'dateAdded_max'],
    ['lastUsed_min=yesterday', 'lastUsed_min'],
    ['groupId=-1', 'groupId'],
    ['since_id=x', 'since_id'],
    ['showOnlyActive=yes', 'showOnlyActive'],
    ['sort=gender.asc', 'sort'],
    ['fields=PASSWORD', 'fields'],
    ['perPage=501', 'perPage'],
    ['userType=1', 'userType'],
  ])('refuse %s', async (query, name) => {
    const response = await service.get(`/v1/users?${query}`);
    expect([response.status, ...pointersOf(response)]).toEqual([400, `query/${name}`]);
  });

  it('show and read only what fields names', async () => {
    const database = service.app.get(Database);
    const list = (fields: string) => users.list(`fields=${fields}&perPage=2`);
    expect((await list('id,EMAIL')).USERS[0]).toEqual({
      ID: expect.any(Number) as number,
      EMAIL: 'Zoë@Example.com',
    });
    const ofUsers = /\b(users|user_addresses|user_groups|vouchers)\b/;
    const queries = (fields: string) => countStatements(database, () => list(fields), ofUsers);
    // The users and their number; then one more for each kind of children.
    expect(await queries('EMAIL,GROUP,TAX')).toBe(2);
    expect(await queries('LATITUDE')).toBe(3);
    expect(await queries('LATITUDE,ADDRESSBOOK')).toBe(3);
    expect(await queries('VOUCHERS,ADDRESSBOOK')).toBe(4);
  });

  it('read a page of a hundred full users with as many queries as one of two', async () => {
    await importLines(service, [
      { type: 'product', pId: 'shirt', name: 'Shirt' },
      { type: 'category', pId: 'shirts', name: 'Shirts' },
      {
        ...{ type: 'tag', pId: 'motto', active: true, controlType: 3, itemType: 10 },
        ...{ valueForAllLanguages: false, position: 1, priority: 1 },
      },
    ]);
    for (let index = 0; index < 100; index++) {
      await users.create({
        addressBook: [users.address(), users.address({ type: 2 }), users.address()],
        vouchers: [{ availableBalance: 1, currencyId: 978 }],
        customTags: [
          { customTag: { pId: 'motto' }, languages: [{ languageCode: 'en', value: 'Go on' }] },
        ],
        wishlist: [{ pId: 'shirt' }],
        supplier: {
          items: [
            { item: { pId: 'shirt' }, itemType: 1 },
            { item: { pId: 'shirts' }, itemType: 2 },
          ],
        },
      });
    }
    const isAny = /^(?!.*(api_keys|access|administration))/s;
    const database = service.app.get(Database);
    const queries = async (perPage: number) => {
      let found = 0;
      const read = async () => {
        found = (await users.list(`sort=id.desc&perPage=${perPage}`)).USERS.length;
      };
      return [await countStatements(database, read, isAny), found];
    };
    expect(await queries(2)).toEqual([8, 2]);
    expect(await queries(100)).toEqual([8, 100]);
  });
});
