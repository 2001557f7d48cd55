import { Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';
import { Kept, Primary } from '../../../core/primary';
import { type Attempt, LoginFailures, loginsDesk } from './login-failures';

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

/** Limits failed logins: those of all processes behind one port together, else each process its own. */
@Injectable()
export class FailedLogins {
  private readonly own: LoginFailures;
  private readonly kept: Kept<LoginFailures>;

  constructor(clock: Clock, @Optional() primary?: Primary) {
    this.own = new LoginFailures(clock);
    this.kept = new Kept(loginsDesk, primary);
  }

  /** @throws LoginThrottled */
  async requireFew({ login, address }: Attempt): Promise<void> {
    const here = (): number => this.own.waitOf(address, login);
    requireNoWait(await this.kept.call('waitOf', [address, login], here));
  }

  /** What is no login can't be told by its name. @throws LoginThrottled */
  async requireFewOf(address: string): Promise<void> {
    requireNoWait(await this.kept.call('waitOf', [address], () => this.own.waitOf(address)));
  }

  async unreadable(address: string): Promise<void> {
    await this.kept.call('unreadable', [address], () => this.own.unreadable(address));
  }

  /** @throws LoginThrottled, when others have failed meanwhile: then it is not counted */
  async failed(attempt: Attempt): Promise<void> {
    requireNoWait(await this.kept.call('failed', [attempt], () => this.own.failed(attempt)));
  }

  /** @throws LoginThrottled, when others have failed meanwhile */
  async succeeded(attempt: Attempt): Promise<void> {
    requireNoWait(await this.kept.call('succeeded', [attempt], () => this.own.succeeded(attempt)));
  }
}

/** @throws LoginThrottled */
function requireNoWait(milliseconds: number): void {
  if (milliseconds > 0) throw new LoginThrottled({ retryAfter: Math.ceil(milliseconds / 1000) });
}
