import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../core/byte-range';
import type { Clock } from '../../../core/clock';
import {
  FileNotFound,
  FileTaken,
  FolderIntoItself,
  FolderNotEmpty,
  FolderNotFound,
  NotAFolder,
  PathThroughFile,
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
import type { S3Bucket } from './s3-bucket';
import { S3Objects } from './s3-objects';
import { type Kind, mustBeFree, noFile } from './sights';
import { LEFTOVER_AGE_MS, sweepLeftovers } from './leftovers';
import { SweptFileStore } from './swept-file-store';
import { Undoing } from './undoing';

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
  private readonly objects: S3Objects;

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
    options: { staging?: FilePath; page?: number } = {},
  ) {
    super(locks);
    this.objects = new S3Objects(bucket, prefix, options);
  }

  async stat(path: FilePath): Promise<StoredFile | StoredFolder | undefined> {
    const file = path === ROOT ? undefined : await this.bucket.head(this.objects.key(path));
    if (file) return { kind: 'file', ...file };
    return (await this.isFolder(path)) ? { kind: 'folder' } : undefined;
  }

  async read(path: FilePath, range?: ByteRange): Promise<{ file: StoredFile; content: Readable }> {
    const found = path === ROOT ? undefined : await this.bucket.get(this.objects.key(path), range);
    if (!found) throw noFile((await this.look(path)).kind, path);
    return { file: { kind: 'file', ...found.sight }, content: found.content };
  }

  async *list(): AsyncGenerator<FilePath> {
    const top = this.objects.folderKey(ROOT);
    for await (const { key } of this.objects.below(top)) {
      const path = storedPath(key.slice(top.length));
      if (path !== undefined) yield path;
    }
  }

  async stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const key = this.objects.freshKey();
    return new S3StagedFile(await this.bucket.upload(key, content), key);
  }

  async discard(files: readonly StagedFile[]): Promise<void> {
    await this.objects.clear(files.map((file) => keyOf(file)));
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
          if (!(await this.bucket.copy(keyOf(staged), this.objects.key(path))))
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
      await this.bucket.remove(this.objects.key(path));
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
      const marker = this.objects.folderKey(path);
      const first = await this.bucket.list(marker, 2);
      if (!force && first.some(({ key }) => key !== marker)) throw new FolderNotEmpty({ path });
      await this.keep(parentOf(path));
      // One that fails half-way has changed what is in it all the same.
      await this.objects
        .forAll(marker, held, (key) => this.bucket.remove(key))
        .catch((error: unknown) => {
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
      () => this.objects.leftovers(before),
      (remove) => remove(),
    );
  }

  protected async namesIn(folder: FilePath): Promise<string[]> {
    const prefix = this.objects.folderKey(folder);
    const names: string[] = [];
    for await (const { key } of this.objects.below(prefix)) names.push(key.slice(prefix.length));
    return names;
  }

  protected async withdraw(from: FilePath, to: FilePath): Promise<void> {
    if (await this.bucket.copy(this.objects.key(from), this.objects.key(to)))
      await this.bucket.remove(this.objects.key(from));
  }

  private readonly look = async (path: FilePath): Promise<Sight> => {
    const seen = await this.stat(path);
    if (seen?.kind === 'file') return { kind: 'file', file: seen };
    if (seen) return { kind: 'folder' };
    const above = await Promise.all(
      foldersOf(path).map((folder) => this.bucket.head(this.objects.key(folder))),
    );
    return { kind: above.some((file) => file !== undefined) ? 'throughFile' : 'nothing' };
  };

  private async isFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return true;
    return (await this.bucket.list(this.objects.folderKey(path), 1)).length > 0;
  }

  /** Lets a folder be there, whether something stands in it or not. */
  private async keep(folder: FilePath): Promise<void> {
    if (folder === ROOT) return;
    const marker = this.objects.folderKey(folder);
    if (!(await this.bucket.head(marker))) await this.bucket.put(marker, NOTHING);
  }

  private async prepareUndoing(path: FilePath, replace: boolean, undoing: Undoing): Promise<void> {
    const key = this.objects.key(path);
    const old = this.objects.freshKey();
    if (replace && (await this.bucket.copy(key, old))) {
      undoing.atEnd(() => this.objects.clear([old]));
      undoing.push(() => this.bucket.copy(old, key));
    } else {
      undoing.push(() => this.bucket.remove(key));
    }
  }

  private async copyFile(from: FilePath, to: FilePath): Promise<void> {
    if (!(await this.bucket.copy(this.objects.key(from), this.objects.key(to))))
      throw new FileNotFound({ path: from });
  }

  /** When the removal fails both may stand: it may have come through all the same. */
  private async moveFile(from: FilePath, to: FilePath, held: Held): Promise<void> {
    held.assert();
    await this.copyFile(from, to);
    try {
      held.assert();
      await this.bucket.remove(this.objects.key(from));
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
    const source = this.objects.folderKey(from);
    const target = this.objects.folderKey(to);
    await this.objects.forAll(source, held, async (key) => {
      await this.bucket.copy(key, `${target}${key.slice(source.length)}`);
      await this.bucket.remove(key);
    });
  }
}

function keyOf(staged: StagedFile): string {
  if (staged instanceof S3StagedFile) return staged.key;
  throw new TypeError('The file was staged by another store');
}
