import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../../../api';
import { Clock } from '../../../core/clock';
import { plan } from '../../../core/load-plan';
import { Stores, is } from '../../../database';
import { KnownCallers } from '../known-callers';
import { ApiKey } from './api-key.entity';

/** Last uses are written so often, in milliseconds. */
const FLUSH = 30_000;

const keyPlan = plan(ApiKey, ['scopes', 'expiresAt']);

interface Known {
  readonly id: number;
  readonly principal: Principal;
  readonly expiresAt: Date | null;
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
    this.timer = setInterval(() => void this.flush(), FLUSH);
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
    if (!known || (known.expiresAt && known.expiresAt <= now)) return undefined;
    this.used.set(known.id, now);
    return known.principal;
  }

  /** A key that was deleted ends at once. */
  forget(id: number): void {
    this.byHash.forget((known) => known.id === id);
    this.used.delete(id);
  }

  private async lookUp(hash: string): Promise<Known | undefined> {
    const [key] = await this.stores.loader.where(ApiKey, [is('keyHash', hash)], keyPlan);
    if (!key) return undefined;
    const { id, scopes, expiresAt } = key;
    return { id, principal: { name: `key:${id}`, scopes: new Set(scopes) }, expiresAt };
  }

  /** Writes the last uses; what can't be written now is kept for the next time. */
  private async flush(): Promise<void> {
    const entries = [...this.used];
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
