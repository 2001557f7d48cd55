import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../../../api';
import type { CallerLock } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { DataAccess, whereEquals, increment } from '../../../database';
import { CallerCache } from '../caller-cache';
import { TokenStrategy } from '../token-authenticator';
import { ApiKeyOldSecret } from './api-key-old-secret.entity';
import { ApiKey } from './api-key.entity';
import { hashKey, KEY_PREFIX } from './key-secret';

/** How often last uses are written. */
const FLUSH_INTERVAL_MS = 30_000;

const keyPlan = createLoadPlan(ApiKey, ['name', 'scopes', 'expiresAt']);
const currentKeyPlan = createLoadPlan(ApiKey, ['keyHash', 'scopes', 'expiresAt']);
const oldSecretPlan = createLoadPlan(ApiKeyOldSecret, ['endsAt'], { key: keyPlan });
const hashPlan = createLoadPlan(ApiKey, ['keyHash']);
const secretExpiryPlan = createLoadPlan(ApiKeyOldSecret, ['endsAt']);

type CurrentKey = Loaded<typeof currentKeyPlan>;

interface CachedKey {
  readonly id: number;
  readonly principal: Principal;
}

/** Caches recently used API keys, so that a call needs no query, and records when keys were used. */
@Injectable()
@TokenStrategy()
export class ApiKeyCache implements TokenStrategy, OnModuleInit, OnApplicationShutdown {
  readonly prefix = KEY_PREFIX;
  private readonly byHash: CallerCache<string, CachedKey>;
  private readonly lastUses = new Map<number, Date>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
  ) {
    this.byHash = new CallerCache(clock, (hash) => this.load(hash));
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Returns the holder of a key; undefined if it is unknown or has expired. */
  async identify(key: string): Promise<Principal | undefined> {
    const now = this.clock.now();
    const known = await this.byHash.find(hashKey(key));
    if (!known || isExpired(known.principal, now)) return undefined;
    this.lastUses.set(known.id, now);
    return known.principal;
  }

  /** Makes deleted keys and replaced secrets end immediately in this process. */
  invalidate(ids: readonly number[]): void {
    this.byHash.invalidate((known) => ids.includes(known.id));
    for (const id of ids) this.lastUses.delete(id);
  }

  private async load(hash: string): Promise<CachedKey | undefined> {
    const { loader } = this.dataAccess;
    const withHash = [whereEquals('keyHash', hash)];
    const [key] = await loader.listWhere(ApiKey, withHash, keyPlan);
    if (key) return this.toCachedKey(hash, key, key.expiresAt);
    const [old] = await loader.listWhere(ApiKeyOldSecret, withHash, oldSecretPlan);
    if (!old) return undefined;
    return this.toCachedKey(hash, old.key, getEarlierDate(old.endsAt, old.key.expiresAt));
  }

  private toCachedKey(
    hash: string,
    { id, name, scopes: stored }: Pick<ApiKey, 'id' | 'name' | 'scopes'>,
    expiresAt: Date | null,
  ): CachedKey {
    const scopes: ReadonlySet<string> = new Set(stored);
    const principal: Principal = {
      callerId: `key:${id}`,
      actor: { kind: 'key', id, name },
      scopes,
      expiresAt,
      checkSecretReplaced: async () => {
        const key = await this.dataAccess.loader.findCurrent(ApiKey, id, hashPlan);
        return key?.keyHash !== hash;
      },
      checkStillValid: async (lock) => {
        const key = await this.loadCurrent(id, lock);
        if (!key || !isSameSet(scopes, key.scopes)) return false;
        const end = await this.findSecretExpiry(hash, key);
        return end !== undefined && !isExpired({ expiresAt: end }, this.clock.now());
      },
    };
    return { id, principal };
  }

  /** Loads the current key; `lock` decides how it is locked. The lock protects its old secrets as well. */
  private async loadCurrent(
    id: number,
    lock: CallerLock | undefined,
  ): Promise<CurrentKey | undefined> {
    const { loader, writer } = this.dataAccess;
    if (lock === 'exclusive') await writer.update(ApiKey, id, { changes: increment(1) });
    return loader.findCurrent(ApiKey, id, currentKeyPlan, { isShareLocked: lock !== undefined });
  }

  /** Returns when a secret of a key expires: null if never, undefined if the secret was revoked. */
  private async findSecretExpiry(hash: string, key: CurrentKey): Promise<Date | null | undefined> {
    if (key.keyHash === hash) return key.expiresAt;
    const ofKey = [whereEquals('keyHash', hash), whereEquals('keyId', key.id)];
    const [old] = await this.dataAccess.loader.listWhere(ApiKeyOldSecret, ofKey, secretExpiryPlan);
    return old && getEarlierDate(old.endsAt, key.expiresAt);
  }

  /** Writes the last uses, and keeps failed writes for the next time. */
  private async flush(): Promise<void> {
    const entries = [...this.lastUses];
    if (entries.length === 0) return;
    this.lastUses.clear();
    for (const [id, lastUsedAt] of entries) {
      try {
        // One at a time: writes by a key wait while its row is written, so they shouldn't wait for other rows.
        await this.dataAccess.unitOfWork.run(() =>
          this.dataAccess.writer.update(ApiKey, id, { lastUsedAt }),
        );
      } catch {
        if (!this.lastUses.has(id)) this.lastUses.set(id, lastUsedAt);
      }
    }
  }
}

function isExpired({ expiresAt }: Pick<Principal, 'expiresAt'>, now: Date): boolean {
  return !!expiresAt && expiresAt <= now;
}

function isSameSet(some: ReadonlySet<string>, others: readonly string[]): boolean {
  return new Set(others).size === some.size && others.every((one) => some.has(one));
}

function getEarlierDate(one: Date, other: Date | null): Date {
  return other === null || one < other ? one : other;
}
