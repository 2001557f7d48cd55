import type { Clock } from '../../../core/clock';
import type { IpcService } from '../../../core/primary-process';

/** How long a failure counts. */
const WINDOW_MS = 15 * 60_000;

const MAX_FAILURES_BY_PAIR = 10;
const MAX_FAILURES_BY_ADDRESS = 100;

/**
 * Maximum number of attempts at once from one network, and of those with one name. A nick and an e-mail address
 * count separately, so three attempts don't show whether they belong to one account. Names are not limited across
 * networks.
 */
const MAX_IN_FLIGHT = 5;
const MAX_IN_FLIGHT_BY_NAME = 2;

/** An attempt that has not ended after this time is ignored: its process has died. */
const IN_FLIGHT_TIMEOUT_MS = 60_000;

/** Maximum number of remembered keys; beyond it, the key whose last failure is oldest is forgotten. */
const MAX_REMEMBERED_KEYS = 20_000;

/** An attempt to log in. */
export interface LoginAttempt {
  /** The account, or the submitted name or e-mail address if no account matches. */
  readonly account: string;
  /** The name or e-mail address as it was given. */
  readonly name: string;
  /** Network of the client, as `toClientNetwork` returns it. */
  readonly network: string;
}

/** An attempt in flight. */
interface InFlightAttempt {
  readonly name: string;
  /** When it started, in milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/**
 * Counts failed logins and attempts in flight. Failures count for name and network together, and for the network alone;
 * unreadable requests count for the network only. Methods without another result return how long to wait before the
 * next attempt, in milliseconds (0 if it is allowed now).
 */
export class LoginFailures {
  private readonly byPair = new FailureWindow(MAX_FAILURES_BY_PAIR);
  private readonly byAddress = new FailureWindow(MAX_FAILURES_BY_ADDRESS);
  /** The attempts that have not ended, by network. */
  private readonly inFlight = new Map<string, readonly InFlightAttempt[]>();

  constructor(private readonly clock: Clock) {}

  /** Unreadable login requests have no name, so `login` is optional. */
  getWaitMs(address: string, login?: string): number {
    const ofPair =
      login === undefined ? -Infinity : this.byPair.blockedUntil(toPairKey(login, address));
    return Math.max(ofPair - this.now(), this.byAddress.blockedUntil(address) - this.now(), 0);
  }

  /**
   * Starts an attempt; `end` has to be called after it.
   * @returns false if too many attempts are in flight, in which case it has not started
   */
  beginAttempt({ name, network }: LoginAttempt): boolean {
    const now = this.now();
    const others = this.inFlightFrom(network).filter(
      ({ startedAtMs }) => startedAtMs > now - IN_FLIGHT_TIMEOUT_MS,
    );
    const byName = others.filter((one) => one.name === name).length;
    if (others.length >= MAX_IN_FLIGHT || byName >= MAX_IN_FLIGHT_BY_NAME) return false;
    this.inFlight.set(network, [...others, { name, startedAtMs: now }]);
    return true;
  }

  endAttempt({ name, network }: LoginAttempt): void {
    const started = this.inFlightFrom(network);
    const ended = started.findIndex((one) => one.name === name);
    const left = started.filter((_, index) => index !== ended);
    if (left.length > 0) this.inFlight.set(network, left);
    else this.inFlight.delete(network);
  }

  recordUnreadable(address: string): void {
    this.byAddress.add(address, this.now());
  }

  /**
   * Counts a failure, if the attempt was allowed. Concurrent attempts thus get no more answers than sequential ones.
   */
  recordFailure({ account, network }: LoginAttempt): number {
    const wait = this.getWaitMs(network, account);
    if (wait > 0) return wait;
    this.byPair.add(toPairKey(account, network), this.now());
    this.byAddress.add(network, this.now());
    return 0;
  }

  /**
   * Forgets the account's failures. The network's failures are kept, because its owner may be guessing other passwords.
   */
  recordSuccess({ account, network }: LoginAttempt): number {
    const wait = this.getWaitMs(network, account);
    if (wait === 0) this.byPair.forget(toPairKey(account, network));
    return wait;
  }

  private inFlightFrom(address: string): readonly InFlightAttempt[] {
    return this.inFlight.get(address) ?? [];
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** The service by which workers count failed logins in the primary process. */
export const loginFailuresIpcService: IpcService<LoginFailures> = {
  name: 'logins',
  timeoutMs: 500,
};

/** The last failures by key; times are in milliseconds since the epoch. */
class FailureWindow {
  private readonly times = new Map<string, readonly number[]>();

  /** @param max number of failures allowed within the window */
  constructor(private readonly max: number) {}

  /** When another attempt is allowed; this may be in the past. */
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
