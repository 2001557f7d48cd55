import { Redis } from 'ioredis';
import { BuiltService, buildService, pause } from '../../../support/servers/built-process';
import { testDatabaseUrl, type TestDatabase } from '../../../support/service/database';
import { scaledTimeoutMs } from '../../../support/jest/timeouts';
import { hasRedis, RedisServer } from '../../../support/servers/redis-server';
import { MASTER_KEY, Service } from '../../../support/service/service';
import { METRICS_TOKEN, readMetrics } from '../../metrics/read-metrics';
import { exchange } from '../requests/exact-request';

const LIMIT = 100;
const GROUPS = '/v1/customTagGroups';
const GROUP = `${GROUPS}/1`;

/** How long an answer may take on a quiet machine, whatever becomes of Redis. */
const DEADLINE_MS = 15_000;

/** Their budgets are those of the same caller: each has its own database, and the key is the first in each. */
const KEY = 'rate-limit:key:1';

interface Answer {
  readonly status: number;
  /** Points left, by the answer's header; NaN without one. */
  readonly left: number;
}

async function call(url: string, path = GROUP): Promise<Answer> {
  const begin = performance.now();
  const { status, headers } = await exchange(url, { path });
  expect(performance.now() - begin).toBeLessThan(scaledTimeoutMs(DEADLINE_MS));
  return { status, left: Number(/;r=(\d+);/.exec(String(headers['ratelimit']))?.[1]) };
}

const passed = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 429);

// Where there is no redis-server to start, these are skipped; CI has one.
const describeShared = hasRedis ? describe : describe.skip;

describeShared('rate limits of several instances', () => {
  let redis: RedisServer;
  let late: RedisServer | undefined;
  let client: Redis;
  let services: Service[] = [];

  const start = async (url = redis.url): Promise<Service> => {
    const environment = { RATE_LIMIT: String(LIMIT), REDIS_URL: url, METRICS_TOKEN };
    const service = await Service.start(environment);
    services.push(service);
    return service;
  };
  const spent = async () => Number(await client.get(KEY));
  const isShared = async (service: Service) =>
    (await readMetrics(service.url)).value('store_rate_limits_shared');
  /** Calls that are counted in memory are not seen in Redis. */
  const untilShared = async (service: Service) => {
    for (let tries = 0; tries < 200; tries++) {
      const before = await spent();
      await call(service.url);
      if ((await spent()) > before) return;
      await pause(50);
    }
    throw new Error('Redis does not count again');
  };

  beforeEach(async () => {
    redis = await RedisServer.start();
    client = new Redis(redis.url);
    client.on('error', () => undefined);
  });

  afterEach(async () => {
    redis.resume();
    await Promise.all(services.map((service) => service.stop()));
    services = [];
    client.disconnect();
    await Promise.all([redis.kill(), late?.kill()]);
  });

  it('are one budget, by weight, for a minute from the first call on', async () => {
    const [one, other] = [await start(), await start()] as const;
    expect((await call(one.url, GROUPS)).left).toBe(90);
    expect((await call(other.url)).left).toBe(89);
    expect((await call(one.url, `${GROUPS}/getId/none`)).left).toBeNaN();
    const milliseconds = await client.pttl(KEY);
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThanOrEqual(60_000);

    for (let calls = 0; calls < 8; calls++) await call(other.url, GROUPS);
    expect(await call(one.url, GROUPS)).toEqual({ status: 429, left: 9 });
    expect((await call(one.url)).left).toBe(8);
    const refused = await exchange(other.url, { path: GROUPS });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);

    await client.pexpire(KEY, 1);
    await pause(10);
    expect((await call(one.url)).left).toBe(99);
    expect(await client.pttl(KEY)).toBeGreaterThan(0);
  });

  it('are of each caller alone', async () => {
    const service = await start();
    for (let calls = 0; calls < 10; calls++) await call(service.url, GROUPS);
    expect((await call(service.url)).status).toBe(429);
    const key = await service.createKey('*');
    expect((await service.get(GROUPS, { key })).status).toBe(200);
  });

  it('follow a limit that was lowered within the minute', async () => {
    const service = await start();
    await client.set(KEY, 150, 'PX', 30_000);
    expect(await call(service.url)).toEqual({ status: 429, left: 0 });
  });

  it('go on in memory while Redis is gone, and in Redis once it is back', async () => {
    const [one, other] = [await start(), await start()] as const;
    for (const { url } of [one, other]) await call(url, GROUPS);
    expect(await isShared(one)).toBe(1);
    const calling = Array.from({ length: 20 }, () => call(one.url));
    await redis.kill();
    const answers = [...(await Promise.all(calling)), await call(one.url), await call(other.url)];
    expect(answers.map(({ status }) => status)).not.toContain(429);
    expect((await call(other.url)).left).toBe(98);
    expect(await isShared(one)).toBe(0);
    const more = await Promise.all(Array.from({ length: 12 }, () => call(one.url, GROUPS)));
    expect(passed(more).length).toBeLessThan(12);

    await redis.begin();
    await untilShared(one);
    await untilShared(other);
    expect(await isShared(one)).toBe(1);
    const { left } = await call(one.url);
    expect((await call(other.url)).left).toBe(left - 1);
    expect(await spent()).toBe(LIMIT - left + 1);
  });

  it('go on in memory while Redis hangs, and in Redis once it answers', async () => {
    const service = await start();
    await call(service.url);
    redis.suspend();
    const together = await Promise.all(Array.from({ length: 20 }, () => call(service.url)));
    const later = [await call(service.url), await call(service.url)];
    expect([...together, ...later].map(({ status }) => status)).not.toContain(429);
    expect(later.map(({ left }) => left)).toEqual([79, 78]);
    redis.resume();
    await untilShared(service);
  });

  it('begin in memory when Redis is away at the start', async () => {
    late = await RedisServer.createStopped();
    const service = await start(late.url);
    expect((await call(service.url)).left).toBe(99);
    await late.begin();
    client.disconnect();
    client = new Redis(late.url);
    await untilShared(service);
  });
});

describeShared('rate limits of two processes', () => {
  let redis: RedisServer;
  let database: TestDatabase;
  let processes: readonly [Service, BuiltService];

  beforeAll(async () => {
    await buildService();
    redis = await RedisServer.start();
    database = await testDatabaseUrl();
    const limits = { RATE_LIMIT: String(LIMIT), REDIS_URL: redis.url };
    processes = [
      await Service.start(limits),
      await BuiltService.start({
        ...{ DATABASE_URL: database.url, BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'warn' },
        ...limits,
      }),
    ];
  });

  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await database.drop();
    await redis.kill();
  });

  it('are one budget exactly', async () => {
    const answers: Answer[] = [];
    const caller = async ({ url }: { readonly url: string }) => {
      for (let calls = 0; calls < 20; calls++) answers.push(await call(url));
    };
    // Each process has four callers at once.
    await Promise.all([...processes, ...processes, ...processes, ...processes].map(caller));
    expect(answers).toHaveLength(160);
    const lefts = passed(answers)
      .map(({ left }) => left)
      .sort((one, other) => one - other);
    expect(lefts).toEqual(Array.from({ length: LIMIT }, (_, left) => left));
  });
});
