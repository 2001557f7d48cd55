import { hash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { includesScope } from '../../../core/scopes';
import {
  allOf,
  anyOf,
  Stores,
  is,
  isAtLeast,
  isAtMost,
  isOneOf,
  defineListing,
  increment,
} from '../../../database';
import { ApiKeyDescent } from './api-key-descent.entity';
import { ApiKeyOldSecret } from './api-key-old-secret.entity';
import { ApiKey } from './api-key.entity';
import type { ApiKeysQuery, CreateApiKeyDto } from './api-key.dto';
import { apiKeyRecord, type PublicApiKey } from './api-key.record';
import { assertSecretNotReplaced } from '../../../api/problems/problems';
import { type KeyHolder, requireValidExpiry, requireHeldScopes } from './key-limits';
import { ApiKeyCache } from './api-key-cache';

/** What every API key begins with. */
export const KEY_PREFIX = 'osk_';

const keyListing = defineListing(ApiKey);
const scopesPlan = createLoadPlan(ApiKey, ['scopes']);
const originPlan = createLoadPlan(ApiKey, ['originUserId']);
const hashPlan = createLoadPlan(ApiKey, ['keyHash', 'scopes', 'expiresAt']);
const keyPlan = createLoadPlan(ApiKeyDescent, ['keyId']);
const ancestorPlan = createLoadPlan(ApiKeyDescent, ['ancestorId']);

/** A stored key and, this once, the key itself. */
type ApiKeyWithSecret = PublicApiKey & { key: string };

/**
 * Makes, lists, rotates and deletes API keys. Whoever does so needs all rights of the key. The unit of work holds the
 * caller alone, as every unit of an operation on keys does: what is given here would outlive it.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly stores: Stores,
    private readonly cache: ApiKeyCache,
    private readonly clock: Clock,
  ) {}

  /** All keys that the query lets through, oldest first unless it says otherwise, without the keys themselves. */
  async list({ madeBy, ...query }: Partial<ApiKeysQuery> = {}): Promise<readonly PublicApiKey[]> {
    const made = madeBy === undefined ? [] : [isOneOf('id', await this.listIdsByMaker(madeBy))];
    return this.stores.loader.listAll(keyListing, query, apiKeyRecord.plan(), made);
  }

  /** @throws NotFound */
  async get(id: number): Promise<PublicApiKey> {
    const key = await this.stores.loader.findById(ApiKey, id, apiKeyRecord.plan());
    if (!key) throw new NotFound({ resource: 'apiKey', id });
    return key;
  }

  /**
   * Makes a key that ends when it is told to, else with its maker.
   * @throws SecretReplaced, ScopeMissing, ApiKeyExpiryPassed, ApiKeyExpiryTooLate
   */
  async create(
    { name, scopes, expiresAt }: Pick<CreateApiKeyDto, 'name' | 'scopes' | 'expiresAt'>,
    maker: KeyHolder,
  ): Promise<ApiKeyWithSecret> {
    requireHeldScopes(maker, scopes);
    const now = this.clock.now();
    const end = expiresAt ?? maker.expiresAt ?? null;
    requireValidExpiry(maker, end, now, '/expiresAt');
    const key = generateKey();
    const { actor: by } = currentContext();
    const made = {
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
      await assertSecretNotReplaced(maker);
      const origin = { originUserId: await this.findOriginUserId(maker) };
      const values = { ...made, ...origin, keyHash: hashKey(key) };
      const [id = 0] = await this.stores.writer.insert(ApiKey, [values]);
      await this.recordDescent(id, maker);
      return { ...(await this.get(id)), key };
    });
  }

  /**
   * Gives a key another secret.
   * @param keepOldFor seconds that the secrets before it go on working at most
   * @throws SecretReplaced, NotFound, ScopeMissing, ApiKeyExpiryPassed, ApiKeyExpiryTooLate
   */
  async rotate(id: number, keepOldFor: number, caller: KeyHolder): Promise<ApiKeyWithSecret> {
    const { loader, writer, unitOfWork } = this.stores;
    const key = generateKey();
    return unitOfWork.run(async () => {
      await assertSecretNotReplaced(caller);
      await this.lock([id]);
      const rotated = await loader.findById(ApiKey, id, hashPlan);
      if (!rotated) throw new NotFound({ resource: 'apiKey', id });
      const now = this.clock.now();
      requireHeldScopes(caller, rotated.scopes);
      requireValidExpiry(caller, rotated.expiresAt, now);
      const endsAt = new Date(now.getTime() + keepOldFor * 1000);
      const ofKey = is('keyId', id);
      await writer.remove(ApiKeyOldSecret, [ofKey, isAtMost('endsAt', now)]);
      await writer.update(ApiKeyOldSecret, [ofKey, isAtLeast('endsAt', endsAt)], { endsAt });
      await writer.insert(ApiKeyOldSecret, [{ keyId: id, keyHash: rotated.keyHash, endsAt }]);
      await writer.update(ApiKey, id, { keyHash: hashKey(key) });
      // Not before: whoever looks it up until then would find it, and remember it.
      unitOfWork.afterCommit(() => {
        this.cache.invalidate([id]);
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
    return this.stores.unitOfWork.run(async () => {
      await assertSecretNotReplaced(caller);
      const wanted = async (): Promise<number[]> =>
        descendants ? [id, ...(await this.listDescendantIds([id]))] : [id];
      const keys = await this.lockAll(wanted);
      if (keys.length === 0) throw new NotFound({ resource: 'apiKey', id });
      for (const { scopes } of keys) requireHeldScopes(caller, scopes);
      await this.revoke(keys);
      return { id };
    });
  }

  /**
   * Ends all keys that come from users, in the unit of work around. Their rows are held there, so that none of them is
   * making a key.
   * @throws SecretReplaced; ScopeMissing, unless the caller may change administrators
   */
  async removeByUsers(
    userIds: readonly number[],
    caller: Pick<KeyHolder, 'scopes' | 'isReplaced'>,
  ): Promise<void> {
    const keys = await this.lockAll(() => this.listIdsByUsers(userIds));
    if (keys.length === 0) return;
    await assertSecretNotReplaced(caller);
    if (!includesScope(caller.scopes, 'users:admin'))
      for (const { scopes } of keys) requireHeldScopes(caller, scopes);
    await this.revoke(keys);
  }

  /** @throws SecretReplaced, NotFound, ScopeMissing */
  async removeByPid(pId: string, caller: KeyHolder): Promise<{ id: number }> {
    const [id] = await this.stores.loader.listIds(ApiKey, [is('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: 'apiKey', id: pId });
    return this.remove(id, caller);
  }

  private async revoke(keys: readonly Loaded<typeof scopesPlan>[]): Promise<void> {
    const { writer, unitOfWork } = this.stores;
    const ids = keys.map(({ id }) => id);
    await writer.remove(ApiKey, { id: ids });
    unitOfWork.afterCommit(() => {
      this.cache.invalidate(ids);
    });
  }

  /** The keys that come from a key, or from a user. @param maker `key:2`, `user:3` */
  private listIdsByMaker(maker: string): Promise<number[]> {
    const [kind = '', id = ''] = maker.split(':');
    return kind === 'user'
      ? this.listIdsByUsers([Number(id)])
      : this.listDescendantIds([Number(id)]);
  }

  private async listIdsByUsers(userIds: readonly number[]): Promise<number[]> {
    // A process of an older version notes the maker alone.
    const byLogin = allOf(is('madeByKind', 'user'), isOneOf('madeById', userIds));
    const fromUsers = anyOf(isOneOf('originUserId', userIds), byLogin);
    const ids = await this.stores.loader.listIds(ApiKey, [fromUsers]);
    return ids.length === 0 ? [] : [...new Set([...ids, ...(await this.listDescendantIds(ids))])];
  }

  /** The keys that come from others, whether these are still there or not. */
  private async listDescendantIds(ids: readonly number[]): Promise<number[]> {
    const below = await this.stores.loader.listWhere(
      ApiKeyDescent,
      [isOneOf('ancestorId', ids)],
      keyPlan,
    );
    return below.map(({ keyId }) => keyId);
  }

  /** The user whose login begins the line of keys that the maker's new key belongs to. */
  private async findOriginUserId({ who: { kind, id } }: KeyHolder): Promise<number | null> {
    if (kind === 'user') return id;
    if (kind !== 'key') return null;
    return (await this.stores.loader.findById(ApiKey, id, originPlan))?.originUserId ?? null;
  }

  private async recordDescent(keyId: number, { who }: KeyHolder): Promise<void> {
    if (who.kind !== 'key') return;
    const { loader, writer } = this.stores;
    const above = await loader.listWhere(ApiKeyDescent, [is('keyId', who.id)], ancestorPlan);
    const ancestors = [who.id, ...above.map(({ ancestorId }) => ancestorId)];
    await writer.insert(
      ApiKeyDescent,
      ancestors.map((ancestorId) => ({ keyId, ancestorId })),
    );
  }

  /**
   * Keys that stay as they are, and make no others, until the unit of work ends.
   * @param find their ids; asked again once they are held, as one of them may just have made another one
   */
  private async lockAll(
    find: () => Promise<readonly number[]>,
  ): Promise<Loaded<typeof scopesPlan>[]> {
    let ids: readonly number[] = [];
    for (;;) {
      const found = await find();
      if (found.every((id) => ids.includes(id)))
        return this.stores.loader.listByIds(ApiKey, ids, scopesPlan);
      ids = found;
      await this.lock(ids);
    }
  }

  /** Keys as they are until the unit of work ends: by their counter, as whoever makes keys with one moves it. */
  private async lock(ids: readonly number[]): Promise<void> {
    await this.stores.writer.update(ApiKey, [isOneOf('id', ids)], { changes: increment(1) });
  }
}

function generateKey(): string {
  return `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a key. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}
