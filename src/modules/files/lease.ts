import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Clock } from '../../core/clock';
import type { Stores } from '../../database';
import { FileStoreBusy } from './file-errors';
import { FileLock } from './file-lock.entity';
import type { FilePath } from './file-path';
import type { Held } from './path-locks';

/** So much of a lease is counted on: by its end others may have taken what it was for. */
const SAFE_PART = 0.8;

/** Rows that say that this process holds some paths, for as long as it goes on saying so. */
export class Lease implements Held {
  private readonly logger = new Logger(Lease.name);
  private readonly holder = randomUUID();
  /** By the clock of `performance`. */
  private safeUntil = 0;
  private timer?: NodeJS.Timeout;

  /** @param length milliseconds */
  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly length: number,
  ) {}

  /** Stores the rows, inside the unit of work that found the paths free. */
  async store(paths: readonly FilePath[]): Promise<void> {
    const { holder } = this;
    const { expiresAt, safeUntil } = this.extended();
    await this.stores.writer.insert(
      FileLock,
      paths.map((path) => ({ path, holder, expiresAt })),
    );
    this.safeUntil = safeUntil;
  }

  /** Goes on saying so, once the rows are there for all to see. */
  keep(): void {
    this.timer = setInterval(() => void this.renew(), this.length / 3).unref();
  }

  assert(): void {
    if (performance.now() > this.safeUntil) throw new FileStoreBusy();
  }

  /** Never throws: the work is done, and rows that stay run out by themselves. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    const { writer, unitOfWork } = this.stores;
    await unitOfWork
      .run(() => writer.remove(FileLock, { holder: this.holder }))
      .catch((error: unknown) => this.warn('given back', error));
  }

  private async renew(): Promise<void> {
    const { writer, unitOfWork } = this.stores;
    const { holder } = this;
    const { expiresAt, safeUntil } = this.extended();
    try {
      const found = await unitOfWork.run(() => writer.update(FileLock, { holder }, { expiresAt }));
      this.safeUntil = found === 0 ? 0 : safeUntil;
    } catch (error) {
      this.warn('prolonged', error);
    }
  }

  /** Counted from before the rows are written, so the database never gives less than is counted on. */
  private extended(): { expiresAt: Date; safeUntil: number } {
    return {
      expiresAt: new Date(this.clock.now().getTime() + this.length),
      safeUntil: performance.now() + this.length * SAFE_PART,
    };
  }

  private warn(what: string, error: unknown): void {
    this.logger.warn(`A hold on files could not be ${what}: ${(error as Error).message}`);
  }
}
