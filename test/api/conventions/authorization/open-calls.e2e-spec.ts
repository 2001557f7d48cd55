import { get } from 'node:http';
import { until } from '../../../support/until';
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
    let refused = await hardened.send({ path: LIST, key });
    await until(async () => {
      refused = await hardened.send({ path: LIST, key });
      return refused.status === 429;
    });
    const problem = expectProblem(refused, LIST, { status: 429, code: 'calls.atOnce' });
    expect(problem).toMatchObject({ retryAfter: 1 });
    expect(refused.headers).toMatchObject({ 'retry-after': '1', connection: 'close' });
    expect(refused.headers['ratelimit']).toBeUndefined();
    expect((await service.get(LIST, { key: other })).status).toBe(200);
    for (const one of waiting) one.destroy();
    await until(async () => (await service.get(LIST, { key })).status === 200);
  });
});
