import type { Clock } from '../../core/clock';
import { type Budget, Points, WINDOW_S } from './points';

interface Window {
  /** Milliseconds since the epoch. */
  readonly start: number;
  spent: number;
}

/** Counts in this process alone. */
export class MemoryPoints extends Points {
  /** In the order of their starts. */
  private readonly windows = new Map<string, Window>();

  /** @param limit points that a caller has in a window */
  constructor(
    private readonly clock: Clock,
    private readonly limit: number,
  ) {
    super();
  }

  override spend(caller: string, points: number): Budget {
    const now = this.clock.now().getTime();
    const known = this.windows.get(caller);
    const window = known && !isOver(known, now) ? known : this.open(caller, now);
    const isEnough = window.spent + points <= this.limit;
    if (isEnough) window.spent += points;
    const milliseconds = window.start + WINDOW_S * 1000 - now;
    return { isEnough, left: this.limit - window.spent, seconds: Math.ceil(milliseconds / 1000) };
  }

  private open(caller: string, now: number): Window {
    this.windows.delete(caller);
    for (const [other, window] of this.windows) {
      if (!isOver(window, now)) break;
      this.windows.delete(other);
    }
    const window = { start: now, spent: 0 };
    this.windows.set(caller, window);
    return window;
  }
}

/** A window that begins in the future is over as well: the machine's clock was set back. */
function isOver({ start }: Window, now: number): boolean {
  return now < start || now >= start + WINDOW_S * 1000;
}
