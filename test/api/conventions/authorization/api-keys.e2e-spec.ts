/** @engine platform/access */
import { createHash } from 'node:crypto';
import { Clock } from '../../../../src/core/clock';
import { Database, Loader, UnitOfWork } from '../../../../src/database';
import { ApiKeyCache } from '../../../../src/platform/access/api-keys/api-key-cache';
import { Hardened, type Refusal, jsonRequest } from '../requests/refusals';
import { storedState } from '../requests/stored-state';

const KEYS = '/v1/apiKeys';
const GROUPS = '/v1/customTagGroups';
const noScope: Refusal = { status: 403, code: 'scope.missing', faults: [] };
const unknown: Refusal = { status: 401, code: 'credentials.invalid', faults: [] };

interface Made {
  id: number;
  name: string;
  scopes: string[];
  expiresAt: string;
  lastUsedAt: string;
  createdAt: string;
  key: string;
}

describe('API keys', () => {
  let hardened: Hardened;

  const make = async (fields: object = {}): Promise<Made> => {
    const answer = await hardened.json(KEYS, {
      apiKeys: { name: 'Warehouse', scopes: ['customTags:write'], ...fields },
    });
    expect(answer.status).toBe(201);
    return JSON.parse(answer.text) as Made;
  };
  const list = async () => {
    const { text } = await hardened.send({ path: KEYS });
    return { text, keys: (JSON.parse(text) as { apiKeys: Made[] }).apiKeys };
  };
  const statusWith = async (key: string) => (await hardened.send({ path: GROUPS, key })).status;
  const at = (now: Date) => jest.spyOn(hardened.service.app.get(Clock), 'now').mockReturnValue(now);

  beforeAll(async () => {
    hardened = await Hardened.start();
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => hardened.stop());

  it('are shown once, and only their hash is stored', async () => {
    const { key, ...shown } = await make({
      scopes: ['customTags:read', 'customTags:read', 'news:write'],
    });
    expect(key).toMatch(/^osk_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(key.slice(4), 'base64url')).toHaveLength(32);
    expect(shown).toEqual({
      id: expect.any(Number) as number,
      name: 'Warehouse',
      scopes: ['customTags:read', 'news:write'],
      expiresAt: '',
      lastUsedAt: '',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
      madeBy: { kind: 'key', id: 1, name: 'Configured key' },
      updatedAt: shown['createdAt'],
    });
    const { text, keys } = await list();
    expect(keys).toContainEqual(shown);
    expect(text).not.toContain('osk_');
    expect(text).not.toContain('hash');
    const stored = await storedState(hardened.service);
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(key.slice(4));
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'));
  });

  it('differ from each other', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => make()));
    expect(new Set(made.map(({ key }) => key)).size).toBe(20);
    expect(new Set(made.map(({ id }) => id)).size).toBe(20);
  });

  it.each<[string[], string[]]>([
    [['keys:write'], ['*']],
    [['keys:write', 'news:read'], ['news:write']],
    [
      ['keys:write', 'news:read'],
      ['news:read', 'users:read'],
    ],
    [['keys:write', 'users:write'], ['users:admin']],
    [
      ['keys:write', 'customTags:write'],
      ['keys:write', 'import:write'],
    ],
  ])('of a maker with %j can not be given %j', async (held, wanted) => {
    const key = await hardened.service.createKey(...held);
    const body = { apiKeys: { name: 'too much', scopes: wanted } };
    await hardened.refuses(jsonRequest(KEYS, body, { key }), noScope);
  });

  it('can be given what their maker has, reading included in writing', async () => {
    const key = await hardened.service.createKey('keys:write', 'news:write', 'users:admin');
    const body = {
      apiKeys: { name: 'less', scopes: ['keys:read', 'news:read', 'news:write', 'users:admin'] },
    };
    const made = await hardened.json(KEYS, body, { key });
    expect(made.status).toBe(201);
    expect(await statusWith((JSON.parse(made.text) as Made).key)).toBe(403);
  });

  it('end at once when they are deleted, whatever is under way', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, key } = await make();
      const before = Array.from({ length: 10 }, () => statusWith(key));
      const removal = hardened.send({ path: `${KEYS}/${id}`, method: 'DELETE' });
      const during = Array.from({ length: 10 }, () => statusWith(key));
      expect(JSON.parse((await removal).text)).toEqual({ id });
      const after = await Promise.all(Array.from({ length: 5 }, () => statusWith(key)));
      expect(after).toEqual([401, 401, 401, 401, 401]);
      for (const status of await Promise.all([...before, ...during]))
        expect([200, 401]).toContain(status);
      await hardened.refuses({ path: GROUPS, key }, unknown);
      const gone: Refusal = { status: 404, code: 'record.notFound' };
      await hardened.refuses({ path: `${KEYS}/${id}`, method: 'DELETE' }, gone);
    }
  });

  it('are deleted by If-Match only while they are there, and in no state that nothing shows', async () => {
    const { id, key } = await make();
    const remove = (condition: string) =>
      ({ path: `${KEYS}/${id}`, method: 'DELETE', headers: { 'If-Match': condition } }) as const;
    await hardened.refuses(remove('"x"'), { status: 412, code: 'precondition.failed' });
    expect(await statusWith(key)).toBe(200);
    expect(JSON.parse((await hardened.send(remove('*'))).text)).toEqual({ id });
    expect(await statusWith(key)).toBe(401);
    for (const condition of ['"x"', '*']) {
      await hardened.refuses(remove(condition), { status: 404, code: 'record.notFound' });
    }
  });

  it('end at once, even when a look-up of them outlives the deletion', async () => {
    const { id, key } = await make();
    const loader = hardened.service.app.get(Loader);
    const lookUp = loader.listWhere.bind(loader) as (...all: never[]) => Promise<unknown>;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await list();
    const found = new Promise<void>((resolve) => {
      jest.spyOn(loader, 'listWhere').mockImplementationOnce((async (...all: never[]) => {
        const rows = await lookUp(...all);
        resolve();
        await held;
        return rows;
      }) as never);
    });
    const early = statusWith(key);
    await found;
    expect((await hardened.send({ path: `${KEYS}/${id}`, method: 'DELETE' })).status).toBe(200);
    release();
    await early;
    expect(await statusWith(key)).toBe(401);
  });

  it('can delete themselves', async () => {
    const { id, key } = await make({ scopes: ['keys:write'] });
    expect((await hardened.send({ path: `${KEYS}/${id}`, method: 'DELETE', key })).status).toBe(
      200,
    );
    await hardened.refuses({ path: KEYS, key }, unknown);
  });

  it('expire to the moment, also when they were just used', async () => {
    const { key } = await make({ expiresAt: '2999-06-01T12:00:00Z' });
    const moment = Date.UTC(2999, 5, 1, 12);
    at(new Date(moment - 1));
    expect(await statusWith(key)).toBe(200);
    at(new Date(moment));
    await hardened.refuses({ path: GROUPS, key }, unknown);
  });

  it('are looked up again after five seconds, so that one deleted by another process ends', async () => {
    const { id, key } = await make();
    const now = Date.UTC(2026, 0, 1);
    at(new Date(now));
    expect(await statusWith(key)).toBe(200);
    const database = hardened.service.app.get(Database);
    const unit = hardened.service.app.get(UnitOfWork);
    await unit.run(() => database.execute('DELETE FROM `api_keys` WHERE `id` = ?', [id]));
    at(new Date(now + 4_999));
    expect(await statusWith(key)).toBe(200);
    at(new Date(now + 5_000));
    expect(await statusWith(key)).toBe(401);
  });

  it('show when they were last used', async () => {
    const used = await make();
    const unused = await make();
    at(new Date(Date.UTC(2026, 4, 5, 6, 7, 8)));
    expect(await statusWith(used.key)).toBe(200);
    await hardened.service.app.get(ApiKeyCache).onApplicationShutdown();
    const { keys } = await list();
    expect(keys.find(({ id }) => id === used.id)?.lastUsedAt).toBe('2026-05-05T06:07:08+00:00');
    expect(keys.find(({ id }) => id === unused.id)?.lastUsedAt).toBe('');
  });
});
