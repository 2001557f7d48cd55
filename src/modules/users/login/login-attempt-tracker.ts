import type { Clock } from '../../../core/clock';
import type { IpcServiceDescriptor } from '../../../core/peer-process';

/** How long a failure counts. */
const FAILURE_WINDOW_MS = 15 * 60_000;

const MAX_FAILURES_PER_ACCOUNT_AND_NETWORK = 10;
const MAX_FAILURES_PER_NETWORK = 100;

/**
 * Maximum number of attempts at once from one network, and of those with one name. A nick and an e-mail address
 * count separately, so three attempts don't show whether they belong to one account. Names are not limited across
 * networks.
 */
const MAX_ATTEMPTS_IN_FLIGHT = 5;
const MAX_ATTEMPTS_IN_FLIGHT_PER_NAME = 2;

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
 * Counts failed logins and attempts in flight. Failures count for account and network together, and for the network
 * alone; unreadable requests count for the network only. Methods that return a number return how long to wait before
 * the next attempt, in milliseconds (0 if it is allowed now).
 */
export class LoginAttemptTracker {
  private readonly failuresByAccountAndNetwork = new FailureWindow(
    MAX_FAILURES_PER_ACCOUNT_AND_NETWORK,
  );
  private readonly failuresByNetwork = new FailureWindow(MAX_FAILURES_PER_NETWORK);
  /** The attempts that have not ended, by network. */
  private readonly attemptsInFlight = new Map<string, readonly InFlightAttempt[]>();

  constructor(private readonly clock: Clock) {}

  /** Returns how long to wait, in milliseconds. Unreadable login requests have no account. */
  getWaitMs(network: string, account?: string): number {
    const blockedUntilMs =
      account === undefined
        ? -Infinity
        : this.failuresByAccountAndNetwork.getBlockedUntilMs(
            toAccountAndNetworkKey(account, network),
          );
    return Math.max(
      blockedUntilMs - this.nowMs(),
      this.failuresByNetwork.getBlockedUntilMs(network) - this.nowMs(),
      0,
    );
  }

  /**
   * Starts an attempt; `endAttempt` has to be called after it.
   * @returns false if too many attempts are in flight, in which case it has not started
   */
  beginAttempt({ name, network }: LoginAttempt): boolean {
    const now = this.nowMs();
    const others = this.listAttemptsInFlight(network).filter(
      ({ startedAtMs }) => startedAtMs > now - IN_FLIGHT_TIMEOUT_MS,
    );
    const inFlightWithName = others.filter((one) => one.name === name).length;
    if (
      others.length >= MAX_ATTEMPTS_IN_FLIGHT ||
      inFlightWithName >= MAX_ATTEMPTS_IN_FLIGHT_PER_NAME
    )
      return false;
    this.attemptsInFlight.set(network, [...others, { name, startedAtMs: now }]);
    return true;
  }

  endAttempt({ name, network }: LoginAttempt): void {
    const started = this.listAttemptsInFlight(network);
    const endedIndex = started.findIndex((one) => one.name === name);
    const remaining = started.filter((_, index) => index !== endedIndex);
    if (remaining.length > 0) this.attemptsInFlight.set(network, remaining);
    else this.attemptsInFlight.delete(network);
  }

  recordUnreadable(network: string): void {
    this.failuresByNetwork.add(network, this.nowMs());
  }

  /**
   * Counts a failure, if the attempt was allowed. Concurrent attempts thus get no more answers than sequential ones.
   */
  recordFailure({ account, network }: LoginAttempt): number {
    const waitMs = this.getWaitMs(network, account);
    if (waitMs > 0) return waitMs;
    this.failuresByAccountAndNetwork.add(toAccountAndNetworkKey(account, network), this.nowMs());
    this.failuresByNetwork.add(network, this.nowMs());
    return 0;
  }

  /**
   * Forgets the account's failures. The network's failures are kept, because its owner may be guessing other passwords.
   */
  recordSuccess({ account, network }: LoginAttempt): number {
    const waitMs = this.getWaitMs(network, account);
    if (waitMs === 0)
      this.failuresByAccountAndNetwork.forget(toAccountAndNetworkKey(account, network));
    return waitMs;
  }

  private listAttemptsInFlight(network: string): readonly InFlightAttempt[] {
    return this.attemptsInFlight.get(network) ?? [];
  }

  private nowMs(): number {
    return this.clock.now().getTime();
  }
}

/** The service by which workers count failed logins and attempts in flight in the primary process. */
export const loginAttemptsIpcService: IpcServiceDescriptor<LoginAttemptTracker> = {
  name: 'logins',
  timeoutMs: 500,
};

/** The last failures by key; times are in milliseconds since the epoch. */
class FailureWindow {
  private readonly times = new Map<string, readonly number[]>();

  /** @param maxFailures number of failures allowed within the window */
  constructor(private readonly maxFailures: number) {}

  /** When another attempt is allowed; this may be in the past. */
  getBlockedUntilMs(key: string): number {
    const oldest = this.times.get(key)?.at(-this.maxFailures) ?? -Infinity;
    return oldest + FAILURE_WINDOW_MS;
  }

  add(key: string, timeMs: number): void {
    const times = [...(this.times.get(key) ?? []), timeMs].slice(-this.maxFailures);
    this.times.delete(key);
    const [first] = this.times.size < MAX_REMEMBERED_KEYS ? [] : this.times.keys();
    if (first !== undefined) this.times.delete(first);
    this.times.set(key, times);
  }

  forget(key: string): void {
    this.times.delete(key);
  }
}

function toAccountAndNetworkKey(account: string, network: string): string {
  return `${network} ${account}`;
}
