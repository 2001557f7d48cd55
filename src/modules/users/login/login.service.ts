import { Injectable } from '@nestjs/common';
import { toClientNetwork } from '../../../api';
import { InvalidRequest, defineError } from '../../../core/errors';
import { mergePlans, createLoadPlan, type Loaded } from '../../../core/load-plan';
import { SecurityAudit } from '../../../core/security-audit';
import { DataAccess, whereEquals } from '../../../database';
import { findAdministratorScopes, userRightsPlan } from '../administrators/administrator-rights';
import { PasswordHasher } from '../passwords/password-hasher';
import { toEmailKey } from '../users/email-key';
import { User } from '../users/user.entity';
import { LoginLimiter } from './login-limiter';
import { RecentLoginNetworkStore } from './recent-login-network-store';
import type { LoginAttempt } from './login-attempt-tracker';
import type { LoginDto } from './login.dto';
import type { LoginResult } from './login.record';
import { LoginTokenStrategy } from './login-token-strategy';

/** 401: the same answer, whatever was wrong. */
export const LoginFailed = defineError({
  code: 'login.failed',
  status: 401,
  title: 'The login failed',
  remedy: 'Check name and password. Check that the administrator is active.',
  detail: () => 'No active administrator has this name or e-mail address and this password.',
});

const loginUserPlan = mergePlans(
  userRightsPlan,
  createLoadPlan(User, ['pId', 'passwordHash', 'passwordTrusted']),
);

/** Checks logins of administrators and issues their tokens. */
@Injectable()
export class LoginService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly passwordHasher: PasswordHasher,
    private readonly limiter: LoginLimiter,
    private readonly recentNetworks: RecentLoginNetworkStore,
    private readonly tokens: LoginTokenStrategy,
    private readonly securityAudit: SecurityAudit,
  ) {}

  /**
   * Logs in an administrator. Neither the error nor its timing shows what was wrong.
   * @param address IP address of the client
   * @throws InvalidRequest, LoginThrottled, TooManyConcurrentLogins, LoginFailed, DatabaseBusy
   */
  async logIn({ nick, email, password }: LoginDto, address: string): Promise<LoginResult> {
    const [property, columnValue] = toLookupCondition(nick, email);
    const [user] = await this.dataAccess.loader.listWhere(
      User,
      [whereEquals(property, columnValue)],
      loginUserPlan,
    );
    // Nick and e-mail address of one person are one account.
    const submittedName = `${property}:${columnValue}`;
    const account = user ? `user:${user.id}` : submittedName;
    const attempt = { account, name: submittedName, network: toClientNetwork(address) };
    await this.limiter.requireAllowed(attempt);
    return this.limiter.runCheck(attempt, () => this.checkCredentials(user, password, attempt));
  }

  /** @throws LoginThrottled, LoginFailed, DatabaseBusy */
  private async checkCredentials(
    user: Loaded<typeof loginUserPlan> | undefined,
    password: string,
    attempt: LoginAttempt,
  ): Promise<LoginResult> {
    const isRecentNetwork = await this.recentNetworks.has(attempt.network);
    const hash = user?.passwordHash ?? null;
    const isPasswordCorrect = await this.passwordHasher.verify(
      password,
      hash,
      isRecentNetwork ? 'known' : 'anonymous',
    );
    // A user who joins a group while another cluster node makes it the system group keeps an untrusted password.
    const isTrusted = user?.passwordTrusted === true;
    if (!user || !isPasswordCorrect || !isTrusted || !findAdministratorScopes(user)) {
      await this.limiter.recordFailure(attempt);
      this.securityAudit.recordFailedLogin(user?.id ?? 0);
      throw new LoginFailed();
    }
    await this.limiter.recordSuccess(attempt);
    const token = await this.tokens.issue(user);
    await this.recentNetworks.add(attempt.network);
    const { id, pId, systemLevel } = user;
    return { id, pId, systemLevel, ...token };
  }
}

/** Returns the lookup column of the user and its value. @throws InvalidRequest unless exactly one of the two is set */
function toLookupCondition(
  nick: string | undefined,
  email: string | undefined,
): ['nick' | 'emailKey', string] {
  if (nick && !email) return ['nick', nick];
  if (email && !nick) return ['emailKey', toEmailKey(email)];
  const detail = 'Send either nick or email, but not both.';
  throw new InvalidRequest([{ pointer: '', code: 'login.name', detail }]);
}
