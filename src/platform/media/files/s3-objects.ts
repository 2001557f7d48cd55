import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { PathTooLong } from './file-errors';
import { type FilePath, ROOT } from './file-path';
import { FORMER_STAGING, STAGING } from './leftovers';
import type { PathLock } from './path-locks';
import type { ListedObject, S3Bucket } from './s3-bucket';

/** Bytes: the longest key of S3. */
const MAX_KEY_BYTES = 1_024;
/** As many as S3 lists. */
const PAGE_OBJECTS = 1_000;
/** Objects of a folder that are worked on at once. */
const MAX_CONCURRENT_OBJECTS = 8;

/** The objects of a file store in its bucket: which key each has, and walks over them. */
export class S3Objects {
  private readonly logger = new Logger(S3Objects.name);
  private readonly rootPrefix: string;
  private readonly stagingPrefix: string;
  private readonly pageSize: number;

  /**
   * @param prefix where in the bucket; '' for its top
   * @param options.staging the hidden folder, below it
   * @param options.page objects of a folder that are listed at once
   */
  constructor(
    private readonly bucket: S3Bucket,
    prefix: string,
    { staging = STAGING, page = PAGE_OBJECTS }: { staging?: FilePath; page?: number },
  ) {
    this.rootPrefix = prefix === '' ? '' : `${prefix}/`;
    this.stagingPrefix = `${this.rootPrefix}${staging}/`;
    this.pageSize = page;
  }

  /** The key of a file. @throws PathTooLong */
  toKey(path: FilePath): string {
    const key = `${this.rootPrefix}${path}`;
    // With the / of a folder.
    if (Buffer.byteLength(key) >= MAX_KEY_BYTES) throw new PathTooLong({ path });
    return key;
  }

  /** Prefix of the keys of all objects in a folder; also the key of the object that represents the folder. */
  toFolderKey(path: FilePath): string {
    return path === ROOT ? this.rootPrefix : `${this.toKey(path)}/`;
  }

  /** The key of an object that no path reaches. */
  newStagingKey(): string {
    return `${this.stagingPrefix}${randomUUID()}`;
  }

  /** All objects whose keys begin so. */
  async *listByPrefix(prefix: string): AsyncGenerator<ListedObject> {
    for (let after: string | undefined; ;) {
      const page = await this.bucket.list(prefix, this.pageSize, after);
      yield* page;
      // Some servers give fewer at a time than they are asked for.
      if (page.length === 0) return;
      after = page.at(-1)?.key;
    }
  }

  /** Works on all objects whose keys begin so, some at once. @param work must make the object go away */
  async forEachByPrefix(
    prefix: string,
    held: PathLock,
    work: (key: string) => Promise<void>,
  ): Promise<void> {
    for (;;) {
      const page = await this.bucket.list(prefix, this.pageSize);
      if (page.length === 0) return;
      for (let at = 0; at < page.length; at += MAX_CONCURRENT_OBJECTS) {
        held.assertHeld();
        await Promise.all(page.slice(at, at + MAX_CONCURRENT_OBJECTS).map(({ key }) => work(key)));
      }
    }
  }

  /** Functions that remove objects and uploads that are unpublished and unchanged since then. */
  async listLeftoverRemovals(before: Date): Promise<(() => Promise<void>)[]> {
    const left: (() => Promise<void>)[] = [];
    for (const prefix of [this.stagingPrefix, `${this.rootPrefix}${FORMER_STAGING}/`]) {
      const uploads = await this.bucket.listOpenUploads(prefix, before);
      left.push(...uploads.map((upload) => () => upload.abort()));
      for await (const { key, modifiedAt } of this.listByPrefix(prefix))
        if (modifiedAt < before) left.push(() => this.bucket.remove(key));
    }
    return left;
  }

  /** An object that can't be removed is invisible; the sweep tries again later. */
  async removeAll(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.bucket.remove(key).catch((error: unknown) => {
        this.logger.warn(`A temporary file could not be removed yet: ${(error as Error).message}`);
      });
    }
  }
}
