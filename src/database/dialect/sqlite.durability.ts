import { type FileHandle, open } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { getWalPath } from './sqlite.wal-limiter';

/** The disk hasn't confirmed a commit: a power cut may undo it. */
export class NotDurable extends Error {
  static readonly code = 'STORE_NOT_DURABLE';
  readonly code = NotDurable.code;
}

/**
 * Makes commits survive a power cut. SQLite would wait for the disk in each COMMIT, and block the whole process. Here
 * a thread of Node.js waits, once for all commits since the last sync.
 */
export class DurabilityTracker {
  private readonly logger = new Logger('Database');
  private fileHandle: Promise<FileHandle> | undefined;
  /** The sync that is running or has ended; it covers all commits before its start. */
  private currentSync: Promise<void> = Promise.resolve();
  /** The sync that will cover all later commits. */
  private nextSync: Promise<void> | undefined;
  private failure: NotDurable | undefined;
  private readonly path: string;
  private durableVersion: number | undefined;

  /**
   * @param file path of the database
   * @param readVersion returns a number that changes whenever some process has committed
   */
  constructor(
    file: string,
    private readonly readVersion: () => number,
  ) {
    this.path = getWalPath(file);
  }

  /**
   * Resolves when the disk has everything committed so far.
   * @throws NotDurable, and from then on always: the operating system reports a failed write only once
   */
  whenCommitsDurable(): Promise<void> {
    return (this.nextSync ??= this.syncAfter(this.currentSync));
  }

  /**
   * Resolves when the disk has everything that is readable now, whichever process committed it.
   * @throws NotDurable
   */
  async whenReadsDurable(): Promise<void> {
    const version = this.readVersion();
    if (version === this.durableVersion) return;
    await this.whenCommitsDurable();
    this.durableVersion = version;
  }

  /** False once the disk has failed: nothing more is written. */
  get isWritable(): boolean {
    return this.failure === undefined;
  }

  /** @throws NotDurable if a commit may be lost: later changes can't build on it */
  assertWritable(): void {
    if (this.failure) throw this.failure;
  }

  async end(): Promise<void> {
    await (this.nextSync ?? this.currentSync).catch(() => undefined);
    await (await this.fileHandle?.catch(() => undefined))?.close();
  }

  private async syncAfter(before: Promise<void>): Promise<void> {
    await before;
    this.currentSync = this.nextSync ?? before;
    this.nextSync = undefined;
    try {
      this.fileHandle ??= open(this.path, 'r+');
      await (await this.fileHandle).datasync();
    } catch (cause) {
      this.logger.fatal(
        `${this.path}: ${String(cause)}. Commits may be lost; writing is disabled until the service is restarted`,
      );
      this.failure = new NotDurable('The disk may have lost a commit', { cause });
      throw this.failure;
    }
  }
}
