/** @engine modules/users/groups modules/users/administrators */
import type { Response } from 'supertest';
import { AdministratorCreator } from '../../../src/modules/users/administrators/administrator-creator';
import type { User } from '../../../src/modules/users';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { atOnce, statusesOf } from './customers';
import { PASSWORD, Staff } from './staff';

interface Change {
  readonly FIELDS: readonly string[];
  readonly ID: number;
  readonly KIND: string;
}

describe('another system group', () => {
  let service: Service;
  let staff: Staff;
  let admin: string;
  let made = 0;

  beforeEach(async () => {
    service = await Service.start();
    staff = await Staff.of(service);
    admin = await service.createKey('users:write', 'users:admin', 'import:write');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.stop();
  });

  const group = async (): Promise<number> => {
    const pId = `group-${++made}`;
    const { body } = await service.post('/v1/usersGroups', { usersGroups: { pId, name: pId } });
    return (body as { ID: number }).ID;
  };
  const mark = (id: number, key = admin): Promise<Response> => staff.mark(id, key);
  const systemGroups = async (): Promise<number[]> => {
    const { body } = await service.get('/v1/usersGroups');
    const { USERSGROUPS } = body as { USERSGROUPS: { ID: number; SYSTEMGROUP: 0 | 1 }[] };
    return USERSGROUPS.flatMap(({ ID, SYSTEMGROUP }) => (SYSTEMGROUP === 1 ? ID : []));
  };
  const login = async ({ nick }: Pick<User, 'nick'>): Promise<number> =>
    (await service.post('/v1/auth/login', { auth: { nick, password: PASSWORD } }, { key: null }))
      .status;
  const reads = async (key: string): Promise<number> =>
    (await service.get('/v1/users', { key })).status;
  const position = async (): Promise<number> => {
    await service.app.get(JournalSequencer).catchUp();
    return ((await service.get('/v1/changes?limit=1')).body as { CURRENT: number }).CURRENT;
  };
  const usersSince = async (since: number): Promise<Change[]> => {
    await service.app.get(JournalSequencer).catchUp();
    const { body } = await service.get(`/v1/changes?kinds=user&after=${since}&limit=1000`);
    return (body as { CHANGES: Change[] }).CHANGES;
  };

  /** The ways to another system group, with the specified fields alone. */
  const ways: Record<string, () => Promise<Response | object>> = {
    'by PUT of one without members': async () => mark(await group()),
    'by POST': () =>
      service.post(
        '/v1/usersGroups',
        { usersGroups: { pId: 'new', name: 'New', systemGroup: true } },
        { key: admin },
      ),
    'by an import record': () =>
      importLines(service, [{ type: 'userGroup', pId: 'new', name: 'New', systemGroup: true }], {
        key: admin,
      }),
  };

  it.each(Object.keys(ways))('%s takes the rights of all former administrators', async (way) => {
    const all = [await staff.add(), await staff.add(), await staff.add({ systemLevel: 4 })];
    const inactive = await staff.add({ active: false });
    const tokens: string[] = [];
    for (const one of all) tokens.push(await staff.token(one));
    const { body } = await service.post(
      '/v1/apiKeys',
      { apiKeys: { name: 'of the first', scopes: ['users:read'] } },
      { key: tokens[0] },
    );
    const { key: made } = body as { key: string };
    expect([await reads(tokens[0]!), await reads(made)]).toEqual([200, 200]);
    const since = await position();
    const answer = await ways[way]!();
    expect(answer).not.toMatchObject({ rejected: 1 });
    if ('status' in answer) expect([200, 201]).toContain(answer.status);
    expect(await systemGroups()).not.toContain(staff.systemGroup);
    for (const token of [...tokens, made]) expect(await reads(token)).toBe(401);
    for (const one of all) expect(await login(one)).toBe(401);
    // The accounts stay, and each has an entry of its own.
    for (const { id } of [...all, inactive]) {
      const user = (await service.get(`/v1/users/${id}`)).body as { GROUP: { ID: number } };
      expect(user.GROUP.ID).toBe(staff.systemGroup);
    }
    const entries = await usersSince(since);
    expect(entries.map(({ ID, FIELDS }) => [ID, FIELDS])).toEqual(
      all.map(({ id }) => [id, ['systemAccess']]),
    );
    // The way back: the key that is nobody's.
    expect((await mark(staff.systemGroup)).status).toBe(200);
    for (const one of all) expect(await login(one)).toBe(201);
    for (const token of tokens) expect(await reads(token)).toBe(401);
    expect(await login(inactive)).toBe(401);
  });

  it('gives rights to its members, with an entry for each', async () => {
    const before = await staff.add();
    const id = await group();
    const members = [await staff.add({ groupId: id }), await staff.add({ groupId: id })];
    expect(await login(members[0]!)).toBe(401);
    const since = await position();
    expect((await mark(id)).status).toBe(200);
    for (const one of members) expect(await login(one)).toBe(201);
    const entries = await usersSince(since);
    expect(entries.map(({ ID }) => ID).toSorted((one, other) => one - other)).toEqual([
      ...[before, ...members].map((one) => one.id),
    ]);
    expect(entries.every(({ FIELDS }) => FIELDS.includes('systemAccess'))).toBe(true);
    // Sent again, it changes nothing.
    const again = await position();
    expect((await mark(id)).status).toBe(200);
    expect(await usersSince(again)).toEqual([]);
  });

  it('can be chosen by an administrator, who loses the rights with the others', async () => {
    const token = await staff.token(await staff.add());
    const id = await group();
    expect((await mark(id, token)).status).toBe(200);
    expect((await mark(staff.systemGroup, token)).status).toBe(401);
    expect(await systemGroups()).toEqual([id]);
  });

  it('is refused to callers without users:admin, and then changes nothing', async () => {
    await staff.add();
    const id = await group();
    const level4 = await staff.token(await staff.add({ systemLevel: 4 }));
    const writer = await service.createKey('users:write');
    const before = await storedState(service);
    for (const key of [level4, writer]) {
      const { body } = await mark(id, key);
      expect(body).toMatchObject({ status: 403, code: 'scope.missing' });
    }
    expect(await storedState(service)).toBe(before);
  });

  it('gets its first administrator by the command line', async () => {
    await staff.add();
    expect((await mark(await group())).status).toBe(200);
    const id = await service.app.get(AdministratorCreator).create({
      ...{ nick: 'grace', email: 'grace@example.com', firstName: 'Grace', countryCode: 'ES' },
      ...{ languageCode: 'en', systemLevel: 3, password: PASSWORD },
    });
    expect(await login({ nick: 'grace' })).toBe(201);
    // The last one can't be deleted or deactivated.
    const refused = [
      await service.delete(`/v1/users/${id}`),
      await service.put(`/v1/users/${id}`, { users: { active: false } }),
    ];
    for (const { body } of refused)
      expect(body).toMatchObject({ status: 409, code: 'administrator.last' });
  });

  it('is one when 30 clients at once choose three of them', async () => {
    const administrator = await staff.add();
    const groups = [await group(), await group(), await group()];
    const answers = await atOnce(30, (at) => mark(groups[at % 3]!));
    expect(statusesOf(answers)).toEqual({ 200: 30 });
    const [found, ...others] = await systemGroups();
    expect([groups.includes(found!), others]).toEqual([true, []]);
    expect(await login(administrator)).toBe(401);
  });
});
