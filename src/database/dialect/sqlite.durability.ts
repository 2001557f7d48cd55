import { type FileHandle, open } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { getWalPath } from './sqlite.wal';

/** The disk has not said that it has what was committed: a power cut may take it away. */
export class NotDurable extends Error {
  static readonly code = 'STORE_NOT_DURABLE';
  readonly code = NotDurable.code;
}

/**
 * Sees to it that what was committed survives a power cut. SQLite would wait for the disk in each COMMIT, and everybody
 * else in the process with it; here a thread of Node.js waits, once for all that was committed meanwhile.
 */
export class Durability {
  private readonly logger = new Logger('Database');
  private opened: Promise<FileHandle> | undefined;
  /** The disk is taking what had been committed before, or has taken it. */
  private last: Promise<void> = Promise.resolve();
  /** It will take what has been committed since. */
  private next: Promise<void> | undefined;
  private failure: NotDurable | undefined;
  private readonly path: string;
  private settledVersion: number | undefined;

  /**
   * @param file path of the database
   * @param version another number whenever some process has committed something
   */
  constructor(
    file: string,
    private readonly version: () => number,
  ) {
    this.path = getWalPath(file);
  }

  /**
   * Resolves when the disk has all that has been committed by now.
   * @throws NotDurable, and from then on always: the system reports only once what it could not write
   */
  reached(): Promise<void> {
    return (this.next ??= this.after(this.last));
  }

  /**
   * Resolves when the disk has all that can be read by now, whichever process has committed it.
   * @throws NotDurable
   */
  async settled(): Promise<void> {
    const version = this.version();
    if (version === this.settledVersion) return;
    await this.reached();
    this.settledVersion = version;
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
    await (this.next ?? this.last).catch(() => undefined);
    await (await this.opened?.catch(() => undefined))?.close();
  }

  private async after(before: Promise<void>): Promise<void> {
    await before;
    this.last = this.next ?? before;
    this.next = undefined;
    try {
      this.opened ??= open(this.path, 'r+');
      await (await this.opened).datasync();
    } catch (cause) {
      this.logger.fatal(
        `${this.path}: ${String(cause)}. What was committed may be lost; nothing is written any more until a new start`,
      );
      this.failure = new NotDurable('The disk may not have what was committed', { cause });
      throw this.failure;
    }
  }
}
