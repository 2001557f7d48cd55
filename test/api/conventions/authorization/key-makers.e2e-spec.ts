/** @engine */
import { createHash } from 'node:crypto';
import type { Response } from 'supertest';
import { Clock } from '../../../../src/core/clock';
import { Database, DataAccess } from '../../../../src/database';
import { ApiKeysService, systemCallerWithAllScopes } from '../../../../src/platform/access';
import type { User } from '../../../../src/modules/users/users/user.entity';
import { Service } from '../../../support/service/service';
import { atOnce, statusesOf } from '../../users/customers';
import { Staff } from '../../users/staff';
import { storedState } from '../requests/stored-state';

const KEYS = '/v1/apiKeys';
const DAY = 24 * 60 * 60 * 1000;
const base = Date.UTC(2030, 0, 1);

interface Key {
  readonly id: number;
  readonly key: string;
  readonly expiresAt: string;
  readonly madeBy: { readonly kind: string; readonly id: number; readonly name: string };
}

describe('keys and who makes them', () => {
  let service: Service;
  let staff: Staff;

  beforeAll(async () => {
    service = await Service.start();
    staff = await Staff.of(service);
  });
  beforeEach(() => {
    at(base);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  const at = (now: number) =>
    jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(new Date(now));
  const iso = (time: number) => new Date(time).toISOString();
  const shown = (time: number) => iso(time).replace('.000Z', '+00:00');
  const answer = ({ status, body }: Response) => `${status} ${body.code ?? 'ok'}`;
  const post = (values: object, key?: string) =>
    service.post(KEYS, { apiKeys: { name: 'Made', scopes: ['keys:write'], ...values } }, { key });
  const make = async (values: object = {}, key?: string): Promise<Key> => {
    const { status, body, text } = await post(values, key);
    if (status !== 201) throw new Error(text);
    return body as Key;
  };
  const rotate = (id: number, apiKeys?: object, key?: string) =>
    service.post(`${KEYS}/${id}/rotate`, apiKeys && { apiKeys }, { key });
  const remove = (id: number, query = '', key?: string) =>
    service.delete(`${KEYS}/${id}${query}`, { key });
  const statusWith = async (key: string) => (await service.get(KEYS, { key })).status;
  const list = async () => (await service.get(KEYS)).body as { apiKeys: Key[] };

  describe('give no more time than they have', () => {
    it('end with their maker, unless they expire before it', async () => {
      const end = base + 6_000;
      const maker = await make({ expiresAt: iso(end) });
      expect((await make({}, maker.key)).expiresAt).toBe(shown(end));
      expect((await make({ expiresAt: iso(end) }, maker.key)).expiresAt).toBe(shown(end));
      expect((await make({ expiresAt: iso(end - 1000) }, maker.key)).expiresAt).toBe(
        shown(end - 1000),
      );
      const child = await make({}, maker.key);
      expect((await make({}, child.key)).expiresAt).toBe(shown(end));
      const before = await storedState(service);
      const { status, body } = await post({ expiresAt: iso(end + 1000) }, child.key);
      expect({ status, body: body as object }).toMatchObject({
        status: 422,
        body: {
          code: 'apiKey.endTooLate',
          errors: [{ pointer: '/apiKeys/expiresAt', code: 'apiKey.endTooLate' }],
        },
      });
      expect(await storedState(service)).toBe(before);
      at(end);
      expect(await statusWith(child.key)).toBe(401);
    });

    it.each([0, 1, 365 * DAY])('have no end that has passed, %d ms ago', async (ago) => {
      const token = await staff.token(await staff.add());
      const before = await storedState(service);
      for (const key of [undefined, token]) {
        const { status, body } = await post({ expiresAt: iso(base - ago) }, key);
        expect({ status, body: body as object }).toMatchObject({
          status: 422,
          body: { code: 'apiKey.endPassed', errors: [{ pointer: '/apiKeys/expiresAt' }] },
        });
      }
      const past = { name: 'P', scopes: ['keys:read'], expiresAt: new Date(base - ago) };
      await expect(
        service.app.get(ApiKeysService).create(past, systemCallerWithAllScopes),
      ).rejects.toThrow();
      expect(await storedState(service)).toBe(before);
    });

    it('end at their expiry, or never, if a person makes them', async () => {
      const token = await staff.token(await staff.add());
      expect((await make({}, token)).expiresAt).toBe('');
      expect((await make({ expiresAt: '2999-01-01' }, token)).expiresAt).toMatch(/^2999/);
      expect(answer(await post({ scopes: ['*'] }, token))).toBe('201 ok');
    });
  });

  describe('touch only what they could give', () => {
    it('are refused for keys with other scopes, by their name', async () => {
      const strong = await make({ scopes: ['*'] });
      const news = await make({ scopes: ['news:write', 'keys:read'] });
      const weak = await make({ scopes: ['keys:write', 'news:read'] });
      const before = await storedState(service);
      for (const { id, scope } of [
        { id: strong.id, scope: '*' },
        { id: news.id, scope: 'news:write' },
      ]) {
        const refused = [
          await remove(id, '', weak.key),
          await remove(id, '?descendants=true', weak.key),
          await rotate(id, {}, weak.key),
        ];
        for (const { status, body } of refused) {
          expect({ status, body: body as object }).toMatchObject({
            ...{ status: 403, body: { code: 'scope.missing' } },
          });
          expect((body as { detail: string }).detail).toBe(
            `The operation needs the scope ${scope}.`,
          );
        }
      }
      expect(await storedState(service)).toBe(before);
      const able = await make({ scopes: ['keys:write', 'news:write'] });
      expect(answer(await remove(news.id, '', able.key))).toBe('200 ok');
      expect(answer(await remove(strong.id))).toBe('200 ok');
      expect(answer(await remove(strong.id))).toBe('404 record.notFound');
      expect(answer(await rotate(strong.id))).toBe('404 record.notFound');
    });
  });

  describe('remember their maker', () => {
    it('by kind, id and name, also when it is gone', async () => {
      const user = await staff.add({ nick: 'the boss' });
      const byUser = await make({ name: 'Tool' }, await staff.token(user));
      const byKey = await make({}, byUser.key);
      const nameless = await staff.add({ nick: 'x' });
      const token = await staff.token(nameless);
      const bySystem = await service.app
        .get(ApiKeysService)
        .create({ name: 'S', scopes: ['*'] }, systemCallerWithAllScopes);
      await remove(byUser.id);
      const { apiKeys } = await list();
      const makerOf = (id: number) => apiKeys.find((one) => one.id === id)?.madeBy;
      expect(byUser.madeBy).toEqual({ kind: 'user', id: user.id, name: 'the boss' });
      expect(makerOf(byKey.id)).toEqual({ kind: 'key', id: byUser.id, name: 'Tool' });
      expect(makerOf(bySystem.id)).toEqual({ kind: 'system', id: 0, name: '' });
      expect((await make({}, token)).madeBy.name).toBe('x');
    });

    it('end with it and with all that come from it, if that is asked for', async () => {
      const root = await make();
      const child = await make({}, root.key);
      const grandchild = await make({}, child.key);
      const other = await make();
      expect(answer(await remove(root.id))).toBe('200 ok');
      expect(await statusWith(grandchild.key)).toBe(200);
      // The link in between is gone, and so is the root: what comes from it is still known.
      expect(answer(await remove(child.id))).toBe('200 ok');
      expect(answer(await remove(root.id))).toBe('404 record.notFound');
      const ended = await remove(root.id, '?descendants=true');
      expect(ended.body).toEqual({ id: root.id });
      expect(await statusWith(grandchild.key)).toBe(401);
      expect(await statusWith(other.key)).toBe(200);
      expect(answer(await remove(root.id, '?descendants=true'))).toBe('404 record.notFound');
    });

    it('leave none behind that is made at the same moment, by 30 clients', async () => {
      for (let round = 0; round < 3; round++) {
        const root = await make();
        const child = await make({}, root.key);
        const makers = [root.key, child.key];
        const making = atOnce(30, (index) => post({}, makers[index % 2]));
        const ended = await remove(root.id, '?descendants=true');
        const made = await making;
        expect(answer(ended)).toBe('200 ok');
        const { 201: done = 0, 401: refused = 0 } = statusesOf(made);
        expect(done + refused).toBe(30);
        const { apiKeys } = await list();
        const left = apiKeys.filter(
          ({ madeBy: { kind, id } }) => kind === 'key' && [root.id, child.id].includes(id),
        );
        expect(left).toEqual([]);
        for (const { status, body } of made) {
          if (status === 201) expect(await statusWith((body as Key).key)).toBe(401);
        }
      }
    });

    it('are not made by a caller that was ended in another process', async () => {
      const maker = await make();
      const other = await make();
      const user = await staff.add();
      const token = await staff.token(user);
      for (const key of [maker.key, token]) expect(await statusWith(key)).toBe(200);
      const { unitOfWork } = service.app.get(DataAccess);
      const database = service.app.get(Database);
      await unitOfWork.run(() =>
        database.execute('DELETE FROM `api_keys` WHERE `id` = ?', [maker.id]),
      );
      await staff.change(user.id, { active: false } satisfies Partial<User>);
      const before = await storedState(service);
      for (const key of [maker.key, token]) {
        // Within five seconds it may still read.
        expect(await statusWith(key)).toBe(200);
        expect(answer(await post({}, key))).toBe('401 credentials.invalid');
        expect(answer(await rotate(other.id, {}, key))).toBe('401 credentials.invalid');
        expect(answer(await remove(other.id, '', key))).toBe('401 credentials.invalid');
      }
      expect(await storedState(service)).toBe(before);
    });
  });

  describe('get another secret', () => {
    it('under the same id, and the old one works on for a day', async () => {
      const made = await make({
        scopes: ['keys:write', 'news:read'],
        expiresAt: iso(base + 9 * DAY),
      });
      const { status, body } = await rotate(made.id);
      expect(status).toBe(201);
      const rotated = body as Key;
      expect(rotated).toEqual({
        ...made,
        key: rotated.key,
        lastUsedAt: expect.any(String) as string,
      });
      expect(rotated.key).toMatch(/^osk_[\w-]{43}$/);
      expect(rotated.key).not.toBe(made.key);
      const stored = await storedState(service);
      expect(stored).not.toContain(rotated.key.slice(4));
      expect(stored).toContain(createHash('sha256').update(rotated.key).digest('hex'));
      expect(JSON.stringify(await list())).not.toContain('osk_');
      at(base + DAY - 1);
      expect([await statusWith(made.key), await statusWith(rotated.key)]).toEqual([200, 200]);
      at(base + DAY);
      expect([await statusWith(made.key), await statusWith(rotated.key)]).toEqual([401, 200]);
    });

    it('and the old one ends as was asked for, never after its key', async () => {
      const made = await make({ expiresAt: iso(base + 3000) });
      const next = (await rotate(made.id, { keepOldFor: 604_800 })).body as Key;
      at(base + 2999);
      expect([await statusWith(made.key), await statusWith(next.key)]).toEqual([200, 200]);
      at(base + 3000);
      expect([await statusWith(made.key), await statusWith(next.key)]).toEqual([401, 401]);
      expect(answer(await rotate(made.id))).toBe('422 apiKey.endPassed');
    });

    it('and none of the old ones works on with 0, also of rotations before', async () => {
      const one = await make();
      const two = (await rotate(one.id, { keepOldFor: 60 })).body as Key;
      expect([await statusWith(one.key), await statusWith(two.key)]).toEqual([200, 200]);
      const three = (await rotate(one.id, { keepOldFor: 0 }, two.key)).body as Key;
      const all = [one, two, three].map(({ key }) => statusWith(key));
      expect(await Promise.all(all)).toEqual([401, 401, 200]);
      expect(answer(await remove(one.id))).toBe('200 ok');
      expect(await statusWith(three.key)).toBe(401);
    });

    it('and with the old one no keys are made, rotated or deleted, its own least of all', async () => {
      const made = await make({ scopes: ['*'] });
      const other = await make();
      const next = (await rotate(made.id, { keepOldFor: 3 })).body as Key;
      const before = await storedState(service);
      for (const refused of [
        await post({}, made.key),
        await post({ expiresAt: iso(base + 1000) }, made.key),
        await rotate(made.id, { keepOldFor: 0 }, made.key),
        await rotate(other.id, {}, made.key),
        await remove(made.id, '', made.key),
        await remove(other.id, '?descendants=true', made.key),
      ]) {
        expect(answer(refused)).toBe('403 apiKey.secretReplaced');
      }
      expect(await storedState(service)).toBe(before);
      expect([await statusWith(made.key), await statusWith(next.key)]).toEqual([200, 200]);
      expect(answer(await post({}, next.key))).toBe('201 ok');
      at(base + 3000);
      expect(answer(await post({}, made.key))).toBe('401 credentials.invalid');
    });

    it('and no line of an import with the old one deletes keys', async () => {
      const made = await make({ scopes: ['*'] });
      const [{ pId } = { pId: '' }] = await service.app
        .get(Database)
        .select<{ pId: string }>('SELECT p_id AS pId FROM api_keys WHERE id = ?', [made.id]);
      await rotate(made.id);
      const line = JSON.stringify({ type: 'deleted', kind: 'apiKey', pId });
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const { body } = await service.post('/v1/import', line, { key: made.key, headers });
      expect(body).toMatchObject({ rejected: 1, errors: [{ code: 'apiKey.secretReplaced' }] });
      expect(await statusWith(made.key)).toBe(200);
    });

    it('and no record of an import with the old one that no rule of an operation limits', async () => {
      const made = await make({ scopes: ['*'] });
      await rotate(made.id);
      const user = { pId: 'nobody' };
      const lines = [
        { type: 'renamed', kind: 'user', pId: 'nobody', to: 'somebody' },
        { type: 'renamed', kind: 'userGroup', pId: 'administrators', to: 'others' },
        { type: 'userShoppingLists', user, lists: [] },
        { type: 'userState', user, lastUsed: '2026-01-01T00:00:00Z' },
        { type: 'channel', pId: 'old-secret', name: 'Old secret' },
      ];
      const text = lines.map((line) => JSON.stringify(line)).join('\n');
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const { body } = await service.post('/v1/import', text, { key: made.key, headers });
      const { created, errors } = body as { created: number; errors: { code: string }[] };
      const replaced = lines.slice(1).map(() => 'apiKey.secretReplaced');
      expect([created, errors.map(({ code }) => code)]).toEqual([1, replaced]);
    });

    it.each([-1, 604_801, 1.5, '60', null])('keeps none for %j', async (keepOldFor) => {
      const { id } = await make();
      expect((await rotate(id, { keepOldFor })).status).toBe(400);
    });

    it('by nobody who ends before it', async () => {
      const eternal = await make();
      const short = await make({ expiresAt: iso(base + 6000) });
      const same = await make({}, short.key);
      expect(answer(await rotate(eternal.id, {}, short.key))).toBe('422 apiKey.endTooLate');
      expect(answer(await rotate(same.id, {}, short.key))).toBe('201 ok');
      expect(answer(await rotate(short.id, {}, short.key))).toBe('201 ok');
    });

    it('each of 30 at once, and all of these work', async () => {
      const { id } = await make();
      const all = await atOnce(30, () => rotate(id, { keepOldFor: 60 }));
      expect(statusesOf(all)).toEqual({ 201: 30 });
      const keys = all.map(({ body }) => (body as Key).key);
      expect(new Set(keys).size).toBe(30);
      for (const key of keys) expect(await statusWith(key)).toBe(200);
      at(base + 60_000);
      const statuses = await Promise.all(keys.map((key) => statusWith(key)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    });
  });
});
