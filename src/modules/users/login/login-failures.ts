import type { Clock } from '../../../core/clock';
import type { IpcService } from '../../../core/primary-process';

/** For so long a failure counts, in milliseconds. */
const WINDOW_MS = 15 * 60_000;

const MAX_FAILURES_BY_PAIR = 10;
const MAX_FAILURES_BY_ADDRESS = 100;

/**
 * Attempts at once from one network, and by one name from it: nick and e-mail address count each for itself, so that three
 * attempts don't show whether they belong to one account. Names are not limited across networks.
 */
const MAX_IN_FLIGHT = 5;
const MAX_IN_FLIGHT_BY_NAME = 2;

/** After this long an attempt that has not ended counts no more: its process is gone. */
const IN_FLIGHT_TIMEOUT_MS = 60_000;

/** Of so many names or addresses the failures are remembered; beyond, those that failed longest ago go. */
const MAX_REMEMBERED_KEYS = 20_000;

/** Somebody who tries to log in. */
export interface LoginAttempt {
  /** The account, or the name or e-mail address where there is none. */
  readonly login: string;
  /** The name or e-mail address as it was given. */
  readonly name: string;
  /** Network of the client, as `toClientNetwork` tells it. */
  readonly address: string;
}

/** An attempt in flight. */
interface InFlightAttempt {
  readonly name: string;
  /** When it started, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Counts failed logins, by name and address together and by address alone, with what was no login at all, and those in flight. Methods
 * without another result return how long to wait for the next try, in milliseconds; 0: it is allowed now.
 */
export class LoginFailures {
  private readonly byPair = new FailureWindow(MAX_FAILURES_BY_PAIR);
  private readonly byAddress = new FailureWindow(MAX_FAILURES_BY_ADDRESS);
  /** The attempts that have not ended, by network. */
  private readonly inFlight = new Map<string, readonly InFlightAttempt[]>();

  constructor(private readonly clock: Clock) {}

  /** What is no login can't be told by its name. */
  waitOf(address: string, login?: string): number {
    const ofPair =
      login === undefined ? -Infinity : this.byPair.blockedUntil(toPairKey(login, address));
    return Math.max(ofPair - this.now(), this.byAddress.blockedUntil(address) - this.now(), 0);
  }

  /**
   * Starts an attempt, which has to be ended by `end`.
   * @returns false when too many are in flight: then it has not started
   */
  begin({ name, address }: LoginAttempt): boolean {
    const now = this.now();
    const others = this.inFlightFrom(address).filter(({ at }) => at > now - IN_FLIGHT_TIMEOUT_MS);
    const byName = others.filter((one) => one.name === name).length;
    if (others.length >= MAX_IN_FLIGHT || byName >= MAX_IN_FLIGHT_BY_NAME) return false;
    this.inFlight.set(address, [...others, { name, at: now }]);
    return true;
  }

  end({ name, address }: LoginAttempt): void {
    const started = this.inFlightFrom(address);
    const ended = started.findIndex((one) => one.name === name);
    const left = started.filter((_, index) => index !== ended);
    if (left.length > 0) this.inFlight.set(address, left);
    else this.inFlight.delete(address);
  }

  unreadable(address: string): void {
    this.byAddress.add(address, this.now());
  }

  /** Counts a failure, if the try was allowed: many at once get no more answers than one after the other. */
  failed({ login, address }: LoginAttempt): number {
    const wait = this.waitOf(address, login);
    if (wait > 0) return wait;
    this.byPair.add(toPairKey(login, address), this.now());
    this.byAddress.add(address, this.now());
    return 0;
  }

  /** The failures of the address stay: who has one password may be guessing others. */
  succeeded({ login, address }: LoginAttempt): number {
    const wait = this.waitOf(address, login);
    if (wait === 0) this.byPair.forget(toPairKey(login, address));
    return wait;
  }

  private inFlightFrom(address: string): readonly InFlightAttempt[] {
    return this.inFlight.get(address) ?? [];
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** Where workers have failed logins counted. */
export const loginFailuresIpcService: IpcService<LoginFailures> = {
  name: 'logins',
  timeoutMs: 500,
};

/** The last failures by key; times are in milliseconds since the epoch. */
class FailureWindow {
  private readonly times = new Map<string, readonly number[]>();

  /** @param max so many are allowed within the window */
  constructor(private readonly max: number) {}

  /** From when on another try is allowed; it may be long ago. */
  blockedUntil(key: string): number {
    const oldest = this.times.get(key)?.at(-this.max) ?? -Infinity;
    return oldest + WINDOW_MS;
  }

  add(key: string, time: number): void {
    const times = [...(this.times.get(key) ?? []), time].slice(-this.max);
    this.times.delete(key);
    const [first] = this.times.size < MAX_REMEMBERED_KEYS ? [] : this.times.keys();
    if (first !== undefined) this.times.delete(first);
    this.times.set(key, times);
  }

  forget(key: string): void {
    this.times.delete(key);
  }
}

function toPairKey(login: string, address: string): string {
  return `${address} ${login}`;
}
