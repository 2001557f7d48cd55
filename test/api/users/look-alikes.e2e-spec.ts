/** @engine modules/users/users */
import { DataAccess } from '../../../src/database';
import { User } from '../../../src/modules/users/users/user.entity';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { atOnce, statusesOf } from './customers';
import { PASSWORD, UsersClient } from './users-client';

const composed = 'jos\u00e9n@example.com';
const decomposed = 'jose\u0301n@example.com';

describe('Texts that look alike', () => {
  let service: Service;
  let users: UsersClient;

  beforeAll(async () => {
    service = await Service.start();
    users = await UsersClient.of(service);
  });

  afterAll(() => service.stop());

  /** Stores a text as earlier versions did. */
  async function store(id: number, values: Partial<User>): Promise<void> {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    await unitOfWork.run(() => writer.update(User, id, values));
  }

  function codesOf({ body }: { readonly body: unknown }): [string, string][] {
    const { errors } = body as { errors: { pointer: string; code: string }[] };
    return errors.map(({ pointer, code }) => [pointer, code]);
  }

  it.each([
    ['ada@example.com\u200b', 'text.invisible'],
    ['ada\u2060@example.com', 'text.invisible'],
    ['a\u00adda@example.com', 'text.invisible'],
    ['a@example..com', 'format.email-address'],
    ['a,b@example.com', 'format.email-address'],
    ['.a@example.com', 'format.email-address'],
    ['a@-example.com', 'format.email-address'],
  ])('refuses the e-mail address %j of a new user', async (email, code) => {
    const made = await users.post({ email });
    expect(made.status).toBe(400);
    expect(codesOf(made)).toEqual([['/users/email', code]]);
    const { ID: id } = await users.create();
    const changed = await users.put(id, { email });
    expect(changed.status).toBe(400);
    expect(codesOf(changed)).toEqual([['/users/email', code]]);
    const bare = await service.put(`/v1/users/${id}`, { users: { email, gender: 2 } });
    expect(bare.status).toBe(400);
    expect(await users.get(id)).toMatchObject({ GENDER: 1 });
    const line = { type: 'user', ...users.fields({ email }) };
    expect(await importLines(service, [line])).toMatchObject({
      rejected: 1,
      errors: [{ code, pointer: '/email' }],
    });
  });

  it('stores e-mail addresses in NFC, and finds them in every form', async () => {
    const { ID: id } = await users.create({ email: decomposed });
    expect(await users.get(id)).toMatchObject({ EMAIL: composed });
    for (const email of [composed, decomposed, decomposed.toUpperCase()]) {
      const response = await users.post({ email });
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'email.taken', existingId: id });
      const list = await users.list(`email=${encodeURIComponent(email)}`);
      expect(list.USERS.map(({ ID }) => ID)).toEqual([id]);
    }
  });

  it('creates one user of clients that send both forms at the same time', async () => {
    const responses = await atOnce(12, (at) =>
      users.post({ email: at % 2 === 0 ? 'zo\u00eb@example.com' : 'zoe\u0308@example.com' }),
    );
    expect(statusesOf(responses)).toEqual({ 201: 1, 409: 11 });
    expect(await users.count('q=zo%C3%AB')).toBe(1);
  });

  it('keeps a stored address, whatever else changes', async () => {
    const { ID: id } = await users.create();
    await store(id, { email: 'a@example..com', emailKey: 'a@example..com' });
    expect((await users.put(id, { gender: 2 })).status).toBe(200);
    expect((await users.put(id, { email: 'a@example..com', gender: 2 })).status).toBe(200);
    expect(await users.get(id)).toMatchObject({ EMAIL: 'a@example..com', GENDER: 2 });
    const changed = await users.put(id, { email: 'b@example..com' });
    expect(codesOf(changed)).toEqual([['/users/email', 'format.email-address']]);
    expect((await users.put(id, { email: 'a@example.com' })).status).toBe(200);
  });

  it('keeps two stored addresses that differ in their form only', async () => {
    const { ID: id } = await users.create({ email: 'ana\u00efs@example.com' });
    const { ID: other } = await users.create();
    const email = 'anai\u0308s@example.com';
    await store(other, { email, emailKey: email });
    for (const user of [id, other]) {
      const { EMAIL } = await users.get(user);
      expect((await users.put(user, { email: EMAIL, gender: 2 })).status).toBe(200);
      expect(await users.get(user)).toMatchObject({ EMAIL, GENDER: 2 });
    }
  });

  it('refuses identifiers and names with invisible characters', async () => {
    const first = { firstName: 'A\u200bda', company: 'Ada\u00ad', lastName: 'N\u2060' };
    const response = await users.post({
      ...{ pId: 'ada\u200b', nick: 'ada\u200b' },
      addressBook: [users.address({ pId: 'hom\u200be', ...first })],
    });
    expect(response.status).toBe(400);
    expect(
      codesOf(response)
        .map(([pointer]) => pointer)
        .sort(),
    ).toEqual([
      '/users/addressBook/0/company',
      '/users/addressBook/0/firstName',
      '/users/addressBook/0/lastName',
      '/users/addressBook/0/pId',
      '/users/nick',
      '/users/pId',
    ]);
    const group = await service.post('/v1/usersGroups', {
      usersGroups: { pId: 'cafe\u0301', name: 'Caf\u200bé' },
    });
    expect(codesOf(group)).toEqual([
      ['/usersGroups/pId', 'text.notNormalized'],
      ['/usersGroups/name', 'text.invisible'],
    ]);
    const tags = await service.post('/v1/customTagGroups', {
      customTagGroups: {
        ...{ pId: 'sizes', name: 'Sizes', itemType: 1, position: 1, priority: 1 },
        languages: [{ languageCode: 'en', name: 'Si\u200bzes' }],
      },
    });
    expect(codesOf(tags)).toEqual([['/customTagGroups/languages/0/name', 'text.invisible']]);
  });

  it('accepts joiners that shape letters and emoji in names', async () => {
    const address = users.address({ firstName: 'علی\u200cرضا', lastName: '👩\u200d💻 ❤️' });
    expect((await users.post({ addressBook: [address] })).status).toBe(201);
  });

  it('finds and changes records by stored identifiers', async () => {
    const { ID: id } = await users.create();
    const pId = 'legacy\u200b';
    await store(id, { pId });
    const response = await users.put(id, { pId, gender: 2 });
    expect(response.status).toBe(200);
    const line = { type: 'user', ...users.fields({ pId }) };
    expect(await importLines(service, [line])).toMatchObject({ updated: 1, rejected: 0 });
    const auth = { email: 'a@example..com', password: PASSWORD };
    expect((await service.post('/v1/auth/login', { auth })).status).toBe(401);
  });

  it('applies to new orders, and not to the copies of names in them', async () => {
    await importLines(service, [
      { type: 'channel', pId: 'web', name: 'Web' },
      { type: 'headquarter', pId: 'madrid', name: 'Madrid', countryCode: 'ES' },
    ]);
    const order = {
      ...{ pId: 'order-1', date: '2026-01-31T09:30:00Z', currencyCode: 'EUR' },
      user: {
        email: decomposed,
        billingAddress: { firstName: 'Ada\u200b', countryCode: 'ES' },
      },
      rows: [{ name: 'M\u00adug', quantity: 1, price: 1 }],
    };
    const made = await service.post('/v1/orders', { orders: order });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ USER: { EMAIL: composed } });
    const user = { ...order.user, email: 'a@example..com' };
    const refused = await service.post('/v1/orders', {
      orders: { ...order, pId: 'o\u200b', user },
    });
    expect(codesOf(refused)).toEqual([
      ['/orders/pId', 'text.invisible'],
      ['/orders/user/email', 'format.email-address'],
    ]);
  });
});
