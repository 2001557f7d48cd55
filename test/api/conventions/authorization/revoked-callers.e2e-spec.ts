/** @engine */
import { Database } from '../../../../src/database';
import { field, file, form, FORM_TYPE } from '../../../support/multipart';
import { picture } from '../../../support/pictures/pictures';
import { Service } from '../../../support/service/service';
import { until } from '../../../support/until';
import { rawFilesOf, storedFiles } from '../../file-manager/managed-files';
import { atOnce, statusesOf } from '../../users/customers';
import { userBody } from '../../users/staff';
import type { ExactAnswer, ExactRequest } from '../requests/exact-request';
import { makeKnown, type RevocableCaller, RevocableCallers } from './revocable-callers';
import { SlowRequest } from '../requests/slow-request';
import { storedState } from '../requests/stored-state';
import { Twin } from '../processes/twin';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const NDJSON_TYPE = { 'Content-Type': 'application/x-ndjson' };
const GROUPS = '/v1/customTagGroups';

/** More than a batch of the import. */
const MANY_LINES = 300;

const group = (pId: string) => ({ pId, name: pId, itemType: 1, position: 1, priority: 1 });
const groupLines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({ type: 'tagGroup', ...group(`${name}-${at}`) }),
  ).join('\n');

const isStaged = (line: string): boolean => line.startsWith('.service/staging/');

describe('a caller that is revoked by another process while its body comes', () => {
  let service: Service;
  let twin: Twin;
  let callers: RevocableCallers;
  let systemGroup: number;

  beforeAll(async () => {
    service = await Service.start();
    twin = await Twin.of(service);
    callers = await RevocableCallers.of(twin);
    systemGroup = callers.systemGroup;
    const directory = { fileManager: { directory: 'shop' } };
    await service.post('/v1/fileManager/createDirectory', directory);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await twin.stop();
    await service.stop();
  });

  const files = (): string[] => storedFiles(rawFilesOf(service)).split('\n');
  /** All files but those that have only been taken in. */
  const published = (): string =>
    files()
      .filter((line) => !isStaged(line))
      .join('\n');
  const stored = async (): Promise<string> => `${await storedState(service)}\n${published()}`;
  const codeOf = ({ status, text }: ExactAnswer): string =>
    `${status} ${(JSON.parse(text) as { code?: string }).code ?? 'ok'}`;
  const way = async (name: string): Promise<RevocableCaller> => {
    const caller = await callers.ways[name]!();
    await makeKnown(service, caller.key);
    return caller;
  };
  const administrator = () => ({
    ...{ group: { id: systemGroup }, systemLevel: 3, nick: 'the attacker' },
  });
  /** Sends half of a body, revokes its caller, and sends the other half. */
  const revokedDuring = async (
    { key, revoke }: RevocableCaller,
    request: Omit<ExactRequest, 'body'>,
    body: Buffer,
  ): Promise<ExactAnswer> => {
    const half = body.length >> 1;
    const slow = await SlowRequest.open(service.url, { ...request, key }, body.subarray(0, half));
    await revoke();
    const before = await stored();
    const answer = await slow.end(body.subarray(half));
    expect(await stored()).toBe(before);
    expect(files().filter(isStaged)).toEqual([]);
    return answer;
  };
  const count = async (): Promise<number> => {
    const sql = 'SELECT COUNT(*) AS n FROM tag_groups';
    const [row] = await service.app.get(Database).select<{ n: number }>(sql);
    return Number(row?.n);
  };
  const importAs = (key: string, lines: string) =>
    SlowRequest.open(service.url, { path: '/v1/import', headers: NDJSON_TYPE, key }, lines);

  const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));
  const bodies: Record<string, () => Promise<[Omit<ExactRequest, 'body'>, Buffer]>> = {
    'an administrator': async () => [
      { path: '/v1/users', headers: JSON_TYPE },
      json({ users: userBody(administrator()) }),
    ],
    'a key': async () => [
      { path: '/v1/apiKeys', headers: JSON_TYPE },
      json({ apiKeys: { name: 'Outlives', scopes: ['*'] } }),
    ],
    'a record, with an Idempotency-Key': async () => [
      { path: GROUPS, headers: { ...JSON_TYPE, 'Idempotency-Key': 'once' } },
      json({ customTagGroups: group('with a key') }),
    ],
    files: async () => [
      { path: '/v1/fileManager/upload', headers: { 'Content-Type': FORM_TYPE } },
      form(field('path', 'shop'), file('one.txt', 'x'.repeat(2000)), file('two.txt')),
    ],
    'an image': async () => {
      const image = (await picture(64, 48).jpeg().toBuffer()).toString('base64');
      const destination = { destination: 'shop/made' };
      return [
        { path: '/v1/util/uploadImage', headers: JSON_TYPE },
        json({ data: { image, main: true, name: 'mug.jpg', destination } }),
      ];
    },
    'an import': async () => [
      { path: '/v1/import', headers: NDJSON_TYPE },
      Buffer.from(
        `${groupLines('never', 3)}\n${JSON.stringify({ type: 'user', ...userBody(administrator()) })}`,
      ),
    ],
  };

  describe.each(['a rotated key', 'a deactivated administrator'])('%s', (name) => {
    it.each(Object.keys(bodies))('does not store %s', async (what) => {
      const [request, body] = await bodies[what]!();
      const answer = await revokedDuring(await way(name), request, body);
      expect(codeOf(answer)).toBe('401 credentials.invalid');
      expect(answer.headers['www-authenticate']).toContain('invalid_token');
    });

    it('gets this error, not other ones', async () => {
      const body = json({ customTagGroups: { name: 'Nothing' } });
      const request = { method: 'PUT', path: `${GROUPS}/987654`, headers: JSON_TYPE };
      expect(codeOf(await revokedDuring(await way(name), request, body))).toBe(
        '401 credentials.invalid',
      );
    });

    it('deletes nothing, though it is still remembered, and reads for some seconds', async () => {
      const { key, revoke } = await way(name);
      const made = await service.post(GROUPS, { customTagGroups: group(`kept by ${name}`) });
      await revoke();
      const before = await stored();
      const path = `${GROUPS}/${(made.body as { ID: number }).ID}`;
      expect((await service.delete(path, { key })).status).toBe(401);
      expect(await stored()).toBe(before);
      if (!service.second) expect((await service.get(path, { key })).status).toBe(200);
    });

    it('ends its import with what was stored until then', async () => {
      const { key, revoke } = await way(name);
      const before = await count();
      const slow = await importAs(key, `${groupLines(`until ${name}`, MANY_LINES)}\n`);
      await until(async () => (await count()) > before);
      await revoke();
      const kept = await stored();
      const answer = await slow.end(`${groupLines(`after ${name}`, MANY_LINES)}\n`);
      expect(await stored()).toBe(kept);
      expect(codeOf(answer)).toBe('401 credentials.invalid');
      expect(JSON.parse(answer.text)).toMatchObject({
        imported: { created: (await count()) - before, rejected: 0, errors: [] },
      });
    });

    it('ends its import of nothing that could be stored, too', async () => {
      const { key, revoke } = await way(name);
      const slow = await importAs(key, '{"type":"unknown"}\n');
      await revoke();
      const answer = await slow.end('{"type":"unknown"}\n'.repeat(MANY_LINES));
      expect(codeOf(answer)).toBe('401 credentials.invalid');
    });
  });

  it.each([
    ['makes a key', '/v1/apiKeys', { apiKeys: { name: 'Lasting', scopes: ['*'] } }],
    ['rotates its key', '/v1/apiKeys/ID/rotate', { apiKeys: { keepOldFor: 0 } }],
    ['makes an administrator', '/v1/users', {}],
  ])('never %s if its secret is replaced meanwhile', async (_, path, given) => {
    const { id, key } = await callers.makeKey();
    const users = userBody(administrator());
    const body = JSON.stringify(path === '/v1/users' ? { users } : given);
    const request = { path: path.replace('ID', String(id)), headers: JSON_TYPE, key };
    const slow = await SlowRequest.open(service.url, request, body.slice(0, 10));
    const rotated = await twin.post(`/v1/apiKeys/${id}/rotate`, {
      apiKeys: { keepOldFor: 600 },
    });
    expect(rotated.status).toBe(201);
    const before = await stored();
    expect(codeOf(await slow.end(body.slice(10)))).toBe('403 apiKey.secretReplaced');
    expect(await stored()).toBe(before);
    // Until the secret ends it writes what gives no rights.
    expect(
      (await service.post(GROUPS, { customTagGroups: group(`old-${id}`) }, { key })).status,
    ).toBe(201);
  });

  it('imports no user as it is stored if its secret has been replaced', async () => {
    const { id, key } = await callers.makeKey();
    await makeKnown(service, key);
    await twin.post(`/v1/apiKeys/${id}/rotate`, { apiKeys: { keepOldFor: 600 } });
    const record = { pId: 'as-stored', group: { pId: 'any' }, dateAdded: '2026-01-01' };
    const line = JSON.stringify({ type: 'userRecord', ...record });
    const request = { path: '/v1/import', headers: NDJSON_TYPE, key };
    const slow = await SlowRequest.open(service.url, request, '');
    const { text } = await slow.end(line);
    expect(JSON.parse(text)).toMatchObject({
      rejected: 1,
      errors: [{ code: 'apiKey.secretReplaced' }],
    });
  });

  it('is not given an answer that is kept for its Idempotency-Key', async () => {
    const { key, revoke } = await way('a deleted administrator');
    const sent = { key, headers: { 'Idempotency-Key': 'kept' } };
    const body = { customTagGroups: group('kept answer') };
    expect((await service.post(GROUPS, body, sent)).status).toBe(201);
    await revoke();
    expect((await service.post(GROUPS, body, sent)).status).toBe(401);
  });

  it('may be the one that revokes itself', async () => {
    const { id, key } = await callers.makeKey();
    const own = await callers.makeAdministrator();
    const answers = [
      await service.post(`/v1/apiKeys/${id}/rotate`, { apiKeys: { keepOldFor: 0 } }, { key }),
      await service.put(`/v1/users/${own.id}`, { users: { active: false } }, { key: own.token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  });

  it.each([
    'a deleted key',
    'a deactivated administrator',
    'an administrator whose group is replaced',
  ])('%s writes before that or not at all, with 30 requests at once', async (name) => {
    const { key, revoke } = await way(name);
    const writing = atOnce(30, (at) =>
      at % 3 === 0
        ? service.post(
            '/v1/apiKeys',
            { apiKeys: { name: 'Raced', scopes: ['news:read'] } },
            { key },
          )
        : service.post(GROUPS, { customTagGroups: group(`raced ${name} ${at}`) }, { key }),
    );
    await revoke();
    const before = await stored();
    const answers = statusesOf(await writing);
    // Writes that were answered later had been stored by then.
    expect(await stored()).toBe(before);
    expect((answers[201] ?? 0) + (answers[401] ?? 0)).toBe(30);
  });

  it('keeps writing together with other units of work of the same caller', async () => {
    const { token } = await callers.makeAdministrator();
    const { id } = await callers.makeAdministrator();
    const answers = await atOnce(30, (at) =>
      at % 2 === 0
        ? service.put(`/v1/users/${id}`, { users: { visits: at } }, { key: token })
        : service.post(GROUPS, { customTagGroups: group(`together ${at}`) }, { key: token }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 15, 201: 15 });
  });

  it('changes its own record and group with 30 requests at once', async () => {
    const { id, token } = await callers.makeAdministrator();
    const answers = await atOnce(30, (at) =>
      at % 2 === 0
        ? service.put(`/v1/users/${id}`, { users: { visits: at } }, { key: token })
        : service.put(
            `/v1/usersGroups/${callers.systemGroup}`,
            { usersGroups: { name: `Group ${at}` } },
            { key: token },
          ),
    );
    expect(statusesOf(answers)).toEqual({ 200: 30 });
  });
});
