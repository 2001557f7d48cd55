import type { Response } from 'supertest';
import { Clock } from '../../../../src/core/clock';
import { Service } from '../../../support/service/service';
import { PASSWORD, Staff } from '../../users/staff';
import { describedOperations } from '../requests/described-operations';
import { exchange, rawExchange } from '../requests/exact-request';
import { expectProblem, Hardened, jsonRequest } from '../requests/refusals';
import { storedState } from '../requests/stored-state';

const GROUPS = '/v1/customTagGroups';
const GROUP = `${GROUPS}/1`;
const LIMIT = 25;
const NOW = Date.UTC(2026, 6, 1, 12);

const policyOf = (limit: number) => `"default";q=${limit};w=60`;
const budget = (left: number, seconds = 60) => `"default";r=${left};t=${seconds}`;

describe('rate limits', () => {
  let hardened: Hardened;
  let service: Service;

  const setTime = (milliseconds: number) =>
    jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(new Date(milliseconds));
  /** A caller with its whole budget. */
  const caller = () => service.createKey('*');
  const light = (key: string, headers = {}) => service.get(GROUP, { key, headers });
  const heavy = (key: string, headers = {}) => service.get(GROUPS, { key, headers });
  const reported = ({ status, headers }: Response) => [status, headers['ratelimit']];

  beforeAll(async () => {
    hardened = await Hardened.start({ RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'on' });
    ({ service } = hardened);
    const group = { pId: 'size', name: 'Sizes', itemType: 1, position: 1, priority: 1 };
    await service.post(GROUPS, { customTagGroups: group });
  });

  beforeEach(() => setTime(NOW));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => hardened.stop());

  it('take 1 point for a LIGHT call, 10 for a HEAVY one, none for a FREE one, and report the rest', async () => {
    const key = await caller();
    const first = await heavy(key);
    expect(reported(first)).toEqual([200, budget(15)]);
    expect(first.headers['ratelimit-policy']).toBe(policyOf(LIMIT));
    expect(reported(await light(key))).toEqual([200, budget(14)]);
    const free = await service.get(`${GROUPS}/getId/size`, { key });
    expect(reported(free)).toEqual([200, undefined]);
    expect(free.headers['ratelimit-policy']).toBeUndefined();
    setTime(NOW + 17_001);
    expect(reported(await light(key))).toEqual([200, budget(13, 43)]);
  });

  it('refuse a call that costs more than is left, take nothing for it, and send Retry-After', async () => {
    const key = await caller();
    await heavy(key);
    await heavy(key);
    setTime(NOW + 20_500);
    const refused = await hardened.send({ path: GROUPS, key });
    const problem = expectProblem(refused, GROUPS, { status: 429, code: 'rate.exceeded' });
    expect(problem).toMatchObject({ retryAfter: 40, errors: [] });
    expect(refused.headers).toMatchObject({
      'retry-after': '40',
      ratelimit: budget(5, 40),
      'ratelimit-policy': policyOf(LIMIT),
    });
    for (const left of [4, 3, 2, 1, 0]) {
      expect(reported(await light(key))).toEqual([200, budget(left, 40)]);
    }
    expect(reported(await light(key))).toEqual([429, budget(0, 40)]);
  });

  it('take a point for each element of a bulk change', async () => {
    const key = await caller();
    const change = (count: number) =>
      service.put(
        '/v1/orders/changeStatus',
        { orders: Array.from({ length: count }, () => ({ pId: 'unknown', status: 2 })) },
        { key },
      );
    expect(reported(await change(3))).toEqual([200, budget(15)]);
    expect(reported(await change(14))).toEqual([200, budget(1)]);
    const other = await caller();
    const refused = await service.put(
      '/v1/orders/changeStatus',
      { orders: Array.from({ length: 26 }, () => ({ pId: 'unknown', status: 2 })) },
      { key: other },
    );
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ code: 'rate.exceeded' }),
    ]);
  });

  it('give the whole budget again after a minute', async () => {
    const key = await caller();
    await heavy(key);
    setTime(NOW + 59_999);
    expect(reported(await heavy(key))).toEqual([200, budget(5, 1)]);
    setTime(NOW + 60_000);
    expect(reported(await heavy(key))).toEqual([200, budget(15)]);
  });

  it('do not wait for a clock that was set back', async () => {
    const key = await caller();
    setTime(NOW + 3_600_000);
    for (let calls = 0; calls < 3; calls++) await heavy(key);
    setTime(NOW);
    expect(reported(await heavy(key))).toEqual([200, budget(15)]);
  });

  it('let exactly as many calls through as there are points, all at once', async () => {
    const key = await caller();
    const all = await Promise.all(Array.from({ length: 60 }, () => light(key)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(60 - LIMIT);
  });

  it('change nothing by a call that is refused, and let nothing of its body in', async () => {
    const key = await caller();
    for (let calls = 0; calls < LIMIT; calls++) await light(key);
    const before = await storedState(service);
    const bodies = ['[', ' '.repeat(2 ** 20 + 1), JSON.stringify({ customTagGroups: {} })];
    for (const body of bodies) {
      const refused = await hardened.send(jsonRequest(GROUPS, body, { key }));
      expectProblem(refused, GROUPS, { status: 429, code: 'rate.exceeded' });
      expect(refused.headers.connection).toBe('close');
    }
    const endless =
      `POST /v1/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';
    expect(await rawExchange(service, endless)).toMatch(/^HTTP\/1\.1 429 /);
    const without = await exchange(service.url, { path: GROUP, key });
    expect([without.status, without.headers.connection]).toEqual([429, 'keep-alive']);
    expect(await storedState(service)).toBe(before);
  });

  it('know each caller by its credentials, and nothing else', async () => {
    const [one, other] = [await caller(), await caller()];
    for (let calls = 0; calls < 2; calls++) await heavy(one);
    expect(reported(await heavy(other))).toEqual([200, budget(15)]);
    const spoofed = [{ 'X-Forwarded-For': '10.9.8.7' }, { Forwarded: 'for=10.9.8.6' }];
    for (const headers of spoofed)
      expect(reported(await heavy(one, headers))).toEqual([429, budget(5)]);
  });

  it('count all tokens of a user together, and none with a key', async () => {
    const staff = await Staff.of(service);
    const user = await staff.add();
    const key = await caller();
    const tokens = [await staff.token(user), await staff.token(user)] as const;
    expect(reported(await heavy(tokens[0]))).toEqual([200, budget(15)]);
    expect(reported(await heavy(tokens[1]))).toEqual([200, budget(5)]);
    expect(reported(await heavy(await staff.token(await staff.add())))).toEqual([200, budget(15)]);
    expect(reported(await heavy(key))).toEqual([200, budget(15)]);

    const auth = { nick: user.nick, password: PASSWORD };
    for (let calls = 0; calls < 5; calls++) await light(tokens[0]);
    for (const sent of [tokens[0], null]) {
      const login = await service.post('/v1/auth/login', { auth }, { key: sent });
      expect(reported(login)).toEqual([201, undefined]);
    }
    expect(reported(await light(tokens[0]))).toEqual([429, budget(0)]);
  });

  it('come after credentials, path, method and scope, which cost nothing', async () => {
    const reader = await service.createKey('customTags:read');
    const wrong = [
      { path: GROUP, key: null },
      { path: GROUP, key: `${reader}x` },
      { path: '/v1/nothing', key: reader },
      { path: GROUP, method: 'PATCH', key: reader },
      { path: GROUP, method: 'DELETE', key: reader },
    ];
    const answers = [];
    for (const request of wrong) {
      const { status, headers } = await hardened.send(request);
      answers.push([status, headers['ratelimit']]);
    }
    expect(answers).toEqual([401, 401, 404, 405, 403].map((status) => [status, undefined]));
    expect(reported(await light(reader))).toEqual([200, budget(24)]);
  });

  it('count calls that fail in later steps, and report the rest', async () => {
    const key = await caller();
    expect(reported(await service.get(`${GROUPS}/none`, { key }))).toEqual([400, budget(24)]);
    expect(reported(await service.get(`${GROUPS}/9999`, { key }))).toEqual([404, budget(23)]);
    const taken = { pId: 'size', name: 'Sizes', itemType: 1, position: 1, priority: 1 };
    const conflict = await service.post(GROUPS, { customTagGroups: taken }, { key });
    expect(reported(conflict)).toEqual([409, budget(22)]);
    const { headers } = await light(key);
    const unchanged = await light(key, { 'If-None-Match': headers['etag'] });
    expect(reported(unchanged)).toEqual([304, budget(20)]);
  });

  it.each(['/health/live', '/health/ready', '/openapi.json', '/static/none'])(
    'have nothing to do with %s',
    async (path) => {
      const key = await caller();
      for (let calls = 0; calls < 3; calls++) await heavy(key);
      for (let calls = 0; calls < LIMIT + 1; calls++) {
        const { status, headers } = await exchange(service.url, { path, key });
        expect([status === 429, headers['ratelimit']]).toEqual([false, undefined]);
      }
    },
  );

  it('can be switched off', async () => {
    const unlimited = await Service.start({ RATE_LIMIT: 'off' });
    for (let calls = 0; calls < 50; calls++) {
      const { status, headers } = await unlimited.get(GROUPS);
      expect([status, headers['ratelimit'], headers['ratelimit-policy']]).toEqual([
        ...[200, undefined, undefined],
      ]);
    }
    await unlimited.stop();
  });

  it('are 6,000 points unless the store has another setting', async () => {
    const usual = await Service.start({ RATE_LIMIT: '' });
    const { headers } = await usual.get(GROUPS);
    expect(headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"default";r=5990;t=(59|60)$/) as string,
      'ratelimit-policy': policyOf(6000),
    });
    await usual.stop();
  });
});

describe('the cost of every operation', () => {
  let hardened: Hardened;

  beforeAll(async () => {
    hardened = await Hardened.start({ RATE_LIMIT: '1000000' });
  });

  afterAll(() => hardened.stop());

  it('is that of its request type', async () => {
    const points: Record<string, number> = { FREE: 0, LIGHT: 1, HEAVY: 10 };
    const key = await hardened.service.createKey('*');
    let before = 1_000_000;
    for (const { id, method, path, type, scope } of await describedOperations(hardened)) {
      const request = { method, path: path.replace(/\{\w+\}/g, 'none'), key };
      const { headers } = await exchange(hardened.service.url, request);
      const left = /;r=(\d+);/.exec(String(headers['ratelimit']))?.[1];
      const cost = scope === undefined ? 0 : points[type];
      const reported = { id, cost: left === undefined ? 0 : before - Number(left) };
      expect(reported).toEqual({ id, cost });
      before = Number(left ?? before);
    }
  });

  it('is in the document, with 429 and its headers, where there is one', async () => {
    const { text } = await hardened.send({ path: '/openapi.json', key: null });
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Told>> };
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      const { operationId: id, responses, 'x-request-type': type, 'x-scope': scope } = operation;
      const isLimited = type !== 'FREE' && scope !== undefined;
      const [done] = Object.keys(responses).filter((status) => status.startsWith('2'));
      const ofDone = Object.keys(responses[done ?? '']?.headers ?? {});
      const ofRefusal = Object.keys(responses['429']?.headers ?? {});
      const hasCode = responses['429']?.description.includes('`rate.exceeded`') ?? false;
      expect({ id, hasCode, ofDone: ofDone.filter((name) => name.startsWith('Rate')) }).toEqual({
        ...{ id, hasCode: isLimited, ofDone: isLimited ? ['RateLimit', 'RateLimit-Policy'] : [] },
      });
      if (!isLimited) continue;
      expect(ofRefusal).toEqual(['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy']);
    }
  });
});

/** The part of an operation in the document that is read here. */
interface Told {
  readonly operationId: string;
  readonly 'x-request-type': string;
  readonly 'x-scope'?: string;
  readonly responses: Record<string, { description: string; headers: Record<string, object> }>;
}
