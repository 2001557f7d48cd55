/** @engine */
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { importLines } from '../../support/import';
import { atOnce, Customers, statusesOf } from './customers';
import { seenDuring } from './seen-during';
import { type AddressRecord, pointersOf, UsersClient } from './users-client';

/** An address as its own operations answer it. */
interface SingleAddress {
  readonly id: number;
  readonly pid: string;
  readonly default: 0 | 1;
  readonly [key: string]: unknown;
}

interface AddressBook {
  readonly BILLINGADDRESS: readonly AddressRecord[];
  readonly SHIPPINGADDRESS: readonly AddressRecord[];
}

const whole = {
  ...{ alias: 'Büro 🏢', countryCode: 'PT', address: 'Rua Nova', number: '12' },
  ...{ addressAdditionalInformation: '3.º', city: 'Lisboa', state: 'Lisboa', postalCode: '1100' },
  ...{ company: 'Engenhos Lda', firstName: 'Ада', lastName: 'Λάβλεϊς', userType: 2, fax: '1' },
  ...{ phone: '+351 21', mobile: '+351 91', nif: 'N1', vat: 'PT1' },
  ...{ latitude: 38.707_75, longitude: -9.136_59, re: true, reverseChargeVat: true, tax: false },
} as const;
const written = {
  ...{ alias: 'Büro 🏢', country: 'PT', address: 'Rua Nova', number: '12', city: 'Lisboa' },
  ...{ state: 'Lisboa', postalcode: '1100', company: 'Engenhos Lda', firstname: 'Ада' },
  ...{ lastname: 'Λάβλεϊς', userType: 2, fax: '1', phone: '+351 21', mobile: '+351 91' },
  ...{ nif: 'N1', vat: 'PT1', re: true, reverseChargeVat: true, tax: false },
};

describe('address books', () => {
  let service: Service;
  let users: UsersClient;
  const zones = { catalonia: 1, algarve: 2 };

  beforeAll(async () => {
    service = await Service.start();
    users = await UsersClient.of(service);
    await importLines(service, [
      { type: 'zone', pId: 'catalonia', name: 'Catalonia', countryCode: 'ES' },
      { type: 'zone', pId: 'algarve', name: 'Algarve', countryCode: 'PT' },
    ]);
  });

  afterAll(() => service.stop());

  const post = (userId: number, values: object = {}) =>
    service.post(`/v1/users/${userId}/addressbook`, { addressbook: users.address(values) });

  const add = async (userId: number, values: object = {}) => {
    const { status, body, text } = await post(userId, values);
    expect({ status, text }).toMatchObject({ status: 201 });
    return body as SingleAddress;
  };

  const read = async (id: number) =>
    (await service.get(`/v1/users/addressbook/${id}`)).body as SingleAddress;

  const put = (id: number, addressbook: object, headers = {}) =>
    service.put(`/v1/users/addressbook/${id}`, { addressbook }, { headers });

  const remove = (id: number) => service.delete(`/v1/users/addressbook/${id}`);

  const bookOf = async (userId: number) =>
    (await service.get(`/v1/users/${userId}/addressbook`)).body as AddressBook;

  /** pIds of the addresses, those of defaults with a star. */
  const shortBookOf = async (userId: number) => {
    const { BILLINGADDRESS, SHIPPINGADDRESS } = await bookOf(userId);
    const short = ({ PID, DEFAULT }: AddressRecord) => (DEFAULT === 1 ? `${PID}*` : PID);
    return [BILLINGADDRESS.map(short), SHIPPINGADDRESS.map(short)];
  };

  /** A user with addresses of these pIds and types. @returns the user's id, and the addresses' by pId */
  const userWith = async (types: Readonly<Record<string, 1 | 2>>) => {
    const addressBook = Object.entries(types).map(([pId, type]) => users.address({ pId, type }));
    const { ID, ADDRESSBOOK } = await users.create({ addressBook });
    const all = [...ADDRESSBOOK.BILLINGADDRESS, ...ADDRESSBOOK.SHIPPINGADDRESS];
    const ids = Object.fromEntries(all.map((address) => [address.PID, address.ID]));
    return { userId: ID, idOf: (pId: string) => ids[pId] ?? 0 };
  };

  it('take one more address, with the defaults of the specification', async () => {
    const { userId } = await userWith({ home: 1 });
    const response = await service.post(`/v1/users/${userId}/addressbook`, {
      addressbook: { pId: 'new', alias: 'New', type: 2, countryCode: 'ES', firstName: 'Ada' },
    });
    expect(response.status).toBe(201);
    const address = response.body as SingleAddress;
    expect(address).toEqual({
      ...{ address: '', alias: 'New', city: '', company: '', country: 'ES', default: 1, fax: '' },
      ...{ firstname: 'Ada', id: expect.any(Number) as number, lastname: '', locationId: 0 },
      ...{ mobile: '', nif: '', number: '', phone: '', pid: 'new', postalcode: '', re: false },
      ...{ reverseChargeVat: false, state: '', tax: true, type: 2, userType: 1, vat: '' },
    });
    expect(await read(address.id)).toEqual(address);
    const [shown] = (await bookOf(userId)).SHIPPINGADDRESS;
    expect(shown).toEqual({
      ...{ ADDRESS: '', ADDRESSADDITIONALINFORMATION: '', ALIAS: 'New', CITY: '', COMPANY: '' },
      ...{ COUNTRY: 'ES', DEFAULT: 1, FAX: '', FIRSTNAME: 'Ada', ID: address.id, LASTNAME: '' },
      ...{ LOCATIONID: 0, MOBILE: '', NIF: '', NUMBER: '', PHONE: '', PID: 'new' },
      ...{ POSTALCODE: '', STATE: '', USERID: userId, USERTYPE: 1, VAT: '' },
    });
    expect((await users.get(userId)).ADDRESSBOOK).toEqual(await bookOf(userId));
    const fields = await service.get(`/v1/users/addressbook/${address.id}?fields=pid,DEFAULT`);
    expect(fields.body).toEqual({ pid: 'new', default: 1 });
  });

  it('keep everything that is given, on creation and on update', async () => {
    const { userId, idOf } = await userWith({ home: 1 });
    const added = await add(userId, { ...whole, pId: 'a', locationId: zones.algarve });
    expect(added).toMatchObject({ ...written, pid: 'a', locationId: zones.algarve, type: 1 });
    const changed = await put(idOf('home'), { ...whole, pId: 'b', locationId: zones.algarve });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...added, id: idOf('home'), pid: 'b', default: 1 });
    const [first] = (await bookOf(userId)).BILLINGADDRESS;
    expect(first).toMatchObject({
      ...{ ADDRESSADDITIONALINFORMATION: '3.º', COMPANY: 'Engenhos Lda', LOCATIONID: 2 },
      ...{ RE: true, REVERSECHARGEVAT: true, TAX: false, USERTYPE: 2, FIRSTNAME: 'Ада' },
    });
    const user = await users.get(userId);
    expect(user).toMatchObject({ LATITUDE: whole.latitude, LONGITUDE: whole.longitude });
  });

  it('change only in what is sent', async () => {
    const { userId } = await userWith({ home: 1 });
    const address = await add(userId, whole);
    expect((await put(address.id, {})).body).toEqual(address);
    const changed = await put(address.id, { city: 'Porto', tax: true, fax: '' });
    expect(changed.body).toEqual({ ...address, city: 'Porto', tax: true, fax: '' });
  });

  it('never change the type of an address', async () => {
    const { idOf } = await userWith({ home: 1 });
    const response = await put(idOf('home'), { type: 2 });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      errors: [{ pointer: '/addressbook/type', code: 'field.notEditable' }],
    });
  });

  it.each([
    ['pId', ''],
    ['alias', ''],
    ['alias', 'a'.repeat(256)],
    ['countryCode', 'XX'],
    ['countryCode', ''],
    ['default', 2],
    ['userType', 4],
    ['firstName', null],
    ['latitude', 91],
    ['longitude', '1'],
    ['locationId', -1],
    ['tax', 'yes'],
    ['userId', 1],
  ])('refuse %s: %j', async (field, value) => {
    const { userId, idOf } = await userWith({ home: 1 });
    const before = await storedState(service);
    for (const response of [
      await post(userId, { [field]: value }),
      await put(idOf('home'), { [field]: value }),
    ]) {
      expect([response.status, ...pointersOf(response)]).toEqual([400, `/addressbook/${field}`]);
    }
    expect(await storedState(service)).toBe(before);
  });

  it('answer 404 where there is nothing', async () => {
    expect((await post(999_999)).status).toBe(404);
    expect((await service.get('/v1/users/999999/addressbook')).status).toBe(404);
    expect((await service.get('/v1/users/addressbook/999999')).status).toBe(404);
    expect((await put(999_999, {})).status).toBe(404);
    expect((await remove(999_999)).status).toBe(404);
  });

  it('judge addresses by what they become', async () => {
    const { userId, idOf } = await userWith({ home: 1 });
    const id = idOf('home');
    const before = await storedState(service);
    const refused: [object, string][] = [
      [{ userType: 2 }, 'company'],
      [{ firstName: '' }, 'firstName'],
      [{ firstName: '', company: 'Engines SL' }, 'firstName'],
      [{ userType: 3, firstName: ' ' }, 'firstName'],
    ];
    for (const [values, field] of refused) {
      for (const response of [await put(id, values), await post(userId, values)]) {
        expect(response.body).toMatchObject({ status: 422, code: 'address.incomplete' });
        expect(pointersOf(response)).toEqual([`/addressbook/${field}`]);
      }
    }
    expect(await storedState(service)).toBe(before);
    expect((await put(id, { userType: 2, company: 'Engines SL', firstName: '' })).status).toBe(200);
    expect((await put(id, { city: 'Madrid' })).status).toBe(200);
    expect((await put(id, { company: '' })).status).toBe(422);
    expect((await put(id, { userType: 1 })).status).toBe(422);
    expect((await put(id, { userType: 1, firstName: 'Ada', company: '' })).status).toBe(200);
  });

  it('stand in zones of their own country', async () => {
    const { userId, idOf } = await userWith({ home: 1 });
    const id = idOf('home');
    const before = await storedState(service);
    const refused: [object, string, string][] = [
      [{ locationId: 99 }, 'reference.notFound', 'locationId'],
      [{ locationId: zones.algarve }, 'zone.otherCountry', 'locationId'],
      [{ countryCode: 'PT', locationId: zones.catalonia }, 'zone.otherCountry', 'locationId'],
    ];
    for (const [values, code, field] of refused) {
      for (const response of [await put(id, values), await post(userId, values)]) {
        expect(response.body).toMatchObject({ status: 422, code });
        expect(pointersOf(response)).toEqual([`/addressbook/${field}`]);
      }
    }
    expect(await storedState(service)).toBe(before);
    const placed = await put(id, { countryCode: 'PT', locationId: zones.algarve });
    expect(placed.body).toMatchObject({ country: 'PT', locationId: zones.algarve });
    const moved = await put(id, { countryCode: 'ES' });
    expect(moved.body).toMatchObject({ status: 422, code: 'zone.otherCountry' });
    expect(pointersOf(moved)).toEqual(['/addressbook/countryCode']);
    const cleared = await put(id, { countryCode: 'ES', locationId: 0 });
    expect(cleared.body).toMatchObject({ country: 'ES', locationId: 0 });
  });

  it('have one default address of each type: the first, or the one that is set', async () => {
    const { userId, idOf } = await userWith({ b1: 1, b2: 1, s1: 2 });
    expect(await shortBookOf(userId)).toEqual([['b1*', 'b2'], ['s1*']]);
    await add(userId, { pId: 's2', type: 2 });
    expect(await shortBookOf(userId)).toEqual([
      ['b1*', 'b2'],
      ['s1*', 's2'],
    ]);
    await add(userId, { pId: 's3', type: 2, default: true });
    await put(idOf('b2'), { default: true });
    expect(await shortBookOf(userId)).toEqual([
      ['b1', 'b2*'],
      ['s1', 's2', 's3*'],
    ]);
    await put(idOf('b2'), { default: true, city: 'Madrid' });
    await put(idOf('s1'), { default: false });
    expect(await shortBookOf(userId)).toEqual([
      ['b1', 'b2*'],
      ['s1', 's2', 's3*'],
    ]);
  });

  it('hand the default on to the oldest of its type', async () => {
    const { userId, idOf } = await userWith({ b1: 1, b2: 1, b3: 1, s1: 2 });
    await put(idOf('b2'), { default: true });
    expect((await remove(idOf('b2'))).body).toEqual({ id: idOf('b2') });
    expect(await shortBookOf(userId)).toEqual([['b1*', 'b3'], ['s1*']]);
    // Given up, it goes to another one, also by the oldest; the only one keeps it.
    await put(idOf('b1'), { default: false });
    expect(await shortBookOf(userId)).toEqual([['b1', 'b3*'], ['s1*']]);
    await put(idOf('s1'), { default: false });
    expect(await shortBookOf(userId)).toEqual([['b1', 'b3*'], ['s1*']]);
    await remove(idOf('b1'));
    await remove(idOf('s1'));
    expect(await shortBookOf(userId)).toEqual([['b3*'], []]);
  });

  it('keep their last address', async () => {
    const { userId, idOf } = await userWith({ only: 2 });
    const refused = await remove(idOf('only'));
    expect(refused.body).toMatchObject({ status: 409, code: 'address.last' });
    const other = await add(userId, { type: 1 });
    expect((await remove(idOf('only'))).status).toBe(200);
    expect((await remove(idOf('only'))).status).toBe(404);
    expect((await remove(other.id)).status).toBe(409);
  });

  it('keep one of their addresses when all are deleted at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { userId, idOf } = await userWith({ a: 1, b: 1, c: 2, d: 2 });
      const pIds = ['a', 'b', 'c', 'd'];
      const responses = await atOnce(4, (index) => remove(idOf(pIds[index] ?? '')));
      expect(statusesOf(responses)).toEqual({ 200: 3, 409: 1 });
      expect((await shortBookOf(userId)).flat()).toEqual([expect.stringMatching(/\*$/)]);
    }
  });

  it('have pIds that are unique for each user', async () => {
    const { userId, idOf } = await userWith({ home: 1, work: 1 });
    await userWith({ home: 1 });
    for (const response of [
      await post(userId, { pId: 'home', type: 2 }),
      await put(idOf('work'), { pId: 'home' }),
    ]) {
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'pId.taken', existingId: idOf('home') });
    }
    expect((await put(idOf('home'), { pId: 'Home' })).status).toBe(200);
    const responses = await atOnce(40, () => post(userId, { pId: 'contested' }));
    expect(statusesOf(responses)).toEqual({ 201: 1, 409: 39 });
    expect((await shortBookOf(userId))[0]).toEqual(['Home*', 'work', 'contested']);
  });

  it('have exactly one default of each type whatever 40 clients set at once', async () => {
    const { userId, idOf } = await userWith({ b1: 1, b2: 1, s1: 2, s2: 2 });
    const pIds = ['b1', 'b2', 's1', 's2'];
    const starsOf = async () =>
      (await shortBookOf(userId))
        .map((short) => short.filter((pId) => pId.endsWith('*')).length)
        .join();
    const changing = atOnce(40, (index) =>
      index % 2 === 0
        ? put(idOf(pIds[(index / 2) % 4] ?? ''), { default: index % 3 !== 0 })
        : post(userId, { type: index % 4 < 2 ? 1 : 2, default: index % 3 !== 0 }),
    );
    const { result, seen } = await seenDuring(changing, starsOf);
    expect(statusesOf(result)).toEqual({ 200: 20, 201: 20 });
    expect(new Set(seen)).toEqual(new Set(['1,1']));
    expect((await shortBookOf(userId)).map(({ length }) => length)).toEqual([12, 12]);
  });

  it('hold to If-Match', async () => {
    const { idOf } = await userWith({ home: 1, other: 1 });
    const path = `/v1/users/addressbook/${idOf('home')}`;
    const etag = String((await service.get(path)).headers['etag']);
    const responses = await atOnce(20, (index) =>
      put(idOf('home'), { city: `City ${index}` }, { 'If-Match': etag }),
    );
    expect(statusesOf(responses)).toEqual({ 200: 1, 412: 19 });
    expect((await service.delete(path, { headers: { 'If-Match': etag } })).status).toBe(412);
  });

  it("move the user's LASTUSED, and renew what q finds it by", async () => {
    const customers = await Customers.of(service);
    const { userId, idOf } = await userWith({ home: 1 });
    const found = async (q: string) =>
      (await users.list(`q=${encodeURIComponent(q)}`)).USERS.map(({ ID }) => ID);
    let id = 0;
    const changes = [
      async () => (id = (await add(userId, { lastName: 'Ørsted', phone: '+45-123' })).id),
      async () => put(id, { mobile: '+46 987', lastName: 'Curie' }),
      async () => remove(id),
    ];
    const finds: string[][] = [['orsted', '123'], ['987', '123', 'CURIE'], []];
    for (const [index, change] of changes.entries()) {
      expect(await customers.touchedBy([userId], change)).toEqual([true]);
      for (const q of ['orsted', '123', '987', 'CURIE']) {
        expect([q, (await found(q)).includes(userId)]).toEqual([q, finds[index]?.includes(q)]);
      }
    }
    const refused = [() => put(idOf('home'), { userType: 2 }), () => remove(idOf('home'))];
    for (const change of refused) {
      expect(await customers.touchedBy([userId], change)).toEqual([false]);
    }
  });
});
