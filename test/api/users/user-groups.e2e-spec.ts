/** @engine modules/users/groups */
import { whereAtLeast, DataAccess } from '../../../src/database';
import { UserGroup } from '../../../src/modules/users/groups/user-group.entity';
import { User } from '../../../src/modules/users/users/user.entity';
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { atOnce, statusesOf } from './customers';
import { seenDuring } from './seen-during';
import { Staff } from './staff';

/** A group as it is answered. */
interface GroupRecord {
  readonly DATEADDED: string;
  readonly DEFAULTGROUP: 0 | 1;
  readonly DESCRIPTION: string;
  readonly ID: number;
  readonly NAME: string;
  readonly PID: string;
  readonly SYSTEMGROUP: 0 | 1;
}

const PATH = '/v1/usersGroups';

describe('user groups', () => {
  let service: Service;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
  });

  afterAll(() => service.stop());

  const removeAll = () => {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    return unitOfWork.run(async () => {
      await writer.remove(User, [whereAtLeast('id', 1)]);
      await writer.remove(UserGroup, [whereAtLeast('id', 1)]);
    });
  };

  beforeEach(removeAll);

  const fields = (values: object) => ({ pId: `group-${++made}`, name: 'A group', ...values });

  const post = (values: object = {}, key?: string) =>
    service.post(PATH, { usersGroups: fields(values) }, { key });

  const create = async (values: object = {}) => {
    const { status, body, text } = await post(values);
    expect({ status, text }).toMatchObject({ status: 201 });
    return body as GroupRecord;
  };

  const put = (id: number, usersGroups: object, key?: string) =>
    service.put(`${PATH}/${id}`, { usersGroups }, { key });

  const list = async () =>
    (await service.get(PATH)).body as { readonly USERSGROUPS: readonly GroupRecord[] };

  const rolesOf = async () => {
    const { USERSGROUPS } = await list();
    const having = (role: 'DEFAULTGROUP' | 'SYSTEMGROUP') =>
      USERSGROUPS.filter((group) => group[role] === 1).map(({ ID }) => ID);
    return { default: having('DEFAULTGROUP'), system: having('SYSTEMGROUP') };
  };

  it('are created with the defaults of the specification', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const group = await create({ pId: 'Plain', name: 'Plain' });
    expect(group).toEqual({
      DATEADDED: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
      DEFAULTGROUP: 0,
      DESCRIPTION: '',
      ID: expect.any(Number) as number,
      NAME: 'Plain',
      PID: 'Plain',
      SYSTEMGROUP: 0,
      UPDATEDAT: anyTime,
    });
    expect(Date.parse(group.DATEADDED)).toBeGreaterThanOrEqual(before);
    expect((await service.get(`${PATH}/${group.ID}`)).body).toEqual(group);
    expect((await service.get(`${PATH}/${group.ID}?fields=pid`)).body).toEqual({ PID: 'Plain' });
    expect((await service.get(`${PATH}/getId/Plain`)).body).toEqual({ ID: group.ID });
    expect((await service.get(`${PATH}/getId/plain`)).status).toBe(404);
  });

  it('are listed all, the oldest first, and without parameters', async () => {
    expect(await list()).toEqual({ USERSGROUPS: [] });
    const groups = [await create(), await create(), await create()];
    expect(await list()).toEqual({ USERSGROUPS: groups });
    expect((await service.get(`${PATH}?page=1`)).status).toBe(400);
    expect((await service.get(`${PATH}?fields=PID`)).status).toBe(400);
  });

  it('keep any Unicode exactly', async () => {
    const name = 'Größe Μέγεθος Размер مقاس גודל ขนาด 尺寸 👕';
    const { ID } = await create({ pId: name, name, description: name });
    expect((await service.get(`${PATH}/${ID}`)).body).toMatchObject({
      PID: name,
      NAME: name,
      DESCRIPTION: name,
    });
    const found = await service.get(`${PATH}/getId/${encodeURIComponent(name)}`);
    expect(found.body).toEqual({ ID });
  });

  it('change only in what is sent', async () => {
    const group = await create({ description: 'Old' });
    expect((await put(group.ID, {})).body).toEqual(group);
    expect((await put(group.ID, { name: 'New' })).body).toEqual({
      ...group,
      ...{ NAME: 'New', UPDATEDAT: anyTime },
    });
    expect((await put(group.ID, { description: '', pId: 'new' })).body).toEqual({
      ...group,
      ...{ NAME: 'New', DESCRIPTION: '', PID: 'new', UPDATEDAT: anyTime },
    });
  });

  it.each([
    [{ pId: ' a' }, '/usersGroups/pId'],
    [{ pId: '' }, '/usersGroups/pId'],
    [{ name: '' }, '/usersGroups/name'],
    [{ name: 'n'.repeat(256) }, '/usersGroups/name'],
    [{ name: null }, '/usersGroups/name'],
    [{ description: 5 }, '/usersGroups/description'],
    [{ defaultGroup: 2 }, '/usersGroups/defaultGroup'],
    [{ systemGroup: 'true' }, '/usersGroups/systemGroup'],
    [{ dateAdded: '2026-01-01' }, '/usersGroups/dateAdded'],
  ])('refuse %j', async (values, pointer) => {
    const { ID } = await create();
    const before = await storedState(service);
    for (const response of [await post(values), await put(ID, values)]) {
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ errors: [{ pointer }] });
    }
    expect(await storedState(service)).toBe(before);
  });

  it('need a pId and a name', async () => {
    const { status, body } = await service.post(PATH, { usersGroups: {} });
    expect(status).toBe(400);
    expect(
      (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer),
    ).toEqual(['/usersGroups/pId', '/usersGroups/name']);
  });

  it('answer 404 where there is none', async () => {
    expect((await service.get(`${PATH}/999999`)).status).toBe(404);
    expect((await put(999_999, {})).status).toBe(404);
    expect((await put(999_999, { systemGroup: true })).status).toBe(404);
    expect((await put(999_999, { defaultGroup: true })).status).toBe(404);
    expect((await service.delete(`${PATH}/999999`)).status).toBe(404);
  });

  it('have unique pIds, and name the group that has one', async () => {
    const { ID } = await create({ pId: 'taken' });
    const other = await create();
    for (const response of [await post({ pId: 'taken' }), await put(other.ID, { pId: 'taken' })]) {
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'pId.taken', existingId: ID });
    }
    const responses = await atOnce(40, () => post({ pId: 'contested' }));
    expect(statusesOf(responses)).toEqual({ 201: 1, 409: 39 });
    expect((await list()).USERSGROUPS.filter(({ PID }) => PID === 'contested')).toHaveLength(1);
  });

  it('hold to If-Match', async () => {
    const { ID } = await create();
    const etag = String((await service.get(`${PATH}/${ID}`)).headers['etag']);
    const headers = { 'If-Match': etag };
    const responses = await atOnce(10, (index) =>
      service.put(`${PATH}/${ID}`, { usersGroups: { name: `By ${index}` } }, { headers }),
    );
    expect(statusesOf(responses)).toEqual({ 200: 1, 412: 9 });
    expect((await service.delete(`${PATH}/${ID}`, { headers })).status).toBe(412);
  });

  describe.each([
    { flag: 'defaultGroup', role: 'default' },
    { flag: 'systemGroup', role: 'system' },
  ] as const)('with the flag $flag', ({ flag, role }) => {
    it('follow each other: there is one at most', async () => {
      const first = await create({ [flag]: true });
      expect((await rolesOf())[role]).toEqual([first.ID]);
      const second = await create({ [flag]: true });
      expect((await rolesOf())[role]).toEqual([second.ID]);
      expect((await put(first.ID, { [flag]: true })).status).toBe(200);
      expect((await rolesOf())[role]).toEqual([first.ID]);
      // Set again, or named with its value: nothing changes.
      expect((await put(first.ID, { [flag]: true })).status).toBe(200);
      expect((await put(second.ID, { [flag]: false, name: 'Renamed' })).status).toBe(200);
      expect((await rolesOf())[role]).toEqual([first.ID]);
      expect((await put(first.ID, { [flag]: false })).status).toBe(200);
      expect(await rolesOf()).toEqual({ default: [], system: [] });
    });

    it('follow each other when 40 clients set it at once', async () => {
      const groups: GroupRecord[] = [];
      for (let index = 0; index < 40; index++) groups.push(await create());
      await put(groups[7]!.ID, { [flag]: true });
      const changing = atOnce(40, (index) => put(groups[index]!.ID, { [flag]: true }));
      const count = async () => (await rolesOf())[role].length;
      const { result, seen } = await seenDuring(changing, count);
      expect(statusesOf(result)).toEqual({ 200: 40 });
      expect(new Set(seen)).toEqual(new Set([1]));
    });

    it('follow each other when the first groups of a store are made at once', async () => {
      for (let round = 0; round < 15; round++) {
        await removeAll();
        const responses = await atOnce(4, () => post({ [flag]: true }));
        expect(statusesOf(responses)).toEqual({ 201: 4 });
        expect((await rolesOf())[role]).toHaveLength(1);
      }
    });

    it('can not be deleted', async () => {
      const { ID } = await create({ [flag]: true });
      const refused = await service.delete(`${PATH}/${ID}`);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: 'userGroup.hasRole' });
      await put(ID, { [flag]: false });
      expect((await service.delete(`${PATH}/${ID}`)).body).toEqual({ ID });
    });
  });

  it('are never default and system group together', async () => {
    const both = { code: 'userGroup.bothRoles' };
    const pointed = (field: string) => ({
      ...both,
      errors: [{ pointer: `/usersGroups/${field}` }],
    });
    const made = await post({ defaultGroup: true, systemGroup: true });
    expect(made.status).toBe(422);
    expect(made.body).toMatchObject(pointed('systemGroup'));
    const isDefault = await create({ defaultGroup: true });
    const isSystem = await create({ systemGroup: true });
    const before = await storedState(service);
    const refused = [
      [await put(isDefault.ID, { systemGroup: true }), 'systemGroup'],
      [await put(isSystem.ID, { defaultGroup: true, name: 'New' }), 'defaultGroup'],
      [await put(isDefault.ID, { systemGroup: true, defaultGroup: true }), 'systemGroup'],
    ] as const;
    for (const [{ status, body }, field] of refused) {
      expect(status).toBe(422);
      expect(body).toMatchObject(pointed(field));
    }
    expect(await storedState(service)).toBe(before);
    // One role for the other, in one step.
    await put(isDefault.ID, { defaultGroup: false, systemGroup: true });
    expect(await rolesOf()).toEqual({ default: [], system: [isDefault.ID] });
  });

  it('stay while they have members', async () => {
    const staff = await Staff.of(service);
    await staff.add({ groupId: staff.customers });
    const refused = await service.delete(`${PATH}/${staff.customers}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'userGroup.hasMembers' });
    const { ID } = await create();
    expect((await service.delete(`${PATH}/${ID}`)).body).toEqual({ ID });
    expect((await service.get(`${PATH}/${ID}`)).status).toBe(404);
    expect((await create()).ID).toBeGreaterThan(ID);
  });

  describe('of administrators', () => {
    it('are left alone by callers without users:admin', async () => {
      const { ID } = await create({ systemGroup: true });
      const other = await create();
      const key = await service.createKey('users:write');
      const before = await storedState(service);
      const refused = [
        await put(ID, { name: 'Mine' }, key),
        await put(ID, { systemGroup: false }, key),
        await put(other.ID, { systemGroup: true }, key),
        await post({ systemGroup: true }, key),
        await service.delete(`${PATH}/${ID}`, { key }),
      ];
      for (const { status, body } of refused) {
        expect(status).toBe(403);
        expect(body).toMatchObject({ code: 'scope.missing' });
      }
      expect(await storedState(service)).toBe(before);
      expect((await put(999_999, { systemGroup: true }, key)).status).toBe(404);
      expect((await put(other.ID, { name: 'Other', systemGroup: false }, key)).status).toBe(200);
      expect((await post({ defaultGroup: true }, key)).status).toBe(201);
      const admin = await service.createKey('users:write', 'users:admin');
      expect((await put(ID, { name: 'Mine' }, admin)).status).toBe(200);
      expect((await put(other.ID, { systemGroup: true }, admin)).status).toBe(200);
    });

    it('keep the role of administrators until another one takes it, even without members', async () => {
      const staff = await Staff.of(service);
      await staff.add();
      const key = await service.createKey('users:write');
      const before = await storedState(service);
      expect((await put(staff.customers, { systemGroup: true }, key)).status).toBe(403);
      expect((await post({ systemGroup: true }, key)).status).toBe(403);
      const { body } = await put(staff.systemGroup, { systemGroup: false });
      expect(body).toMatchObject({ status: 409, code: 'administrator.last' });
      expect(await storedState(service)).toBe(before);
      expect((await put(staff.customers, { systemGroup: true })).status).toBe(200);
      expect((await rolesOf()).system).toEqual([staff.customers]);
      const created = await post({ systemGroup: true });
      expect(created.status).toBe(201);
      expect((await rolesOf()).system).toEqual([(created.body as { ID: number }).ID]);
    });
  });
});
