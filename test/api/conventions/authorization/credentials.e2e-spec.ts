/** @engine */
import { scopeAreas } from '../../../../src/core/scopes';
import { DataAccess } from '../../../../src/database';
import { ApiKeysService, systemCallerWithAllScopes } from '../../../../src/platform/access';
import { ApiKey } from '../../../../src/platform/access/api-keys/api-key.entity';
import { cases } from '../../../support/random/cases';
import { MASTER_KEY } from '../../../support/service/service';
import { type DescribedOperation, describedOperations } from '../requests/described-operations';
import type { ExactRequest } from '../requests/exact-request';
import { Hardened, type Refusal, expectProblem, jsonRequest } from '../requests/refusals';
import { storedState } from '../requests/stored-state';

const GROUPS = '/v1/customTagGroups';
const missing: Refusal = { status: 401, code: 'credentials.missing', faults: [] };
const unknown: Refusal = { status: 401, code: 'credentials.invalid', faults: [] };
const noScope: Refusal = { status: 403, code: 'scope.missing', faults: [] };
const noPath: Refusal = { status: 404, code: 'path.notFound' };
const noRecord: Refusal = { status: 404, code: 'record.notFound' };

describe('credentials', () => {
  let hardened: Hardened;
  let operations: DescribedOperation[];
  const keys = { expired: '', deleted: '', reader: '' };

  const keyWith = async (...scopes: string[]) => {
    const service = hardened.service.app.get(ApiKeysService);
    return (await service.create({ name: 'some', scopes }, systemCallerWithAllScopes)).key;
  };

  beforeAll(async () => {
    hardened = await Hardened.start();
    operations = await describedOperations(hardened);
    const service = hardened.service.app.get(ApiKeysService);
    const { unitOfWork, writer } = hardened.service.app.get(DataAccess);
    const expired = await service.create(
      { name: 'expired', scopes: ['*'] },
      systemCallerWithAllScopes,
    );
    const expiresAt = new Date(Date.now() - 1000);
    await unitOfWork.run(() => writer.update(ApiKey, expired.id, { expiresAt }));
    keys.expired = expired.key;
    const deleted = await service.create(
      { name: 'deleted', scopes: ['*'] },
      systemCallerWithAllScopes,
    );
    await service.remove(deleted.id, systemCallerWithAllScopes);
    keys.deleted = deleted.key;
    keys.reader = await keyWith('customTags:read');
    // The records that the document's examples name by id exist, and so could be harmed.
    for (let made = 0; made < 2; made++) {
      const group = {
        pId: made === 0 ? 'size' : 'other',
        name: 'Sizes',
        itemType: 1,
        position: 1,
        priority: 1,
      };
      await hardened.json(GROUPS, { customTagGroups: group });
    }
  });

  afterAll(() => hardened.stop());

  it('are needed by every operation that is not declared to be open', async () => {
    const guarded = operations.filter(({ scope }) => scope !== undefined);
    expect(guarded.length).toBeGreaterThan(8);
    const before = await storedState(hardened.service);
    const wrong: [string | null, Refusal][] = [
      [null, missing],
      [`osk_${'w'.repeat(43)}`, unknown],
      [`${MASTER_KEY.slice(0, -1)}u`, unknown],
      [MASTER_KEY.slice(4), unknown],
      [keys.expired, unknown],
      [keys.deleted, unknown],
    ];
    for (const [at, { example }] of guarded.entries()) {
      // Each operation another few of them, so that each is tried on many operations.
      const first = at % wrong.length;
      const tried = [...wrong, ...wrong].slice(first, first + cases(2, wrong.length));
      for (const [key, refusal] of tried) {
        const answer = await hardened.send({ ...example, key });
        expectProblem(answer, example.path, refusal);
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="v1"/);
      }
    }
    expect(await storedState(hardened.service)).toBe(before);
  });

  it('are not enough for an operation of another area, nor to change what they may read', async () => {
    const before = await storedState(hardened.service);
    const all = scopeAreas.flatMap((area) => [`${area}:write`, `${area}:read`]);
    for (const { example, scope = '' } of operations.filter((one) => one.scope !== undefined)) {
      const [area = '', right] = scope.split(':');
      const held = all.filter(
        (one) => !one.startsWith(`${area}:`) || (right === 'write' && one.endsWith(':read')),
      );
      if (right !== 'admin') held.push('users:admin');
      const key = await keyWith(...held);
      const answer = await hardened.send({ ...example, key });
      const problem = expectProblem(answer, example.path, noScope);
      expect(problem.detail).toContain(scope);
    }
    const { apiKeys: _made, ...rest } = byTable(await storedState(hardened.service));
    const { apiKeys: _had, ...restBefore } = byTable(before);
    expect(rest).toEqual(restBefore);
  });

  it('with just the scope that the document names let every operation through', async () => {
    for (const { method, path, scope = '' } of operations.filter(
      (one) => one.scope !== undefined,
    )) {
      const key = await keyWith(scope);
      const answer = await hardened.send({ method, path: path.replace(/\{\w+\}/g, 'none'), key });
      expect([401, 403]).not.toContain(answer.status);
    }
  });

  it.each<[string, string | undefined]>([
    ['no header', undefined],
    ['an empty header', ''],
    ['a scheme alone', 'Bearer'],
    ['a scheme and a blank', 'Bearer '],
    ['the key without scheme', MASTER_KEY],
    ['another scheme', `Basic ${Buffer.from(`x:${MASTER_KEY}`).toString('base64')}`],
    ['another scheme with the key', `Token ${MASTER_KEY}`],
    ['two keys', `Bearer ${MASTER_KEY} ${MASTER_KEY}`],
    ['two schemes', `Bearer ${MASTER_KEY}, Basic eA==`],
    ['a quoted key', `"Bearer ${MASTER_KEY}"`],
  ])('are missing in %s', async (_name, header) => {
    const headers: Record<string, string> = header === undefined ? {} : { Authorization: header };
    await hardened.refuses({ path: GROUPS, key: null, headers }, missing);
  });

  it.each<[string, string]>([
    ['nonsense', 'x'],
    ['the prefix alone', 'osk_'],
    ['a key in another case', MASTER_KEY.toUpperCase()],
    ['a key and more', `${MASTER_KEY}t`],
    ['a quoted key', `"${MASTER_KEY}"`],
    ['10 KB', `osk_${'x'.repeat(10_000)}`],
    ['SQL', `osk_'/**/OR/**/'1'='1`],
    ['a member of objects', '__proto__'],
    ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOjF9.'],
  ])('are not valid as %s', async (_name, key) => {
    await hardened.refuses({ path: GROUPS, key }, unknown);
  });

  it('are taken from the header only', async () => {
    const cookie = {
      Cookie: `key=${MASTER_KEY}`,
      'X-Api-Key': MASTER_KEY,
      'Proxy-Authorization': `Bearer ${MASTER_KEY}`,
    };
    const query = `?key=${MASTER_KEY}&access_token=${MASTER_KEY}&apiKey=${MASTER_KEY}`;
    await hardened.refuses({ path: GROUPS + query, key: null, headers: cookie }, missing);
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer   '])('are taken after %j', async (scheme) => {
    const headers = {
      Authorization: `${scheme.trimEnd()} ${MASTER_KEY}`.replace(
        ' ',
        scheme.endsWith(' ') ? '    ' : ' ',
      ),
    };
    expect((await hardened.send({ path: GROUPS, key: null, headers })).status).toBe(200);
  });

  it.each<[string, string]>([
    ['/health/live', ''],
    ['/health/ready', ''],
    ['/health', ''],
    ['/openapi.json', ''],
    ['/docs', ''],
    ['/docs', 'Bearer wrong'],
    ['/health/live', 'nonsense'],
  ])('are not asked for at %s (%j)', async (path, header) => {
    const headers: Record<string, string> = header === '' ? {} : { Authorization: header };
    expect((await hardened.send({ path, key: null, headers })).status).toBe(200);
  });

  it('are not asked for by the health check at its short address, which is that of readiness', async () => {
    const [short, ready] = await Promise.all(
      ['/health', '/health/ready'].map((path) => hardened.send({ path, key: null })),
    );
    expect(short?.text).toBe('{"status":"ok","database":"ok"}');
    expect(short?.text).toBe(ready?.text);
  });

  describe('and the other checks', () => {
    const body = {
      customTagGroups: { pId: 'ordered', name: 'x', itemType: 1, position: 1, priority: 1 },
    };
    const plain = { 'Content-Type': 'text/plain' };
    type Row = [string, Refusal, (keys: { reader: string }) => ExactRequest];

    it.each<Row>([
      ['401 before 404', missing, () => ({ path: '/v1/nothing', key: null })],
      ['401 before 405', missing, () => ({ path: GROUPS, method: 'PATCH', key: null })],
      [
        '401 before 413',
        missing,
        () => jsonRequest(GROUPS, ' '.repeat(2 ** 20 + 1), { key: null }),
      ],
      ['401 before 415', missing, () => jsonRequest(GROUPS, 'x', { key: null, headers: plain })],
      ['401 before 400', missing, () => jsonRequest(GROUPS, '[', { key: null })],
      [
        '404 of a path before 403',
        noPath,
        ({ reader }) => jsonRequest('/v1/nothing', '[', { key: reader }),
      ],
      [
        '405 before 403',
        { status: 405, code: 'method.notAllowed' },
        ({ reader }) => jsonRequest(GROUPS, '[', { key: reader, method: 'PATCH' }),
      ],
      [
        '403 before 415',
        noScope,
        ({ reader }) => jsonRequest(GROUPS, 'x', { key: reader, headers: plain }),
      ],
      [
        '403 before 413',
        noScope,
        ({ reader }) => jsonRequest(GROUPS, ' '.repeat(2 ** 20 + 1), { key: reader }),
      ],
      [
        '403 before 400',
        noScope,
        ({ reader }) => jsonRequest(`${GROUPS}/none`, '[', { key: reader, method: 'PUT' }),
      ],
      [
        '403 before 404 of a record',
        noScope,
        ({ reader }) => jsonRequest(`${GROUPS}/999999`, body, { key: reader, method: 'PUT' }),
      ],
      [
        '415 before 400',
        { status: 415, code: 'body.mediaType' },
        () => jsonRequest(`${GROUPS}/none?x=1`, '[', { method: 'PUT', headers: plain }),
      ],
      [
        '413 before 400',
        { status: 413, code: 'body.tooLarge' },
        () => jsonRequest(`${GROUPS}/none?x=1`, '['.repeat(2 ** 20 + 1), { method: 'PUT' }),
      ],
      [
        '400 before 404 of a record',
        { status: 400, code: 'request.invalid' },
        () => jsonRequest(`${GROUPS}/999999?x=1`, body, { method: 'PUT' }),
      ],
      [
        '400 before 412',
        { status: 400, code: 'request.invalid' },
        () =>
          jsonRequest(
            `${GROUPS}/1`,
            { customTagGroups: { name: '' } },
            { method: 'PUT', headers: { 'Content-Type': 'application/json', 'If-Match': '"x"' } },
          ),
      ],
      [
        '404 of a record before 412',
        noRecord,
        () => ({ path: `${GROUPS}/999999`, method: 'DELETE', headers: { 'If-Match': '"x"' } }),
      ],
      [
        '412 before 409',
        { status: 412, code: 'precondition.failed' },
        () =>
          jsonRequest(
            `${GROUPS}/1`,
            { customTagGroups: { pId: 'other' } },
            { method: 'PUT', headers: { 'Content-Type': 'application/json', 'If-Match': '"x"' } },
          ),
      ],
      [
        '409 at last',
        { status: 409, code: 'pId.taken' },
        () => jsonRequest(`${GROUPS}/1`, { customTagGroups: { pId: 'other' } }, { method: 'PUT' }),
      ],
    ])('come in the order %s', async (_name, refusal, request) => {
      await hardened.refuses(request(keys), refusal);
    });
  });
});

/** The stored state by table; the tables' names in the API's spelling. */
function byTable(state: string): Record<string, string> {
  return Object.fromEntries(
    state.split('\n').map((line) => {
      const [name = ''] = line.split(':', 1);
      return [name === 'api_keys' ? 'apiKeys' : name, line];
    }),
  );
}
