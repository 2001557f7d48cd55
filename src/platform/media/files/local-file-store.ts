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
  ROOT,
  ancestorFoldersOf,
  isWithin,
  baseNameOf,
  parentFolderOf,
  toStoredPath,
} from './file-path';
import {
  type Publication,
  type StagedFile,
  type StoredFile,
  type StoredFolder,
} from './file-store';
import {
  LocalDisk,
  type PathStat,
  toErrnoCode,
  withFileStoreErrors,
  ignoreMissing,
} from './local-disk';
import { toStagedPath, LocalStaging } from './local-staging';
import { createFolders } from './create-folders';
import { recordMove, recordPublished, type PathLocks } from './path-locks';
import { requireDistinctPaths } from './require-distinct-paths';
import { requireFreePath, toMissingFileError } from './path-kind';
import { LEFTOVER_AGE_MS, STAGING, sweepLeftovers } from './leftovers';
import { SweepableFileStore } from './sweepable-file-store';
import { Compensation } from './compensation';

/** Bytes per read. */
const CHUNK_BYTES = 256 * 1024;

/** Space that is left for files that the store needs. */
const MAX_RESERVE_BYTES = 1024 ** 3;
const RESERVED_SHARE = 0.05;

/**
 * Files in a local folder. Uploads are written to a hidden folder next to the files, synced, and then named by link()
 * or rename(). So readers see a whole file, also after a crash. Links are never followed (ADR 8).
 */
export class LocalFileStore extends SweepableFileStore {
  private readonly disk: LocalDisk;
  private readonly staging: LocalStaging;

  /**
   * @param folder created by the first write if it is missing
   * @param stagingPath the hidden folder below it
   */
  constructor(
    folder: string,
    locks: PathLocks,
    private readonly clock: Clock,
    stagingPath = STAGING,
  ) {
    super(locks);
    this.disk = new LocalDisk(folder, stagingPath);
    this.staging = new LocalStaging(this.disk);
  }

  async stat(path: FilePath): Promise<StoredFile | StoredFolder | undefined> {
    if (path === ROOT) return { kind: 'folder' };
    const found = await this.statPath(path);
    if (found.kind === 'file') return toStoredFile(found.stats);
    return found.kind === 'folder' ? { kind: 'folder' } : undefined;
  }

  async read(path: FilePath, range?: ByteRange): Promise<{ file: StoredFile; content: Readable }> {
    return withFileStoreErrors(path, async () => {
      const handle = await this.disk.open(path);
      if (!handle) throw await this.toMissingFileError(path);
      try {
        const stats = await handle.stat({ bigint: true });
        if (!stats.isFile()) throw await this.toMissingFileError(path);
        const file = toStoredFile(stats);
        if (file.size > 0) return { file, content: toStream(handle, file, range) };
        await handle.close();
        return { file, content: Readable.from([]) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  async *list(folder: FilePath = ROOT): AsyncGenerator<FilePath> {
    for (const { path, isFolder } of await withFileStoreErrors(folder, () =>
      this.disk.listEntries(folder),
    )) {
      const stored = toStoredPath(path);
      if (stored === undefined) continue;
      if (isFolder) yield* this.list(stored);
      else yield stored;
    }
  }

  isNearlyFull(): Promise<boolean> {
    return withFileStoreErrors(ROOT, async () => {
      await this.disk.prepare();
      const { bavail, blocks, bsize } = await statfs(this.disk.toAbsolutePath(ROOT));
      return bavail * bsize < Math.min(MAX_RESERVE_BYTES, RESERVED_SHARE * blocks * bsize);
    });
  }

  stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    return this.staging.stage(content);
  }

  async discard(files: readonly StagedFile[]): Promise<void> {
    await this.staging.removeAll(files.map(toStagedPath));
  }

  async publish(files: readonly Publication[], { replace }: { replace: boolean }): Promise<void> {
    requireDistinctPaths(files);
    const paths = files.map(({ path }) => path);
    await this.locks.withLock(paths, async (lock) => {
      const replaced = new Set<FilePath>();
      for (const path of paths)
        if (await requireFreePath(this.statPath, path, { replace })) replaced.add(path);
      lock.assertHeld();
      await Compensation.run(async (compensation) => {
        for (const file of files)
          await withFileStoreErrors(file.path, () => this.publishOne(file, replace, compensation));
        await this.syncFolders(paths);
      });
      recordPublished(lock, paths, replaced);
    });
    await this.discard(files.map(({ staged }) => staged));
  }

  async copy(from: FilePath, to: FilePath): Promise<void> {
    const found = await this.statPath(from);
    if (found.kind !== 'file') throw toMissingFileError(found.kind, from);
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
    if (from === ROOT) throw new RootFolderProtected();
    await this.locks.withLock([from, to], async (lock) => {
      const found = await this.statPath(from);
      if (found.kind !== 'file' && found.kind !== 'folder')
        throw toMissingFileError(found.kind, from);
      if (found.kind === 'folder' && from !== to && isWithin(to, from))
        throw new FolderIntoItself({ path: from });
      await requireFreePath(this.statPath, to);
      await this.moveFormerExportsFrom(from, lock);
      lock.assertHeld();
      await withFileStoreErrors(from, () =>
        rename(this.disk.toAbsolutePath(from), this.disk.toAbsolutePath(to)),
      );
      recordMove(lock, from, to, found.kind);
      await this.syncFolders([from, to]);
    });
  }

  async removeFile(path: FilePath): Promise<void> {
    await this.locks.withLock([path], async (lock) => {
      const found = await this.statPath(path);
      if (found.kind !== 'file') throw toMissingFileError(found.kind, path);
      lock.assertHeld();
      await withFileStoreErrors(path, () => unlink(this.disk.toAbsolutePath(path)));
      lock.recordChange('deleted', path, 'file');
      await this.syncFolders([path]);
    });
  }

  async createFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return false;
    return this.locks.withLock([path], (lock) =>
      withFileStoreErrors(path, async () => {
        const { kind } = await this.disk.stat(path);
        if (kind === 'folder') return false;
        if (kind === 'throughFile') throw new PathThroughFile({ path });
        if (kind !== 'nothing') throw new FileTaken({ path });
        await this.disk.prepare();
        for (const folder of ancestorFoldersOf(path)) {
          const isMade = await this.createOneFolder(folder);
          if (isMade === undefined) throw new PathThroughFile({ path });
          if (isMade) lock.recordChange('created', folder, 'folder');
        }
        const isNew = await this.createOneFolder(path);
        if (isNew === undefined) throw new FileTaken({ path });
        if (isNew) lock.recordChange('created', path, 'folder');
        return isNew;
      }),
    );
  }

  async removeFolder(path: FilePath, { force }: { force: boolean }): Promise<void> {
    if (path === ROOT) throw new RootFolderProtected();
    const trash = this.disk.newStagingPath();
    await this.locks.withLock([path], async (lock) => {
      const { kind } = await this.statPath(path);
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind === 'file') throw new NotAFolder({ path });
      if (kind === 'nothing' || kind === 'other') throw new FolderNotFound({ path });
      const absolutePath = this.disk.toAbsolutePath(path);
      await this.moveFormerExportsFrom(path, lock);
      lock.assertHeld();
      await withFileStoreErrors(path, async () => {
        // Only the link itself is removed.
        if (kind === 'link') return unlink(absolutePath);
        if (!force) return this.removeEmptyFolder(path);
        // The rename makes the whole folder disappear at once, however much it contains.
        await this.disk.prepare();
        await rename(absolutePath, trash);
      });
      lock.recordChange('deleted', path, kind === 'link' ? 'file' : 'folder');
      await this.syncFolders([path]);
    });
    await this.staging.removeAll([trash]);
  }

  async close(): Promise<void> {
    // No resources stay open between calls.
  }

  /** Removes what processes that died have left. @returns the number of removed files and folders */
  sweep(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - LEFTOVER_AGE_MS);
    return sweepLeftovers(
      this.locks,
      () => this.disk.listLeftovers(before),
      (address) => rm(address, { recursive: true, force: true }),
    );
  }

  protected async listNames(folder: FilePath): Promise<string[]> {
    if ((await this.statPath(folder)).kind !== 'folder') return [];
    const found = await withFileStoreErrors(folder, () => this.disk.listEntries(folder));
    return found
      .filter(({ isFolder }) => !isFolder)
      .map(({ path }) => baseNameOf(path as FilePath));
  }

  protected async moveToServiceFolder(from: FilePath, to: FilePath): Promise<void> {
    await withFileStoreErrors(from, async () => {
      const target = this.disk.toAbsolutePath(to);
      await createFolders(dirname(target));
      await ignoreMissing(rename(this.disk.toAbsolutePath(from), target));
    });
    await this.syncFolders([to, from]);
  }

  private readonly statPath = (path: FilePath): Promise<PathStat> =>
    withFileStoreErrors(path, () => this.disk.stat(path));

  private async toMissingFileError(path: FilePath): Promise<Error> {
    return toMissingFileError(path === ROOT ? 'folder' : (await this.disk.stat(path)).kind, path);
  }

  /** Publishes a staged file under its path. */
  private async publishOne(
    { staged, path }: Publication,
    replace: boolean,
    compensation: Compensation,
  ): Promise<void> {
    const absolutePath = this.disk.toAbsolutePath(path);
    const source = toStagedPath(staged);
    if (replace) {
      const old = await ignoreMissing(this.disk.copyToStaging(absolutePath));
      if (old !== undefined) compensation.addFinalStep(() => this.staging.removeAll([old]));
      await this.staging.publishCopy(source, absolutePath);
      compensation.addStep(() =>
        old === undefined ? unlink(absolutePath) : rename(old, absolutePath),
      );
      return;
    }
    if (!(await this.disk.tryHardLink(source, absolutePath))) {
      await requireFreePath(this.statPath, path);
      await this.staging.publishCopy(source, absolutePath);
    }
    compensation.addStep(() => unlink(absolutePath));
  }

  /** @returns whether the folder is new; undefined if something else has the path */
  private async createOneFolder(path: FilePath): Promise<boolean | undefined> {
    try {
      await mkdir(this.disk.toAbsolutePath(path));
      await this.disk.syncFolder(parentFolderOf(path));
      return true;
    } catch (error) {
      if (toErrnoCode(error) !== 'EEXIST') throw error;
      return (await this.disk.stat(path)).kind === 'folder' ? false : undefined;
    }
  }

  private async removeEmptyFolder(path: FilePath): Promise<void> {
    try {
      await rmdir(this.disk.toAbsolutePath(path));
    } catch (error) {
      if (toErrnoCode(error) === 'ENOTEMPTY' || toErrnoCode(error) === 'EEXIST')
        throw new FolderNotEmpty({ path });
      throw error;
    }
  }

  /** Makes changes of these paths survive a power failure. */
  private async syncFolders(paths: readonly FilePath[]): Promise<void> {
    for (const folder of new Set(paths.map(parentFolderOf)))
      await withFileStoreErrors(folder, () => this.disk.syncFolder(folder));
  }
}

/** Creates a stream that closes the handle at its end. */
function toStream(handle: FileHandle, { size }: StoredFile, range?: ByteRange): Readable {
  const { first, last } = range ?? { first: 0, last: size - 1 };
  return handle.createReadStream({ start: first, end: last, highWaterMark: CHUNK_BYTES });
}

function toStoredFile({ size, mtimeNs, ino, mtime }: BigIntStats): StoredFile {
  const entityTag = [mtimeNs, size, ino].map((part) => part.toString(36)).join('-');
  return { kind: 'file', size: Number(size), modifiedAt: mtime, entityTag };
}
