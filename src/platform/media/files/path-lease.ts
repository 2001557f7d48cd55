import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { runWithoutReauthorization } from '../../../core/actor-context';
import type { Clock } from '../../../core/clock';
import type { ReleaseRetryQueue } from '../../../core/release-retry-queue';
import type { FileAction, DataAccess } from '../../../database';
import { FileChanges } from './file-changes';
import { FileStoreBusy } from './file-errors';
import { FileLock, FileLockWait } from './file-lock.entity';
import type { FilePath } from './file-path';
import type { PathLock } from './path-locks';

/** The part of a lease that is safe to use. Near its end, others may already have taken the paths. */
const SAFE_LEASE_FRACTION = 0.8;

/** Rows that lock paths for this process, as long as it renews them. */
export class PathLease implements PathLock {
  private readonly logger = new Logger(PathLease.name);
  readonly holder = randomUUID();
  /** End of the safe part, by the clock of `performance`. */
  private safeUntil = 0;
  private renewalTimer?: NodeJS.Timeout;
  /** Whether the request had to wait for others. */
  hasQueued = false;
  private readonly changes = new FileChanges();

  /** @param releaseRetries gets rows that could not be removed */
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly durationMs: number,
    private readonly releaseRetries: ReleaseRetryQueue,
  ) {}

  /** Returns rows that put the paths into the queue. */
  createWaitRows(paths: readonly FilePath[], timeoutMs: number): Partial<FileLockWait>[] {
    const expiresAt = new Date(this.clock.now().getTime() + timeoutMs);
    const { holder } = this;
    this.hasQueued = true;
    return paths.map((path) => ({ path, holder, expiresAt }));
  }

  /** Returns rows that lock the paths from now on. */
  createLockRows(paths: readonly FilePath[]): Partial<FileLock>[] {
    const { holder } = this;
    const { expiresAt, safeUntil } = this.computeExpiry();
    this.safeUntil = safeUntil;
    return paths.map((path) => ({ path, holder, expiresAt }));
  }

  /** Starts renewing the lease; to be called after the rows are committed. */
  startRenewal(): void {
    const renew = (): void => void runWithoutReauthorization(() => this.renew());
    this.renewalTimer = setInterval(renew, this.durationMs / 3).unref();
  }

  assertHeld(): void {
    if (performance.now() > this.safeUntil) throw new FileStoreBusy();
  }

  recordChange(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void {
    this.changes.add(action, path, kind);
  }

  /**
   * Journals the changes and removes the rows. It never throws, because the work is done; if the database is
   * unreachable, it is retried later. If the rows have expired, the process that removes them journals the paths.
   */
  async release(): Promise<void> {
    clearInterval(this.renewalTimer);
    const { writer, unitOfWork } = this.dataAccess;
    const remove = async (): Promise<void> => {
      await unitOfWork.run(async () => {
        const removedCount = await writer.remove(FileLock, { holder: this.holder });
        if (removedCount > 0) this.changes.writeToJournal(this.dataAccess);
        if (this.hasQueued) await writer.remove(FileLockWait, { holder: this.holder });
      });
    };
    await runWithoutReauthorization(remove).catch(() => {
      this.releaseRetries.add(remove);
    });
  }

  private async renew(): Promise<void> {
    const { writer, unitOfWork } = this.dataAccess;
    const { holder } = this;
    const { expiresAt, safeUntil } = this.computeExpiry();
    try {
      const updatedCount = await unitOfWork.run(() =>
        writer.update(FileLock, { holder }, { expiresAt }),
      );
      this.safeUntil = updatedCount === 0 ? 0 : safeUntil;
    } catch (error) {
      this.logger.warn(`A lease on files could not be renewed: ${(error as Error).message}`);
    }
  }

  /** Both times are computed before the rows are written, so the safe part ends before the lease in the database. */
  private computeExpiry(): { expiresAt: Date; safeUntil: number } {
    return {
      expiresAt: new Date(this.clock.now().getTime() + this.durationMs),
      safeUntil: performance.now() + this.durationMs * SAFE_LEASE_FRACTION,
    };
  }
}
