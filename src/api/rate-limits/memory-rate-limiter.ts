import type { Clock } from '../../core/clock';
import { type RateLimitBudget, RateLimiter, RATE_LIMIT_WINDOW_S } from './rate-limiter';

interface RateLimitWindow {
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  spentPoints: number;
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
    const window = current && !isExpired(current, now) ? current : this.openWindow(caller, now);
    const isGranted = window.spentPoints + points <= this.limit;
    if (isGranted) window.spentPoints += points;
    const milliseconds = window.startMs + RATE_LIMIT_WINDOW_S * 1000 - now;
    return {
      isGranted,
      remainingPoints: this.limit - window.spentPoints,
      secondsUntilReset: Math.ceil(milliseconds / 1000),
    };
  }

  private openWindow(caller: string, now: number): RateLimitWindow {
    this.windows.delete(caller);
    for (const [other, window] of this.windows) {
      if (!isExpired(window, now)) break;
      this.windows.delete(other);
    }
    const window = { startMs: now, spentPoints: 0 };
    this.windows.set(caller, window);
    return window;
  }
}

/** A window that starts in the future has expired as well: the machine's clock was set back. */
function isExpired({ startMs }: RateLimitWindow, now: number): boolean {
  return now < startMs || now >= startMs + RATE_LIMIT_WINDOW_S * 1000;
}
