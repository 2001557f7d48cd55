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
  RootFolderProtected,
} from './file-errors';
import {
  type FilePath,
  ROOT,
  ancestorFoldersOf,
  isWithin,
  parentFolderOf,
  toStoredPath,
} from './file-path';
import {
  type Publication,
  type StagedFile,
  type StoredFile,
  type StoredFolder,
} from './file-store';
import { type PathLock, recordMove, recordPublished, type PathLocks } from './path-locks';
import { requireDistinctPaths } from './require-distinct-paths';
import type { S3Bucket } from './s3-bucket';
import { S3Objects } from './s3-objects';
import { type PathKind, requireFreePath, toMissingFileError } from './path-kind';
import { LEFTOVER_AGE_MS, sweepLeftovers } from './leftovers';
import { SweepableFileStore } from './sweepable-file-store';
import { Compensation } from './compensation';

const EMPTY_CONTENT = new Uint8Array();

type S3PathStat = { readonly kind: PathKind; readonly file?: StoredFile };

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
export class S3FileStore extends SweepableFileStore {
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
    const file = path === ROOT ? undefined : await this.bucket.head(this.objects.toKey(path));
    if (file) return { kind: 'file', ...file };
    return (await this.isFolder(path)) ? { kind: 'folder' } : undefined;
  }

  async read(path: FilePath, range?: ByteRange): Promise<{ file: StoredFile; content: Readable }> {
    const found =
      path === ROOT ? undefined : await this.bucket.get(this.objects.toKey(path), range);
    if (!found) throw toMissingFileError((await this.statPath(path)).kind, path);
    return { file: { kind: 'file', ...found.sight }, content: found.content };
  }

  async *list(): AsyncGenerator<FilePath> {
    const top = this.objects.toFolderKey(ROOT);
    for await (const { key } of this.objects.listByPrefix(top)) {
      const path = toStoredPath(key.slice(top.length));
      if (path !== undefined) yield path;
    }
  }

  async stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const key = this.objects.newStagingKey();
    return new S3StagedFile(await this.bucket.upload(key, content), key);
  }

  async discard(files: readonly StagedFile[]): Promise<void> {
    await this.objects.removeAll(files.map((file) => toStagedKey(file)));
  }

  async publish(files: readonly Publication[], { replace }: { replace: boolean }): Promise<void> {
    requireDistinctPaths(files);
    const paths = files.map(({ path }) => path);
    await this.locks.withLock(paths, async (held) => {
      const free = (path: FilePath): Promise<boolean> =>
        requireFreePath(this.statPath, path, { replace });
      const givesWay = await Promise.all(paths.map(free));
      held.assertHeld();
      await Compensation.run(async (undoing) => {
        for (const { staged, path } of files) {
          // One alone is there or is not; of several, those before the one that fails are taken back.
          if (files.length > 1) await this.prepareCompensation(path, replace, undoing);
          if (!(await this.bucket.copy(toStagedKey(staged), this.objects.toKey(path))))
            throw new Error('The staged file is gone');
        }
      });
      recordPublished(held, paths, new Set(paths.filter((_, at) => givesWay[at])));
    });
    await this.discard(files.map(({ staged }) => staged));
  }

  async copy(from: FilePath, to: FilePath): Promise<void> {
    await this.locks.withLock([to], async (held) => {
      const { kind } = await this.statPath(from);
      if (kind !== 'file') throw toMissingFileError(kind, from);
      await requireFreePath(this.statPath, to);
      held.assertHeld();
      await this.copyFile(from, to);
      held.recordChange('created', to, 'file');
    });
  }

  async move(from: FilePath, to: FilePath): Promise<void> {
    if (from === ROOT) throw new RootFolderProtected();
    await this.locks.withLock([from, to], async (held) => {
      const { kind } = await this.statPath(from);
      if (kind !== 'file' && kind !== 'folder') throw toMissingFileError(kind, from);
      if (kind === 'folder' && from !== to && isWithin(to, from))
        throw new FolderIntoItself({ path: from });
      await requireFreePath(this.statPath, to);
      await this.ensureFolderObject(parentFolderOf(from));
      await this.withdrawExportsFrom(from, held);
      if (kind === 'file') await this.moveFile(from, to, held);
      else await this.moveFolder(from, to, held);
      recordMove(held, from, to, kind);
    });
  }

  async removeFile(path: FilePath): Promise<void> {
    await this.locks.withLock([path], async (held) => {
      const { kind } = await this.statPath(path);
      if (kind !== 'file') throw toMissingFileError(kind, path);
      await this.ensureFolderObject(parentFolderOf(path));
      held.assertHeld();
      await this.bucket.remove(this.objects.toKey(path));
      held.recordChange('deleted', path, 'file');
    });
  }

  async createFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return false;
    return this.locks.withLock([path], async (held) => {
      const { kind } = await this.statPath(path);
      if (kind === 'folder') return false;
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind !== 'nothing') throw new FileTaken({ path });
      const parents = ancestorFoldersOf(path);
      const are = await Promise.all(parents.map((folder) => this.isFolder(folder)));
      const missing = parents.filter((_, at) => are[at] === false);
      await Promise.all(missing.map((folder) => this.ensureFolderObject(folder)));
      await this.ensureFolderObject(path);
      for (const folder of [...missing, path]) held.recordChange('created', folder, 'folder');
      return true;
    });
  }

  async removeFolder(path: FilePath, { force }: { force: boolean }): Promise<void> {
    if (path === ROOT) throw new RootFolderProtected();
    await this.locks.withLock([path], async (held) => {
      const { kind } = await this.statPath(path);
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind === 'file') throw new NotAFolder({ path });
      if (kind !== 'folder') throw new FolderNotFound({ path });
      await this.withdrawExportsFrom(path, held);
      const marker = this.objects.toFolderKey(path);
      const first = await this.bucket.list(marker, 2);
      if (!force && first.some(({ key }) => key !== marker)) throw new FolderNotEmpty({ path });
      await this.ensureFolderObject(parentFolderOf(path));
      // One that fails half-way has changed what is in it all the same.
      await this.objects
        .forEachByPrefix(marker, held, (key) => this.bucket.remove(key))
        .catch((error: unknown) => {
          held.recordChange('updated', path, 'folder');
          throw error;
        });
      held.recordChange('deleted', path, 'folder');
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
      () => this.objects.listLeftoverRemovals(before),
      (remove) => remove(),
    );
  }

  protected async listNames(folder: FilePath): Promise<string[]> {
    const prefix = this.objects.toFolderKey(folder);
    const names: string[] = [];
    for await (const { key } of this.objects.listByPrefix(prefix))
      names.push(key.slice(prefix.length));
    return names;
  }

  protected async moveToServiceFolder(from: FilePath, to: FilePath): Promise<void> {
    if (await this.bucket.copy(this.objects.toKey(from), this.objects.toKey(to)))
      await this.bucket.remove(this.objects.toKey(from));
  }

  private readonly statPath = async (path: FilePath): Promise<S3PathStat> => {
    const seen = await this.stat(path);
    if (seen?.kind === 'file') return { kind: 'file', file: seen };
    if (seen) return { kind: 'folder' };
    const above = await Promise.all(
      ancestorFoldersOf(path).map((folder) => this.bucket.head(this.objects.toKey(folder))),
    );
    return { kind: above.some((file) => file !== undefined) ? 'throughFile' : 'nothing' };
  };

  private async isFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return true;
    return (await this.bucket.list(this.objects.toFolderKey(path), 1)).length > 0;
  }

  /** Lets a folder be there, whether something stands in it or not. */
  private async ensureFolderObject(folder: FilePath): Promise<void> {
    if (folder === ROOT) return;
    const marker = this.objects.toFolderKey(folder);
    if (!(await this.bucket.head(marker))) await this.bucket.put(marker, EMPTY_CONTENT);
  }

  private async prepareCompensation(
    path: FilePath,
    replace: boolean,
    undoing: Compensation,
  ): Promise<void> {
    const key = this.objects.toKey(path);
    const old = this.objects.newStagingKey();
    if (replace && (await this.bucket.copy(key, old))) {
      undoing.addFinalStep(() => this.objects.removeAll([old]));
      undoing.addStep(() => this.bucket.copy(old, key));
    } else {
      undoing.addStep(() => this.bucket.remove(key));
    }
  }

  private async copyFile(from: FilePath, to: FilePath): Promise<void> {
    if (!(await this.bucket.copy(this.objects.toKey(from), this.objects.toKey(to))))
      throw new FileNotFound({ path: from });
  }

  /** When the removal fails both may stand: it may have come through all the same. */
  private async moveFile(from: FilePath, to: FilePath, held: PathLock): Promise<void> {
    held.assertHeld();
    await this.copyFile(from, to);
    try {
      held.assertHeld();
      await this.bucket.remove(this.objects.toKey(from));
    } catch (error) {
      held.recordChange('created', to, 'file');
      throw error;
    }
  }

  private async moveFolder(from: FilePath, to: FilePath, held: PathLock): Promise<void> {
    await Compensation.run(async (undoing) => {
      undoing.addStep(() => this.moveAll(to, from, held));
      await this.moveAll(from, to, held);
    });
  }

  /** An object is removed only once its copy is there, so each is in one of the folders at any moment. */
  private async moveAll(from: FilePath, to: FilePath, held: PathLock): Promise<void> {
    const source = this.objects.toFolderKey(from);
    const target = this.objects.toFolderKey(to);
    await this.objects.forEachByPrefix(source, held, async (key) => {
      await this.bucket.copy(key, `${target}${key.slice(source.length)}`);
      await this.bucket.remove(key);
    });
  }
}

function toStagedKey(staged: StagedFile): string {
  if (staged instanceof S3StagedFile) return staged.key;
  throw new TypeError('The file was staged by another store');
}
