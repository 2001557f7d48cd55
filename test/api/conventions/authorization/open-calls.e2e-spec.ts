import { get } from 'node:http';
import { UserCommentsService } from '../../../../src/modules/users/comments/user-comments.service';
import { until } from '../../../support/until';
import { expectProblem, Hardened } from '../requests/refusals';

const LIST = '/v1/customTagGroups';

describe('open calls', () => {
  let hardened: Hardened;

  beforeAll(async () => {
    hardened = await Hardened.start({ MAX_CONNECTIONS: '24', TRUST_PROXY: 'on' });
  });
  afterAll(() => hardened.stop());

  it('of one caller leave three quarters of the connections to others', async () => {
    const { service } = hardened;
    const [key, other] = [await service.createKey('*'), await service.createKey('*')];
    const { body } = await service.get('/v1/changes?limit=1', { key });
    const { CURRENT } = body as { CURRENT: number };
    const waiting = [1, 2, 3, 4, 5, 6].map(() =>
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

  it('of one caller read at most four whole lists at a time', async () => {
    const { service } = hardened;
    const key = await service.createKey('*');
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const list = jest
      .spyOn(service.app.get(UserCommentsService), 'list')
      .mockImplementation(async () => {
        await isReleased;
        return [];
      });
    const path = '/v1/users/1/comments';
    const first = Array.from({ length: 4 }, () => service.get(path, { key }));
    await until(() => list.mock.calls.length === 4);
    const fifth = service.get(path, { key });
    const other = service.get(path);
    await until(() => list.mock.calls.length === 5);
    release();
    const statuses = (await Promise.all([...first, fifth, other])).map(({ status }) => status);
    expect(statuses).toEqual(Array(6).fill(200));
    expect(list).toHaveBeenCalledTimes(6);
    list.mockRestore();
  });
});
