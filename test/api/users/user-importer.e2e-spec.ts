import { DataAccess } from '../../../src/database';
import { PasswordHasher } from '../../../src/modules/users/passwords/password-hasher';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { Customers } from './customers';
import { cheapHash, PASSWORD } from './staff';
import type { UserRecord } from './users-client';

const none = { created: 0, updated: 0, unchanged: 0, rejected: 0 };

describe('lines of users', () => {
  let service: Service;
  let customers: Customers;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    customers = await Customers.of(service);
    await customers.elements('product', 'shirt', 'hat', 'shoe');
    await importLines(service, [
      { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
      { type: 'userGroup', pId: 'traders', name: 'Traders' },
      {
        ...{ type: 'tag', pId: 'motto', itemType: 10, controlType: 3, position: 1, priority: 1 },
        ...{ active: true, valueForAllLanguages: true },
      },
    ]);
  });

  afterAll(() => service.stop());

  const address = (values: object = {}) => ({
    ...{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' },
    ...values,
  });
  const line = (values: object = {}) => {
    const pId = `line-${++made}`;
    return {
      ...{ type: 'user', pId, email: `${pId}@Example.com`, languageCode: 'en' },
      ...{ group: { pId: 'shoppers' }, addressBook: [address()] },
      ...values,
    };
  };
  const outcome = async (...lines: object[]) => {
    const { created, updated, unchanged, rejected } = await importLines(service, lines);
    return { created, updated, unchanged, rejected };
  };
  const faultOf = async (sent: object) => {
    const { errors } = await importLines(service, [sent]);
    return errors.map(({ code, pointer }) => [code, pointer]);
  };
  const read = async ({ pId }: { pId: string }) => {
    const { body } = await service.get(`/v1/users/getId/${pId}`);
    const { ID } = body as { ID: number };
    return (await service.get(`/v1/users/${ID}`)).body as UserRecord;
  };

  it('create users with defaults', async () => {
    const sent = line();
    expect(await outcome(sent)).toEqual({ ...none, created: 1 });
    expect(await read(sent)).toMatchObject({
      ...{ PID: sent.pId, EMAIL: sent.email, ACTIVE: true, VERIFIED: true, NICK: '', BIRTHDAY: '' },
      ...{ SUBSCRIBED: false, CHATSUPPORT: false, TICKETINGSUPPORT: false, SYSTEMLEVEL: 4 },
      ...{ VOUCHERS: [], WISHLIST: [] },
      GROUP: { PID: 'shoppers' },
      ADDRESSBOOK: { BILLINGADDRESS: [{ PID: 'home', DEFAULT: 1 }], SHIPPINGADDRESS: [] },
      SUPPLIER: { ACTIVE: false, ITEMS: [], LOGO: '', PID: '' },
    });
  });

  const whole = () =>
    line({
      ...{ subscribed: true, chatSupport: true, ticketingSupport: true, nick: `nick-${made}` },
      ...{ dateAdded: '2020-05-04T03:02:01+02:00', birthDay: '1985-12-10T00:00:00+01:00' },
      addressBook: [
        address({ firstName: 'Zoë', lastName: 'Παπαδοπούλου' }),
        address({ pId: 'sea', type: 2, firstName: '山田' }),
        address({ pId: 'hill', type: 2, firstName: 'سارة', default: true }),
      ],
      customTags: [{ customTag: { pId: 'motto' }, general: { value: 'Onwards 🚀', active: true } }],
      supplier: { logo: 'logo.png', items: [{ itemType: 1, item: { pId: 'shoe' } }] },
      vouchers: [
        { code: `CODE-${made}`, availableBalance: 5, currencyId: 978 },
        { availableBalance: 7.5, currencyId: 978, expirationDate: '2030-01-01T00:00:00+01:00' },
      ],
      wishlist: [{ pId: 'hat' }, { pId: 'shirt' }],
    });

  it('create whole users, and change nothing when they come again in another order', async () => {
    const sent = whole();
    expect(await outcome(sent)).toEqual({ ...none, created: 1 });
    const stored = await read(sent);
    expect(stored).toMatchObject({
      ...{ SUBSCRIBED: true, CHATSUPPORT: true, TICKETINGSUPPORT: true },
      ...{ DATEADDED: '2020-05-04T03:02:01+02:00', BIRTHDAY: '1985-12-10T00:00:00+01:00' },
      ADDRESSBOOK: {
        BILLINGADDRESS: [{ PID: 'home', DEFAULT: 1, LASTNAME: 'Παπαδοπούλου' }],
        SHIPPINGADDRESS: [
          { PID: 'sea', DEFAULT: 0, FIRSTNAME: '山田' },
          { PID: 'hill', DEFAULT: 1, FIRSTNAME: 'سارة' },
        ],
      },
      CUSTOMTAGS: { GENERAL: [{ ACTIVE: true, CUSTOMTAG: { PID: 'motto' }, VALUE: 'Onwards 🚀' }] },
      SUPPLIER: { ACTIVE: true, LOGO: 'logo.png', PID: sent.pId, ITEMS: [{ ITEMTYPE: 1 }] },
      VOUCHERS: [{ VOUCHERS: [{ AVAILABLEBALANCE: 5 }, { AVAILABLEBALANCE: 7.5 }] }],
      WISHLIST: [{ PID: 'hat' }, { PID: 'shirt' }],
    });
    const turned = {
      ...sent,
      addressBook: [...sent.addressBook].reverse(),
      wishlist: [{ pId: 'shirt' }, { pId: 'hat' }],
    };
    expect(await outcome(sent, turned)).toEqual({ ...none, unchanged: 2 });
    expect(await read(sent)).toEqual(stored);
  });

  it('bring users to their state; addresses and vouchers keep their ids', async () => {
    const sent = whole();
    await outcome(sent);
    const before = await read(sent);
    const { pId, email, vouchers } = { ...sent, ...(sent as object as { vouchers: object[] }) };
    const bare = line({
      ...{ pId, email, group: { pId: 'traders' } },
      addressBook: [
        address({ pId: 'hill', type: 2, city: 'Faro' }),
        address({ pId: 'new', type: 2, default: true }),
      ],
    });
    expect(await outcome(bare)).toEqual({ ...none, updated: 1 });
    const after = await read(sent);
    expect(after).toMatchObject({
      ...{ SUBSCRIBED: false, NICK: '', BIRTHDAY: '', WISHLIST: [], GROUP: { PID: 'traders' } },
      ...{ CUSTOMTAGS: { GENERAL: [] }, SUPPLIER: { ACTIVE: false, ITEMS: [], LOGO: '', PID: '' } },
      ...{ DATEADDED: before.DATEADDED, VOUCHERS: before['VOUCHERS'] },
      ADDRESSBOOK: {
        BILLINGADDRESS: [],
        SHIPPINGADDRESS: [
          { ID: before.ADDRESSBOOK.SHIPPINGADDRESS[1]?.ID, PID: 'hill', CITY: 'Faro', DEFAULT: 0 },
          { PID: 'new', DEFAULT: 1 },
        ],
      },
    });
    expect(await outcome(bare)).toEqual({ ...none, unchanged: 1 });

    const [first] = vouchers;
    const spent = { ...bare, vouchers: [{ ...first, availableBalance: 2 }] };
    expect(await outcome(spent, spent)).toEqual({ ...none, updated: 1, unchanged: 1 });
    const [all] = before['VOUCHERS'] as { VOUCHERS: { ID: number; CODE: string }[] }[];
    const kept = { ...all?.VOUCHERS[0], AVAILABLEBALANCE: 2 };
    expect((await read(sent))['VOUCHERS']).toEqual([{ VOUCHERS: [kept] }]);
    expect(await outcome({ ...bare, vouchers: [] })).toEqual({ ...none, updated: 1 });
    expect((await read(sent))['VOUCHERS']).toEqual([]);
  });

  it('restore what the API has changed', async () => {
    const sent = line();
    await outcome(sent);
    const { ID } = await read(sent);
    await service.put(`/v1/users/${ID}`, { users: { active: false } });
    await service.post(`/v1/users/${ID}/wishlist`, { wishlist: { pId: 'hat' } });
    expect(await outcome(sent, sent)).toEqual({ ...none, updated: 1, unchanged: 1 });
    expect(await read(sent)).toMatchObject({ ACTIVE: true, WISHLIST: [] });
  });

  it('are rejected where the API would refuse them, and stop no other line', async () => {
    const taken = line({ vouchers: [{ code: 'TAKEN', availableBalance: 1, currencyId: 978 }] });
    expect(await outcome(taken)).toEqual({ ...none, created: 1 });
    const refused: [object, string, string][] = [
      [{ email: taken.email.toUpperCase() }, 'email.taken', '/email'],
      [{ group: { pId: 'nobody' } }, 'reference.notFound', '/group'],
      [{ addressBook: [] }, 'list.tooShort', '/addressBook'],
      [
        { addressBook: [address({ firstName: '' })] },
        'address.incomplete',
        '/addressBook/0/firstName',
      ],
      [{ wishlist: [{ pId: 'nothing' }] }, 'reference.notFound', '/wishlist/0'],
      [{ wishlist: [{ pId: 'hat' }, { pId: 'hat' }] }, 'wishlistItem.taken', '/wishlist/1'],
      [
        { vouchers: [{ code: 'TAKEN', availableBalance: 1, currencyId: 978 }] },
        ...(['voucher.taken', '/vouchers/0/code'] as const),
      ],
      [
        { customTags: [{ customTag: { pId: 'none' } }] },
        'reference.notFound',
        '/customTags/0/customTag',
      ],
      [{ unknown: 1 }, 'field.unknown', '/unknown'],
    ];
    for (const [values, code, pointer] of refused) {
      expect([values, await faultOf(line(values))]).toEqual([values, [[code, pointer]]]);
    }
    const lines = [line(), line({ group: { pId: 'nobody' } }), line()];
    expect(await outcome(...lines)).toEqual({ ...none, created: 2, rejected: 1 });
  });

  it('are stored together: more of them take no more statements', async () => {
    const whole = () =>
      line({
        addressBook: [address(), address({ pId: 'sea', type: 2 })],
        customTags: [{ customTag: { pId: 'motto' }, general: { value: 'On', active: true } }],
        wishlist: [{ pId: 'hat' }, { pId: 'shoe' }],
      });
    const statements = (count: number) => {
      const lines = Array.from({ length: count }, whole);
      return countStatements(
        service.app.get(DataAccess).database,
        async () => expect(await outcome(...lines)).toEqual({ ...none, created: count }),
        /\b(user\w*|shopping_lists|search_\w+|tags|elements)\b/,
      );
    };
    const ofTwo = await statements(2);
    expect(ofTwo).toBeGreaterThan(5);
    expect(await statements(60)).toBe(ofTwo);
  });

  it('count in their order, the new ones among those that change', async () => {
    const [first, second] = [line(), line()];
    await outcome(first, second);
    const { email } = first;
    const tooEarly = line({ email });
    const inTime = line({ email });
    const { created, updated, unchanged, errors } = await importLines(service, [
      ...[line(), tooEarly, second],
      { ...first, email: `other-${email}` },
      ...[line(), inTime],
    ]);
    expect({ created, updated, unchanged }).toEqual({ created: 3, updated: 1, unchanged: 1 });
    expect(errors).toMatchObject([
      { line: 2, pId: tooEarly.pId, code: 'email.taken', pointer: '/email' },
    ]);
    expect((await read(inTime)).EMAIL).toBe(email);
  });

  it('that want the same as another one of the batch are left out alone', async () => {
    const { email } = line();
    const lines = [line(), line({ email }), line(), line({ email: email.toUpperCase() }), line()];
    const { created, errors } = await importLines(service, lines);
    expect(created).toBe(4);
    const { ID: existingId } = await read(lines[1]!);
    expect(errors).toMatchObject([{ line: 4, code: 'email.taken', pointer: '/email', existingId }]);
  });

  it('that several imports bring at once, in opposite orders, become one user each', async () => {
    const lines = Array.from({ length: 80 }, () => line());
    const answers = await Promise.all([
      ...[importLines(service, lines), importLines(service, lines.toReversed())],
      ...[importLines(service, lines), importLines(service, lines.toReversed())],
    ]);
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(80);
  });

  describe('with passwords', () => {
    let key: string;

    beforeAll(async () => {
      const passwords = service.app.get(PasswordHasher);
      jest.spyOn(passwords, 'hash').mockImplementation((text) => Promise.resolve(cheapHash(text)));
      const body = { apiKeys: { name: 'writer', scopes: ['import:write'] } };
      key = ((await service.post('/v1/apiKeys', body)).body as { key: string }).key;
    });

    it('keep a password that is the same, set another one, and leave it without', async () => {
      const sent = line({ group: { pId: 'administrators' }, nick: 'boss', systemLevel: 3 });
      const login = async (password: string) => {
        const auth = { nick: 'boss', password };
        return (await service.post('/v1/auth/login', { auth }, { key: null })).status;
      };
      expect(await outcome(sent)).toEqual({ ...none, created: 1 });
      expect(await login(PASSWORD)).toBe(401);
      const open = { ...sent, password: PASSWORD };
      expect(await outcome(open, open)).toEqual({ ...none, updated: 1, unchanged: 1 });
      expect(await login(PASSWORD)).toBe(201);
      expect(await outcome(open, sent)).toEqual({ ...none, unchanged: 2 });
      expect(await login(PASSWORD)).toBe(201);
      expect(await outcome({ ...open, password: 'another password' })).toEqual({
        ...none,
        updated: 1,
      });
      expect(await login(PASSWORD)).toBe(401);
      expect(await login('another password')).toBe(201);
      expect(await faultOf({ ...sent, password: 'short' })).toEqual([
        ['text.tooShort', '/password'],
      ]);
    });

    const importWith = async (...lines: object[]) => {
      const body = lines.map((one) => JSON.stringify(one)).join('\n');
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const response = await service.post('/v1/import', body, { headers, key });
      return response.body as Awaited<ReturnType<typeof importLines>>;
    };

    it('touch administrators and their group with users:admin only', async () => {
      const boss = { group: { pId: 'administrators' }, password: PASSWORD };
      const stored = line(boss);
      const plain = line();
      await outcome(stored, plain);
      const refused = [
        line(boss),
        { ...stored, visits: 9 },
        { ...stored, password: 'another password' },
        // The answer doesn't even show whether the password is this one.
        stored,
        { ...plain, group: { pId: 'administrators' } },
        { type: 'userGroup', pId: 'administrators', name: 'Bosses', systemGroup: true },
        { type: 'userGroup', pId: 'traders', name: 'Traders', systemGroup: true },
      ];
      const { rejected, errors } = await importWith(...refused);
      expect(errors.map(({ code }) => code)).toEqual(refused.map(() => 'scope.missing'));
      expect(rejected).toBe(refused.length);
      const { password: _password, ...silent } = stored as typeof stored & { password: string };
      expect(await importWith(silent, plain)).toMatchObject({ ...none, unchanged: 2 });
      expect(await outcome(stored)).toEqual({ ...none, unchanged: 1 });
    });
  });

  describe('of groups', () => {
    const group = (values: object = {}) => ({
      type: 'userGroup',
      pId: 'group',
      name: 'G',
      ...values,
    });
    const groups = async () => {
      const { body } = await service.get('/v1/usersGroups');
      return (body as { USERSGROUPS: { PID: string; DEFAULTGROUP: number }[] }).USERSGROUPS;
    };

    it('create, change and leave them, and hand the default on', async () => {
      const text = { name: 'Ομάδα 组', description: 'مجموعة' };
      expect(await outcome(group(text), group(text))).toEqual({
        ...none,
        created: 1,
        unchanged: 1,
      });
      expect(await groups()).toContainEqual(
        expect.objectContaining({ PID: 'group', NAME: text.name, DESCRIPTION: text.description }),
      );
      expect(await outcome(group({ defaultGroup: true }))).toEqual({ ...none, updated: 1 });
      const next = group({ pId: 'next', defaultGroup: true });
      expect(await outcome(next, next)).toEqual({ ...none, created: 1, unchanged: 1 });
      const defaults = (await groups()).filter(({ DEFAULTGROUP }) => DEFAULTGROUP === 1);
      expect(defaults.map(({ PID }) => PID)).toEqual(['next']);
      expect(await outcome(group({ pId: 'next' }))).toEqual({ ...none, updated: 1 });
      expect(await faultOf(group({ defaultGroup: true, systemGroup: true }))).toEqual([
        ['userGroup.bothRoles', '/systemGroup'],
      ]);
    });
  });
});
