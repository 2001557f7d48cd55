import { Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';
import { PrimaryWithLocalFallback, PrimaryProcess } from '../../../core/primary-process';
import { type LoginAttempt, LoginFailures, loginFailuresIpcService } from './login-failures';

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

/** 429: too many attempts at once. It does not count as a failure. */
export const TooManyConcurrentLogins = defineError({
  code: 'login.atOnce',
  status: 429,
  title: 'Too many logins at once',
  remedy: 'Wait as `Retry-After` says, and send one login at a time.',
  detail: () =>
    'Too many logins from this network are being checked, or too many by this name from it.',
  extension: () => ({ retryAfter: 1 }),
});

/** Limits failed logins, and logins at once: those of all processes behind one port together, else each process its own. */
@Injectable()
export class LoginLimiter {
  private readonly localFailures: LoginFailures;
  private readonly sharedFailures: PrimaryWithLocalFallback<LoginFailures>;

  constructor(clock: Clock, @Optional() primary?: PrimaryProcess) {
    this.localFailures = new LoginFailures(clock);
    this.sharedFailures = new PrimaryWithLocalFallback(loginFailuresIpcService, primary);
  }

  /** @throws LoginThrottled */
  async requireAllowed({ login, address }: LoginAttempt): Promise<void> {
    const here = (): number => this.localFailures.waitOf(address, login);
    requireNoWait(await this.sharedFailures.call('waitOf', [address, login], here));
  }

  /** What is no login can't be told by its name. @throws LoginThrottled */
  async requireAddressAllowed(address: string): Promise<void> {
    requireNoWait(
      await this.sharedFailures.call('waitOf', [address], () => this.localFailures.waitOf(address)),
    );
  }

  /**
   * Checks a login while few others are checked.
   * @throws TooManyConcurrentLogins, and what the check throws
   */
  async runCheck<T>(attempt: LoginAttempt, check: () => Promise<T>): Promise<T> {
    if (
      !(await this.sharedFailures.call('begin', [attempt], () => this.localFailures.begin(attempt)))
    ) {
      throw new TooManyConcurrentLogins();
    }
    try {
      return await check();
    } finally {
      await this.sharedFailures.call('end', [attempt], () => this.localFailures.end(attempt));
    }
  }

  async recordUnreadable(address: string): Promise<void> {
    await this.sharedFailures.call('unreadable', [address], () =>
      this.localFailures.unreadable(address),
    );
  }

  /** @throws LoginThrottled, when others have failed meanwhile: then it is not counted */
  async recordFailure(attempt: LoginAttempt): Promise<void> {
    requireNoWait(
      await this.sharedFailures.call('failed', [attempt], () => this.localFailures.failed(attempt)),
    );
  }

  /** @throws LoginThrottled, when others have failed meanwhile */
  async recordSuccess(attempt: LoginAttempt): Promise<void> {
    requireNoWait(
      await this.sharedFailures.call('succeeded', [attempt], () =>
        this.localFailures.succeeded(attempt),
      ),
    );
  }
}

/** @throws LoginThrottled */
function requireNoWait(milliseconds: number): void {
  if (milliseconds > 0) throw new LoginThrottled({ retryAfter: Math.ceil(milliseconds / 1000) });
}
