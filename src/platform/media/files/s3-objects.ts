import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { PathTooLong } from './file-errors';
import { type FilePath, ROOT_FOLDER } from './file-path';
import { FORMER_STAGING_FOLDER, STAGING_FOLDER } from './staging-leftovers';
import type { PathLock } from './path-locks';
import type { ListedS3Object, S3Bucket } from './s3-bucket';

/** Maximum length of an S3 key, in bytes. */
const MAX_KEY_BYTES = 1_024;
/** Maximum number of objects that S3 lists at once. */
const MAX_PAGE_SIZE = 1_000;
/** Maximum number of objects of a folder that are processed concurrently. */
const MAX_CONCURRENT_OBJECTS = 8;

/** The objects of a file store in its bucket: their keys, and iterations over them. */
export class S3Objects {
  private readonly logger = new Logger(S3Objects.name);
  private readonly rootPrefix: string;
  private readonly stagingPrefix: string;
  private readonly pageSize: number;

  /**
   * @param prefix prefix in the bucket; empty for its top
   * @param options.staging the hidden folder below it
   * @param options.pageSize number of objects per list request
   */
  constructor(
    private readonly bucket: S3Bucket,
    prefix: string,
    {
      staging = STAGING_FOLDER,
      pageSize = MAX_PAGE_SIZE,
    }: { staging?: FilePath; pageSize?: number },
  ) {
    this.rootPrefix = prefix === '' ? '' : `${prefix}/`;
    this.stagingPrefix = `${this.rootPrefix}${staging}/`;
    this.pageSize = pageSize;
  }

  /** The key of a file. @throws PathTooLong */
  toKey(path: FilePath): string {
    const key = `${this.rootPrefix}${path}`;
    // `>=` leaves room for the / of a folder.
    if (Buffer.byteLength(key) >= MAX_KEY_BYTES) throw new PathTooLong({ path });
    return key;
  }

  /** Prefix of the keys of all objects in a folder; also the key of the object that represents the folder. */
  toFolderKey(path: FilePath): string {
    return path === ROOT_FOLDER ? this.rootPrefix : `${this.toKey(path)}/`;
  }

  /** A new key for an object that no path can name. */
  createStagingKey(): string {
    return `${this.stagingPrefix}${randomUUID()}`;
  }

  /** Lists all objects with a prefix. */
  async *listByPrefix(prefix: string): AsyncGenerator<ListedS3Object> {
    for (let lastKey: string | undefined; ;) {
      const page = await this.bucket.list(prefix, this.pageSize, lastKey);
      yield* page;
      // Some servers return fewer objects than requested, so only an empty page is the end.
      if (page.length === 0) return;
      lastKey = page.at(-1)?.key;
    }
  }

  /** Processes all objects with a prefix, several at once. @param processObject has to remove the object */
  async processAllByPrefix(
    prefix: string,
    lock: PathLock,
    processObject: (key: string) => Promise<void>,
  ): Promise<void> {
    for (;;) {
      const page = await this.bucket.list(prefix, this.pageSize);
      if (page.length === 0) return;
      for (let offset = 0; offset < page.length; offset += MAX_CONCURRENT_OBJECTS) {
        lock.assertHeld();
        await Promise.all(
          page.slice(offset, offset + MAX_CONCURRENT_OBJECTS).map(({ key }) => processObject(key)),
        );
      }
    }
  }

  /** Returns functions that remove unpublished objects and uploads last changed before a time. */
  async listLeftoverRemovals(changedBefore: Date): Promise<(() => Promise<void>)[]> {
    const removals: (() => Promise<void>)[] = [];
    for (const prefix of [this.stagingPrefix, `${this.rootPrefix}${FORMER_STAGING_FOLDER}/`]) {
      const uploads = await this.bucket.listUnfinishedUploads(prefix, changedBefore);
      removals.push(...uploads.map((upload) => () => upload.abort()));
      for await (const { key, modifiedAt } of this.listByPrefix(prefix))
        if (modifiedAt < changedBefore) removals.push(() => this.bucket.remove(key));
    }
    return removals;
  }

  /** Removes objects. One that can't be removed stays invisible, and the sweep tries again later. */
  async removeAll(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.bucket.remove(key).catch((error: unknown) => {
        this.logger.warn(`A temporary file could not be removed yet: ${(error as Error).message}`);
      });
    }
  }
}
