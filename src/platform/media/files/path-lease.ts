import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { runWithoutReauthorization } from '../../../core/actor-context';
import type { Clock } from '../../../core/clock';
import type { ReleaseRetryQueue } from '../../../core/release-retry-queue';
import type { FileAction, Stores } from '../../../database';
import { FileChanges } from './file-changes';
import { FileStoreBusy } from './file-errors';
import { FileLock, FileLockWait } from './file-lock.entity';
import type { FilePath } from './file-path';
import type { PathLock } from './path-locks';

/** The part of a lease that is relied on: towards its end others may have taken what it was for. */
const SAFE_FRACTION = 0.8;

/** Rows that say that this process holds some paths, for as long as it goes on saying so. */
export class PathLease implements PathLock {
  private readonly logger = new Logger(PathLease.name);
  readonly holder = randomUUID();
  /** By the clock of `performance`. */
  private safeUntil = 0;
  private timer?: NodeJS.Timeout;
  /** Whether it had to wait for others. */
  hasQueued = false;
  private readonly changes = new FileChanges();

  /**
   * @param releaseRetries takes rows that could not be removed
   */
  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly durationMs: number,
    private readonly releaseRetries: ReleaseRetryQueue,
  ) {}

  /** Rows that say that the paths are waited for. */
  toWaitRows(paths: readonly FilePath[], patienceMs: number): Partial<FileLockWait>[] {
    const expiresAt = new Date(this.clock.now().getTime() + patienceMs);
    const { holder } = this;
    this.hasQueued = true;
    return paths.map((path) => ({ path, holder, expiresAt }));
  }

  /** Rows that say that the paths are held, from now on. */
  toLockRows(paths: readonly FilePath[]): Partial<FileLock>[] {
    const { holder } = this;
    const { expiresAt, safeUntil } = this.nextExpiry();
    this.safeUntil = safeUntil;
    return paths.map((path) => ({ path, holder, expiresAt }));
  }

  /** Goes on saying so, once the rows are there for all to see. */
  startRenewal(): void {
    const renew = (): void => void runWithoutReauthorization(() => this.renew());
    this.timer = setInterval(renew, this.durationMs / 3).unref();
  }

  assertHeld(): void {
    if (performance.now() > this.safeUntil) throw new FileStoreBusy();
  }

  recordChange(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void {
    this.changes.add(action, path, kind);
  }

  /**
   * Writes what was changed into the journal, and removes the rows. Never throws: the work is done. That happens once
   * the database can be reached; of rows that have run out by themselves whoever removes them says what may have changed.
   */
  async release(): Promise<void> {
    clearInterval(this.timer);
    const { writer, unitOfWork } = this.stores;
    const remove = async (): Promise<void> => {
      await unitOfWork.run(async () => {
        const held = await writer.remove(FileLock, { holder: this.holder });
        if (held > 0) this.changes.writeToJournal(this.stores);
        if (this.hasQueued) await writer.remove(FileLockWait, { holder: this.holder });
      });
    };
    await runWithoutReauthorization(remove).catch(() => {
      this.releaseRetries.add(remove);
    });
  }

  private async renew(): Promise<void> {
    const { writer, unitOfWork } = this.stores;
    const { holder } = this;
    const { expiresAt, safeUntil } = this.nextExpiry();
    try {
      const found = await unitOfWork.run(() => writer.update(FileLock, { holder }, { expiresAt }));
      this.safeUntil = found === 0 ? 0 : safeUntil;
    } catch (error) {
      this.logger.warn(`A lease on files could not be renewed: ${(error as Error).message}`);
    }
  }

  /** Counted from before the rows are written, so the database never gives less than is counted on. */
  private nextExpiry(): { expiresAt: Date; safeUntil: number } {
    return {
      expiresAt: new Date(this.clock.now().getTime() + this.durationMs),
      safeUntil: performance.now() + this.durationMs * SAFE_FRACTION,
    };
  }
}
