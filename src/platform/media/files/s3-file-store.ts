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
  ROOT_FOLDER,
  listAncestorFolders,
  isPathWithin,
  getParentFolder,
  parseStoredPath,
} from './file-path';
import {
  type FilePublication,
  type StagedFile,
  type StoredFile,
  type StoredFolder,
} from './file-store';
import { type PathLock, recordMove, recordPublication, type PathLocks } from './path-locks';
import { requireDistinctPaths } from './require-distinct-paths';
import type { S3Bucket } from './s3-bucket';
import { S3Objects } from './s3-objects';
import { type PathKind, requireFreePath, toMissingFileError } from './path-kind';
import { MIN_LEFTOVER_AGE_MS, sweepLeftovers } from './staging-leftovers';
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
   * @param options.pageSize number of objects per list request
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
    const file =
      path === ROOT_FOLDER ? undefined : await this.bucket.head(this.objects.toKey(path));
    if (file) return { kind: 'file', ...file };
    return (await this.isFolder(path)) ? { kind: 'folder' } : undefined;
  }

  async read(path: FilePath, range?: ByteRange): Promise<{ file: StoredFile; content: Readable }> {
    const object =
      path === ROOT_FOLDER ? undefined : await this.bucket.get(this.objects.toKey(path), range);
    if (!object) throw toMissingFileError((await this.statPath(path)).kind, path);
    return { file: { kind: 'file', ...object.metadata }, content: object.content };
  }

  async *listPaths(): AsyncGenerator<FilePath> {
    const rootPrefix = this.objects.toFolderKey(ROOT_FOLDER);
    for await (const { key } of this.objects.listByPrefix(rootPrefix)) {
      const path = parseStoredPath(key.slice(rootPrefix.length));
      if (path !== undefined) yield path;
    }
  }

  isNearlyFull(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const key = this.objects.createStagingKey();
    return new S3StagedFile(await this.bucket.upload(key, content), key);
  }

  async discard(files: readonly StagedFile[]): Promise<void> {
    await this.objects.removeAll(files.map((file) => toStagedKey(file)));
  }

  async publish(
    files: readonly FilePublication[],
    { replace }: { replace: boolean },
  ): Promise<void> {
    requireDistinctPaths(files);
    const paths = files.map(({ path }) => path);
    await this.locks.withLock(paths, async (lock) => {
      const requireFree = (path: FilePath): Promise<boolean> =>
        requireFreePath(this.statPath, path, { replace });
      const replacedFlags = await Promise.all(paths.map(requireFree));
      lock.assertHeld();
      await Compensation.runOrUndo(async (compensation) => {
        for (const { staged, path } of files) {
          // A single copy is atomic; with several, those before a failing one are undone.
          if (files.length > 1) await this.prepareCompensation(path, replace, compensation);
          if (!(await this.bucket.copy(toStagedKey(staged), this.objects.toKey(path))))
            throw new Error('The staged file no longer exists');
        }
      });
      recordPublication(lock, paths, new Set(paths.filter((_, index) => replacedFlags[index])));
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
    if (from === ROOT_FOLDER) throw new RootFolderProtected();
    await this.locks.withLock([from, to], async (lock) => {
      const { kind } = await this.statPath(from);
      if (kind !== 'file' && kind !== 'folder') throw toMissingFileError(kind, from);
      if (kind === 'folder' && from !== to && isPathWithin(to, from))
        throw new FolderIntoItself({ path: from });
      await requireFreePath(this.statPath, to);
      await this.ensureFolderObject(getParentFolder(from));
      await this.moveLegacyExportsFrom(from, lock);
      if (kind === 'file') await this.moveFile(from, to, lock);
      else await this.moveFolder(from, to, lock);
      recordMove(lock, from, to, kind);
    });
  }

  async removeFile(path: FilePath): Promise<void> {
    await this.locks.withLock([path], async (lock) => {
      const { kind } = await this.statPath(path);
      if (kind !== 'file') throw toMissingFileError(kind, path);
      await this.ensureFolderObject(getParentFolder(path));
      lock.assertHeld();
      await this.bucket.remove(this.objects.toKey(path));
      lock.recordChange('deleted', path, 'file');
    });
  }

  async createFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT_FOLDER) return false;
    return this.locks.withLock([path], async (lock) => {
      const { kind } = await this.statPath(path);
      if (kind === 'folder') return false;
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind !== 'nothing') throw new FileTaken({ path });
      const parents = listAncestorFolders(path);
      const existingFlags = await Promise.all(parents.map((folder) => this.isFolder(folder)));
      const missingFolders = parents.filter((_, index) => existingFlags[index] === false);
      await Promise.all(missingFolders.map((folder) => this.ensureFolderObject(folder)));
      await this.ensureFolderObject(path);
      for (const folder of [...missingFolders, path])
        lock.recordChange('created', folder, 'folder');
      return true;
    });
  }

  async removeFolder(path: FilePath, { force }: { force: boolean }): Promise<void> {
    if (path === ROOT_FOLDER) throw new RootFolderProtected();
    await this.locks.withLock([path], async (lock) => {
      const { kind } = await this.statPath(path);
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind === 'file') throw new NotAFolder({ path });
      if (kind !== 'folder') throw new FolderNotFound({ path });
      await this.moveLegacyExportsFrom(path, lock);
      const folderKey = this.objects.toFolderKey(path);
      const firstObjects = await this.bucket.list(folderKey, 2);
      if (!force && firstObjects.some(({ key }) => key !== folderKey))
        throw new FolderNotEmpty({ path });
      await this.ensureFolderObject(getParentFolder(path));
      // A removal that fails half-way has changed the folder's content all the same.
      await this.objects
        .processAllByPrefix(folderKey, lock, (key) => this.bucket.remove(key))
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
    const changedBefore = new Date(this.clock.now().getTime() - MIN_LEFTOVER_AGE_MS);
    return sweepLeftovers(
      this.locks,
      () => this.objects.listLeftoverRemovals(changedBefore),
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
    const stored = await this.stat(path);
    if (stored?.kind === 'file') return { kind: 'file', file: stored };
    if (stored) return { kind: 'folder' };
    const ancestorFiles = await Promise.all(
      listAncestorFolders(path).map((folder) => this.bucket.head(this.objects.toKey(folder))),
    );
    return { kind: ancestorFiles.some((file) => file !== undefined) ? 'throughFile' : 'nothing' };
  };

  private async isFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT_FOLDER) return true;
    return (await this.bucket.list(this.objects.toFolderKey(path), 1)).length > 0;
  }

  /** Makes a folder exist independently of its content. */
  private async ensureFolderObject(folder: FilePath): Promise<void> {
    if (folder === ROOT_FOLDER) return;
    const folderKey = this.objects.toFolderKey(folder);
    if (!(await this.bucket.head(folderKey))) await this.bucket.put(folderKey, EMPTY_CONTENT);
  }

  private async prepareCompensation(
    path: FilePath,
    replace: boolean,
    compensation: Compensation,
  ): Promise<void> {
    const key = this.objects.toKey(path);
    const oldCopyKey = this.objects.createStagingKey();
    if (replace && (await this.bucket.copy(key, oldCopyKey))) {
      compensation.addFinalStep(() => this.objects.removeAll([oldCopyKey]));
      compensation.addUndoStep(() => this.bucket.copy(oldCopyKey, key));
    } else {
      compensation.addUndoStep(() => this.bucket.remove(key));
    }
  }

  private async copyFile(from: FilePath, to: FilePath): Promise<void> {
    if (!(await this.bucket.copy(this.objects.toKey(from), this.objects.toKey(to))))
      throw new FileNotFound({ path: from });
  }

  /** Moves a file. If the removal fails, the copy stays, because the server may still have removed the original. */
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
    await Compensation.runOrUndo(async (compensation) => {
      compensation.addUndoStep(() => this.moveObjects(to, from, lock));
      await this.moveObjects(from, to, lock);
    });
  }

  /** Moves all objects. An object is removed only after it was copied, so it is always in one of the two folders. */
  private async moveObjects(from: FilePath, to: FilePath, lock: PathLock): Promise<void> {
    const source = this.objects.toFolderKey(from);
    const target = this.objects.toFolderKey(to);
    await this.objects.processAllByPrefix(source, lock, async (key) => {
      await this.bucket.copy(key, `${target}${key.slice(source.length)}`);
      await this.bucket.remove(key);
    });
  }
}

function toStagedKey(staged: StagedFile): string {
  if (staged instanceof S3StagedFile) return staged.key;
  throw new TypeError('The file was staged by another store');
}
