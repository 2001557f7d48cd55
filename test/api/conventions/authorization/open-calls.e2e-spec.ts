import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expectProblem, Hardened } from '../requests/refusals';

const LIST = '/v1/customTagGroups';

describe('open calls', () => {
  let hardened: Hardened;

  beforeAll(async () => {
    hardened = await Hardened.start({ MAX_CONNECTIONS: '12', TRUST_PROXY: 'on' });
  });
  afterAll(() => hardened.stop());

  it('of one caller leave three quarters of the connections to others', async () => {
    const { service } = hardened;
    const [key, other] = [await service.createKey('*'), await service.createKey('*')];
    const { body } = await service.get('/v1/changes?limit=1', { key });
    const { CURRENT } = body as { CURRENT: number };
    const waiting = [1, 2, 3].map(() =>
      get(`${service.url}/v1/changes?after=${CURRENT}&kinds=news&wait=30`, {
        headers: { authorization: `Bearer ${key}` },
        agent: false,
      }).on('error', () => undefined),
    );
    await pause(500);
    const refused = await hardened.send({ path: LIST, key });
    const problem = expectProblem(refused, LIST, { status: 429, code: 'calls.atOnce' });
    expect(problem).toMatchObject({ retryAfter: 1 });
    expect(refused.headers).toMatchObject({ 'retry-after': '1', connection: 'close' });
    expect(refused.headers['ratelimit']).toBeUndefined();
    expect((await service.get(LIST, { key: other })).status).toBe(200);
    for (const one of waiting) one.destroy();
    await pause(500);
    expect((await service.get(LIST, { key })).status).toBe(200);
  });
});
