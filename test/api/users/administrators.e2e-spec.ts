/** @engine modules/users/administrators */
import type { Response } from 'supertest';
import { DataAccess } from '../../../src/database';
import {
  AdministratorsService,
  LastSuperAdministratorNotRemovable,
} from '../../../src/modules/users/administrators/administrators.service';
import { AdministratorCreator } from '../../../src/modules/users';
import { UserGroup } from '../../../src/modules/users/groups/user-group.entity';
import { User } from '../../../src/modules/users/users/user.entity';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { atOnce, statusesOf } from './customers';
import { PASSWORD, Staff, userBody } from './staff';

const USERS = '/v1/users';
const GROUPS = '/v1/usersGroups';

describe('administrators', () => {
  let service: Service;
  let staff: Staff;

  const start = async (): Promise<void> => {
    service = await Service.start();
    staff = await Staff.of(service);
  };

  const put = (id: number, users: object, key?: string): Promise<Response> =>
    service.put(`${USERS}/${id}`, { users }, { key });
  const remove = (id: number, key?: string): Promise<Response> =>
    service.delete(`${USERS}/${id}`, { key });
  const answerOf = ({ status, body }: Response) => `${status} ${body.code ?? 'ok'}`;
  const superAdministrators = async (): Promise<number> => {
    const { database } = service.app.get(DataAccess);
    const rows = await database.select(
      'SELECT id FROM users WHERE active = 1 AND system_level = 3 AND group_id = ?',
      [staff.systemGroup],
    );
    return rows.length;
  };

  /** Ways to lose a super-administrator. */
  const losses: [string, (id: number) => Promise<Response>][] = [
    ['deactivated', (id) => put(id, { active: false })],
    ['demoted', (id) => put(id, { systemLevel: 4 })],
    ['moved to another group', (id) => put(id, { group: { pId: 'customers' } })],
    ['deleted', (id) => remove(id)],
  ];

  describe('of whom one has to stay', () => {
    beforeEach(start);
    afterEach(() => service.stop());

    it.each(losses)('can not all be %s', async (_name, lose) => {
      const [one, other] = [await staff.add(), await staff.add()];
      // None of these counts: they can't do everything.
      await staff.add({ systemLevel: 4 });
      await staff.add({ active: false });
      await staff.add({ groupId: staff.customers });
      expect(answerOf(await lose(one.id))).toBe('200 ok');
      const before = await storedState(service);
      expect(answerOf(await lose(other.id))).toBe('409 administrator.last');
      expect(await storedState(service)).toBe(before);
      expect(answerOf(await put(other.id, { visits: 7, active: true }))).toBe('200 ok');
      await staff.add();
      expect(answerOf(await lose(other.id))).toBe('200 ok');
      expect(await superAdministrators()).toBe(1);
    });

    it.each(losses)('keep one when 30 clients at once have two %s', async (name, lose) => {
      const users = [await staff.add(), await staff.add()] as const;
      const all = await atOnce(30, (index) => lose(users[index % 2 === 0 ? 0 : 1].id));
      const lost = name === 'deleted' ? { 200: 1, 404: 14 } : { 200: 15 };
      expect(statusesOf(all)).toEqual({ ...lost, 409: 15 });
      expect(await superAdministrators()).toBe(1);
    });

    it('keep one when 30 clients at once try everything', async () => {
      const users = [await staff.add(), await staff.add()] as const;
      const all = await atOnce(30, (index) => {
        const [, lose] = losses[(index >> 1) % losses.length]!;
        return lose(users[index % 2 === 0 ? 0 : 1].id);
      });
      const [even, odd] = [0, 1].map((rest) => all.filter((_, index) => index % 2 === rest));
      const refused = [even, odd].map((some = []) => statusesOf(some)[409] ?? 0);
      expect(refused.sort((a, b) => a - b)).toEqual([0, 15]);
      expect(await superAdministrators()).toBe(1);
    });

    it('keep one, when two changes at once reach it past each other', async () => {
      const { unitOfWork, writer } = service.app.get(DataAccess);
      const administrators = service.app.get(AdministratorsService);
      const users = [await staff.add(), await staff.add()];
      // Both hold their user's row before the first of them asks who is left.
      const results = await Promise.allSettled(
        users.map(({ id }) =>
          unitOfWork.run(async () => {
            await writer.update(User, id, { visits: 2 });
            return administrators.runKeepingSuperAdministrator(() =>
              writer.update(User, id, { active: false }),
            );
          }),
        ),
      );
      const refused = results.filter((one) => one.status === 'rejected');
      expect(
        refused.map(({ reason }) => reason instanceof LastSuperAdministratorNotRemovable),
      ).toEqual([true]);
      expect(await superAdministrators()).toBe(1);
    });

    it('go with the mark of their group', async () => {
      await staff.add();
      const mark = (id: number, systemGroup: boolean) =>
        service.put(`${GROUPS}/${id}`, { usersGroups: { systemGroup } });
      expect(answerOf(await mark(staff.systemGroup, false))).toBe('409 administrator.last');
      expect(answerOf(await mark(staff.customers, true))).toBe('200 ok');
    });

    it('are not asked for in a store that has none', async () => {
      const { id } = await staff.add({ systemLevel: 4 });
      expect(answerOf(await remove(id))).toBe('200 ok');
      const body = { usersGroups: { systemGroup: false } };
      expect(answerOf(await service.put(`${GROUPS}/${staff.systemGroup}`, body))).toBe('200 ok');
    });
  });

  describe('are out of reach of callers without users:admin', () => {
    beforeAll(start);
    afterAll(() => service.stop());

    const system = { pId: 'administrators' };

    const attempts: [
      string,
      (key: string, member: number, customer: number) => Promise<Response>,
    ][] = [
      ['a new one', (key) => service.post(USERS, { users: userBody({ group: system }) }, { key })],
      ['a password', (key, id) => put(id, { password: 'another password' }, key)],
      ['an e-mail address', (key, id) => put(id, { email: `${id}@example.com` }, key)],
      ['a nick', (key, id) => put(id, { nick: `nick ${id}` }, key)],
      ['a level', (key, id) => put(id, { systemLevel: 3 }, key)],
      ['activity', (key, id) => put(id, { active: false }, key)],
      ['the way out', (key, id) => put(id, { group: { pId: 'customers' } }, key)],
      ['the way in', (key, _, id) => put(id, { group: system }, key)],
      ['the end', (key, id) => remove(id, key)],
    ];

    it.each(attempts)('%s', async (_name, attempt) => {
      await staff.add();
      const clerk = await staff.token(await staff.add({ systemLevel: 4 }));
      const keys = [clerk, await service.createKey('users:write', 'keys:write', 'sales:write')];
      for (const values of [{ systemLevel: 4 }, { systemLevel: 4, active: false }]) {
        const member = await staff.add(values);
        const customer = await staff.add({ groupId: staff.customers });
        const before = await storedState(service);
        for (const key of keys) {
          const { status, body } = await attempt(key, member.id, customer.id);
          expect({ status, code: body.code, detail: body.detail }).toEqual({
            status: 403,
            code: 'scope.missing',
            detail: 'The operation needs the scope users:admin.',
          });
        }
        expect(await storedState(service)).toBe(before);
        const key = await service.createKey('users:write', 'users:admin');
        expect((await attempt(key, member.id, customer.id)).status).toBeLessThan(300);
      }
    });

    it('while customers are not', async () => {
      const key = await service.createKey('users:write');
      const { id } = await staff.add({ groupId: staff.customers });
      expect((await put(id, { password: 'another password', systemLevel: 3 }, key)).status).toBe(
        200,
      );
      expect(answerOf(await put(id, { systemLevel: 4 }, key))).toBe('403 scope.missing');
      expect((await remove(id, key)).status).toBe(200);
      expect((await remove(id, key)).status).toBe(404);
    });
  });

  describe('have rights by their level', () => {
    beforeAll(start);
    afterAll(() => service.stop());

    const key = async (systemLevel: number) => staff.token(await staff.add({ systemLevel }));
    const body = { apiKeys: { name: 'Made by hand', scopes: ['users:admin'] } };

    it('all of them at level 3', async () => {
      const boss = { key: await key(3) };
      expect((await service.get('/v1/apiKeys', boss)).status).toBe(200);
      const made = await service.post('/v1/apiKeys', body, boss);
      expect(made.status).toBe(201);
      expect((await service.get('/v1/apiKeys', { key: made.body.key as string })).status).toBe(403);
      expect((await service.delete(`/v1/apiKeys/${made.body.id}`, boss)).status).toBe(200);
      const ended = await service.get(USERS, { key: made.body.key as string });
      expect(answerOf(ended)).toBe('401 credentials.invalid');
      const made2 = await service.post(
        USERS,
        { users: userBody({ group: { pId: 'administrators' } }) },
        boss,
      );
      expect(made2.status).toBe(201);
    });

    it('all but those about keys and administrators at level 4', async () => {
      const clerk = { key: await key(4) };
      const refused = [
        await service.get('/v1/apiKeys', clerk),
        await service.post('/v1/apiKeys', body, clerk),
        await service.delete('/v1/apiKeys/1', clerk),
      ];
      expect(refused.map(answerOf)).toEqual(Array(3).fill('403 scope.missing'));
      const made = await service.post(
        USERS,
        { users: userBody({ group: { pId: 'customers' } }) },
        clerk,
      );
      expect(made.status).toBe(201);
    });
  });

  it('are made at the command line with their group, or neither is', async () => {
    await start();
    try {
      const { loader, unitOfWork, writer } = service.app.get(DataAccess);
      const groups = await loader.listIds(UserGroup, []);
      await unitOfWork.run(() => writer.remove(UserGroup, staff.systemGroup));
      const made = service.app.get(AdministratorCreator);
      const values = {
        ...{ nick: 'eve', email: 'eve@example.com', password: PASSWORD },
        ...{ firstName: 'Eve', countryCode: 'ES', languageCode: 'es', systemLevel: 3 as const },
      };
      await expect(made.create({ ...values, email: 'nowhere' })).rejects.toThrow();
      expect(await loader.listIds(UserGroup, [])).toHaveLength(groups.length - 1);
      await made.create(values);
      expect(await loader.listIds(UserGroup, [])).toHaveLength(groups.length);
    } finally {
      await service.stop();
    }
  });
});
