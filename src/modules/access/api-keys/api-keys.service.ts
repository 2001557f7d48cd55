import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ScopeMissing } from '../../../api/problems';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { type Scope, covers } from '../../../core/scopes';
import { Stores } from '../../../database';
import { ApiKey } from './api-key.entity';
import type { CreateApiKeyDto } from './api-key.dto';
import { apiKeyRecord } from './api-key.record';
import { KnownKeys } from './known-keys';

/** What every API key begins with. */
export const KEY_PREFIX = 'osk_';

/** Makes, lists and deletes API keys. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly stores: Stores,
    private readonly known: KnownKeys,
    private readonly clock: Clock,
  ) {}

  /** All keys, oldest first, without the keys themselves. */
  list(): Promise<ApiKey[]> {
    return this.stores.loader.where(ApiKey, [], apiKeyRecord.plan());
  }

  /**
   * @param held scopes of the maker: nobody can give away more than that
   * @returns the stored key and, this once, the key itself
   * @throws ScopeMissing
   */
  async create(
    { name, scopes, expiresAt }: CreateApiKeyDto,
    held: ReadonlySet<string>,
  ): Promise<ApiKey & { key: string }> {
    const missing = scopes.find((scope) => !covers(held, scope as Scope));
    if (missing !== undefined) throw new ScopeMissing({ scope: missing as Scope });
    const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
    const values = {
      name,
      keyHash: hashOf(key),
      scopes: [...new Set(scopes)],
      expiresAt: expiresAt ?? null,
      lastUsedAt: null,
      createdAt: this.clock.now(),
    };
    const [id = 0] = await this.stores.unitOfWork.run(() =>
      this.stores.writer.insert(ApiKey, [values]),
    );
    return { id, ...values, key };
  }

  /** @throws NotFound */
  async remove(id: number): Promise<{ id: number }> {
    const removed = await this.stores.unitOfWork.run(() => this.stores.writer.remove(ApiKey, id));
    if (removed === 0) throw new NotFound({ resource: 'apiKey', id });
    this.known.forget(id);
    return { id };
  }
}

/** What is stored of a key. */
export function hashOf(key: string): string {
  return hash('sha256', key, 'hex');
}
