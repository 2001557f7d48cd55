import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration';
import { Clock } from '../../core/clock';
import { idOnlyPlan, createLoadPlan } from '../../core/load-plan';
import { type Condition, DataAccess, whereEquals } from '../../database';
import { ACCESS_LOCK_ID, AccessLock } from './access-lock.entity';
import { ApiKey } from './api-keys/api-key.entity';
import { ApiKeysService } from './api-keys/api-keys.service';
import { hashKey } from './api-keys/key-secret';
import { systemCallerWithAllScopes } from './api-keys/api-key-caller';

/** Creates the first API key of a fresh database. */
@Injectable()
export class ApiKeyBootstrap {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly keys: ApiKeysService,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /** Stores the configured key if it is missing. If several processes start at once, only one stores it. */
  async ensureConfiguredKey(): Promise<void> {
    const { bootstrapApiKey } = this.configuration;
    if (bootstrapApiKey === undefined) return;
    await this.withAccessLock(() => this.storeConfigured(hashKey(bootstrapApiKey)));
  }

  /**
   * Creates a first key if the database has none. If several processes start at once, only one creates it.
   * @returns the key, to be shown once on the terminal; undefined if there are keys already
   */
  createFirst(): Promise<string | undefined> {
    return this.withAccessLock(() => this.createUnlessAnyExists());
  }

  /** Whether there is only one key and it was never used: maybe nobody knows it. */
  async isOnlyKeyUnused(): Promise<boolean> {
    const keys = await this.dataAccess.loader.listWhere(
      ApiKey,
      [],
      createLoadPlan(ApiKey, ['lastUsedAt']),
    );
    return keys.length === 1 && keys[0]?.lastUsedAt === null;
  }

  private withAccessLock<T>(work: () => Promise<T>): Promise<T> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.dataAccess.writer.lock(AccessLock, [ACCESS_LOCK_ID]);
      return work();
    });
  }

  private async createUnlessAnyExists(): Promise<string | undefined> {
    if (await this.exists()) return undefined;
    const { key } = await this.keys.create(
      { name: 'First key', scopes: ['*'] },
      systemCallerWithAllScopes,
    );
    return key;
  }

  private async storeConfigured(keyHash: string): Promise<void> {
    if (await this.exists(whereEquals('keyHash', keyHash))) return;
    const createdAt = this.clock.now();
    const { kind, id, name } = systemCallerWithAllScopes.actor;
    const madeBy = { madeByKind: kind, madeById: id, madeByName: name };
    const values = { name: 'Configured key', keyHash, scopes: ['*'], createdAt, ...madeBy };
    await this.dataAccess.writer.insert(ApiKey, [
      // The pId is the same in all stores with this key, so an export of one store finds the key in another.
      {
        pId: hash('sha256', keyHash),
        ...values,
        expiresAt: null,
        lastUsedAt: null,
        originUserId: null,
      },
    ]);
  }

  private async exists(...conditions: Condition[]): Promise<boolean> {
    return (await this.dataAccess.loader.listWhere(ApiKey, conditions, idOnlyPlan)).length > 0;
  }
}
