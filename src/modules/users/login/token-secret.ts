import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { createLoadPlan } from '../../../core/load-plan';
import { DataAccess, is, isNull } from '../../../database';
import { ADMINISTRATION_ID, Administration } from '../administrators/administration.entity';

const secretPlan = createLoadPlan(Administration, ['tokenSecret']);

/**
 * The secret that signs login tokens: AUTH_SECRET, or a random secret that all processes share through the database.
 */
@Injectable()
export class TokenSecret {
  private cached: string | undefined;

  constructor(
    private readonly dataAccess: DataAccess,
    configuration: Configuration,
  ) {
    this.cached = configuration.authSecret;
  }

  /** @returns undefined if no secret has been created yet; then no token exists either */
  async find(): Promise<string | undefined> {
    this.cached ??= await this.load();
    return this.cached;
  }

  /** Returns the secret and creates it if necessary. If several processes do so at once, all use the first one. */
  async getOrCreate(): Promise<string> {
    return (await this.find()) ?? (await this.create());
  }

  private async create(): Promise<string> {
    const tokenSecret = randomBytes(32).toString('base64url');
    const unset = [is('id', ADMINISTRATION_ID), isNull('tokenSecret')];
    await this.dataAccess.unitOfWork.run(() =>
      this.dataAccess.writer.update(Administration, unset, { tokenSecret }),
    );
    const agreed = await this.find();
    if (agreed === undefined) throw new Error('The row of the table administration is missing');
    return agreed;
  }

  private async load(): Promise<string | undefined> {
    const row = await this.dataAccess.loader.findById(
      Administration,
      ADMINISTRATION_ID,
      secretPlan,
    );
    return row?.tokenSecret ?? undefined;
  }
}
