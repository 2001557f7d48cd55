import { type FileHandle, open } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { getWalPath } from './sqlite.wal-limiter';

/** The disk has not said that it has what was committed: a power cut may take it away. */
export class NotDurable extends Error {
  static readonly code = 'STORE_NOT_DURABLE';
  readonly code = NotDurable.code;
}

/**
 * Sees to it that what was committed survives a power cut. SQLite would wait for the disk in each COMMIT, and everybody
 * else in the process with it; here a thread of Node.js waits, once for all that was committed meanwhile.
 */
export class DurabilityTracker {
  private readonly logger = new Logger('Database');
  private fileHandle: Promise<FileHandle> | undefined;
  /** The disk is taking what had been committed before, or has taken it. */
  private currentSync: Promise<void> = Promise.resolve();
  /** It will take what has been committed since. */
  private nextSync: Promise<void> | undefined;
  private failure: NotDurable | undefined;
  private readonly path: string;
  private durableVersion: number | undefined;

  /**
   * @param file path of the database
   * @param readVersion another number whenever some process has committed something
   */
  constructor(
    file: string,
    private readonly readVersion: () => number,
  ) {
    this.path = getWalPath(file);
  }

  /**
   * Resolves when the disk has all that has been committed by now.
   * @throws NotDurable, and from then on always: the system reports only once what it could not write
   */
  whenCommitsDurable(): Promise<void> {
    return (this.nextSync ??= this.syncAfter(this.currentSync));
  }

  /**
   * Resolves when the disk has all that can be read by now, whichever process has committed it.
   * @throws NotDurable
   */
  async whenReadsDurable(): Promise<void> {
    const version = this.readVersion();
    if (version === this.durableVersion) return;
    await this.whenCommitsDurable();
    this.durableVersion = version;
  }

  /** False once the disk has failed: nothing is written any more. */
  get isWritable(): boolean {
    return this.failure === undefined;
  }

  /** @throws NotDurable when something that was committed may be lost: nothing can be built on it */
  requireWritable(): void {
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
        `${this.path}: ${String(cause)}. What was committed may be lost; nothing is written any more until a new start`,
      );
      this.failure = new NotDurable('The disk may not have what was committed', { cause });
      throw this.failure;
    }
  }
}
