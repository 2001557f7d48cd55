/** @engine */
import type { Response } from 'supertest';
import { createLoadPlan } from '../../../src/core/load-plan';
import { DataAccess } from '../../../src/database';
import { User } from '../../../src/modules/users';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { atOnce, statusesOf } from './customers';
import { cheapHash, Staff } from './staff';
import { PASSWORD, type UserRecord, UsersClient } from './users-client';

const SET = 'set by somebody else';

/** Users who could become administrators with a password that another user knows. */
describe('users who rise to administrators', () => {
  let service: Service;
  let staff: Staff;
  let users: UsersClient;
  /** Holds users:write and import:write. */
  let writer: string;
  /** Holds users:admin as well. */
  let admin: string;
  let made = 0;

  beforeEach(async () => {
    service = await Service.start();
    staff = await Staff.of(service);
    users = await UsersClient.of(service);
    writer = await service.createKey('users:write', 'import:write');
    admin = await service.createKey('users:write', 'users:admin', 'import:write');
    await staff.add();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.stop();
  });

  const answer = ({ status, body }: Response) => `${status} ${body.code ?? 'ok'}`;
  const customer = async (key = admin, password = PASSWORD): Promise<UserRecord> => {
    const { body, status, text } = await users.post({ nick: `nick-${++made}`, password }, key);
    if (status !== 201) throw new Error(text);
    return body as UserRecord;
  };
  const login = async ({ NICK: nick }: Pick<UserRecord, 'NICK'>, password = PASSWORD) =>
    (await service.post('/v1/auth/login', { auth: { nick, password } }, { key: null })).status;
  /** A login requires more than the right password, so it doesn't show whether one is left. */
  const hasPassword = async ({ ID }: Pick<UserRecord, 'ID'>): Promise<boolean> => {
    const { loader } = service.app.get(DataAccess);
    return (
      (await loader.findById(User, ID, createLoadPlan(User, ['passwordHash'])))?.passwordHash !==
      null
    );
  };
  const rise = ({ ID }: UserRecord) => users.put(ID, { group: { pId: 'administrators' } }, admin);
  const line = (values: object): Record<string, unknown> => ({
    type: 'user',
    ...users.fields(values),
  });

  describe('by their level', () => {
    it('need users:admin for another one, whatever their group, by every way', async () => {
      const { ID } = await customer(writer);
      expect(answer(await users.put(ID, { systemLevel: 4, visits: 2 }, writer))).toBe('200 ok');
      const before = await storedState(service);
      expect(answer(await users.put(ID, { systemLevel: 3 }, writer))).toBe('403 scope.missing');
      expect(answer(await users.post({ systemLevel: 3 }, writer))).toBe('403 scope.missing');
      const planted = await importLines(service, [line({ systemLevel: 3 })], { key: writer });
      expect(planted.errors).toMatchObject([{ code: 'scope.missing' }]);
      expect(await storedState(service)).toBe(before);
      expect(answer(await users.put(ID, { systemLevel: 3 }, admin))).toBe('200 ok');
      // Sent back as it is, it changes nothing; another one does, downwards as well.
      expect(answer(await users.put(ID, { systemLevel: 3, visits: 3 }, writer))).toBe('200 ok');
      expect(answer(await users.put(ID, { systemLevel: 4 }, writer))).toBe('403 scope.missing');
    });

    it('need it in imports for each line that differs from what is stored', async () => {
      const high = line({ systemLevel: 3 });
      const { systemLevel: _said, ...silent } = high;
      expect(await importLines(service, [high], { key: admin })).toMatchObject({ created: 1 });
      const repeated = await importLines(service, [high, { ...high, visits: 8 }], { key: writer });
      expect(repeated).toMatchObject({ unchanged: 1, updated: 1, rejected: 0 });
      const { errors } = await importLines(service, [silent], { key: writer });
      expect(errors).toMatchObject([{ code: 'scope.missing' }]);
      expect(await importLines(service, [silent], { key: admin })).toMatchObject({ updated: 1 });
    });
  });

  describe('with a password', () => {
    it('log in with one that a holder of users:admin has set last', async () => {
      const one = await customer();
      const other = await customer(writer, SET);
      await users.put(other.ID, { password: PASSWORD }, admin);
      const third = await customer();
      await users.put(third.ID, { nick: 'third', visits: 4 }, writer);
      for (const user of [one, other, { ...third, NICK: 'third' }]) {
        expect(await login(user)).toBe(401);
        expect(answer(await rise(user))).toBe('200 ok');
        expect(await login(user)).toBe(201);
      }
    });

    it('do not log in with one that another caller has set', async () => {
      const one = await customer(writer, SET);
      const other = await customer();
      await users.put(other.ID, { password: SET }, writer);
      for (const user of [one, other]) {
        expect(answer(await rise(user))).toBe('200 ok');
        expect([await login(user, SET), await login(user)]).toEqual([401, 401]);
        expect(await hasPassword(user)).toBe(false);
        await users.put(user.ID, { password: PASSWORD }, admin);
        expect(await login(user)).toBe(201);
      }
    });

    it('log in with one that comes with their rise', async () => {
      const user = await customer(writer, SET);
      const group = { pId: 'administrators' };
      expect(answer(await users.put(user.ID, { group, password: PASSWORD }, admin))).toBe('200 ok');
      expect([await login(user, SET), await login(user)]).toEqual([401, 201]);
    });

    it('keep it through a fall and another rise, unless it is set in between', async () => {
      const user = await customer();
      await rise(user);
      await users.put(user.ID, { group: { pId: users.group.pId } }, admin);
      await rise(user);
      expect(await login(user)).toBe(201);
      await users.put(user.ID, { group: { pId: users.group.pId } }, admin);
      await users.put(user.ID, { password: PASSWORD }, writer);
      await rise(user);
      expect(await login(user)).toBe(401);
    });

    it('of an import know who set it last', async () => {
      const planted = line({ nick: 'planted', password: SET });
      const group = { pId: 'administrators' };
      expect(await importLines(service, [planted], { key: writer })).toMatchObject({ created: 1 });
      const { password: _planted, ...silent } = planted;
      expect(await importLines(service, [{ ...silent, group }], { key: admin })).toMatchObject({
        updated: 1,
      });
      expect(await login({ NICK: 'planted' }, SET)).toBe(401);

      const own = line({ nick: 'own' });
      expect(await importLines(service, [own], { key: admin })).toMatchObject({ created: 1 });
      // A known password is no change by the writer; if the administrator sends it again, it is the administrator's.
      expect(await importLines(service, [own], { key: writer })).toMatchObject({ unchanged: 1 });
      const taken = line({ nick: 'taken', password: SET });
      await importLines(service, [taken], { key: writer });
      expect(await importLines(service, [taken, taken], { key: admin })).toMatchObject({
        ...{ updated: 1, unchanged: 1 },
      });
      for (const [user, password] of [[own, PASSWORD] as const, [taken, SET] as const]) {
        await importLines(service, [{ ...user, group }], { key: admin });
        expect(await login({ NICK: String(user['nick']) }, password)).toBe(201);
      }
    });

    it('have none that came in at the same moment, of 30 clients', async () => {
      const user = await customer();
      const [risen, set] = await Promise.all([
        rise(user),
        atOnce(30, () => users.put(user.ID, { password: SET }, writer)),
      ]);
      expect(answer(risen)).toBe('200 ok');
      const { 200: done = 0, 403: refused = 0 } = statusesOf(set);
      expect(done + refused).toBe(30);
      expect(await login(user, SET)).toBe(401);
      expect(await login(user)).toBe(done === 0 ? 201 : 401);
    });
  });

  describe('with their group', () => {
    const mark = (values: object = {}, key = admin) =>
      service.put(
        `/v1/usersGroups/${users.group.id}`,
        { usersGroups: { systemGroup: true, ...values } },
        { key },
      );
    const superAdministrator = async () => {
      const user = await customer();
      await users.put(user.ID, { systemLevel: 3 }, admin);
      return user;
    };

    it('do so at once, unless another number of them was expected', async () => {
      const { ID, NICK } = await superAdministrator();
      for (let number = 0; number < 21; number++) {
        await staff.add({ groupId: users.group.id, ...(number === 5 ? { nick: null } : {}) });
      }
      const before = await storedState(service);
      for (const confirmMembers of [0, 21, 23]) {
        const { status, body } = await mark({ confirmMembers, name: 'Bosses' });
        const { code, members, first, errors } = body as Refusal;
        expect({ status, code, members }).toEqual({
          ...{ status: 409, code: 'userGroup.membersUnconfirmed', members: 22 },
        });
        expect(errors).toMatchObject([{ pointer: '/usersGroups/confirmMembers' }]);
        expect(first).toHaveLength(20);
        expect(first[0]).toEqual({ id: ID, nick: NICK });
        expect(first.map(({ nick }) => nick)).toContain('');
      }
      expect(answer(await mark({ confirmMembers: 22 }, writer))).toBe('403 scope.missing');
      expect(answer(await mark({}, writer))).toBe('403 scope.missing');
      expect(await storedState(service)).toBe(before);
      expect(answer(await mark({ confirmMembers: 22 }))).toBe('200 ok');
      // Sent back, it is no mark any more.
      expect(answer(await mark({ confirmMembers: 5 }))).toBe('200 ok');
      expect(await login({ NICK })).toBe(201);
    });

    it('do so in an import on the same condition', async () => {
      const { NICK } = await superAdministrator();
      const group = { type: 'userGroup', pId: users.group.pId, name: 'S', systemGroup: true };
      const unexpected = { ...group, confirmMembers: 2 };
      const { errors } = await importLines(service, [unexpected], { key: admin });
      expect(errors).toMatchObject([
        { code: 'userGroup.membersUnconfirmed', pointer: '/confirmMembers' },
      ]);
      expect(
        await importLines(service, [group, { ...group, confirmMembers: 1 }], { key: admin }),
      ).toMatchObject({ updated: 1, unchanged: 1 });
      expect(await login({ NICK })).toBe(201);
    });

    it('lose passwords that were not set by a holder of users:admin', async () => {
      const trusted = await superAdministrator();
      const planted = await customer(writer, SET);
      expect(answer(await mark())).toBe('200 ok');
      expect([await login(trusted), await login(planted, SET)]).toEqual([201, 401]);
      expect([await hasPassword(trusted), await hasPassword(planted)]).toEqual([true, false]);
    });

    it('have no password that came in at the same moment, and nobody joins unseen', async () => {
      const trusted = await superAdministrator();
      const one = await customer();
      const outsiders = await Promise.all(
        [1, 2, 3, 4].map(() =>
          staff.add({
            groupId: staff.customers,
            passwordHash: cheapHash(SET),
            passwordTrusted: false,
          }),
        ),
      );
      const [marked, set, joined] = await Promise.all([
        mark({ confirmMembers: 2 }),
        atOnce(15, () => users.put(one.ID, { password: SET }, writer)),
        Promise.all(
          outsiders.map(({ id }, index) =>
            users.put(id, { group: { pId: users.group.pId } }, index < 2 ? writer : admin),
          ),
        ),
      ]);
      const isMarked = marked.status === 200;
      expect(['200 ok', '409 userGroup.membersUnconfirmed']).toContain(answer(marked));
      const { 200: done = 0, 403: refused = 0 } = statusesOf(set);
      expect(done + refused).toBe(15);
      for (const { status } of joined) expect([200, 403]).toContain(status);
      // Members that the writer added came before the mark, which then was refused: the number of members was
      // another one.
      if (isMarked) expect(joined.slice(0, 2).map(({ status }) => status)).toEqual([403, 403]);
      else expect(refused).toBe(0);
      expect(await login(one, SET)).toBe(401);
      for (const { nick } of outsiders) expect(await login({ NICK: nick ?? '' }, SET)).toBe(401);
      if (isMarked) expect(await login(trusted)).toBe(201);
    });
  });
});

interface Refusal {
  readonly code: string;
  readonly members: number;
  readonly first: { id: number; nick: string }[];
  readonly errors: object[];
}
