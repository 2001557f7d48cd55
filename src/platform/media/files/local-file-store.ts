import { type FileHandle, mkdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
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
  RootStays,
} from './file-errors';
import {
  type FilePath,
  ROOT,
  foldersOf,
  isWithin,
  nameOf,
  parentOf,
  storedPath,
} from './file-path';
import {
  type Publication,
  type StagedFile,
  type StoredFile,
  type StoredFolder,
} from './file-store';
import { LocalDisk, type Sight, codeOf, guarded, unlessGone } from './local-disk';
import { addressOf, LocalStaging } from './local-staging';
import { makeFolders } from './make-folders';
import { noteMoved, notePublished, type PathLocks } from './path-locks';
import { refuseRepeated } from './publications';
import { mustBeFree, noFile } from './sights';
import { LEFTOVER_AGE_MS, STAGING, sweepLeftovers } from './leftovers';
import { SweptFileStore } from './swept-file-store';
import { Undoing } from './undoing';

/** Bytes that are read at once. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Files in a local folder. What is taken in stands in a hidden folder beside the files, is synced, and
 * gets its name by link() or rename(): a reader sees a whole file, also after a crash. Links are never
 * followed, wherever they lead. ADR 8.
 */
export class LocalFileStore extends SweptFileStore {
  private readonly disk: LocalDisk;
  private readonly staging: LocalStaging;

  /**
   * @param folder made by the first write when missing
   * @param staging the hidden folder, below it
   */
  constructor(
    folder: string,
    locks: PathLocks,
    private readonly clock: Clock,
    staging = STAGING,
  ) {
    super(locks);
    this.disk = new LocalDisk(folder, staging);
    this.staging = new LocalStaging(this.disk);
  }

  async stat(path: FilePath): Promise<StoredFile | StoredFolder | undefined> {
    if (path === ROOT) return { kind: 'folder' };
    const seen = await this.look(path);
    if (seen.kind === 'file') return described(seen.stats);
    return seen.kind === 'folder' ? { kind: 'folder' } : undefined;
  }

  async read(path: FilePath, range?: ByteRange): Promise<{ file: StoredFile; content: Readable }> {
    return guarded(path, async () => {
      const handle = await this.disk.open(path);
      if (!handle) throw await this.noFile(path);
      try {
        const stats = await handle.stat({ bigint: true });
        if (!stats.isFile()) throw await this.noFile(path);
        const file = described(stats);
        if (file.size > 0) return { file, content: streamed(handle, file, range) };
        await handle.close();
        return { file, content: Readable.from([]) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  async *list(folder: FilePath = ROOT): AsyncGenerator<FilePath> {
    for (const { path, isFolder } of await guarded(folder, () => this.disk.entries(folder))) {
      const stored = storedPath(path);
      if (stored === undefined) continue;
      if (isFolder) yield* this.list(stored);
      else yield stored;
    }
  }

  stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    return this.staging.stage(content);
  }

  async discard(files: readonly StagedFile[]): Promise<void> {
    await this.staging.clear(files.map(addressOf));
  }

  async publish(files: readonly Publication[], { replace }: { replace: boolean }): Promise<void> {
    refuseRepeated(files);
    const paths = files.map(({ path }) => path);
    await this.locks.hold(paths, async (held) => {
      const replaced = new Set<FilePath>();
      for (const path of paths)
        if (await mustBeFree(this.look, path, { replace })) replaced.add(path);
      held.assert();
      await Undoing.run(async (undoing) => {
        for (const file of files) await guarded(file.path, () => this.put(file, replace, undoing));
        await this.sync(paths);
      });
      notePublished(held, paths, replaced);
    });
    await this.discard(files.map(({ staged }) => staged));
  }

  async copy(from: FilePath, to: FilePath): Promise<void> {
    const seen = await this.look(from);
    if (seen.kind !== 'file') throw noFile(seen.kind, from);
    await mustBeFree(this.look, to);
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
    if (from === ROOT) throw new RootStays();
    await this.locks.hold([from, to], async (held) => {
      const seen = await this.look(from);
      if (seen.kind !== 'file' && seen.kind !== 'folder') throw noFile(seen.kind, from);
      if (seen.kind === 'folder' && from !== to && isWithin(to, from))
        throw new FolderIntoItself({ path: from });
      await mustBeFree(this.look, to);
      await this.spareExports(from, held);
      held.assert();
      await guarded(from, () => rename(this.disk.address(from), this.disk.address(to)));
      noteMoved(held, from, to, seen.kind);
      await this.sync([from, to]);
    });
  }

  async removeFile(path: FilePath): Promise<void> {
    await this.locks.hold([path], async (held) => {
      const seen = await this.look(path);
      if (seen.kind !== 'file') throw noFile(seen.kind, path);
      held.assert();
      await guarded(path, () => unlink(this.disk.address(path)));
      held.note('deleted', path, 'file');
      await this.sync([path]);
    });
  }

  async createFolder(path: FilePath): Promise<boolean> {
    if (path === ROOT) return false;
    return this.locks.hold([path], (held) =>
      guarded(path, async () => {
        const { kind } = await this.disk.look(path);
        if (kind === 'folder') return false;
        if (kind === 'throughFile') throw new PathThroughFile({ path });
        if (kind !== 'nothing') throw new FileTaken({ path });
        await this.disk.prepare();
        for (const folder of foldersOf(path)) {
          const isMade = await this.makeFolder(folder);
          if (isMade === undefined) throw new PathThroughFile({ path });
          if (isMade) held.note('created', folder, 'folder');
        }
        const isNew = await this.makeFolder(path);
        if (isNew === undefined) throw new FileTaken({ path });
        if (isNew) held.note('created', path, 'folder');
        return isNew;
      }),
    );
  }

  async removeFolder(path: FilePath, { force }: { force: boolean }): Promise<void> {
    if (path === ROOT) throw new RootStays();
    const trash = this.disk.freshAddress();
    await this.locks.hold([path], async (held) => {
      const { kind } = await this.look(path);
      if (kind === 'throughFile') throw new PathThroughFile({ path });
      if (kind === 'file') throw new NotAFolder({ path });
      if (kind === 'nothing' || kind === 'other') throw new FolderNotFound({ path });
      const address = this.disk.address(path);
      await this.spareExports(path, held);
      held.assert();
      await guarded(path, async () => {
        // Of a link, only the link.
        if (kind === 'link') return unlink(address);
        if (!force) return this.removeEmpty(path);
        // At once for every reader, however much it holds.
        await this.disk.prepare();
        await rename(address, trash);
      });
      held.note('deleted', path, kind === 'link' ? 'file' : 'folder');
      await this.sync([path]);
    });
    await this.staging.clear([trash]);
  }

  async close(): Promise<void> {
    // Nothing is held open between two calls.
  }

  /** Removes what processes that died have left. @returns how many files and folders that were */
  sweep(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - LEFTOVER_AGE_MS);
    return sweepLeftovers(
      this.locks,
      () => this.disk.leftovers(before),
      (address) => rm(address, { recursive: true, force: true }),
    );
  }

  protected async namesIn(folder: FilePath): Promise<string[]> {
    if ((await this.look(folder)).kind !== 'folder') return [];
    const found = await guarded(folder, () => this.disk.entries(folder));
    return found.filter(({ isFolder }) => !isFolder).map(({ path }) => nameOf(path as FilePath));
  }

  protected async withdraw(from: FilePath, to: FilePath): Promise<void> {
    await guarded(from, async () => {
      const target = this.disk.address(to);
      await makeFolders(dirname(target));
      await unlessGone(rename(this.disk.address(from), target));
    });
    await this.sync([to, from]);
  }

  private readonly look = (path: FilePath): Promise<Sight> =>
    guarded(path, () => this.disk.look(path));

  private async noFile(path: FilePath): Promise<Error> {
    return noFile(path === ROOT ? 'folder' : (await this.disk.look(path)).kind, path);
  }

  /** Gives a staged file its name. */
  private async put(
    { staged, path }: Publication,
    replace: boolean,
    undoing: Undoing,
  ): Promise<void> {
    const address = this.disk.address(path);
    const source = addressOf(staged);
    if (replace) {
      const old = await unlessGone(this.disk.duplicate(address));
      if (old !== undefined) undoing.atEnd(() => this.staging.clear([old]));
      await this.staging.nameCopy(source, address);
      undoing.push(() => (old === undefined ? unlink(address) : rename(old, address)));
      return;
    }
    if (!(await this.disk.linked(source, address))) {
      await mustBeFree(this.look, path);
      await this.staging.nameCopy(source, address);
    }
    undoing.push(() => unlink(address));
  }

  /** @returns whether it is new; undefined: something else has the name */
  private async makeFolder(path: FilePath): Promise<boolean | undefined> {
    try {
      await mkdir(this.disk.address(path));
      await this.disk.syncFolder(parentOf(path));
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      return (await this.disk.look(path)).kind === 'folder' ? false : undefined;
    }
  }

  private async removeEmpty(path: FilePath): Promise<void> {
    try {
      await rmdir(this.disk.address(path));
    } catch (error) {
      if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST')
        throw new FolderNotEmpty({ path });
      throw error;
    }
  }

  /** Makes what has happened to these paths outlast a power cut. */
  private async sync(paths: readonly FilePath[]): Promise<void> {
    for (const folder of new Set(paths.map(parentOf)))
      await guarded(folder, () => this.disk.syncFolder(folder));
  }
}

/** The handle is closed with the stream. */
function streamed(handle: FileHandle, { size }: StoredFile, range?: ByteRange): Readable {
  const { first, last } = range ?? { first: 0, last: size - 1 };
  return handle.createReadStream({ start: first, end: last, highWaterMark: CHUNK_BYTES });
}

function described({ size, mtimeNs, ino, mtime }: BigIntStats): StoredFile {
  const tag = [mtimeNs, size, ino].map((part) => part.toString(36)).join('-');
  return { kind: 'file', size: Number(size), modifiedAt: mtime, tag };
}
