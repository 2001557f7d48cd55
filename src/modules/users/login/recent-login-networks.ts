import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { is, isAtLeast, isAtMost, DataAccess, isViolationOf } from '../../../database';
import { LoginNetwork } from './login-network.entity';
import { TokenSecret } from './token-secret';

/** How long a network stays known after a login. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** The networks from which administrators have logged in recently. Passwords sent from them are checked first. */
@Injectable()
export class RecentLoginNetworks {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly secret: TokenSecret,
    private readonly clock: Clock,
  ) {}

  /** @param network as `toClientNetwork` returns it */
  async has(network: string): Promise<boolean> {
    const secret = await this.secret.find();
    if (secret === undefined) return false;
    const conditions = [
      is('digest', toNetworkDigest(network, secret)),
      isAtLeast('lastLoginAt', this.retentionStart()),
    ];
    const ids = await this.dataAccess.loader.listIds(LoginNetwork, conditions, { limit: 1 });
    return ids.length > 0;
  }

  /** Stores that an administrator has logged in from a network. Removes networks without a login for 30 days. */
  async add(network: string): Promise<void> {
    const digest = toNetworkDigest(network, await this.secret.getOrCreate());
    const lastLoginAt = this.clock.now();
    const { unitOfWork, writer } = this.dataAccess;
    const put = (): Promise<void> =>
      unitOfWork.run(async () => {
        await writer.remove(LoginNetwork, [isAtMost('lastLoginAt', this.retentionStart())]);
        const found = await writer.update(LoginNetwork, [is('digest', digest)], { lastLoginAt });
        if (found === 0) await writer.insert(LoginNetwork, [{ digest, lastLoginAt }]);
      });
    await put().catch((error: unknown) => {
      // Another login from this network has stored it in the meantime.
      if (!isViolationOf(error, 'unique')) throw error;
    });
  }

  private retentionStart(): Date {
    return new Date(this.clock.now().getTime() - RETENTION_MS);
  }
}

function toNetworkDigest(network: string, secret: string): string {
  return createHmac('sha256', secret).update(`network ${network}`).digest('base64url');
}
