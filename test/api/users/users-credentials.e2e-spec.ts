/** @engine */
import { whereEquals, DataAccess } from '../../../src/database';
import { User } from '../../../src/modules/users/users/user.entity';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { PASSWORD as STAFF_PASSWORD, Staff } from './staff';
import { PASSWORD, UsersClient } from './users-client';

describe('users who administer the store', () => {
  let service: Service;
  let staff: Staff;
  let users: UsersClient;

  beforeAll(async () => {
    service = await Service.start();
    staff = await Staff.of(service);
    users = await UsersClient.of(service);
    // One who stays, so that the others may go.
    await staff.add();
  });

  afterAll(() => service.stop());

  const systemGroup = () => ({ group: { id: staff.systemGroup } });

  it('are made and changed by callers with users:admin only', async () => {
    const admin = await staff.add({ active: false });
    const customer = await users.create();
    const key = await service.createKey('users:write');
    const before = await storedState(service);
    const refused = [
      await users.post(systemGroup(), key),
      await users.put(customer.ID, systemGroup(), key),
      await users.put(admin.id, { languageCode: 'de' }, key),
      await users.put(admin.id, { password: 'a new password' }, key),
      await users.put(admin.id, { group: { id: staff.customers } }, key),
      await users.delete(admin.id, key),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 'scope.missing' });
    }
    expect(await storedState(service)).toBe(before);
    expect((await users.put(999_999, systemGroup(), key)).status).toBe(404);
    expect((await users.put(customer.ID, { systemLevel: 3 }, key)).status).toBe(403);
    const allowed = await service.createKey('users:write', 'users:admin');
    expect((await users.post(systemGroup(), allowed)).status).toBe(201);
    expect((await users.put(customer.ID, systemGroup(), allowed)).status).toBe(200);
    expect((await users.delete(customer.ID, allowed)).status).toBe(200);
  });

  describe('with a token', () => {
    const works = async (token: string) =>
      (await service.get('/v1/usersGroups', { key: token })).status === 200;

    it.each([
      ['deactivated', { active: false }],
      ['given another password', { password: `${STAFF_PASSWORD} no more` }],
      ['moved to another group', { group: { pId: 'customers' } }],
      ['given another level', { systemLevel: 4 }],
    ])('lose it at once when they are %s', async (_name, values) => {
      const user = await staff.add();
      const token = await staff.token(user);
      expect(await works(token)).toBe(true);
      expect((await users.put(user.id, values)).status).toBe(200);
      expect(await works(token)).toBe(false);
    });

    it('lose it at once when they are deleted', async () => {
      const user = await staff.add();
      const token = await staff.token(user);
      expect(await works(token)).toBe(true);
      expect((await users.delete(user.id)).status).toBe(200);
      expect(await works(token)).toBe(false);
    });

    it('keep it when nothing of it changes', async () => {
      const user = await staff.add();
      const token = await staff.token(user);
      const same = { active: true, systemLevel: 3, ...systemGroup() };
      for (const values of [{ image: 'new.png', nick: `${user.nick}!` }, same, {}]) {
        expect((await users.put(user.id, values)).status).toBe(200);
      }
      expect(await works(token)).toBe(true);
    });

    it('keep it when a change is refused', async () => {
      const [user, other] = [await staff.add(), await staff.add()];
      const token = await staff.token(user);
      expect((await users.put(user.id, { active: false, pId: other.pId })).status).toBe(409);
      expect(await works(token)).toBe(true);
    });
  });

  it('log in with the password that they were given', async () => {
    const passwords = ['the first password', 'the second password'];
    // Hashed as they are in production.
    jest.restoreAllMocks();
    const nick = 'login-ada';
    const { status, body } = await users.post({ ...systemGroup(), nick, password: passwords[0] });
    expect(status).toBe(201);
    const { ID } = body as { ID: number };
    const logIn = async (password: string | undefined) =>
      (await service.post('/v1/auth/login', { auth: { nick, password } }, { key: null })).status;
    expect(await logIn(passwords[0])).toBe(201);
    expect(await logIn(PASSWORD)).toBe(401);
    expect((await users.put(ID, { password: passwords[1] })).status).toBe(200);
    expect(await logIn(passwords[0])).toBe(401);
    expect(await logIn(passwords[1])).toBe(201);
  });
});

describe('the last super-administrator', () => {
  let service: Service;
  let staff: Staff;
  let users: UsersClient;

  beforeAll(async () => {
    service = await Service.start();
    staff = await Staff.of(service);
    users = await UsersClient.of(service);
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    await unitOfWork.run(() =>
      writer.update(User, [whereEquals('active', true)], { active: false }),
    );
  });

  const losses: [string, (id: number) => ReturnType<UsersClient['delete']>][] = [
    ['deactivated', (id) => users.put(id, { active: false })],
    ['demoted', (id) => users.put(id, { systemLevel: 4 })],
    ['moved', (id) => users.put(id, { group: { id: staff.customers } })],
    ['deleted', (id) => users.delete(id)],
  ];

  it.each(losses)('is not %s', async (_name, lose) => {
    const [one, other] = [await staff.add(), await staff.add()];
    await staff.add({ systemLevel: 4 });
    // If all are removed at once, one stays.
    const statuses = await Promise.all(
      [one, other].map(async ({ id }) => [id, (await lose(id)).status] as const),
    );
    expect(statuses.map(([, status]) => status).sort()).toEqual([200, 409]);
    const left = statuses.find(([, status]) => status === 409)?.[0] ?? 0;
    const before = await storedState(service);
    const refused = await lose(left);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'administrator.last' });
    expect(await storedState(service)).toBe(before);
    expect((await users.put(left, { image: 'i.png', password: 'a new password' })).status).toBe(
      200,
    );
    await staff.add();
    expect((await lose(left)).status).toBe(200);
  });

  it('is lost to another group of administrators only, not to a change at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const [first, second] = [await staff.add(), await staff.add({ groupId: staff.customers })];
      const answers = await Promise.all([
        staff.mark(staff.customers),
        users.put(second.id, { active: false }),
      ]);
      const [marked, deactivated] = answers.map(({ status }) => status);
      expect(marked).toBe(200);
      // The user was the last one of the new group, or was no administrator yet.
      const isActive = (await users.get(second.id))['ACTIVE'] as boolean;
      expect(isActive).toBe(deactivated === 409);
      await staff.change(first.id, { active: true });
      expect((await staff.mark(staff.systemGroup)).status).toBe(200);
      for (const { id } of [first, second]) await staff.change(id, { active: false });
    }
  });
});
