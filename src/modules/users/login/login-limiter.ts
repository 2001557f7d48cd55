import { Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';
import { PrimaryWithLocalFallback, PeerProcess } from '../../../core/peer-process';
import {
  type LoginAttempt,
  LoginAttemptTracker,
  loginAttemptsIpcService,
} from './login-attempt-tracker';

/** 429: too many failed logins; `retryAfter` is in seconds. */
export const LoginThrottled = defineError<{ retryAfter: number }>({
  code: 'login.throttled',
  status: 429,
  title: 'Too many logins have failed',
  remedy: 'Wait for the time in `Retry-After`.',
  detail: ({ retryAfter }) =>
    `Too many logins have failed for this name or from this network. Try again in ${retryAfter} seconds.`,
  extensionMembers: ({ retryAfter }) => ({ retryAfter }),
});

/** 429: too many attempts at the same time. This does not count as a failure. */
export const TooManyConcurrentLogins = defineError({
  code: 'login.atOnce',
  status: 429,
  title: 'Too many logins run at the same time',
  remedy: 'Wait for the time in `Retry-After`, and send one login at a time.',
  detail: () => 'Too many logins from this network, or with this name from it, are being checked.',
  extensionMembers: () => ({ retryAfter: 1 }),
});

/**
 * Limits failed and concurrent logins, for all processes behind one port together; without a primary process, for this
 * process alone.
 */
@Injectable()
export class LoginLimiter {
  private readonly localAttempts: LoginAttemptTracker;
  private readonly sharedAttempts: PrimaryWithLocalFallback<LoginAttemptTracker>;

  constructor(clock: Clock, @Optional() primary?: PeerProcess) {
    this.localAttempts = new LoginAttemptTracker(clock);
    this.sharedAttempts = new PrimaryWithLocalFallback(loginAttemptsIpcService, primary);
  }

  /** @throws LoginThrottled */
  async requireAllowed({ account, network }: LoginAttempt): Promise<void> {
    const getLocalWaitMs = (): number => this.localAttempts.getWaitMs(network, account);
    assertNotThrottled(
      await this.sharedAttempts.call('getWaitMs', [network, account], getLocalWaitMs),
    );
  }

  /** Unreadable login requests are limited by network only, because they have no name. @throws LoginThrottled */
  async requireNetworkAllowed(network: string): Promise<void> {
    assertNotThrottled(
      await this.sharedAttempts.call('getWaitMs', [network], () =>
        this.localAttempts.getWaitMs(network),
      ),
    );
  }

  /**
   * Runs the check of a login, if few others are running.
   * @throws TooManyConcurrentLogins and the errors of the check
   */
  async runCheck<T>(attempt: LoginAttempt, check: () => Promise<T>): Promise<T> {
    if (
      !(await this.sharedAttempts.call('beginAttempt', [attempt], () =>
        this.localAttempts.beginAttempt(attempt),
      ))
    ) {
      throw new TooManyConcurrentLogins();
    }
    try {
      return await check();
    } finally {
      await this.sharedAttempts.call('endAttempt', [attempt], () =>
        this.localAttempts.endAttempt(attempt),
      );
    }
  }

  async recordUnreadable(network: string): Promise<void> {
    await this.sharedAttempts.call('recordUnreadable', [network], () =>
      this.localAttempts.recordUnreadable(network),
    );
  }

  /**
   * Counts a failed login.
   * @throws LoginThrottled if too many others have failed in the meantime; then it isn't counted
   */
  async recordFailure(attempt: LoginAttempt): Promise<void> {
    assertNotThrottled(
      await this.sharedAttempts.call('recordFailure', [attempt], () =>
        this.localAttempts.recordFailure(attempt),
      ),
    );
  }

  /**
   * Records a successful login.
   * @throws LoginThrottled if too many others have failed in the meantime
   */
  async recordSuccess(attempt: LoginAttempt): Promise<void> {
    assertNotThrottled(
      await this.sharedAttempts.call('recordSuccess', [attempt], () =>
        this.localAttempts.recordSuccess(attempt),
      ),
    );
  }
}

/** @throws LoginThrottled */
function assertNotThrottled(waitMs: number): void {
  if (waitMs > 0) throw new LoginThrottled({ retryAfter: Math.ceil(waitMs / 1000) });
}
