/** @engine modules/users/users */
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { importLines } from '../../support/import';
import { atOnce, statusesOf } from './customers';
import { pointersOf, type UserRecord, UsersClient } from './users-client';

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;
const texts = 'Größe Μέγεθος Размер مقاس גודל ขนาด 尺寸 👕';

describe('users', () => {
  let service: Service;
  let users: UsersClient;

  beforeAll(async () => {
    service = await Service.start();
    users = await UsersClient.of(service);
    await importLines(service, [
      { type: 'product', pId: 'shirt', name: 'Shirt' },
      { type: 'product', pId: 'shoes', name: 'Shoes' },
      { type: 'category', pId: 'shirt', name: 'Shirts' },
      { type: 'zone', pId: 'catalonia', name: 'Catalonia', countryCode: 'ES' },
    ]);
  });

  afterAll(() => service.stop());

  it('are created with the defaults of the specification', async () => {
    const body = {
      ...{ pId: 'plain', email: 'Plain@Example.com', password: 'secret phrase' },
      ...{ languageCode: 'es', group: { id: users.group.id } },
      addressBook: [{ alias: 'Home', countryCode: 'ES', pId: 'home', type: 1, firstName: 'Ada' }],
    };
    const response = await service.post('/v1/users', { users: body });
    expect(response.status).toBe(201);
    const user = response.body as { ID: number; ADDRESSBOOK: { BILLINGADDRESS: { ID: number }[] } };
    const any = expect.any(Number) as number;
    expect(user).toEqual({
      ACTIVE: true,
      ADDRESSBOOK: {
        BILLINGADDRESS: [
          {
            ...{ ADDRESS: '', ADDRESSADDITIONALINFORMATION: '', ALIAS: 'Home', CITY: '' },
            ...{ COMPANY: '', COUNTRY: 'ES', DEFAULT: 1, FAX: '', FIRSTNAME: 'Ada', ID: any },
            ...{ LASTNAME: '', LOCATIONID: 0, MOBILE: '', NIF: '', NUMBER: '', PHONE: '' },
            ...{ PID: 'home', POSTALCODE: '', RE: false, REVERSECHARGEVAT: false, STATE: '' },
            ...{ TAX: true, USERID: user.ID, USERTYPE: 1, VAT: '' },
          },
        ],
        SHIPPINGADDRESS: [],
      },
      AGENT: false,
      BIRTHDAY: '',
      CHATSUPPORT: false,
      CUSTOMTAGS: { GENERAL: [], LANGUAGES: [], SELECTABLE: [] },
      DATEADDED: expect.stringMatching(instantPattern) as string,
      DEFAULTLANGUAGE: 'es',
      EMAIL: 'Plain@Example.com',
      GENDER: 1,
      GROUP: { ID: users.group.id, PID: 'shoppers' },
      ID: any,
      IMAGE: '',
      LANGUAGE: 'es',
      LASTUSED: (user as unknown as { DATEADDED: string }).DATEADDED,
      LATITUDE: 0,
      LONGITUDE: 0,
      NICK: '',
      PID: 'plain',
      RE: 'DEPRECATED',
      REVERSECHARGEVAT: 'DEPRECATED',
      SUBSCRIBED: false,
      SUPPLIER: { ACTIVE: false, ITEMS: [], LOGO: '', PID: '' },
      SYSTEMLEVEL: 4,
      TAX: 'DEPRECATED',
      TICKETINGSUPPORT: false,
      UPDATEDAT: (user as unknown as { DATEADDED: string }).DATEADDED,
      USERTYPE: 'DEPRECATED',
      USESHIPPINGADDRESS: false,
      VERIFIED: true,
      VOUCHERS: [],
      WISHLIST: [],
    });
    expect((await service.get(`/v1/users/${user.ID}`)).body).toEqual(user);
    expect((await service.get('/v1/users/getId/plain')).body).toEqual({ ID: user.ID });
    expect((await service.get('/v1/users/getId/Plain')).status).toBe(404);
    expect((await service.get('/v1/users/getId/addressbook')).status).toBe(404);
    const { body: lists } = await service.get(`/v1/users/${user.ID}/shoppingLists`);
    expect(lists).toMatchObject({ SHOPPINGLISTS: [{ DEFAULT: 1 }] });
    const { body: rewards } = await service.get(`/v1/users/${user.ID}/rewardPoints`);
    expect(rewards).toEqual({ REWARDPOINTS: { BALANCE: 0, MOVEMENTS: [] } });
  });

  it('keep everything that is given', async () => {
    const given = {
      ...{ pId: texts, active: false, birthDay: '1985-12-10T00:00:00+05:30', blogger: true },
      ...{ blogVerified: true, currencyCode: 'EUR', gender: 2, image: 'a/ada.png', nick: 'Ada 👩' },
      ...{ languageCode: 'zh', reverseChargeVat: true, salesAgent: true, systemLevel: 3 },
      ...{ useShippingAddress: true, userType: 2, verified: false, visits: 7 },
      supplier: {
        ...{ logo: 'logo.png' },
        items: [
          { item: { pId: 'shirt' }, itemType: 1 },
          { item: { pId: 'shirt' }, itemType: 2 },
        ],
      },
      vouchers: [
        { availableBalance: 12.5, currencyId: 978, code: 'GIFT-1', pId: 'gift-1' },
        { availableBalance: 3, currencyId: 840, expirationDate: '2030-01-31T10:00:00-03:00' },
      ],
      wishlist: [{ pId: 'shoes' }, { pId: 'shirt' }],
      addressBook: [
        users.address({ pId: 'b1', userType: 1, latitude: 40.4, longitude: -3.7 }),
        users.address({ pId: 's1', userType: 1, type: 2, latitude: 1, longitude: 2 }),
        users.address({ pId: 'b2', userType: 1, default: true, latitude: 41.38, longitude: 2.17 }),
      ],
    };
    const user = await users.create(given);
    expect(user).toMatchObject({
      ...{ PID: texts, ACTIVE: false, BIRTHDAY: '1985-12-10T00:00:00+05:30', GENDER: 2 },
      ...{ IMAGE: 'a/ada.png', NICK: 'Ada 👩', LANGUAGE: 'zh', DEFAULTLANGUAGE: 'zh' },
      ...{ AGENT: true, SYSTEMLEVEL: 3, USESHIPPINGADDRESS: true, VERIFIED: false },
      ...{ LATITUDE: 41.38, LONGITUDE: 2.17 },
      SUPPLIER: {
        ...{ ACTIVE: true, LOGO: 'logo.png', PID: texts },
        ITEMS: [
          { ITEM: { PID: 'shirt' }, ITEMTYPE: 1 },
          { ITEM: { PID: 'shirt' }, ITEMTYPE: 2 },
        ],
      },
      VOUCHERS: [
        {
          VOUCHERS: [
            { AVAILABLEBALANCE: 12.5, CODE: 'GIFT-1', CURRENCY: 'EUR', EXPIRATIONDATE: '' },
            { AVAILABLEBALANCE: 3, CURRENCY: 'USD', EXPIRATIONDATE: '2030-01-31T10:00:00-03:00' },
          ],
        },
      ],
      WISHLIST: [{ PID: 'shoes' }, { PID: 'shirt' }],
    });
    const { BILLINGADDRESS, SHIPPINGADDRESS } = user.ADDRESSBOOK;
    expect(BILLINGADDRESS.map(({ PID, DEFAULT }) => [PID, DEFAULT])).toEqual([
      ['b1', 0],
      ['b2', 1],
    ]);
    expect(SHIPPINGADDRESS.map(({ PID, DEFAULT }) => [PID, DEFAULT])).toEqual([['s1', 1]]);
    expect(await users.get(user.ID)).toEqual(user);
    expect((await service.get(`/v1/users/getId/${encodeURIComponent(texts)}`)).body).toEqual({
      ID: user.ID,
    });
  });

  it('show their coordinates only by a billing address', async () => {
    const addressBook = [users.address({ type: 2, latitude: 10, longitude: 20 })];
    expect(await users.create({ addressBook })).toMatchObject({ LATITUDE: 0, LONGITUDE: 0 });
  });

  it('need what the specification requires', async () => {
    const response = await service.post('/v1/users', { users: { addressBook: [{}] } });
    expect(response.status).toBe(400);
    const { body } = response as { body: { errors: { pointer: string; code: string }[] } };
    expect(new Set(body.errors.map(({ code }) => code))).toEqual(new Set(['field.required']));
    expect(pointersOf(response).sort()).toEqual(
      [
        ...['pId', 'email', 'password', 'languageCode', 'group'],
        ...['pId', 'alias', 'type', 'countryCode'].map((name) => `addressBook/0/${name}`),
      ]
        .map((name) => `/users/${name}`)
        .sort(),
    );
  });

  const malformed: [string, unknown][] = [
    ['active', 1],
    ['addressBook', []],
    ['addressBook', {}],
    ['birthDay', '1985-13-01'],
    ['birthDay', '1985-12-10T00:00:00+0100'],
    ['blogVerified', 'true'],
    ['blogger', null],
    ['currencyCode', 'EUX'],
    ['email', 'nobody'],
    ['email', `${'a'.repeat(250)}@x.de`],
    ['gender', 3],
    ['group', {}],
    ['group', { id: 0 }],
    ['image', 'i'.repeat(2049)],
    ['languageCode', 'xx'],
    ['nick', 'n'.repeat(256)],
    ['pId', ' p'],
    ['password', 'short'],
    ['password', 'p'.repeat(129)],
    ['salesAgent', 0],
    ['supplier', []],
    ['systemLevel', 1],
    ['useShippingAddress', 'no'],
    ['userType', 0],
    ['userType', '1'],
    ['verified', {}],
    ['visits', -1],
    ['visits', 1.5],
    ['vouchers', [{ availableBalance: 1 }]],
    ['wishlist', [5]],
    ['dateAdded', '2026-01-01'],
  ];

  it.each(malformed)('refuse %s: %j', async (field, value) => {
    const before = await storedState(service);
    const response = await users.post({ [field]: value });
    expect(response.status).toBe(400);
    expect(pointersOf(response)[0]).toMatch(new RegExp(`^/users/${field}`));
    expect(await storedState(service)).toBe(before);
  });

  it('refuse what refers to nothing, and then store nothing', async () => {
    const before = await storedState(service);
    const refused: [object, string][] = [
      [{ group: { pId: 'nobody' } }, '/users/group'],
      [{ group: { id: 9999 } }, '/users/group'],
      [{ group: { id: 9999, pId: 'shoppers' } }, '/users/group'],
      [{ wishlist: [{ pId: 'shirt' }, { pId: 'nothing' }] }, '/users/wishlist/1'],
      [
        { supplier: { items: [{ item: { pId: 'shoes' }, itemType: 2 }] } },
        '/users/supplier/items/0/item',
      ],
      [
        { addressBook: [users.address(), users.address({ locationId: 999 })] },
        '/users/addressBook/1/locationId',
      ],
    ];
    for (const [values, pointer] of refused) {
      const response = await users.post(values);
      expect([response.status, ...pointersOf(response)]).toEqual([422, pointer]);
    }
    const contradiction = { id: users.group.id, pId: 'nobody' };
    expect((await users.post({ group: contradiction })).status).toBe(422);
    expect(await storedState(service)).toBe(before);
  });

  it('judge each of their addresses by its own user type, which is theirs if it has none', async () => {
    const before = await storedState(service);
    const addressBook = [
      users.address({ userType: 2, company: 'Engines SL', firstName: '' }),
      users.address({ userType: 2 }),
      users.address({ userType: 1, firstName: ' ' }),
      users.address({ userType: 3, firstName: '', company: 'Engines SL' }),
      users.address(),
    ];
    const response = await users.post({ userType: 2, addressBook });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'address.incomplete' });
    expect(pointersOf(response)).toEqual([
      '/users/addressBook/1/company',
      '/users/addressBook/2/firstName',
      '/users/addressBook/3/firstName',
      '/users/addressBook/4/company',
    ]);
    const twice = [{ default: true }, { default: true, type: 2 }, { default: true }];
    const doubled = await users.post({ addressBook: twice.map((one) => users.address(one)) });
    expect(doubled.status).toBe(422);
    expect(doubled.body).toMatchObject({ code: 'address.twoDefaults' });
    expect(pointersOf(doubled)).toEqual(['/users/addressBook/2/default']);
    const same = [users.address({ pId: 'same' }), users.address({ pId: 'same', type: 2 })];
    const repeated = await users.post({ addressBook: same });
    expect([repeated.status, ...pointersOf(repeated)]).toEqual([400, '/users/addressBook']);
    expect(await storedState(service)).toBe(before);
  });

  it('give their user type and reverse charge to the addresses that come with them', async () => {
    const company = { company: 'Engines SL', firstName: '' };
    const addressBook = [
      users.address({ pId: 'theirs', ...company }),
      users.address({ pId: 'own', userType: 3, reverseChargeVat: false }),
    ];
    const shownOf = ({ ADDRESSBOOK: { BILLINGADDRESS } }: UserRecord) =>
      BILLINGADDRESS.map((one) => [one.PID, one['USERTYPE'], one['REVERSECHARGEVAT']]);
    const expected = [
      ['theirs', 2, true],
      ['own', 3, false],
    ];
    const values = { userType: 2, reverseChargeVat: true, addressBook };
    const user = await users.create(values);
    expect(shownOf(user)).toEqual(expected);
    const { password: _password, ...line } = users.fields(values);
    const imported = { type: 'user', ...line };
    expect(await importLines(service, [imported, imported])).toMatchObject({
      ...{ created: 1, unchanged: 1 },
    });
    const { body } = await service.get(`/v1/users/getId/${String(line['pId'])}`);
    expect(shownOf(await users.get((body as { ID: number }).ID))).toEqual(expected);
    // An address that comes later has the defaults of its own, and a change of the user leaves addresses alone.
    const addressbook = users.address({ pId: 'later' });
    const later = await service.post(`/v1/users/${user.ID}/addressbook`, { addressbook });
    expect(later.status).toBe(201);
    expect((await users.put(user.ID, { userType: 1 })).status).toBe(200);
    expect(shownOf(await users.get(user.ID))).toEqual(
      expect.arrayContaining([...expected, ['later', 1, false]]),
    );
    const incomplete = { ...values, addressBook: [users.address()] };
    expect(pointersOf(await users.post(incomplete))).toEqual(['/users/addressBook/0/company']);
  });

  it('change only in what is sent', async () => {
    const user = await users.create({ nick: 'changing', birthDay: '1985-12-10T00:00:00+05:30' });
    const stored = { ...user, LASTUSED: anyTime, UPDATEDAT: anyTime };
    expect((await users.put(user.ID, {})).body).toEqual(stored);
    const { ID: groupId } = (
      await service.post('/v1/usersGroups', { usersGroups: { pId: 'other', name: 'Other' } })
    ).body as { ID: number };
    const changes: [object, object][] = [
      [{ active: false }, { ACTIVE: false }],
      [{ email: 'New@Example.com' }, { EMAIL: 'New@Example.com' }],
      [{ email: 'NEW@example.com' }, { EMAIL: 'NEW@example.com' }],
      [{ gender: 2 }, { GENDER: 2 }],
      [{ group: { pId: 'other' } }, { GROUP: { ID: groupId, PID: 'other' } }],
      [{ languageCode: 'de' }, { LANGUAGE: 'de', DEFAULTLANGUAGE: 'de' }],
      [{ pId: 'changed-🎈' }, { PID: 'changed-🎈' }],
      [{ password: 'another secret' }, {}],
      [{ salesAgent: true }, { AGENT: true }],
      [{ systemLevel: 3 }, { SYSTEMLEVEL: 3 }],
      [{ userType: 3, blogVerified: true, currencyCode: 'USD', visits: 0 }, {}],
      [{ verified: false }, { VERIFIED: false }],
      [{ birthDay: '1990-01-31T12:00:00-08:00' }, { BIRTHDAY: '1990-01-31T12:00:00-08:00' }],
      [{ birthDay: '' }, { BIRTHDAY: '' }],
      [{ image: 'new.png' }, { IMAGE: 'new.png' }],
      [{ image: '', currencyCode: '' }, { IMAGE: '' }],
      [{ nick: 'changed' }, { NICK: 'changed' }],
      [{ nick: '' }, { NICK: '' }],
      [{ useShippingAddress: true }, { USESHIPPINGADDRESS: true }],
    ];
    for (const [given, shown] of changes) {
      Object.assign(stored, shown);
      const { status, body } = await users.put(user.ID, given);
      expect([status, body]).toEqual([200, stored]);
    }
    expect(await users.get(user.ID)).toEqual(stored);
  });

  it('keep what no key shows', async () => {
    const { ID } = await users.create();
    const given = { userType: 3, blogVerified: true, currencyCode: 'USD', visits: 5 } as const;
    await users.put(ID, given);
    expect(await storedState(service)).toMatch(
      new RegExp(`"id":${ID},.*"user_type":3,.*"currency_code":"USD",.*"blog_verified":1,`),
    );
  });

  it.each(['addressBook', 'blogger', 'reverseChargeVat', 'supplier', 'vouchers', 'wishlist'])(
    'refuse to change %s, by name',
    async (field) => {
      const { ID } = await users.create();
      const response = await users.put(ID, { [field]: users.fields()[field] ?? true });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        errors: [{ pointer: `/users/${field}`, code: 'field.notEditable' }],
      });
    },
  );

  it('refuse updates out of shape, to nothing, and of nobody', async () => {
    const { ID } = await users.create();
    const before = await storedState(service);
    expect((await users.put(ID, { group: { pId: 'nobody' }, active: false })).status).toBe(422);
    expect((await users.put(ID, { email: '', active: false })).status).toBe(400);
    expect((await users.put(ID, { unknown: 1 })).status).toBe(400);
    expect(await storedState(service)).toBe(before);
    expect((await users.put(999_999, { active: false })).status).toBe(404);
    expect((await users.delete(999_999)).status).toBe(404);
    expect((await service.get('/v1/users/999999')).status).toBe(404);
    expect((await service.get('/v1/users/999999/addressbook')).status).toBe(404);
    expect((await service.get('/v1/users/0')).status).toBe(400);
  });

  it('never show a password', async () => {
    const password = 'nobody must see this 🙈';
    const { body, text } = await users.post({ password });
    const { ID } = body as { ID: number };
    const answers = [
      text,
      (await users.put(ID, { password: `${password}!` })).text,
      (await service.get(`/v1/users/${ID}`)).text,
      (await users.post({ password, pId: (body as { PID: string }).PID })).text,
      (await users.post({ password: password.repeat(20) })).text,
      await storedState(service),
    ];
    expect(answers.filter((answer) => answer.includes('must see this'))).toEqual([]);
    expect(answers[0]).not.toMatch(/scrypt/);
    expect(answers.at(-1)).toMatch(/"password_hash":"scrypt/);
  });

  it('have pIds, e-mail addresses and nicks of their own', async () => {
    const taken = await users.create({ pId: 'Taken', email: 'Ada@Ünique.example', nick: 'Ada' });
    const other = await users.create();
    const conflicts: [object, string, ...string[]][] = [
      [{ pId: 'Taken' }, 'pId.taken'],
      [{ email: 'aDA@üNIQUE.example' }, 'email.taken', '/users/email'],
      [{ nick: 'Ada' }, 'nick.taken', '/users/nick'],
    ];
    for (const [values, code, ...pointers] of conflicts) {
      const before = await storedState(service);
      for (const response of [await users.post(values), await users.put(other.ID, values)]) {
        expect(response.status).toBe(409);
        expect(response.body).toMatchObject({ code, existingId: taken.ID });
        if (pointers.length > 0) expect(pointersOf(response)).toEqual(pointers);
      }
      expect(await storedState(service)).toBe(before);
    }
    // Exactly: these are others. Several may have no nick.
    const free = { pId: 'taken', email: 'ada@unique.example', nick: 'ada' };
    expect((await users.put(other.ID, free)).status).toBe(200);
    expect((await users.put(other.ID, { nick: '' })).status).toBe(200);
    expect((await users.post({ nick: '' })).status).toBe(201);
  });

  it.each([
    ['pId', (_index: number) => 'contested'],
    ['email', (index: number) => (index % 2 ? 'contested@Example.com' : 'CONTESTED@example.COM')],
    ['nick', (_index: number) => 'contested'],
  ])('let one of 40 parallel creations with one %s through', async (field, value) => {
    const count = await users.count();
    const responses = await atOnce(40, (index) => users.post({ [field]: value(index) }));
    expect(statusesOf(responses)).toEqual({ 201: 1, 409: 39 });
    const winner = responses.find(({ status }) => status === 201)?.body as { ID: number };
    const refused = responses.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => (body as { existingId: number }).existingId))).toEqual(
      new Set([winner.ID]),
    );
    expect(await users.count()).toBe(count + 1);
  });

  it('never join a group that is deleted meanwhile', async () => {
    const { ID: mover } = await users.create();
    for (let round = 0; round < 10; round++) {
      const usersGroups = { pId: `short-lived-${round}`, name: 'Short-lived' };
      const { body } = await service.post('/v1/usersGroups', { usersGroups });
      const { ID: id } = body as { ID: number };
      const joining = Promise.all([
        users.post({ group: { id } }),
        users.put(mover, { group: { id } }),
      ]);
      const { status } = await service.delete(`/v1/usersGroups/${id}`);
      const expected = status === 200 ? { 422: 2 } : { 200: 1, 201: 1 };
      expect(statusesOf(await joining)).toEqual(expected);
    }
  });

  it('hold to If-Match', async () => {
    const { ID } = await users.create();
    const path = `/v1/users/${ID}`;
    const etag = String((await service.get(path)).headers['etag']);
    const headers = { 'If-Match': etag };
    expect((await service.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const responses = await atOnce(20, (index) =>
      service.put(path, { users: { image: `${index}.png` } }, { headers }),
    );
    expect(statusesOf(responses)).toEqual({ 200: 1, 412: 19 });
    expect((await service.delete(path, { headers })).status).toBe(412);
  });

  it('go with everything that is their own', async () => {
    const before = await storedState(service);
    const { ID } = await users.create({
      ...{ nick: 'gone', vouchers: [{ availableBalance: 5, currencyId: 978 }] },
      ...{ wishlist: [{ pId: 'shirt' }] },
      supplier: { items: [{ item: { pId: 'shirt' }, itemType: 1 }] },
    });
    const lists = (await service.get(`/v1/users/${ID}/shoppingLists`)).body as {
      SHOPPINGLISTS: { ID: number }[];
    };
    const rows = `/v1/users/shoppingLists/${lists.SHOPPINGLISTS[0]?.ID}/rows`;
    expect((await service.post(rows, { items: [{ comment: 'Find me' }] })).status).toBe(201);
    const points = { rewardPoints: { points: 5 } };
    expect((await service.post(`/v1/users/${ID}/rewardPoints`, points)).status).toBe(201);
    expect((await users.delete(ID)).body).toEqual({ ID });
    expect(await storedState(service)).toBe(before);
    expect((await service.get(`/v1/users/${ID}`)).status).toBe(404);
    expect((await users.delete(ID)).status).toBe(404);
    expect((await users.create()).ID).toBeGreaterThan(ID);
  });
});
