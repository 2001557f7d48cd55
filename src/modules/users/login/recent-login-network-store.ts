import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import {
  whereEquals,
  whereAtLeast,
  whereAtMost,
  DataAccess,
  isViolationOf,
} from '../../../database';
import { LoginNetwork } from './login-network.entity';
import { TokenSecretProvider } from './token-secret-provider';

/** How long a network stays known after a login. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The networks from which administrators have logged in recently. Passwords sent from them don't wait behind those from
 * other networks.
 */
@Injectable()
export class RecentLoginNetworkStore {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly tokenSecret: TokenSecretProvider,
    private readonly clock: Clock,
  ) {}

  /** @param network as `toClientNetwork` returns it */
  async has(network: string): Promise<boolean> {
    const secret = await this.tokenSecret.find();
    if (secret === undefined) return false;
    const conditions = [
      whereEquals('digest', toNetworkDigest(network, secret)),
      whereAtLeast('lastLoginAt', this.getRetentionStart()),
    ];
    const ids = await this.dataAccess.loader.listIds(LoginNetwork, conditions, { limit: 1 });
    return ids.length > 0;
  }

  /** Stores that an administrator has logged in from a network. Removes networks without a login for 30 days. */
  async add(network: string): Promise<void> {
    const digest = toNetworkDigest(network, await this.tokenSecret.getOrCreate());
    const lastLoginAt = this.clock.now();
    const { unitOfWork, writer } = this.dataAccess;
    const upsert = (): Promise<void> =>
      unitOfWork.run(async () => {
        await writer.remove(LoginNetwork, [whereAtMost('lastLoginAt', this.getRetentionStart())]);
        const updatedCount = await writer.update(LoginNetwork, [whereEquals('digest', digest)], {
          lastLoginAt,
        });
        if (updatedCount === 0) await writer.insert(LoginNetwork, [{ digest, lastLoginAt }]);
      });
    await upsert().catch((error: unknown) => {
      // Another login from this network has stored it in the meantime.
      if (!isViolationOf(error, 'unique')) throw error;
    });
  }

  private getRetentionStart(): Date {
    return new Date(this.clock.now().getTime() - RETENTION_MS);
  }
}

function toNetworkDigest(network: string, secret: string): string {
  return createHmac('sha256', secret).update(`network ${network}`).digest('base64url');
}
