/** @engine api/pipeline/idempotency.step.ts platform/requests/idempotency */
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { Clock } from '../../../../src/core/clock';
import { Database, DataAccess } from '../../../../src/database';
import { TagGroup } from '../../../../src/modules/custom-tags';
import { DatabaseIdempotencyStore } from '../../../../src/platform/requests/idempotency/database-idempotency-store';
import { Service } from '../../../support/service/service';

const GROUPS = '/v1/customTagGroups';
const MINUTE = 60_000;

let made = 0;
const group = (changes: object = {}) => ({
  customTagGroups: {
    pId: `group-${++made}`,
    name: 'x',
    itemType: 1,
    position: 1,
    priority: 1,
    ...changes,
  },
});

describe('an Idempotency-Key', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });

  afterEach(() => jest.restoreAllMocks());

  afterAll(() => service.stop());

  const post = (path: string, body: unknown, key: string, caller?: string): Promise<Response> =>
    service.post(path, body, {
      headers: { 'Idempotency-Key': key },
      ...(caller === undefined ? {} : { key: caller }),
    });
  const codeOf = ({ body }: Response) => (body as { code: string }).code;
  const stored = async (table: string) => {
    const [row] = await service.app.get(Database).select(`SELECT COUNT(*) AS n FROM ${table}`);
    return Number(row?.['n']);
  };
  const later = (milliseconds: number) => {
    const now = new Date(Date.now() + milliseconds);
    jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(now);
  };

  it('gives the first answer again, byte for byte, and stores once', async () => {
    const [key, body] = [randomUUID(), group()];
    const first = await post(GROUPS, body, key);
    const before = await stored('tag_groups');
    const again = await post(GROUPS, body, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await stored('tag_groups')).toBe(before);
  });

  it('is refused for another body', async () => {
    const key = randomUUID();
    const body = group();
    await post(GROUPS, body, key);
    const before = await stored('tag_groups');
    const other = await post(GROUPS, group(), key);
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency.keyReused']);
    expect(await stored('tag_groups')).toBe(before);
  });

  it('means the same with other spellings of its path', async () => {
    const [key, body] = [randomUUID(), group()];
    const first = await post(GROUPS, body, key);
    for (const path of [`${GROUPS}/`, GROUPS.toLowerCase()]) {
      expect((await post(path, body, key)).text).toBe(first.text);
    }
  });

  it("is its caller's own, and its path's", async () => {
    const key = randomUUID();
    const caller = await service.createKey('customTags:write');
    const one = await post(GROUPS, group(), key);
    const other = await post(GROUPS, group(), key, caller);
    const elsewhere = await post('/v1/usersGroups', { usersGroups: { name: 'x', pId: key } }, key);
    expect([one.status, other.status, elsewhere.status]).toEqual([201, 201, 201]);
  });

  it('lets one of 30 parallel requests work', async () => {
    const [key, body, before] = [randomUUID(), group(), await stored('tag_groups')];
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(GROUPS, body, key)));
    const done = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(done.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(new Set(others.map(codeOf))).toEqual(
      new Set(others.length > 0 ? ['idempotency.inProgress'] : []),
    );
    expect(await stored('tag_groups')).toBe(before + 1);
  });

  it('gives refusals again that would come again', async () => {
    const [key, body] = [randomUUID(), group()];
    await service.post(GROUPS, body);
    const first = await post(GROUPS, body, key);
    const again = await post(GROUPS, body, key);
    expect([first.status, codeOf(first)]).toEqual([409, 'pId.taken']);
    expect(again.text).toBe(first.text);
    expect(again.type).toBe('application/problem+json');
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('forgets refusals for what is malformed or not allowed', async () => {
    const key = randomUUID();
    expect((await post(GROUPS, group({ name: 1 }), key)).status).toBe(400);
    const reader = await service.createKey('customTags:read');
    expect((await post(GROUPS, group(), key, reader)).status).toBe(403);
    expect((await post(GROUPS, group(), key)).status).toBe(201);
  });

  it('is let go when the work fails', async () => {
    const [key, body] = [randomUUID(), group()];
    const { writer } = service.app.get(DataAccess);
    const insert = writer.insert.bind(writer);
    jest
      .spyOn(writer, 'insert')
      .mockImplementation((entity, rows) =>
        (entity as unknown) === TagGroup
          ? Promise.reject(new Error('failed'))
          : insert(entity, rows),
      );
    expect((await post(GROUPS, body, key)).status).toBe(500);
    jest.restoreAllMocks();
    const again = await post(GROUPS, body, key);
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
  });

  it.each(['', 'x'.repeat(256), 'ä'])('of wrong form (%j) is refused', async (key) => {
    const before = await stored('tag_groups');
    const answer = await post(GROUPS, group(), key);
    expect(answer.status).toBe(400);
    expect((answer.body as { errors: object[] }).errors).toMatchObject([
      { pointer: 'header/idempotency-key', code: 'idempotency.malformed' },
    ]);
    expect(await stored('tag_groups')).toBe(before);
  });

  it('means nothing where an answer holds a secret, or the work is safe to repeat', async () => {
    const [key, before] = [randomUUID(), await stored('repeatable_requests')];
    const apiKey = { apiKeys: { name: 'x', scopes: ['news:read'] } };
    const [one, other] = [
      await post('/v1/apiKeys', apiKey, key),
      await post('/v1/apiKeys', apiKey, key),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.text).not.toBe(other.text);
    const exists = { fileManager: { file: 'x' } };
    expect((await post('/v1/fileManager/fileExists', exists, key)).headers).not.toHaveProperty(
      'idempotent-replayed',
    );
    expect(await stored('repeatable_requests')).toBe(before);
  });

  it('of a request whose process died is taken over after 10 seconds, not before', async () => {
    const [key, body] = [randomUUID(), group()];
    await post(GROUPS, group(), randomUUID());
    await post(GROUPS, body, key);
    const { database, unitOfWork, writer } = service.app.get(DataAccess);
    const [{ id }] = (await database.select('SELECT MAX(id) AS id FROM repeatable_requests')) as [
      { id: number },
    ];
    await unitOfWork.run(async () => {
      await writer.remove(TagGroup, { pId: body.customTagGroups.pId });
      await database.execute(
        'UPDATE repeatable_requests SET status = NULL, body = NULL WHERE id = ?',
        [id],
      );
    });
    later(8_000);
    const early = await post(GROUPS, body, key);
    expect([codeOf(early), early.headers['retry-after']]).toEqual(['idempotency.inProgress', '2']);
    later(12_000);
    const answers = await Promise.all([post(GROUPS, body, key), post(GROUPS, body, key)]);
    expect(answers.map(({ status }) => status)).toContain(201);
    expect(await service.get(`${GROUPS}/getId/${body.customTagGroups.pId}`)).toHaveProperty(
      'status',
      200,
    );
  });

  describe('when the database is away', () => {
    const away = () => Promise.reject(new Error('away'));
    const request = () => ({ name: randomUUID().replaceAll('-', '').repeat(2), content: 'x' });

    it('is free soon after it has come back, though it could not be released at once', async () => {
      const answers = service.app.get(DatabaseIdempotencyStore);
      const once = request();
      const first = await answers.claim(once);
      if (!('claim' in first)) throw new Error('Nobody else has it');
      const outage = jest
        .spyOn(service.app.get(DataAccess).unitOfWork, 'run')
        .mockImplementation(away);
      await answers.release(first.claim);
      expect(await answers.claim(once)).toEqual({ refusal: 'running' });
      outage.mockRestore();
      const isFree = async () => 'claim' in (await answers.claim(once));
      for (let tries = 0; !(await isFree()); tries++) {
        expect(tries).toBeLessThan(400);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });

    it('is not held by a claim whose answer was lost', async () => {
      const answers = service.app.get(DatabaseIdempotencyStore);
      const { unitOfWork } = service.app.get(DataAccess);
      const run = unitOfWork.run.bind(unitOfWork);
      const losing = (work: Parameters<typeof run>[0]) => run(work).then(away);
      const once = request();
      jest.spyOn(unitOfWork, 'run').mockImplementationOnce(losing);
      await expect(answers.claim(once)).rejects.toThrow('away');
      const second = await answers.claim(once);
      if (!('claim' in second)) throw new Error('Nobody else has it');
      later(MINUTE + 5000);
      jest.spyOn(unitOfWork, 'run').mockImplementationOnce(losing);
      await expect(answers.claim(once)).rejects.toThrow('away');
      expect(await answers.claim(once)).toHaveProperty('claim');
    });

    it('gets the error, and is free for the next attempt', async () => {
      const [key, body] = [randomUUID(), group()];
      await service.post(GROUPS, body);
      jest
        .spyOn(service.app.get(DatabaseIdempotencyStore), 'saveResponse')
        .mockImplementationOnce(away);
      expect(codeOf(await post(GROUPS, body, key))).toBe('pId.taken');
      const again = await post(GROUPS, body, key);
      expect(codeOf(again)).toBe('pId.taken');
      expect(again.headers).not.toHaveProperty('idempotent-replayed');
    });
  });

  it('undoes the work of an attempt that came back too late', async () => {
    const answers = service.app.get(DatabaseIdempotencyStore);
    const request = { name: randomUUID().replaceAll('-', '').repeat(2), content: 'x' };
    const first = await answers.claim(request);
    later(MINUTE + 5000);
    const second = await answers.claim(request);
    if (!('claim' in first) || !('claim' in second)) throw new Error('Both are to have it');
    expect(await answers.saveResponse(first.claim, { status: 201, body: 'first' })).toBe(false);
    await answers.release(first.claim);
    expect(await answers.saveResponse(second.claim, { status: 201, body: 'second' })).toBe(true);
    expect(await answers.claim(request)).toEqual({
      storedResponse: { status: 201, body: 'second' },
    });
  });

  it('is forgotten after a day', async () => {
    const [key, body] = [randomUUID(), group()];
    await post(GROUPS, body, key);
    later(24 * 60 * MINUTE + 1000);
    const again = await post(GROUPS, body, key);
    expect([again.status, codeOf(again)]).toEqual([409, 'pId.taken']);
    later(49 * 60 * MINUTE);
    expect(await service.app.get(DatabaseIdempotencyStore).sweep()).toBeGreaterThan(0);
    expect(await stored('repeatable_requests')).toBe(0);
  });
});
