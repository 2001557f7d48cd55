/* oxlint-disable max-lines -- one class keeps the order in which a bucket is locked, copied and cleaned */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { ByteRange } from '../../core/byte-range';
import type { Clock } from '../../core/clock';
import {
  FileNotFound,
  FileTaken,
  FolderIntoItself,
  FolderNotEmpty,
  FolderNotFound,
  NotAFolder,
  PathThroughFile,
  PathTooLong,
  RootStays,
} from './file-errors';
import { type FilePath, ROOT, foldersOf, isWithin, parentOf, storedPath } from './file-path';
import {
  type Publication,
  type StagedFile,
  type StoredFile,
  type StoredFolder,
} from './file-store';
import { type Held, noteMoved, notePublished, type PathLocks } from './path-locks';
import { refuseRepeated } from './publications';
import type { ListedObject, S3Bucket } from './s3-bucket';
import { type Kind, mustBeFree, noFile } from './sights';
import { FORMER_STAGING, LEFTOVER_AGE_MS, STAGING, sweepLeftovers } from './leftovers';
import { SweptFileStore } from './swept-file-store';
import { Undoing } from './undoing';

/** Bytes: the longest key of S3. */
const LONGEST_KEY_BYTES = 1_024;
/** As many as S3 lists. */
const PAGE_OBJECTS = 1_000;
/** Objects of a folder that are worked on at once. */
const AT_ONCE = 8;
const NOTHING = new Uint8Array();

type Sight = { readonly kind: Kind; readonly file?: StoredFile };

class S3StagedFile implements StagedFile {
  constructor(
    readonly size: number,
    readonly key: string,
  ) {}
}

/**
 * Files in a bucket of S3. A folder is there by an empty object `name/`, or by what stands in it. Single
 * objects are written whole or not at all; all that takes several steps happens under locks that the
 * processes of the service share, so nothing hangs on conditional writes, which few servers have. ADR 8.
 */
export class S3FileStore extends SweptFileStore {
  private readonly logger = new Logger(S3FileStore.name);
  private readonly top: string;
  private readonly staging: string;
  private readonly page: number;

  /**
   * @param prefix where in the bucket; '' for its top
   * @param options.staging the hidden folder, below it
   * @param options.page objects of a folder that are listed at once
   */
  constructor(
    private readonly bucket: S3Bucket,
    prefix: string,
    locks: PathLocks,
    private readonly clock: Clock,
    { staging = STAGING, page = PAGE_OBJECTS }: { staging?: FilePath; page?: number } = {},
  ) {
    super(locks);
    this.top = prefix === '' ? '' : `${prefix}/`;
    this.staging = `${this.top}${staging}/`;
    this.page = page;
  }

  async stat(path: FilePath): Promise<StoredFile | StoredFolder | undefined> {
    const file = path === ROOT ? undefined : await this.bucket.head(this.key(path));
    if (file) return { kind: 'file', ...file };
    return (await this.isFolder(path)) ? { kind: 'folder' } : undefined;
  }

  async read(path: FilePath, range?: ByteRange): Promise<{ file: StoredFile; content: Readable }> {
    const found = path === ROOT ? undefined : await this.bucket.get(this.key(path), range);
    if (!found) throw noFile((await this.look(path)).kind, path);
    return { file: { kind: 'file', ...found.sight }, content: found.content };
  }

  async *list(): AsyncGenerator<FilePath> {
    for await (const { key } of this.objects(this.top)) {
      const path = storedPath(key.slice(this.top.length));
      if (path !== undefined) yield path;
    }
  }

  async stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const key = this.freshKey();
    return new S3StagedFile(await this.bucket.upload(key, content), key);
  }

  async discard(files: readonly StagedFile[]): Promise<void> {
    await this.clear(files.map((file) => keyOf(file)));
  }

  async publish(files: readonly Publication[], { replace }: { replace: boolean }): Promise<void> {
    refuseRepeated(files);
    const paths = files.map(({ path }) => path);
    await this.locks.hold(paths, async (held) => {
      const free = (path: FilePath): Promise<boolean> => mustBeFree(this.look, path, { replace });
      const givesWay = await Promise.all(paths.map(free));
      held.assert();
      await Undoing.run(async (undoing) => {
        for (const { staged, path } of files) {
          // One alone is there or is not; of several, those before the one that fails are taken back.
          if (files.length > 1) await this.prepareUndoing(path, replace, undoing);
          if (!(await this.bucket.copy(keyOf(staged), this.key(path))))
            throw new Error('The staged file is gone');
        }
      });
      notePublished(held, paths, new Set(paths.filter((_, at) => givesWay[at])));
    });
    await this.discard(files.map(({ staged }) => staged));
  }

  async copy(from: FilePath, to: FilePath): Promise<void> {
    await this.locks.hold([to], async (held) => {
      const { kind } = await this.look(from);
      if (kind !== 'file') throw noFile(kind, from);
      await mustBeFree(this.look, to);
      held.assert();
      await this.copyFile(from, to);
      held.note('created', to, 'file');
    });
  }

  async move(from: FilePath, to: FilePath): Promise<void> {
    if (from === ROOT) throw new RootStays();
    await this.locks.hold([from, to], async (held) => {
      const { kind } = await this.look(from);
      if (kind !== 'file' && kind !== 'folder') throw noFile(kind, from);
      if (kind === 'folder' && from !== to && isWithin(to, from))
        throw new FolderIntoItself({ path: from });
      await mustBeFree(this.look, to);
      await this.keep(parentOf(from));
      await this.spareExports(from, held);
      if (kind === 'file') await this.moveFile(from, to, held);
      else await this.moveFolder(from, to, held);
      noteMoved(held, from, to, kind);
    });
  }

  async removeFile(path: FilePath): Promise<void> {
    await this.locks.hold([path], async (held) => {
      const { kind } = await this.look(path);
      if (kind !== 'file') throw noFile(kind, path);
      await this.keep(parentOf(path));
      held.assert();
      await this.bucket.remove(this.key(path));
      held.note('deleted', path, 'file');
    });
  }

  async createFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return false;
    return this.locks.hold([path], async (held) => {
      const { kind } = await this.look(path);
      if (kind === 'folder') return false;
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind !== 'nothing') throw new FileTaken({ path });
      const parents = foldersOf(path);
      const are = await Promise.all(parents.map((folder) => this.isFolder(folder)));
      const missing = parents.filter((_, at) => are[at] === false);
      await Promise.all(missing.map((folder) => this.keep(folder)));
      await this.keep(path);
      for (const folder of [...missing, path]) held.note('created', folder, 'folder');
      return true;
    });
  }

  async removeFolder(path: FilePath, { force }: { force: boolean }): Promise<void> {
    if (path === ROOT) throw new RootStays();
    await this.locks.hold([path], async (held) => {
      const { kind } = await this.look(path);
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind === 'file') throw new NotAFolder({ path });
      if (kind !== 'folder') throw new FolderNotFound({ path });
      await this.spareExports(path, held);
      const marker = this.folderKey(path);
      const first = await this.bucket.list(marker, 2);
      if (!force && first.some(({ key }) => key !== marker)) throw new FolderNotEmpty({ path });
      await this.keep(parentOf(path));
      // One that fails half-way has changed what is in it all the same.
      await this.forAll(marker, held, (key) => this.bucket.remove(key)).catch((error: unknown) => {
        held.note('updated', path, 'folder');
        throw error;
      });
      held.note('deleted', path, 'folder');
    });
  }

  close(): Promise<void> {
    this.bucket.close();
    return Promise.resolve();
  }

  sweep(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - LEFTOVER_AGE_MS);
    return sweepLeftovers(
      this.locks,
      () => this.leftovers(before),
      (remove) => remove(),
    );
  }

  /** What has not changed since then and nobody has published: how to remove each. */
  private async leftovers(before: Date): Promise<(() => Promise<void>)[]> {
    const left: (() => Promise<void>)[] = [];
    for (const prefix of [this.staging, `${this.top}${FORMER_STAGING}/`]) {
      const uploads = await this.bucket.openUploads(prefix, before);
      left.push(...uploads.map((upload) => () => upload.abort()));
      for await (const { key, modifiedAt } of this.objects(prefix))
        if (modifiedAt < before) left.push(() => this.bucket.remove(key));
    }
    return left;
  }

  protected async namesIn(folder: FilePath): Promise<string[]> {
    const prefix = this.folderKey(folder);
    const names: string[] = [];
    for await (const { key } of this.objects(prefix)) names.push(key.slice(prefix.length));
    return names;
  }

  protected async withdraw(from: FilePath, to: FilePath): Promise<void> {
    if (await this.bucket.copy(this.key(from), this.key(to)))
      await this.bucket.remove(this.key(from));
  }

  /** All objects whose keys begin so. */
  private async *objects(prefix: string): AsyncGenerator<ListedObject> {
    for (let after: string | undefined; ;) {
      const page = await this.bucket.list(prefix, this.page, after);
      yield* page;
      // Some servers give fewer at a time than they are asked for.
      if (page.length === 0) return;
      after = page.at(-1)?.key;
    }
  }

  private readonly look = async (path: FilePath): Promise<Sight> => {
    const seen = await this.stat(path);
    if (seen?.kind === 'file') return { kind: 'file', file: seen };
    if (seen) return { kind: 'folder' };
    const above = await Promise.all(
      foldersOf(path).map((folder) => this.bucket.head(this.key(folder))),
    );
    return { kind: above.some((file) => file !== undefined) ? 'throughFile' : 'nothing' };
  };

  private async isFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return true;
    return (await this.bucket.list(this.folderKey(path), 1)).length > 0;
  }

  /** Lets a folder be there, whether something stands in it or not. */
  private async keep(folder: FilePath): Promise<void> {
    if (folder === ROOT) return;
    const marker = this.folderKey(folder);
    if (!(await this.bucket.head(marker))) await this.bucket.put(marker, NOTHING);
  }

  private async prepareUndoing(path: FilePath, replace: boolean, undoing: Undoing): Promise<void> {
    const key = this.key(path);
    const old = this.freshKey();
    if (replace && (await this.bucket.copy(key, old))) {
      undoing.atEnd(() => this.clear([old]));
      undoing.push(() => this.bucket.copy(old, key));
    } else {
      undoing.push(() => this.bucket.remove(key));
    }
  }

  private async copyFile(from: FilePath, to: FilePath): Promise<void> {
    if (!(await this.bucket.copy(this.key(from), this.key(to))))
      throw new FileNotFound({ path: from });
  }

  /** When the removal fails both may stand: it may have come through all the same. */
  private async moveFile(from: FilePath, to: FilePath, held: Held): Promise<void> {
    held.assert();
    await this.copyFile(from, to);
    try {
      held.assert();
      await this.bucket.remove(this.key(from));
    } catch (error) {
      held.note('created', to, 'file');
      throw error;
    }
  }

  private async moveFolder(from: FilePath, to: FilePath, held: Held): Promise<void> {
    await Undoing.run(async (undoing) => {
      undoing.push(() => this.moveAll(to, from, held));
      await this.moveAll(from, to, held);
    });
  }

  /** An object is removed only once its copy is there, so each is in one of the folders at any moment. */
  private async moveAll(from: FilePath, to: FilePath, held: Held): Promise<void> {
    const source = this.folderKey(from);
    const target = this.folderKey(to);
    await this.forAll(source, held, async (key) => {
      await this.bucket.copy(key, `${target}${key.slice(source.length)}`);
      await this.bucket.remove(key);
    });
  }

  /** @param work must make the object go away */
  private async forAll(
    prefix: string,
    held: Held,
    work: (key: string) => Promise<void>,
  ): Promise<void> {
    for (;;) {
      const page = await this.bucket.list(prefix, this.page);
      if (page.length === 0) return;
      for (let at = 0; at < page.length; at += AT_ONCE) {
        held.assert();
        await Promise.all(page.slice(at, at + AT_ONCE).map(({ key }) => work(key)));
      }
    }
  }

  private key(path: FilePath): string {
    const key = `${this.top}${path}`;
    // With the / of a folder.
    if (Buffer.byteLength(key) >= LONGEST_KEY_BYTES) throw new PathTooLong({ path });
    return key;
  }

  private folderKey(path: FilePath): string {
    return path === ROOT ? this.top : `${this.key(path)}/`;
  }

  private freshKey(): string {
    return `${this.staging}${randomUUID()}`;
  }

  /** What can't be removed is out of sight anyway; the sweep comes by later. */
  private async clear(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.bucket.remove(key).catch((error: unknown) => {
        this.logger.warn(`A temporary file could not be removed yet: ${(error as Error).message}`);
      });
    }
  }
}

function keyOf(staged: StagedFile): string {
  if (staged instanceof S3StagedFile) return staged.key;
  throw new TypeError('The file was staged by another store');
}
