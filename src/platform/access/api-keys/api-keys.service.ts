import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { getActorContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { includesScope } from '../../../core/scopes';
import {
  allOf,
  anyOf,
  DataAccess,
  whereEquals,
  whereAtLeast,
  whereAtMost,
  whereIn,
  defineList,
  increment,
} from '../../../database';
import { type ImportRecordTypeRegistry, ImportTypeRegistrar } from '../../data-transfer/imports';
import { ApiKeyDescent } from './api-key-descent.entity';
import { ApiKeyOldSecret } from './api-key-old-secret.entity';
import { ApiKey } from './api-key.entity';
import type { ApiKeysQuery, CreateApiKeyDto } from './api-key.dto';
import { apiKeyRecord, type PublicApiKey } from './api-key.record';
import { assertSecretNotReplaced } from '../../../api/problems/api-errors';
import {
  type ApiKeyCaller,
  requireValidExpiry,
  assertHoldsScopes,
  systemCallerWithAllScopes,
} from './api-key-caller';
import { ApiKeyCache } from './api-key-cache';
import { generateKey, hashKey } from './key-secret';

const keyListing = defineList(ApiKey);
const scopesPlan = createLoadPlan(ApiKey, ['scopes']);
const originPlan = createLoadPlan(ApiKey, ['originUserId']);
const rotatedKeyPlan = createLoadPlan(ApiKey, ['keyHash', 'scopes', 'expiresAt']);
const descendantPlan = createLoadPlan(ApiKeyDescent, ['keyId']);
const ancestorPlan = createLoadPlan(ApiKeyDescent, ['ancestorId']);

/** A stored key together with the key itself, which is returned only once. */
type ApiKeyWithSecret = PublicApiKey & { key: string };

/**
 * Creates, lists, rotates and deletes API keys. The caller needs all scopes of the key. Operations on keys lock the
 * caller exclusively, because the keys that it creates would outlive it.
 */
@Injectable()
@ImportTypeRegistrar()
export class ApiKeysService implements ImportTypeRegistrar {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly cache: ApiKeyCache,
    private readonly clock: Clock,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    // Lines that remove keys need all scopes.
    types.registerRemoval('apiKey', (pId, { checkSecretReplaced }) =>
      this.removeByPid(pId, {
        ...systemCallerWithAllScopes,
        ...(checkSecretReplaced && { checkSecretReplaced }),
      }),
    );
  }

  /** Returns all keys that match the query, by default oldest first, without their secrets. */
  async list({ madeBy, ...query }: Partial<ApiKeysQuery> = {}): Promise<readonly PublicApiKey[]> {
    const creatorConditions =
      madeBy === undefined ? [] : [whereIn('id', await this.listIdsByCreator(madeBy))];
    return this.dataAccess.loader.listAll(
      keyListing,
      query,
      apiKeyRecord.getLoadPlan(),
      creatorConditions,
    );
  }

  /** @throws NotFound */
  async get(id: number): Promise<PublicApiKey> {
    const key = await this.dataAccess.loader.findById(ApiKey, id, apiKeyRecord.getLoadPlan());
    if (!key) throw new NotFound({ resource: 'apiKey', id });
    return key;
  }

  /**
   * Creates a key. By default it expires together with its creator.
   * @throws ApiKeySecretReplaced, ScopeMissing, ApiKeyExpiryPassed, ApiKeyExpiryTooLate
   */
  async create(
    { name, scopes, expiresAt }: Pick<CreateApiKeyDto, 'name' | 'scopes' | 'expiresAt'>,
    creator: ApiKeyCaller,
  ): Promise<ApiKeyWithSecret> {
    assertHoldsScopes(creator, scopes);
    const now = this.clock.now();
    const end = expiresAt ?? creator.expiresAt ?? null;
    requireValidExpiry(creator, end, now, '/expiresAt');
    const key = generateKey();
    const { actor } = getActorContext();
    const initialValues = {
      pId: randomUUID() as string,
      name,
      scopes: [...new Set(scopes)],
      expiresAt: end,
      lastUsedAt: null,
      createdAt: now,
      madeByKind: actor.kind,
      madeById: actor.id,
      madeByName: actor.name,
    };
    return this.dataAccess.unitOfWork.run(async () => {
      await assertSecretNotReplaced(creator);
      const origin = { originUserId: await this.findOriginUserId(creator) };
      const values = { ...initialValues, ...origin, keyHash: hashKey(key) };
      const [id = 0] = await this.dataAccess.writer.insert(ApiKey, [values]);
      await this.recordDescent(id, creator);
      return { ...(await this.get(id)), key };
    });
  }

  /**
   * Replaces the secret of a key.
   * @param keepOldFor maximum time for which earlier secrets stay valid, in seconds
   * @throws ApiKeySecretReplaced, NotFound, ScopeMissing, ApiKeyExpiryPassed, ApiKeyExpiryTooLate
   */
  async rotate(id: number, keepOldFor: number, caller: ApiKeyCaller): Promise<ApiKeyWithSecret> {
    const { loader, writer, unitOfWork } = this.dataAccess;
    const key = generateKey();
    return unitOfWork.run(async () => {
      await assertSecretNotReplaced(caller);
      await this.lock([id]);
      const storedKey = await loader.findById(ApiKey, id, rotatedKeyPlan);
      if (!storedKey) throw new NotFound({ resource: 'apiKey', id });
      const now = this.clock.now();
      assertHoldsScopes(caller, storedKey.scopes);
      requireValidExpiry(caller, storedKey.expiresAt, now);
      const endsAt = new Date(now.getTime() + keepOldFor * 1000);
      const ofKey = whereEquals('keyId', id);
      await writer.remove(ApiKeyOldSecret, [ofKey, whereAtMost('endsAt', now)]);
      await writer.update(ApiKeyOldSecret, [ofKey, whereAtLeast('endsAt', endsAt)], { endsAt });
      await writer.insert(ApiKeyOldSecret, [{ keyId: id, keyHash: storedKey.keyHash, endsAt }]);
      await writer.update(ApiKey, id, { keyHash: hashKey(key) });
      // Only after the commit, because until then a lookup would find the old secret and cache it.
      unitOfWork.afterCommit(() => {
        this.cache.invalidate([id]);
      });
      return { ...(await this.get(id)), key };
    });
  }

  /**
   * Deletes a key.
   * @param descendants also the keys that it has created directly or indirectly, even if the key itself no longer
   * exists
   * @throws ApiKeySecretReplaced, NotFound, ScopeMissing
   */
  async remove(
    id: number,
    caller: ApiKeyCaller,
    { descendants = false }: { readonly descendants?: boolean } = {},
  ): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await assertSecretNotReplaced(caller);
      const listIdsToRemove = async (): Promise<number[]> =>
        descendants ? [id, ...(await this.listDescendantIds([id]))] : [id];
      const keys = await this.lockAll(listIdsToRemove);
      if (keys.length === 0) throw new NotFound({ resource: 'apiKey', id });
      for (const { scopes } of keys) assertHoldsScopes(caller, scopes);
      await this.revoke(keys);
      return { id };
    });
  }

  /**
   * Deletes all keys created by users, in the enclosing unit of work, which has locked the users' rows. So none of the
   * users is creating a key.
   * @throws ApiKeySecretReplaced; ScopeMissing, unless the caller may change administrators
   */
  async removeByUsers(
    userIds: readonly number[],
    caller: Pick<ApiKeyCaller, 'scopes' | 'checkSecretReplaced'>,
  ): Promise<void> {
    const keys = await this.lockAll(() => this.listIdsByUsers(userIds));
    if (keys.length === 0) return;
    await assertSecretNotReplaced(caller);
    if (!includesScope(caller.scopes, 'users:admin'))
      for (const { scopes } of keys) assertHoldsScopes(caller, scopes);
    await this.revoke(keys);
  }

  /** Deletes the key with this pId. @throws ApiKeySecretReplaced, NotFound, ScopeMissing */
  async removeByPid(pId: string, caller: ApiKeyCaller): Promise<{ id: number }> {
    const [id] = await this.dataAccess.loader.listIds(ApiKey, [whereEquals('pId', pId)]);
    if (id === undefined) throw new NotFound({ resource: 'apiKey', id: pId });
    return this.remove(id, caller);
  }

  private async revoke(keys: readonly Loaded<typeof scopesPlan>[]): Promise<void> {
    const { writer, unitOfWork } = this.dataAccess;
    const ids = keys.map(({ id }) => id);
    await writer.remove(ApiKey, { id: ids });
    unitOfWork.afterCommit(() => {
      this.cache.invalidate(ids);
    });
  }

  /** Returns the ids of the keys created by a key or a user. @param creator `key:2` or `user:3` */
  private listIdsByCreator(creator: string): Promise<number[]> {
    const [kind = '', id = ''] = creator.split(':');
    return kind === 'user'
      ? this.listIdsByUsers([Number(id)])
      : this.listDescendantIds([Number(id)]);
  }

  private async listIdsByUsers(userIds: readonly number[]): Promise<number[]> {
    // Processes of older versions store only the direct creator.
    const byLogin = allOf(whereEquals('madeByKind', 'user'), whereIn('madeById', userIds));
    const fromUsers = anyOf(whereIn('originUserId', userIds), byLogin);
    const ids = await this.dataAccess.loader.listIds(ApiKey, [fromUsers]);
    return ids.length === 0 ? [] : [...new Set([...ids, ...(await this.listDescendantIds(ids))])];
  }

  /** Returns the ids of the descendants of keys, whether the keys still exist or not. */
  private async listDescendantIds(ids: readonly number[]): Promise<number[]> {
    const descents = await this.dataAccess.loader.listWhere(
      ApiKeyDescent,
      [whereIn('ancestorId', ids)],
      descendantPlan,
    );
    return descents.map(({ keyId }) => keyId);
  }

  /** Returns the user whose login is the origin of the creator's keys. */
  private async findOriginUserId({ actor: { kind, id } }: ApiKeyCaller): Promise<number | null> {
    if (kind === 'user') return id;
    if (kind !== 'key') return null;
    return (await this.dataAccess.loader.findById(ApiKey, id, originPlan))?.originUserId ?? null;
  }

  private async recordDescent(keyId: number, { actor }: ApiKeyCaller): Promise<void> {
    if (actor.kind !== 'key') return;
    const { loader, writer } = this.dataAccess;
    const creatorDescents = await loader.listWhere(
      ApiKeyDescent,
      [whereEquals('keyId', actor.id)],
      ancestorPlan,
    );
    const ancestors = [actor.id, ...creatorDescents.map(({ ancestorId }) => ancestorId)];
    await writer.insert(
      ApiKeyDescent,
      ancestors.map((ancestorId) => ({ keyId, ancestorId })),
    );
  }

  /**
   * Locks keys until the unit of work ends, so that they neither change nor create others.
   * @param listIds returns their ids; called again after locking, because one of them may just have created another key
   */
  private async lockAll(
    listIds: () => Promise<readonly number[]>,
  ): Promise<Loaded<typeof scopesPlan>[]> {
    let ids: readonly number[] = [];
    for (;;) {
      const found = await listIds();
      if (found.every((id) => ids.includes(id)))
        return this.dataAccess.loader.listByIds(ApiKey, ids, scopesPlan);
      ids = found;
      await this.lock(ids);
    }
  }

  /** Locks keys by incrementing their counter, as every key does that creates other keys. */
  private async lock(ids: readonly number[]): Promise<void> {
    await this.dataAccess.writer.update(ApiKey, [whereIn('id', ids)], { changes: increment(1) });
  }
}
