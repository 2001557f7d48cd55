import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration';
import { Clock } from '../../core/clock';
import { idOnly } from '../../core/load-plan';
import { type Condition, Stores, is } from '../../database';
import { ACCESS_LOCK_ID, AccessLock } from './access-lock.entity';
import { ApiKey } from './api-keys/api-key.entity';
import { ApiKeysService, hashOf } from './api-keys/api-keys.service';

const everything: ReadonlySet<string> = new Set(['*']);

/** Sees to it that a fresh database can be called at all. */
@Injectable()
export class FirstKey {
  constructor(
    private readonly stores: Stores,
    private readonly keys: ApiKeysService,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Makes sure of the configured key, or makes a first one on a database without any.
   * Of several processes that start at once exactly one makes the key.
   * @returns the key that was made, to be shown once on the terminal; undefined when there was none to make
   */
  ensure(): Promise<string | undefined> {
    const { bootstrapApiKey } = this.configuration;
    return this.stores.unitOfWork.run(
      async () => {
        await this.stores.loader.byId(AccessLock, ACCESS_LOCK_ID, idOnly);
        return bootstrapApiKey === undefined
          ? this.makeFirst()
          : this.storeConfigured(hashOf(bootstrapApiKey));
      },
      { lockReads: true },
    );
  }

  private async makeFirst(): Promise<string | undefined> {
    if (await this.exists()) return undefined;
    const { key } = await this.keys.create({ name: 'First key', scopes: ['*'] }, everything);
    return key;
  }

  private async storeConfigured(keyHash: string): Promise<undefined> {
    if (await this.exists(is('keyHash', keyHash))) return;
    const createdAt = this.clock.now();
    const values = { name: 'Configured key', keyHash, scopes: ['*'], createdAt };
    await this.stores.writer.insert(ApiKey, [{ ...values, expiresAt: null, lastUsedAt: null }]);
  }

  private async exists(...conditions: Condition[]): Promise<boolean> {
    return (await this.stores.loader.where(ApiKey, conditions, idOnly)).length > 0;
  }
}
