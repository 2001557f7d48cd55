import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { type RateLimitBudget, RateLimiter, WINDOW_S } from './rate-limiter';

/** How long Redis has for an answer; a call never waits longer for its budget. */
const REDIS_TIMEOUT_MS = 500;

/** How often Redis is looked for while it is away. */
const RECONNECT_PAUSE_MS = 500;

const redisOptions: RedisOptions = {
  lazyConnect: true,
  connectTimeout: REDIS_TIMEOUT_MS,
  commandTimeout: REDIS_TIMEOUT_MS,
  // A call that finds no connection is counted in memory; it does not wait for one, nor is it sent later.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => RECONNECT_PAUSE_MS,
};

/** Asks a Redis whether it is there. @returns its version @throws Error with what it says */
export async function pingRedis(url: string): Promise<string> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { ...redisOptions, retryStrategy: () => null });
  let problem: unknown;
  redis.on('error', (error) => (problem = error));
  try {
    await redis.connect();
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? '';
  } catch (error) {
    // The connection's own error says more than that it is closed.
    throw problem ?? error;
  } finally {
    redis.disconnect();
  }
}

/**
 * KEYS: the caller's budget. ARGV: the points of the call, the limit, the window in milliseconds.
 * Answers whether they were enough (1 or 0), what is left, and for how many milliseconds.
 */
const SPEND_SCRIPT = `
local spent, milliseconds = tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1])
local limit = tonumber(ARGV[2])
if milliseconds < 1 then spent, milliseconds = 0, tonumber(ARGV[3]) end
if spent + ARGV[1] > limit then return {0, math.max(limit - spent, 0), milliseconds} end
spent = spent + ARGV[1]
redis.call('SET', KEYS[1], spent, 'PX', milliseconds)
return {1, limit - spent, milliseconds}
`;

/**
 * Counts in Redis, so that several processes share their callers' budgets. While Redis is away or hangs, each
 * counts in its own memory.
 */
export class RedisRateLimiter extends RateLimiter implements OnApplicationShutdown {
  private readonly logger = new Logger(RedisRateLimiter.name);
  private isUnavailable = false;
  private isClosed = false;

  /** @param limit points that a caller has in a window */
  private constructor(
    private readonly redis: Redis,
    private readonly limit: number,
    private readonly fallback: RateLimiter,
  ) {
    super();
    // What went wrong comes with the call that it happened to.
    this.redis.on('error', () => undefined);
  }

  /** Connects; when Redis is away, it is looked for from then on. */
  static async connect(url: string, limit: number, memory: RateLimiter): Promise<RedisRateLimiter> {
    // Loaded by those alone who need it: it takes some tens of milliseconds.
    const { Redis } = await import('ioredis');
    const points = new RedisRateLimiter(new Redis(url, redisOptions), limit, memory);
    await points.redis.connect().catch((error: unknown) => {
      points.markUnavailable(error);
    });
    return points;
  }

  /** Whether budgets are counted in Redis now. */
  get isShared(): boolean {
    return !this.isUnavailable;
  }

  override spend(caller: string, points: number): RateLimitBudget | Promise<RateLimitBudget> {
    return this.isUnavailable
      ? this.fallback.spend(caller, points)
      : this.spendInRedis(caller, points);
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    this.redis.disconnect();
  }

  private async spendInRedis(caller: string, points: number): Promise<RateLimitBudget> {
    try {
      const key = `rate-limit:${caller}`;
      const answer = await this.redis.eval(
        SPEND_SCRIPT,
        1,
        key,
        points,
        this.limit,
        WINDOW_S * 1000,
      );
      const [isEnough, left, milliseconds] = answer as [number, number, number];
      return { isEnough: isEnough === 1, left, seconds: Math.ceil(milliseconds / 1000) };
    } catch (error) {
      this.markUnavailable(error);
      return this.fallback.spend(caller, points);
    }
  }

  private markUnavailable(error: unknown): void {
    if (this.isUnavailable || this.isClosed) return;
    this.isUnavailable = true;
    this.logger.warn(`Rate limits are counted in memory: ${(error as Error).message}`);
    void this.waitUntilAvailable();
  }

  /** Goes on apart from the calls: none of them waits for a Redis that may still hang. */
  private async waitUntilAvailable(): Promise<void> {
    while (!(await this.isResponding())) {
      await pause(RECONNECT_PAUSE_MS, undefined, { ref: false });
      if (this.isClosed) return;
    }
    this.isUnavailable = false;
    this.logger.warn('Rate limits are counted in Redis again');
  }

  private async isResponding(): Promise<boolean> {
    try {
      await this.redis.ping();
      return true;
    } catch {
      // A connection that stands and is silent may be dead; the next one is a new one.
      if (this.redis.status === 'ready') this.redis.disconnect(true);
      return false;
    }
  }
}
