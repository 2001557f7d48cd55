import { type FileHandle, mkdir, rename, rm, rmdir, statfs, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { BigIntStats } from 'node:fs';
import type { ByteRange } from '../../../core/byte-range';
import type { Clock } from '../../../core/clock';
import {
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
  getBaseName,
  getParentFolder,
  parseStoredPath,
} from './file-path';
import type { FilePublication, StagedFile, StoredFile, StoredFolder } from './file-store';
import {
  LocalFolder,
  type LocalPathStat,
  toErrnoCode,
  withFileStoreErrors,
  undefinedIfMissing,
} from './local-folder';
import { getStagedPath, LocalStaging } from './local-staging';
import { createFolderWithParents } from './create-folder-with-parents';
import { recordMove, recordPublication, type PathLocks } from './path-locks';
import { requireDistinctPaths } from './require-distinct-paths';
import { requireFreePath, toMissingFileError } from './path-kind';
import { MIN_LEFTOVER_AGE_MS, STAGING_FOLDER, sweepLeftovers } from './staging-leftovers';
import { SweepableFileStore } from './sweepable-file-store';
import { Compensation } from './compensation';

/** Bytes per read. */
const CHUNK_BYTES = 256 * 1024;

/** The disk is nearly full if less than both of these is free: a number of bytes, and a share of the disk. */
const MAX_RESERVED_BYTES = 1024 ** 3;
const RESERVED_DISK_SHARE = 0.05;

/**
 * Files in a local folder. Uploads are written to a hidden folder next to the files, synced, and then named by link()
 * or rename(). So readers see a whole file, also after a crash. Links are never followed (ADR 8).
 */
export class LocalFileStore extends SweepableFileStore {
  private readonly localFolder: LocalFolder;
  private readonly staging: LocalStaging;

  /**
   * @param folder created by the first write if it is missing
   * @param stagingPath the hidden folder below it
   */
  constructor(
    folder: string,
    locks: PathLocks,
    private readonly clock: Clock,
    stagingPath = STAGING_FOLDER,
  ) {
    super(locks);
    this.localFolder = new LocalFolder(folder, stagingPath);
    this.staging = new LocalStaging(this.localFolder);
  }

  async stat(path: FilePath): Promise<StoredFile | StoredFolder | undefined> {
    if (path === ROOT_FOLDER) return { kind: 'folder' };
    const pathStat = await this.statPath(path);
    if (pathStat.kind === 'file') return toStoredFile(pathStat.stats);
    return pathStat.kind === 'folder' ? { kind: 'folder' } : undefined;
  }

  async read(path: FilePath, range?: ByteRange): Promise<{ file: StoredFile; content: Readable }> {
    return withFileStoreErrors(path, async () => {
      const handle = await this.localFolder.open(path);
      if (!handle) throw await this.toMissingFileError(path);
      try {
        const stats = await handle.stat({ bigint: true });
        if (!stats.isFile()) throw await this.toMissingFileError(path);
        const file = toStoredFile(stats);
        if (file.size > 0) return { file, content: createRangeStream(handle, file, range) };
        await handle.close();
        return { file, content: Readable.from([]) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  async *listPaths(folder: FilePath = ROOT_FOLDER): AsyncGenerator<FilePath> {
    for (const { path, isFolder } of await withFileStoreErrors(folder, () =>
      this.localFolder.listEntries(folder),
    )) {
      const storedPath = parseStoredPath(path);
      if (storedPath === undefined) continue;
      if (isFolder) yield* this.listPaths(storedPath);
      else yield storedPath;
    }
  }

  isNearlyFull(): Promise<boolean> {
    return withFileStoreErrors(ROOT_FOLDER, async () => {
      await this.localFolder.prepareFolders();
      const { bavail, blocks, bsize } = await statfs(this.localFolder.toAbsolutePath(ROOT_FOLDER));
      return bavail * bsize < Math.min(MAX_RESERVED_BYTES, RESERVED_DISK_SHARE * blocks * bsize);
    });
  }

  stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    return this.staging.stage(content);
  }

  async discard(files: readonly StagedFile[]): Promise<void> {
    await this.staging.removeAll(files.map(getStagedPath));
  }

  async publish(
    files: readonly FilePublication[],
    { replace }: { replace: boolean },
  ): Promise<void> {
    requireDistinctPaths(files);
    const paths = files.map(({ path }) => path);
    await this.locks.withLock(paths, async (lock) => {
      const replacedPaths = new Set<FilePath>();
      for (const path of paths)
        if (await requireFreePath(this.statPath, path, { replace })) replacedPaths.add(path);
      lock.assertHeld();
      await Compensation.runOrUndo(async (compensation) => {
        for (const file of files)
          await withFileStoreErrors(file.path, () => this.publishFile(file, replace, compensation));
        await this.syncFolders(paths);
      });
      recordPublication(lock, paths, replacedPaths);
    });
    await this.discard(files.map(({ staged }) => staged));
  }

  async copy(from: FilePath, to: FilePath): Promise<void> {
    const pathStat = await this.statPath(from);
    if (pathStat.kind !== 'file') throw toMissingFileError(pathStat.kind, from);
    await requireFreePath(this.statPath, to);
    const { content } = await this.read(from);
    try {
      const staged = await this.stage(content);
      try {
        await this.publish([{ staged, path: to }], { replace: false });
      } finally {
        await this.discard([staged]);
      }
    } finally {
      content.destroy();
    }
  }

  async move(from: FilePath, to: FilePath): Promise<void> {
    if (from === ROOT_FOLDER) throw new RootFolderProtected();
    await this.locks.withLock([from, to], async (lock) => {
      const pathStat = await this.statPath(from);
      if (pathStat.kind !== 'file' && pathStat.kind !== 'folder')
        throw toMissingFileError(pathStat.kind, from);
      if (pathStat.kind === 'folder' && from !== to && isPathWithin(to, from))
        throw new FolderIntoItself({ path: from });
      await requireFreePath(this.statPath, to);
      await this.moveLegacyExportsFrom(from, lock);
      lock.assertHeld();
      await withFileStoreErrors(from, () =>
        rename(this.localFolder.toAbsolutePath(from), this.localFolder.toAbsolutePath(to)),
      );
      recordMove(lock, from, to, pathStat.kind);
      await this.syncFolders([from, to]);
    });
  }

  async removeFile(path: FilePath): Promise<void> {
    await this.locks.withLock([path], async (lock) => {
      const pathStat = await this.statPath(path);
      if (pathStat.kind !== 'file') throw toMissingFileError(pathStat.kind, path);
      lock.assertHeld();
      await withFileStoreErrors(path, () => unlink(this.localFolder.toAbsolutePath(path)));
      lock.recordChange('deleted', path, 'file');
      await this.syncFolders([path]);
    });
  }

  async createFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT_FOLDER) return false;
    return this.locks.withLock([path], (lock) =>
      withFileStoreErrors(path, async () => {
        const { kind } = await this.localFolder.stat(path);
        if (kind === 'folder') return false;
        if (kind === 'throughFile') throw new PathThroughFile({ path });
        if (kind !== 'nothing') throw new FileTaken({ path });
        await this.localFolder.prepareFolders();
        for (const folder of listAncestorFolders(path)) {
          const isNewAncestor = await this.createSingleFolder(folder);
          if (isNewAncestor === undefined) throw new PathThroughFile({ path });
          if (isNewAncestor) lock.recordChange('created', folder, 'folder');
        }
        const isNew = await this.createSingleFolder(path);
        if (isNew === undefined) throw new FileTaken({ path });
        if (isNew) lock.recordChange('created', path, 'folder');
        return isNew;
      }),
    );
  }

  async removeFolder(path: FilePath, { force }: { force: boolean }): Promise<void> {
    if (path === ROOT_FOLDER) throw new RootFolderProtected();
    const removedPath = this.localFolder.createStagingPath();
    await this.locks.withLock([path], async (lock) => {
      const { kind } = await this.statPath(path);
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind === 'file') throw new NotAFolder({ path });
      if (kind === 'nothing' || kind === 'other') throw new FolderNotFound({ path });
      const absolutePath = this.localFolder.toAbsolutePath(path);
      await this.moveLegacyExportsFrom(path, lock);
      lock.assertHeld();
      await withFileStoreErrors(path, async () => {
        // Only the link itself is removed.
        if (kind === 'link') return unlink(absolutePath);
        if (!force) return this.removeEmptyFolder(path);
        // The rename makes the whole folder disappear at once, however much it contains.
        await this.localFolder.prepareFolders();
        await rename(absolutePath, removedPath);
      });
      lock.recordChange('deleted', path, kind === 'link' ? 'file' : 'folder');
      await this.syncFolders([path]);
    });
    await this.staging.removeAll([removedPath]);
  }

  async close(): Promise<void> {
    // No resources stay open between calls.
  }

  /** Removes leftovers of processes that died. @returns the number of removed files and folders */
  sweep(): Promise<number> {
    const changedBefore = new Date(this.clock.now().getTime() - MIN_LEFTOVER_AGE_MS);
    return sweepLeftovers(
      this.locks,
      () => this.localFolder.listLeftovers(changedBefore),
      (absolutePath) => rm(absolutePath, { recursive: true, force: true }),
    );
  }

  protected async listNames(folder: FilePath): Promise<string[]> {
    if ((await this.statPath(folder)).kind !== 'folder') return [];
    const entries = await withFileStoreErrors(folder, () => this.localFolder.listEntries(folder));
    return entries
      .filter(({ isFolder }) => !isFolder)
      .map(({ path }) => getBaseName(path as FilePath));
  }

  protected async moveToServiceFolder(from: FilePath, to: FilePath): Promise<void> {
    await withFileStoreErrors(from, async () => {
      const target = this.localFolder.toAbsolutePath(to);
      await createFolderWithParents(dirname(target));
      await undefinedIfMissing(rename(this.localFolder.toAbsolutePath(from), target));
    });
    await this.syncFolders([to, from]);
  }

  private readonly statPath = (path: FilePath): Promise<LocalPathStat> =>
    withFileStoreErrors(path, () => this.localFolder.stat(path));

  private async toMissingFileError(path: FilePath): Promise<Error> {
    return toMissingFileError(
      path === ROOT_FOLDER ? 'folder' : (await this.localFolder.stat(path)).kind,
      path,
    );
  }

  /** Publishes a staged file under its path. */
  private async publishFile(
    { staged, path }: FilePublication,
    replace: boolean,
    compensation: Compensation,
  ): Promise<void> {
    const absolutePath = this.localFolder.toAbsolutePath(path);
    const source = getStagedPath(staged);
    if (replace) {
      const oldCopyPath = await undefinedIfMissing(this.localFolder.copyToStaging(absolutePath));
      if (oldCopyPath !== undefined)
        compensation.addFinalStep(() => this.staging.removeAll([oldCopyPath]));
      await this.staging.publishCopy(source, absolutePath);
      compensation.addUndoStep(() =>
        oldCopyPath === undefined ? unlink(absolutePath) : rename(oldCopyPath, absolutePath),
      );
      return;
    }
    if (!(await this.localFolder.tryHardLink(source, absolutePath))) {
      await requireFreePath(this.statPath, path);
      await this.staging.publishCopy(source, absolutePath);
    }
    compensation.addUndoStep(() => unlink(absolutePath));
  }

  /** @returns whether the folder is new; undefined if something else has the path */
  private async createSingleFolder(path: FilePath): Promise<boolean | undefined> {
    try {
      await mkdir(this.localFolder.toAbsolutePath(path));
      await this.localFolder.syncFolder(getParentFolder(path));
      return true;
    } catch (error) {
      if (toErrnoCode(error) !== 'EEXIST') throw error;
      return (await this.localFolder.stat(path)).kind === 'folder' ? false : undefined;
    }
  }

  private async removeEmptyFolder(path: FilePath): Promise<void> {
    try {
      await rmdir(this.localFolder.toAbsolutePath(path));
    } catch (error) {
      if (toErrnoCode(error) === 'ENOTEMPTY' || toErrnoCode(error) === 'EEXIST')
        throw new FolderNotEmpty({ path });
      throw error;
    }
  }

  /** Makes changes of these paths survive a power failure. */
  private async syncFolders(paths: readonly FilePath[]): Promise<void> {
    for (const folder of new Set(paths.map(getParentFolder)))
      await withFileStoreErrors(folder, () => this.localFolder.syncFolder(folder));
  }
}

/** Creates a stream that closes the handle at its end. */
function createRangeStream(handle: FileHandle, { size }: StoredFile, range?: ByteRange): Readable {
  const { first, last } = range ?? { first: 0, last: size - 1 };
  return handle.createReadStream({ start: first, end: last, highWaterMark: CHUNK_BYTES });
}

function toStoredFile({ size, mtimeNs, ino, mtime }: BigIntStats): StoredFile {
  const entityTag = [mtimeNs, size, ino].map((part) => part.toString(36)).join('-');
  return { kind: 'file', size: Number(size), modifiedAt: mtime, entityTag };
}
