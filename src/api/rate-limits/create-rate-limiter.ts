import type { Configuration } from '../../config/configuration';
import type { Clock } from '../../core/clock';
import type { Metrics } from '../../core/metrics';
import type { PeerProcess } from '../../core/peer-process';
import { MemoryRateLimiter } from './memory-rate-limiter';
import type { RateLimiter } from './rate-limiter';
import { PrimaryRateLimiter } from './primary-rate-limiter';
import { RedisRateLimiter } from './redis-rate-limiter';

/** Creates the rate limiter that the configuration requires. Without a limit, the rate limiter is never called. */
export async function createRateLimiter(
  { rateLimit, redisUrl }: Pick<Configuration, 'rateLimit' | 'redisUrl'>,
  clock: Clock,
  metrics: Metrics,
  primary?: PeerProcess,
): Promise<RateLimiter> {
  const processLimiter = new MemoryRateLimiter(clock, rateLimit ?? Infinity);
  const localLimiter = primary ? new PrimaryRateLimiter(primary, processLimiter) : processLimiter;
  if (rateLimit === undefined || redisUrl === undefined) return localLimiter;
  const limiter = await RedisRateLimiter.connect(redisUrl, rateLimit, localLimiter);
  metrics.gauge(
    {
      name: 'rate_limits_shared',
      help: 'Whether budgets are counted in Redis (1), or in memory because Redis is unavailable (0)',
      aggregation: 'min',
    },
    () => (limiter.isShared ? 1 : 0),
  );
  return limiter;
}
