import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../../../api';
import { Clock } from '../../../core/clock';
import { Stores, is } from '../../../database';
import { planOf } from '../../../api/record';
import { ApiKey } from './api-key.entity';

/** For so long a key that was found is taken as still there, in milliseconds. */
const TRUST = 5_000;

/** Last uses are written so often, in milliseconds. */
const FLUSH = 30_000;

/** Most keys that are remembered; more are looked up each time. */
const MOST_KNOWN = 10_000;

interface Known {
  readonly id: number;
  readonly principal: Principal;
  readonly expiresAt: Date | null;
  readonly trustedUntil: number;
}

/** The API keys that were used lately, so that a call does not cost a look-up, and when they were used. */
@Injectable()
export class KnownKeys implements OnModuleInit, OnApplicationShutdown {
  private readonly byHash = new Map<string, Known>();
  private readonly used = new Map<number, Date>();
  /** Counts the keys forgotten: a look-up that began before one of them may have found it. */
  private forgotten = 0;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

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
    const remembered = this.byHash.get(hash);
    const isFresh = remembered !== undefined && remembered.trustedUntil > now.getTime();
    const known = isFresh ? remembered : await this.lookUp(hash, now);
    if (!known || (known.expiresAt && known.expiresAt <= now)) return undefined;
    this.used.set(known.id, now);
    return known.principal;
  }

  /** A key that was deleted ends at once. */
  forget(id: number): void {
    this.forgotten++;
    for (const [hash, known] of this.byHash) if (known.id === id) this.byHash.delete(hash);
    this.used.delete(id);
  }

  private async lookUp(hash: string, now: Date): Promise<Known | undefined> {
    const plan = planOf([{ columns: ['id', 'scopes', 'expiresAt'], relations: new Map() }]);
    const { forgotten } = this;
    const [key] = await this.stores.loader.where(ApiKey, [is('keyHash', hash)], plan);
    this.byHash.delete(hash);
    if (!key) return undefined;
    const known: Known = {
      id: key.id,
      principal: { name: `key:${key.id}`, scopes: new Set(key.scopes) },
      expiresAt: key.expiresAt,
      trustedUntil: now.getTime() + TRUST,
    };
    if (this.byHash.size >= MOST_KNOWN) this.byHash.clear();
    if (this.forgotten === forgotten) this.byHash.set(hash, known);
    return known;
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
