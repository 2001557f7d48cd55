import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';

/** How long a failure counts. */
const WINDOW_MS = 15 * 60_000;

const MOST_BY_PAIR = 10;
const MOST_BY_ADDRESS = 100;

/** For how many names or addresses failures are remembered; beyond, those that failed longest ago are forgotten. */
const MOST_REMEMBERED = 20_000;

/** 429: too many failures; `retryAfter` is in seconds. */
export const LoginThrottled = defineError<{ retryAfter: number }>({
  code: 'login.throttled',
  status: 429,
  title: 'Too many logins have failed',
  remedy: 'Wait as `Retry-After` says.',
  detail: ({ retryAfter }) =>
    `Too many logins have failed by this name, or from this address. Try again in ${retryAfter} seconds.`,
  extension: ({ retryAfter }) => ({ retryAfter }),
});

/** Somebody who tries to log in. */
export interface Attempt {
  /** Name or e-mail address. */
  readonly login: string;
  /** Network of the client, as `clientNetwork` tells it. */
  readonly address: string;
}

/**
 * Counts failed logins, by name and address together and by address alone; there, bodies that are no login at all
 * count as well. Each process counts for itself.
 */
@Injectable()
export class FailedLogins {
  private readonly byPair = new Failures(MOST_BY_PAIR);
  private readonly byAddress = new Failures(MOST_BY_ADDRESS);

  constructor(private readonly clock: Clock) {}

  /** @throws LoginThrottled */
  requireFew(attempt: Attempt): void {
    const free = Math.max(
      this.byPair.freeFrom(pairOf(attempt)),
      this.byAddress.freeFrom(attempt.address),
    );
    this.requireNow(free);
  }

  /** For a body that is no login, and so has no name. @throws LoginThrottled */
  requireFewOf(address: string): void {
    this.requireNow(this.byAddress.freeFrom(address));
  }

  unreadable(address: string): void {
    this.byAddress.add(address, this.now());
  }

  failed(attempt: Attempt): void {
    this.byPair.add(pairOf(attempt), this.now());
    this.byAddress.add(attempt.address, this.now());
  }

  /** The failures of the address stay: whoever has one password may be guessing others. */
  succeeded(attempt: Attempt): void {
    this.byPair.forget(pairOf(attempt));
  }

  private requireNow(free: number): void {
    const waitMs = free - this.now();
    if (waitMs > 0) throw new LoginThrottled({ retryAfter: Math.ceil(waitMs / 1000) });
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** The last failures by key; times are in milliseconds since the epoch. */
class Failures {
  private readonly times = new Map<string, readonly number[]>();

  /** @param most how many are allowed within the window */
  constructor(private readonly most: number) {}

  /** From when on another try is allowed; that may be long ago. */
  freeFrom(key: string): number {
    const oldest = this.times.get(key)?.at(-this.most) ?? -Infinity;
    return oldest + WINDOW_MS;
  }

  add(key: string, time: number): void {
    const times = [...(this.times.get(key) ?? []), time].slice(-this.most);
    this.times.delete(key);
    const [first] = this.times.size < MOST_REMEMBERED ? [] : this.times.keys();
    if (first !== undefined) this.times.delete(first);
    this.times.set(key, times);
  }

  forget(key: string): void {
    this.times.delete(key);
  }
}

function pairOf({ login, address }: Attempt): string {
  return `${address} ${login}`;
}
