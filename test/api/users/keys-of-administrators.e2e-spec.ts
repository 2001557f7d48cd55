/** @engine */
import type { Response } from 'supertest';
import { Database, UnitOfWork } from '../../../src/database';
import { JournalSequencer } from '../../../src/platform/events/journal/journal-sequencer';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { PASSWORD, Staff } from './staff';

const KEYS = '/v1/apiKeys';

interface Key {
  readonly id: number;
  readonly key: string;
}

/** An administrator, and a line of keys that begins with its login; the one in the middle is gone. */
interface Maker {
  readonly id: number;
  readonly token: string;
  readonly first: Key;
  readonly gone: Key;
  readonly last: Key;
}

describe('the keys that come from an administrator', () => {
  let service: Service;
  let staff: Staff;

  beforeAll(async () => {
    service = await Service.start();
    staff = await Staff.of(service);
    await staff.add();
  });
  afterAll(() => service.stop());

  const done = ({ status, body, text }: Response): unknown => {
    if (status >= 300) throw new Error(`${status} ${text}`);
    return body as unknown;
  };
  const make = async (key?: string, scopes = ['*']): Promise<Key> => {
    const apiKeys = { name: 'Integration', scopes };
    return done(await service.post(KEYS, { apiKeys }, key ? { key } : {})) as Key;
  };
  const maker = async (): Promise<Maker> => {
    const user = await staff.add();
    const token = await staff.token(user);
    const first = await make(token);
    const gone = await make(first.key);
    const last = await make(gone.key);
    done(await service.delete(`${KEYS}/${gone.id}`));
    return { id: user.id, token, first, gone, last };
  };
  /** By a request that writes: for a read another process may remember the key for some seconds. */
  const isAlive = async ({ key }: Key): Promise<boolean> =>
    (await service.delete(`${KEYS}/987654`, { key })).status === 404;
  const madeBy = async (who: string): Promise<number[]> => {
    const { body } = await service.get(`${KEYS}?madeBy=${who}`);
    return (body as { apiKeys: Key[] }).apiKeys.map(({ id }) => id);
  };
  const ended = async (since: number): Promise<{ ID: number }[]> => {
    await service.app.get(JournalSequencer).catchUp();
    const { body } = await service.get(`/v1/changes?kinds=apiKey&actions=deleted&after=${since}`);
    return (body as { CHANGES: { ID: number }[] }).CHANGES;
  };
  const position = async (): Promise<number> => {
    await service.app.get(JournalSequencer).catchUp();
    return ((await service.get('/v1/changes?limit=1')).body as { CURRENT: number }).CURRENT;
  };
  const change = (id: number, users: object, key?: string): Promise<Response> =>
    service.put(`/v1/users/${id}`, { users }, key ? { key } : {});
  /** Another group with an administrator in it, or the one that was the system group, takes its place. */
  const replaceGroup = async (keys: object): Promise<Response> => {
    const pId = `admins-${Math.random()}`;
    const usersGroups = { pId, name: pId, description: '' };
    const { ID } = done(await service.post('/v1/usersGroups', { usersGroups })) as { ID: number };
    await staff.add({ groupId: ID });
    const marked = { systemGroup: true, ...keys };
    return service.put(`/v1/usersGroups/${ID}`, { usersGroups: marked });
  };

  const ends: Record<string, (id: number, keys: object) => Promise<Response>> = {
    'is deleted': (id, keys) =>
      service.delete(`/v1/users/${id}?${String(new URLSearchParams(keys as never))}`),
    'is deactivated': (id, keys) => change(id, { active: false, ...keys }),
    'gets level 4': (id, keys) => change(id, { systemLevel: 4, ...keys }),
    'leaves the system group': (id, keys) =>
      change(id, { group: { id: staff.customers }, ...keys }),
    'is in a group that is replaced': (_id, keys) => replaceGroup(keys),
  };

  describe.each(Object.keys(ends))('who %s', (name) => {
    afterEach(async () => {
      await staff.mark(staff.systemGroup);
    });

    it('end with it by default, each with an entry in the journal', async () => {
      const { id, first, last } = await maker();
      const other = await make();
      expect(await madeBy(`user:${id}`)).toEqual([first.id, last.id]);
      const since = await position();
      done(await ends[name]!(id, {}));
      expect([await isAlive(first), await isAlive(last)]).toEqual([false, false]);
      expect(await isAlive(other)).toBe(true);
      expect(await madeBy(`user:${id}`)).toEqual([]);
      // With a group, keys of its other members end as well.
      const entries = (await ended(since))
        .filter(({ ID }) => [first.id, last.id].includes(ID))
        .sort((one, other) => one.ID - other.ID);
      const by = { KIND: 'key', ID: 1 };
      expect(entries).toMatchObject([first, last].map((key) => ({ ID: key.id, BY: by })));
    });

    it('stay if they are to', async () => {
      const { id, first, last } = await maker();
      done(await ends[name]!(id, { keys: 'keep' }));
      expect([await isAlive(first), await isAlive(last)]).toEqual([true, true]);
      expect(await madeBy(`user:${id}`)).toEqual([first.id, last.id]);
    });
  });

  it.each<[string, object]>([
    ['another name', { nick: `renamed-${Math.random()}` }],
    ['another password', { password: `${PASSWORD} anew` }],
    ['what it has already', { active: true, systemLevel: 3 }],
  ])('stay when it gets %s', async (_name, users) => {
    const { id, first, last } = await maker();
    done(await change(id, { ...users, keys: 'end' }));
    expect([await isAlive(first), await isAlive(last)]).toEqual([true, true]);
  });

  it('end with a line of an import, and with the erasure of the person', async () => {
    const [one, other] = [await maker(), await maker()];
    const { body } = await service.get(`/v1/users/${one.id}`);
    const line = JSON.stringify({
      type: 'deleted',
      kind: 'user',
      pId: (body as { PID: string }).PID,
    });
    const headers = { 'Content-Type': 'application/x-ndjson' };
    done(await service.post('/v1/import', line, { headers }));
    done(await change(other.id, { active: false, keys: 'keep' }));
    done(await service.post(`/v1/users/${other.id}/erasure`));
    for (const key of [one.first, one.last, other.first, other.last])
      expect(await isAlive(key)).toBe(false);
  });

  it('end also where one of them asks for it, but not with its old secret', async () => {
    const { id, first, last } = await maker();
    const rotated = done(await service.post(`${KEYS}/${first.id}/rotate`)) as Key;
    const before = await storedState(service);
    const refused = [
      await service.delete(`/v1/users/${id}`, { key: first.key }),
      await change(id, { active: false }, first.key),
    ];
    for (const { status, body } of refused)
      expect([status, (body as { code: string }).code]).toEqual([403, 'apiKey.secretReplaced']);
    expect(await storedState(service)).toBe(before);
    done(await service.delete(`/v1/users/${id}`, { key: rotated.key }));
    expect([await isAlive(rotated), await isAlive(last)]).toEqual([false, false]);
  });

  it('are not ended by a caller with fewer rights, once it is no administrator any more', async () => {
    const { id, first } = await maker();
    done(await change(id, { group: { id: staff.customers }, keys: 'keep' }));
    const weak = await make(undefined, ['users:write']);
    const { status, body } = await service.delete(`/v1/users/${id}`, { key: weak.key });
    expect({ status, body: body as object }).toMatchObject({
      ...{ status: 403, body: { code: 'scope.missing' } },
    });
    done(await service.delete(`/v1/users/${id}?keys=keep`, { key: weak.key }));
    expect(await isAlive(first)).toBe(true);
  });

  it('are listed by the key that they come from, too', async () => {
    const { first, gone, last } = await maker();
    expect(await madeBy(`key:${first.id}`)).toEqual([last.id]);
    expect(await madeBy(`key:${gone.id}`)).toEqual([last.id]);
    expect(await madeBy(`key:${last.id}`)).toEqual([]);
    for (const wrong of ['user', 'user:x', 'system:0', 'user:-1', 'import:1'])
      expect((await service.get(`${KEYS}?madeBy=${wrong}`)).status).toBe(400);
  });

  it('are known of those that older versions have made', async () => {
    const { id, first, last } = await maker();
    const database = service.app.get(Database);
    await service.app
      .get(UnitOfWork)
      .run(() => database.execute('UPDATE api_keys SET origin_user_id = NULL'));
    expect(await madeBy(`user:${id}`)).toEqual([first.id, last.id]);
  });

  it('are not made any more while it is being deactivated, by 30 requests at once', async () => {
    const { id, token, first } = await maker();
    const making = Array.from({ length: 30 }, (_, at) =>
      service.post(
        KEYS,
        { apiKeys: { name: 'Raced', scopes: ['*'] } },
        { key: at % 2 === 0 ? token : first.key },
      ),
    );
    done(await change(id, { active: false }));
    const answers = await Promise.all(making);
    for (const { status, body } of answers) {
      expect([201, 401]).toContain(status);
      if (status === 201) expect(await isAlive(body as Key)).toBe(false);
    }
    expect(await madeBy(`user:${id}`)).toEqual([]);
  });

  it.each(['ends', '', 'END'])('take no %j for an answer', async (keys) => {
    const { id } = await maker();
    expect((await change(id, { active: false, keys })).status).toBe(400);
    if (keys !== '')
      expect((await service.delete(`/v1/users/${id}?keys=${keys}`)).status).toBe(400);
  });
});
