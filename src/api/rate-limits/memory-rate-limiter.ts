import type { Clock } from '../../core/clock';
import { type RateLimitBudget, RateLimiter, WINDOW_S } from './rate-limiter';

interface RateLimitWindow {
  /** Milliseconds since the epoch. */
  readonly start: number;
  spent: number;
}

/** A rate limiter that counts in the memory of this process. */
export class MemoryRateLimiter extends RateLimiter {
  /** Ordered by start. */
  private readonly windows = new Map<string, RateLimitWindow>();

  /** @param limit points that a caller has in a window */
  constructor(
    private readonly clock: Clock,
    private readonly limit: number,
  ) {
    super();
  }

  override spend(caller: string, points: number): RateLimitBudget {
    const now = this.clock.now().getTime();
    const current = this.windows.get(caller);
    const window = current && !isExpired(current, now) ? current : this.open(caller, now);
    const isEnough = window.spent + points <= this.limit;
    if (isEnough) window.spent += points;
    const milliseconds = window.start + WINDOW_S * 1000 - now;
    return {
      isEnough,
      left: this.limit - window.spent,
      secondsUntilReset: Math.ceil(milliseconds / 1000),
    };
  }

  private open(caller: string, now: number): RateLimitWindow {
    this.windows.delete(caller);
    for (const [other, window] of this.windows) {
      if (!isExpired(window, now)) break;
      this.windows.delete(other);
    }
    const window = { start: now, spent: 0 };
    this.windows.set(caller, window);
    return window;
  }
}

/** A window that starts in the future has expired as well: the machine's clock was set back. */
function isExpired({ start }: RateLimitWindow, now: number): boolean {
  return now < start || now >= start + WINDOW_S * 1000;
}
