import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../../../api';
import { Clock } from '../../../core/clock';
import { plan } from '../../../core/load-plan';
import { Stores, is } from '../../../database';
import { KnownCallers } from '../known-callers';
import { ApiKeyOldSecret } from './api-key-old-secret.entity';
import { ApiKey } from './api-key.entity';

/** How often last uses are written. */
const FLUSH_INTERVAL_MS = 30_000;

const keyPlan = plan(ApiKey, ['name', 'scopes', 'expiresAt']);
const oldSecretPlan = plan(ApiKeyOldSecret, ['endsAt'], { key: keyPlan });

interface Known {
  readonly id: number;
  readonly principal: Principal;
  /** When the secret ends, with its key or before it. */
  readonly endsAt: Date | null;
}

/** The API keys that were used lately, so that a call does not cost a look-up, and when they were used. */
@Injectable()
export class KnownKeys implements OnModuleInit, OnApplicationShutdown {
  private readonly byHash: KnownCallers<string, Known>;
  private readonly used = new Map<number, Date>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {
    this.byHash = new KnownCallers(clock, (hash) => this.lookUp(hash));
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Who has the key with this hash; undefined when nobody has, or it has expired. */
  async find(hash: string): Promise<Principal | undefined> {
    const now = this.clock.now();
    const known = await this.byHash.find(hash);
    if (!known || hasEnded(known, now)) return undefined;
    this.used.set(known.id, now);
    return known.principal;
  }

  /** Keys that were deleted end at once, and secrets when they are told to. */
  forget(ids: readonly number[]): void {
    this.byHash.forget((known) => ids.includes(known.id));
    for (const id of ids) this.used.delete(id);
  }

  private async lookUp(hash: string): Promise<Known | undefined> {
    const { loader } = this.stores;
    const withHash = [is('keyHash', hash)];
    const [key] = await loader.where(ApiKey, withHash, keyPlan);
    if (key) return this.knownBy(hash, key, key.expiresAt);
    const [old] = await loader.where(ApiKeyOldSecret, withHash, oldSecretPlan);
    return old && this.knownBy(hash, old.key, earliest(old.endsAt, old.key.expiresAt));
  }

  private knownBy(hash: string, key: ApiKey, endsAt: Date | null): Known {
    const { id, name, scopes, expiresAt } = key;
    const principal: Principal = {
      name: `key:${id}`,
      who: { kind: 'key', id, name },
      scopes: new Set(scopes),
      expiresAt,
      isCurrent: async () => {
        const now = await this.lookUp(hash);
        return now !== undefined && !hasEnded(now, this.clock.now());
      },
    };
    return { id, principal, endsAt };
  }

  /** Writes the last uses; what can't be written now is kept for the next time. */
  private async flush(): Promise<void> {
    const entries = [...this.used];
    if (entries.length === 0) return;
    this.used.clear();
    try {
      await this.stores.unitOfWork.run(async () => {
        for (const [id, lastUsedAt] of entries) {
          await this.stores.writer.update(ApiKey, id, { lastUsedAt });
        }
      });
    } catch {
      for (const [id, at] of entries) if (!this.used.has(id)) this.used.set(id, at);
    }
  }
}

function hasEnded({ endsAt }: Known, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}

function earliest(one: Date, other: Date | null): Date {
  return other === null || one < other ? one : other;
}
