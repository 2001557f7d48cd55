import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FileTaken, PathTooLong } from './file-errors';
import { type FilePath, ROOT_FOLDER, getParentFolder } from './file-path';
import { FORMER_STAGING_FOLDER } from './staging-leftovers';
import { createFolderWithParents } from './create-folder-with-parents';
import { createLoggedFileStoreError } from './create-logged-file-store-error';

/** The kind of entry at a path. */
export type LocalPathStat =
  | { readonly kind: 'file' | 'folder' | 'link' | 'other'; readonly stats: BigIntStats }
  | { readonly kind: 'nothing' | 'throughFile' };

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const UNAVAILABLE_CODES = new Set(
  'EACCES EPERM EROFS EIO EBUSY EMFILE ENFILE ENOMEM ENODEV ESTALE ETIMEDOUT EXDEV'.split(' '),
);
/** Error codes of file systems without hard links (FAT, some network shares). */
const HARD_LINK_UNSUPPORTED_CODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
/** Error codes of the fsync of a folder on Windows, and on file systems without it. */
const FSYNC_UNSUPPORTED_CODES = new Set(['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EACCES']);

/** The error code of the operating system; empty for other errors. */
export function toErrnoCode(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Maps an error of the disk to the error that callers see. */
function toFileStoreError(error: unknown, path: FilePath): Error {
  const code = toErrnoCode(error);
  if (code === 'ENAMETOOLONG') return new PathTooLong({ path });
  if (DISK_FULL_CODES.has(code)) return createLoggedFileStoreError('full', error);
  return UNAVAILABLE_CODES.has(code)
    ? createLoggedFileStoreError('unavailable', error)
    : (error as Error);
}

/**
 * Runs work on the disk and maps its errors to those that callers see.
 * @throws FileTaken, PathTooLong, FileStoreFull, FileStoreUnavailable
 */
export async function withFileStoreErrors<T>(path: FilePath, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (toErrnoCode(error) === 'EEXIST') throw new FileTaken({ path });
    throw toFileStoreError(error, path);
  }
}

/** Returns the result of work on a file; undefined if the file no longer exists. */
export async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (toErrnoCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * The folder on disk that contains the store's files, with safe access to it. No links are followed below the folder;
 * the folder itself may be a link.
 */
export class LocalFolder {
  private readonly folder: string;
  /** The real path of the folder, once it exists. */
  private realFolder?: string;

  /** @param stagingPath folder of unpublished files */
  constructor(
    folder: string,
    private readonly stagingPath: FilePath,
  ) {
    this.folder = resolve(folder);
  }

  /** The absolute path; it may contain links. */
  toAbsolutePath(path: FilePath): string {
    return path === ROOT_FOLDER ? this.rootFolder : join(this.rootFolder, path);
  }

  /** A new absolute path for an unpublished file, on the same file system. */
  createStagingPath(): string {
    return join(this.stagingFolder, randomUUID());
  }

  /** Creates the store's folders if they are missing. This happens at the first write, not at startup. */
  async prepareFolders(): Promise<void> {
    await createFolderWithParents(dirname(join(this.folder, this.stagingPath)));
    await this.resolveRoot();
    await mkdir(this.stagingFolder, { recursive: true, mode: 0o700 });
  }

  async stat(path: FilePath): Promise<LocalPathStat> {
    try {
      if (!(await this.isParentFreeOfLinks(path))) return { kind: 'nothing' };
      const stats = await lstat(this.toAbsolutePath(path), { bigint: true });
      return { kind: toEntryKind(stats), stats };
    } catch (error) {
      if (toErrnoCode(error) === 'ENOENT') return { kind: 'nothing' };
      if (toErrnoCode(error) === 'ENOTDIR') return { kind: 'throughFile' };
      throw error;
    }
  }

  /**
   * Opens a path for reading. The entry may be something else than a file, so the caller has to check it.
   * @returns undefined if there is nothing, or a link
   */
  async open(path: FilePath): Promise<FileHandle | undefined> {
    // O_NONBLOCK: opening a pipe would otherwise wait for a writer.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    try {
      if (!(await this.isParentFreeOfLinks(path))) return undefined;
      return await open(this.toAbsolutePath(path), flags);
    } catch (error) {
      if (/^(ENOENT|ENOTDIR|ELOOP|ENXIO)$/.test(toErrnoCode(error))) return undefined;
      throw error;
    }
  }

  /** Lists the files and folders in a folder, in the byte order of their paths; a folder sorts with a trailing /. */
  async listEntries(folder: FilePath): Promise<{ path: string; isFolder: boolean }[]> {
    await this.resolveRoot();
    const entries = await readdir(this.toAbsolutePath(folder), { withFileTypes: true }).catch(
      returnEmptyIfMissing,
    );
    return entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({
        path: folder === ROOT_FOLDER ? entry.name : `${folder}/${entry.name}`,
        isFolder: entry.isDirectory(),
      }))
      .sort((one, other) => Buffer.compare(toSortKey(one), toSortKey(other)));
  }

  /** Creates a second, hidden name for a file's content. @returns its absolute path */
  async copyToStaging(absolutePath: string): Promise<string> {
    const copy = this.createStagingPath();
    if (await this.tryHardLink(absolutePath, copy)) return copy;
    await copyFile(absolutePath, copy, constants.COPYFILE_EXCL);
    await syncPath(copy);
    return copy;
  }

  /**
   * Creates a hard link to a file, unless the name exists (EEXIST).
   * @returns false if the file system doesn't support hard links
   */
  async tryHardLink(absolutePath: string, newPath: string): Promise<boolean> {
    try {
      await link(absolutePath, newPath);
      return true;
    } catch (error) {
      if (HARD_LINK_UNSUPPORTED_CODES.has(toErrnoCode(error))) return false;
      throw error;
    }
  }

  /** Makes the names in a folder survive a power failure. */
  async syncFolder(path: FilePath): Promise<void> {
    await syncPath(this.toAbsolutePath(path)).catch((error: unknown) => {
      if (!FSYNC_UNSUPPORTED_CODES.has(toErrnoCode(error))) throw error;
    });
  }

  /**
   * Lists the absolute paths of unpublished files that were last changed before a time. Once the staging folder of
   * earlier versions is empty, the list includes the service folder that contains it.
   */
  async listLeftovers(changedBefore: Date): Promise<string[]> {
    const leftovers: string[] = [];
    await this.resolveRoot();
    const formerStagingFolder = join(this.rootFolder, FORMER_STAGING_FOLDER);
    for (const folder of [this.stagingFolder, formerStagingFolder]) {
      for (const name of await listNames(folder)) {
        const absolutePath = join(folder, name);
        if (await isOlder(absolutePath, changedBefore)) leftovers.push(absolutePath);
      }
    }
    const isFormerFolderUnused =
      (await listNames(formerStagingFolder)).length === 0 &&
      (await isOlder(formerStagingFolder, changedBefore));
    return isFormerFolderUnused ? [...leftovers, dirname(formerStagingFolder)] : leftovers;
  }

  private get rootFolder(): string {
    return this.realFolder ?? this.folder;
  }

  private get stagingFolder(): string {
    return join(this.rootFolder, this.stagingPath);
  }

  /** Whether there is no link between the root and the last part of the path. @throws ENOENT, ENOTDIR */
  private async isParentFreeOfLinks(path: FilePath): Promise<boolean> {
    await this.resolveRoot();
    const parent = this.toAbsolutePath(getParentFolder(path));
    return (await realpath(parent)) === parent;
  }

  private async resolveRoot(): Promise<void> {
    this.realFolder ??= await realpath(this.folder).catch(() => undefined);
  }
}

function toEntryKind(stats: BigIntStats): 'file' | 'folder' | 'link' | 'other' {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

async function syncPath(absolutePath: string): Promise<void> {
  const handle = await open(absolutePath, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Uses the time of the inode, because the content of a new link may be old. */
async function isOlder(absolutePath: string, changedBefore: Date): Promise<boolean> {
  const stats = await lstat(absolutePath).catch(() => undefined);
  return stats !== undefined && stats.ctimeMs < changedBefore.getTime();
}

async function listNames(absolutePath: string): Promise<string[]> {
  return readdir(absolutePath).catch(returnEmptyIfMissing);
}

/** Treats a missing folder as empty. */
function returnEmptyIfMissing(error: unknown): never[] {
  if (toErrnoCode(error) === 'ENOENT') return [];
  throw error;
}

function toSortKey({ path, isFolder }: { path: string; isFolder: boolean }): Buffer {
  return Buffer.from(isFolder ? `${path}/` : path);
}
