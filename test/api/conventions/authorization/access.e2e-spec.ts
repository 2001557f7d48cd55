/** @engine */
import { Staff } from '../../users/staff';
import { type DescribedOperation, describedOperations } from '../requests/described-operations';
import { Hardened, type Refusal, expectProblem } from '../requests/refusals';
import { storedState } from '../requests/stored-state';

const noScope: Refusal = { status: 403, code: 'scope.missing', faults: [] };

/** Scopes that administrators of level 4 don't have. */
const reserved = (scope: string) =>
  scope === '*' || scope === 'users:admin' || scope.startsWith('keys:');

describe('access of administrators', () => {
  let hardened: Hardened;
  let guarded: DescribedOperation[];
  let open: DescribedOperation[];
  let staff: Staff;

  const tokenOf = async (systemLevel: number) => staff.token(await staff.add({ systemLevel }));

  beforeAll(async () => {
    hardened = await Hardened.start();
    staff = await Staff.of(hardened.service);
    const operations = await describedOperations(hardened);
    guarded = operations.filter(({ scope }) => scope !== undefined);
    open = operations.filter(({ scope }) => scope === undefined);
  });

  afterAll(() => hardened.stop());

  it('starts at the one operation that needs no credentials, and one that needs some, with any credentials', async () => {
    expect(open.map(({ id }) => id)).toEqual(['logIn', 'getLineSchema']);
    const path = '/v1/schemas/product';
    expect((await hardened.send({ method: 'GET', path, key: null })).status).toBe(401);
    expect((await hardened.send({ method: 'GET', path, key: await tokenOf(4) })).status).toBe(200);
  });

  it.each([3, 4])('reaches every operation that level %d has a right to', async (level) => {
    const key = await tokenOf(level);
    for (const { method, path, scope = '' } of guarded) {
      if (level === 4 && reserved(scope)) continue;
      const answer = await hardened.send({ method, path: path.replace(/\{\w+\}/g, 'none'), key });
      expect({ path, isRefused: [401, 403].includes(answer.status) }).toEqual({
        path,
        isRefused: false,
      });
    }
  });

  it('ends at keys, status actions and erasures for level 4, whatever is asked', async () => {
    const key = await tokenOf(4);
    const before = await storedState(hardened.service);
    const keys = guarded.filter(({ scope = '' }) => reserved(scope));
    expect(keys.map(({ id }) => id)).toEqual([
      'listApiKeys',
      'createApiKey',
      'removeApiKey',
      'rotateApiKey',
      'listStatusActions',
      'removeStatusAction',
      'updateStatusAction',
      'createUserErasure',
    ]);
    for (const { example } of keys) {
      expectProblem(await hardened.send({ ...example, key }), example.path, noScope);
    }
    expect(await storedState(hardened.service)).toBe(before);
  });

  it('is refused like that of a bad key once the user is no administrator any more', async () => {
    const user = await staff.add();
    const key = await staff.token(user);
    await staff.change(user.id, { groupId: staff.customers });
    const before = await storedState(hardened.service);
    for (const { example } of guarded) {
      const answer = await hardened.send({ ...example, key });
      expectProblem(answer, example.path, { status: 401, code: 'credentials.invalid' });
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="v1", error="invalid_token"');
    }
    expect(await storedState(hardened.service)).toBe(before);
  });
});
