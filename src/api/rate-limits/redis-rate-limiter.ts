import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { type RateLimitBudget, RateLimiter, RATE_LIMIT_WINDOW_S } from './rate-limiter';

/** Timeout for responses of Redis; a call waits for its budget until this timeout at most. */
const REDIS_TIMEOUT_MS = 500;

/** Pause between attempts to reach Redis while it is unavailable. */
const RECONNECT_PAUSE_MS = 500;

const redisOptions: RedisOptions = {
  lazyConnect: true,
  connectTimeout: REDIS_TIMEOUT_MS,
  commandTimeout: REDIS_TIMEOUT_MS,
  // A call without a connection is counted in memory: it neither waits for a connection nor is sent later.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => RECONNECT_PAUSE_MS,
};

/**
 * Checks that Redis is reachable.
 * @returns version of Redis
 * @throws Error with the cause from Redis or from the connection
 */
export async function readRedisVersion(url: string): Promise<string> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { ...redisOptions, retryStrategy: () => null });
  let connectionError: unknown;
  redis.on('error', (error) => (connectionError = error));
  try {
    await redis.connect();
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? '';
  } catch (error) {
    // The connection's own error is more precise than "Connection is closed".
    throw connectionError ?? error;
  } finally {
    redis.disconnect();
  }
}

/**
 * KEYS: the caller's budget. ARGV: points of the call, the limit, the window in milliseconds. Returns whether the
 * budget was sufficient (1 or 0), the points left, and the milliseconds until the window ends.
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
 * A rate limiter that counts in Redis, so that several processes share the budgets. While Redis is unavailable, each
 * process counts in its own memory.
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
    // Each failed call gets its own error; this listener only keeps the process alive.
    this.redis.on('error', () => undefined);
  }

  /** Connects to Redis. If that fails, the limiter keeps trying. */
  static async connect(
    url: string,
    limit: number,
    fallback: RateLimiter,
  ): Promise<RedisRateLimiter> {
    // Loaded on demand: it takes some tens of milliseconds.
    const { Redis } = await import('ioredis');
    const limiter = new RedisRateLimiter(new Redis(url, redisOptions), limit, fallback);
    await limiter.redis.connect().catch((error: unknown) => {
      limiter.markUnavailable(error);
    });
    return limiter;
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
        RATE_LIMIT_WINDOW_S * 1000,
      );
      const [isEnough, remainingPoints, milliseconds] = answer as [number, number, number];
      return {
        isGranted: isEnough === 1,
        remainingPoints,
        secondsUntilReset: Math.ceil(milliseconds / 1000),
      };
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

  /** Runs independently of calls, so that none of them waits for a hanging Redis. */
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
      // A silent open connection may be dead, so the next ping uses a new one.
      if (this.redis.status === 'ready') this.redis.disconnect(true);
      return false;
    }
  }
}
