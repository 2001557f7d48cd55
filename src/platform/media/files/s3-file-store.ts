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
 * Files in an S3 bucket. A folder exists by an empty object `name/`, or by its content. Single objects are written
 * atomically. Changes of several steps run under locks that all processes share, because few servers support
 * conditional writes (ADR 8).
 */
export class S3FileStore extends SweepableFileStore {
  private readonly objects: S3Objects;

  /**
   * @param prefix prefix in the bucket; empty for its top
   * @param options.staging the hidden folder below it
   * @param options.page number of objects per list request
   */
  constructor(
    private readonly bucket: S3Bucket,
    prefix: string,
    locks: PathLocks,
    private readonly clock: Clock,
    options: { staging?: FilePath; pageSize?: number } = {},
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
    return { file: { kind: 'file', ...found.stat }, content: found.content };
  }

  async *list(): AsyncGenerator<FilePath> {
    const top = this.objects.toFolderKey(ROOT);
    for await (const { key } of this.objects.listByPrefix(top)) {
      const path = toStoredPath(key.slice(top.length));
      if (path !== undefined) yield path;
    }
  }

  isNearlyFull(): Promise<boolean> {
    return Promise.resolve(false);
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
    await this.locks.withLock(paths, async (lock) => {
      const free = (path: FilePath): Promise<boolean> =>
        requireFreePath(this.statPath, path, { replace });
      const isReplaced = await Promise.all(paths.map(free));
      lock.assertHeld();
      await Compensation.run(async (compensation) => {
        for (const { staged, path } of files) {
          // A single copy is atomic; with several, those before a failing one are undone.
          if (files.length > 1) await this.prepareCompensation(path, replace, compensation);
          if (!(await this.bucket.copy(toStagedKey(staged), this.objects.toKey(path))))
            throw new Error('The staged file no longer exists');
        }
      });
      recordPublished(lock, paths, new Set(paths.filter((_, at) => isReplaced[at])));
    });
    await this.discard(files.map(({ staged }) => staged));
  }

  async copy(from: FilePath, to: FilePath): Promise<void> {
    await this.locks.withLock([to], async (lock) => {
      const { kind } = await this.statPath(from);
      if (kind !== 'file') throw toMissingFileError(kind, from);
      await requireFreePath(this.statPath, to);
      lock.assertHeld();
      await this.copyFile(from, to);
      lock.recordChange('created', to, 'file');
    });
  }

  async move(from: FilePath, to: FilePath): Promise<void> {
    if (from === ROOT) throw new RootFolderProtected();
    await this.locks.withLock([from, to], async (lock) => {
      const { kind } = await this.statPath(from);
      if (kind !== 'file' && kind !== 'folder') throw toMissingFileError(kind, from);
      if (kind === 'folder' && from !== to && isWithin(to, from))
        throw new FolderIntoItself({ path: from });
      await requireFreePath(this.statPath, to);
      await this.ensureFolderObject(parentFolderOf(from));
      await this.moveFormerExportsFrom(from, lock);
      if (kind === 'file') await this.moveFile(from, to, lock);
      else await this.moveFolder(from, to, lock);
      recordMove(lock, from, to, kind);
    });
  }

  async removeFile(path: FilePath): Promise<void> {
    await this.locks.withLock([path], async (lock) => {
      const { kind } = await this.statPath(path);
      if (kind !== 'file') throw toMissingFileError(kind, path);
      await this.ensureFolderObject(parentFolderOf(path));
      lock.assertHeld();
      await this.bucket.remove(this.objects.toKey(path));
      lock.recordChange('deleted', path, 'file');
    });
  }

  async createFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return false;
    return this.locks.withLock([path], async (lock) => {
      const { kind } = await this.statPath(path);
      if (kind === 'folder') return false;
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind !== 'nothing') throw new FileTaken({ path });
      const parents = ancestorFoldersOf(path);
      const exists = await Promise.all(parents.map((folder) => this.isFolder(folder)));
      const missing = parents.filter((_, at) => exists[at] === false);
      await Promise.all(missing.map((folder) => this.ensureFolderObject(folder)));
      await this.ensureFolderObject(path);
      for (const folder of [...missing, path]) lock.recordChange('created', folder, 'folder');
      return true;
    });
  }

  async removeFolder(path: FilePath, { force }: { force: boolean }): Promise<void> {
    if (path === ROOT) throw new RootFolderProtected();
    await this.locks.withLock([path], async (lock) => {
      const { kind } = await this.statPath(path);
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind === 'file') throw new NotAFolder({ path });
      if (kind !== 'folder') throw new FolderNotFound({ path });
      await this.moveFormerExportsFrom(path, lock);
      const marker = this.objects.toFolderKey(path);
      const first = await this.bucket.list(marker, 2);
      if (!force && first.some(({ key }) => key !== marker)) throw new FolderNotEmpty({ path });
      await this.ensureFolderObject(parentFolderOf(path));
      // A removal that fails half-way has changed the folder's content all the same.
      await this.objects
        .drainByPrefix(marker, lock, (key) => this.bucket.remove(key))
        .catch((error: unknown) => {
          lock.recordChange('updated', path, 'folder');
          throw error;
        });
      lock.recordChange('deleted', path, 'folder');
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
    const found = await this.stat(path);
    if (found?.kind === 'file') return { kind: 'file', file: found };
    if (found) return { kind: 'folder' };
    const above = await Promise.all(
      ancestorFoldersOf(path).map((folder) => this.bucket.head(this.objects.toKey(folder))),
    );
    return { kind: above.some((file) => file !== undefined) ? 'throughFile' : 'nothing' };
  };

  private async isFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return true;
    return (await this.bucket.list(this.objects.toFolderKey(path), 1)).length > 0;
  }

  /** Makes a folder exist independently of its content. */
  private async ensureFolderObject(folder: FilePath): Promise<void> {
    if (folder === ROOT) return;
    const marker = this.objects.toFolderKey(folder);
    if (!(await this.bucket.head(marker))) await this.bucket.put(marker, EMPTY_CONTENT);
  }

  private async prepareCompensation(
    path: FilePath,
    replace: boolean,
    compensation: Compensation,
  ): Promise<void> {
    const key = this.objects.toKey(path);
    const old = this.objects.newStagingKey();
    if (replace && (await this.bucket.copy(key, old))) {
      compensation.addFinalStep(() => this.objects.removeAll([old]));
      compensation.addStep(() => this.bucket.copy(old, key));
    } else {
      compensation.addStep(() => this.bucket.remove(key));
    }
  }

  private async copyFile(from: FilePath, to: FilePath): Promise<void> {
    if (!(await this.bucket.copy(this.objects.toKey(from), this.objects.toKey(to))))
      throw new FileNotFound({ path: from });
  }

  /** Moves a file. If the removal fails, both files may exist, because the request may still have succeeded. */
  private async moveFile(from: FilePath, to: FilePath, lock: PathLock): Promise<void> {
    lock.assertHeld();
    await this.copyFile(from, to);
    try {
      lock.assertHeld();
      await this.bucket.remove(this.objects.toKey(from));
    } catch (error) {
      lock.recordChange('created', to, 'file');
      throw error;
    }
  }

  private async moveFolder(from: FilePath, to: FilePath, lock: PathLock): Promise<void> {
    await Compensation.run(async (compensation) => {
      compensation.addStep(() => this.moveAll(to, from, lock));
      await this.moveAll(from, to, lock);
    });
  }

  /** Moves all objects. An object is removed only after it was copied, so it is always in one of the two folders. */
  private async moveAll(from: FilePath, to: FilePath, lock: PathLock): Promise<void> {
    const source = this.objects.toFolderKey(from);
    const target = this.objects.toFolderKey(to);
    await this.objects.drainByPrefix(source, lock, async (key) => {
      await this.bucket.copy(key, `${target}${key.slice(source.length)}`);
      await this.bucket.remove(key);
    });
  }
}

function toStagedKey(staged: StagedFile): string {
  if (staged instanceof S3StagedFile) return staged.key;
  throw new TypeError('The file was staged by another store');
}
