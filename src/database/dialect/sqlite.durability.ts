import { type FileHandle, open } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { getWalPath } from './sqlite.wal-limiter';

/** The disk hasn't confirmed a commit: a power cut may undo it. */
export class CommitNotDurable extends Error {
  static readonly code = 'STORE_NOT_DURABLE';
  readonly code = CommitNotDurable.code;
}

/**
 * Makes commits survive a power cut. SQLite would wait for the disk in each COMMIT, and block the whole process. Here
 * a thread of Node.js waits, once for all commits since the last sync.
 */
export class WalSyncer {
  private readonly logger = new Logger('Database');
  private fileHandle: Promise<FileHandle> | undefined;
  /** The sync that is running or has ended; it covers all commits before its start. */
  private currentSync: Promise<void> = Promise.resolve();
  /** The sync that will cover all later commits. */
  private nextSync: Promise<void> | undefined;
  private failure: CommitNotDurable | undefined;
  private readonly walPath: string;
  private durableVersion: number | undefined;

  /**
   * @param databasePath path of the database
   * @param readDataVersion returns a number that changes whenever some process has committed
   */
  constructor(
    databasePath: string,
    private readonly readDataVersion: () => number,
  ) {
    this.walPath = getWalPath(databasePath);
  }

  /**
   * Resolves when the disk has everything committed so far.
   * @throws CommitNotDurable, and from then on always: the operating system reports a failed write only once
   */
  whenCommitsDurable(): Promise<void> {
    return (this.nextSync ??= this.syncAfter(this.currentSync));
  }

  /**
   * Resolves when the disk has everything that is readable now, whichever process committed it.
   * @throws CommitNotDurable
   */
  async whenReadsDurable(): Promise<void> {
    const version = this.readDataVersion();
    if (version === this.durableVersion) return;
    await this.whenCommitsDurable();
    this.durableVersion = version;
  }

  /** False once the disk has failed: nothing more is written. */
  get isWritable(): boolean {
    return this.failure === undefined;
  }

  /** @throws CommitNotDurable if a commit may be lost: later changes can't build on it */
  assertWritable(): void {
    if (this.failure) throw this.failure;
  }

  async end(): Promise<void> {
    await (this.nextSync ?? this.currentSync).catch(() => undefined);
    await (await this.fileHandle?.catch(() => undefined))?.close();
  }

  private async syncAfter(previousSync: Promise<void>): Promise<void> {
    await previousSync;
    this.currentSync = this.nextSync ?? previousSync;
    this.nextSync = undefined;
    try {
      this.fileHandle ??= open(this.walPath, 'r+');
      await (await this.fileHandle).datasync();
    } catch (cause) {
      this.logger.fatal(
        `${this.walPath}: ${String(cause)}. Commits may be lost; writing is disabled until the service is restarted`,
      );
      this.failure = new CommitNotDurable('The disk may have lost a commit', { cause });
      throw this.failure;
    }
  }
}
