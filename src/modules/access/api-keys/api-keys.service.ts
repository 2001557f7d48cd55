import { hash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ChangedQuery } from '../../../api';
import { acting } from '../../../core/acting';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { plan } from '../../../core/load-plan';
import { Stores, is, isAtLeast, isAtMost, isOneOf, listing, plus } from '../../../database';
import { ApiKeyDescent } from './api-key-descent.entity';
import { ApiKeyOldSecret } from './api-key-old-secret.entity';
import { ApiKey } from './api-key.entity';
import type { CreateApiKeyDto } from './api-key.dto';
import { apiKeyRecord, type ListedKey } from './api-key.record';
import { type KeyHolder, requireEnd, requireNewSecret, requireScopes } from './key-limits';
import { KnownKeys } from './known-keys';

/** What every API key begins with. */
export const KEY_PREFIX = 'osk_';

const keyListing = listing(ApiKey);
const scopesPlan = plan(ApiKey, ['scopes']);
const hashPlan = plan(ApiKey, ['keyHash', 'scopes', 'expiresAt']);
const keyPlan = plan(ApiKeyDescent, ['keyId']);
const ancestorPlan = plan(ApiKeyDescent, ['ancestorId']);

/** A stored key and, this once, the key itself. */
type ShownKey = ListedKey & { key: string };

/**
 * Makes, lists, rotates and deletes API keys. Whoever does so needs all rights of the key. The unit of work holds the
 * caller alone, as every unit of an operation on keys does: what is given here would outlive it.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly stores: Stores,
    private readonly known: KnownKeys,
    private readonly clock: Clock,
  ) {}

  /** All keys that the query lets through, oldest first unless it says otherwise, without the keys themselves. */
  list(query: Partial<ChangedQuery> = {}): Promise<readonly ListedKey[]> {
    return this.stores.loader.all(keyListing, { ...query }, apiKeyRecord.plan());
  }

  /** @throws NotFound */
  async get(id: number): Promise<ApiKey> {
    const key = await this.stores.loader.byId(ApiKey, id, apiKeyRecord.plan());
    if (!key) throw new NotFound({ resource: 'apiKey', id });
    return key;
  }

  /**
   * Makes a key that ends when it is told to, else with its maker.
   * @throws SecretReplaced, ScopeMissing, KeyEndPassed, KeyEndTooLate
   */
  async create(
    { name, scopes, expiresAt }: Pick<CreateApiKeyDto, 'name' | 'scopes' | 'expiresAt'>,
    maker: KeyHolder,
  ): Promise<ShownKey> {
    requireNewSecret(maker);
    requireScopes(maker, scopes);
    const now = this.clock.now();
    const end = expiresAt ?? maker.expiresAt ?? null;
    requireEnd(maker, end, now, '/expiresAt');
    const key = newKey();
    const { actor: by } = acting();
    const values = {
      pId: randomUUID() as string,
      name,
      scopes: [...new Set(scopes)],
      expiresAt: end,
      lastUsedAt: null,
      createdAt: now,
      madeByKind: by.kind,
      madeById: by.id,
      madeByName: by.name,
    };
    return this.stores.unitOfWork.run(async () => {
      const [made = 0] = await this.stores.writer.insert(ApiKey, [
        { ...values, keyHash: hashOf(key) },
      ]);
      await this.noteDescent(made, maker);
      return { ...(await this.get(made)), key };
    });
  }

  /**
   * Gives a key another secret.
   * @param keepOldFor seconds that the secrets before it go on working at most
   * @throws SecretReplaced, NotFound, ScopeMissing, KeyEndPassed, KeyEndTooLate
   */
  async rotate(id: number, keepOldFor: number, caller: KeyHolder): Promise<ShownKey> {
    requireNewSecret(caller);
    const { loader, writer, unitOfWork } = this.stores;
    const key = newKey();
    return unitOfWork.run(async () => {
      await this.hold([id]);
      const rotated = await loader.byId(ApiKey, id, hashPlan);
      if (!rotated) throw new NotFound({ resource: 'apiKey', id });
      const now = this.clock.now();
      requireScopes(caller, rotated.scopes);
      requireEnd(caller, rotated.expiresAt, now);
      const endsAt = new Date(now.getTime() + keepOldFor * 1000);
      const ofKey = is('keyId', id);
      await writer.remove(ApiKeyOldSecret, [ofKey, isAtMost('endsAt', now)]);
      await writer.update(ApiKeyOldSecret, [ofKey, isAtLeast('endsAt', endsAt)], { endsAt });
      await writer.insert(ApiKeyOldSecret, [{ keyId: id, keyHash: rotated.keyHash, endsAt }]);
      await writer.update(ApiKey, id, { keyHash: hashOf(key) });
      // Not before: whoever looks it up until then would find it, and remember it.
      unitOfWork.afterCommit(() => {
        this.known.forget([id]);
      });
      return { ...(await this.get(id)), key };
    });
  }

  /**
   * @param descendants also the keys that it made, those that they made and so on, even if it is not there any more
   * @throws SecretReplaced, NotFound, ScopeMissing
   */
  async remove(
    id: number,
    caller: KeyHolder,
    { descendants = false }: { readonly descendants?: boolean } = {},
  ): Promise<{ id: number }> {
    requireNewSecret(caller);
    const { writer, unitOfWork } = this.stores;
    return unitOfWork.run(async () => {
      const keys = descendants ? await this.lockTree(id) : await this.lock([id]);
      if (keys.length === 0) throw new NotFound({ resource: 'apiKey', id });
      for (const { scopes } of keys) requireScopes(caller, scopes);
      const ids = keys.map((key) => key.id);
      await writer.remove(ApiKey, { id: ids });
      unitOfWork.afterCommit(() => {
        this.known.forget(ids);
      });
      return { id };
    });
  }

  /** @throws SecretReplaced, NotFound, ScopeMissing */
  async removeByPid(pId: string, caller: KeyHolder): Promise<{ id: number }> {
    const [id] = await this.stores.loader.ids(ApiKey, [is('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: 'apiKey', id: pId });
    return this.remove(id, caller);
  }

  private async noteDescent(keyId: number, { who }: KeyHolder): Promise<void> {
    if (who.kind !== 'key') return;
    const { loader, writer } = this.stores;
    const above = await loader.where(ApiKeyDescent, [is('keyId', who.id)], ancestorPlan);
    const ancestors = [who.id, ...above.map(({ ancestorId }) => ancestorId)];
    await writer.insert(
      ApiKeyDescent,
      ancestors.map((ancestorId) => ({ keyId, ancestorId })),
    );
  }

  /** A key with all that come from it; none of them can make another one until the unit of work ends. */
  private async lockTree(id: number): Promise<ApiKey[]> {
    let ids = [id];
    for (;;) {
      const keys = await this.lock(ids);
      const below = await this.stores.loader.where(ApiKeyDescent, [is('ancestorId', id)], keyPlan);
      const known = new Set(ids);
      if (below.every(({ keyId }) => known.has(keyId))) return keys;
      ids = [id, ...below.map(({ keyId }) => keyId)];
    }
  }

  /** Keys as they are until the unit of work ends: by their counter, as whoever makes keys with one moves it. */
  private async hold(ids: readonly number[]): Promise<void> {
    await this.stores.writer.update(ApiKey, [isOneOf('id', ids)], { changes: plus(1) });
  }

  /** Those that are there. */
  private async lock(ids: readonly number[]): Promise<ApiKey[]> {
    await this.hold(ids);
    return this.stores.loader.byIds(ApiKey, ids, scopesPlan);
  }
}

function newKey(): string {
  return `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a key. */
export function hashOf(key: string): string {
  return hash('sha256', key, 'hex');
}
