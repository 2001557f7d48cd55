import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { createLoadPlan } from '../../../core/load-plan';
import { DataAccess, whereEquals, whereNull } from '../../../database';
import {
  ADMINISTRATOR_SHARED_STATE_ID,
  AdministratorSharedState,
} from '../administrators/administration-state.entity';

const secretPlan = createLoadPlan(AdministratorSharedState, ['tokenSecret']);

/**
 * The secret that signs login tokens: AUTH_SECRET, or a random secret that all processes share through the database.
 */
@Injectable()
export class TokenSecretProvider {
  private cachedSecret: string | undefined;

  constructor(
    private readonly dataAccess: DataAccess,
    configuration: Configuration,
  ) {
    this.cachedSecret = configuration.authSecret;
  }

  /** @returns undefined if no secret has been created yet; then no token exists either */
  async find(): Promise<string | undefined> {
    this.cachedSecret ??= await this.load();
    return this.cachedSecret;
  }

  /** Returns the secret and creates it if necessary. If several processes do so at once, all use the first one. */
  async getOrCreate(): Promise<string> {
    return (await this.find()) ?? (await this.create());
  }

  private async create(): Promise<string> {
    const tokenSecret = randomBytes(32).toString('base64url');
    const unsetSecretConditions = [
      whereEquals('id', ADMINISTRATOR_SHARED_STATE_ID),
      whereNull('tokenSecret'),
    ];
    await this.dataAccess.unitOfWork.run(() =>
      this.dataAccess.writer.update(AdministratorSharedState, unsetSecretConditions, {
        tokenSecret,
      }),
    );
    const storedSecret = await this.find();
    if (storedSecret === undefined)
      throw new Error('The row of the table administration is missing');
    return storedSecret;
  }

  private async load(): Promise<string | undefined> {
    const row = await this.dataAccess.loader.findById(
      AdministratorSharedState,
      ADMINISTRATOR_SHARED_STATE_ID,
      secretPlan,
    );
    return row?.tokenSecret ?? undefined;
  }
}
