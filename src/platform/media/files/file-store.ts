import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../core/byte-range';
import type { FilePath } from './file-path';

/** A stored file. */
export interface StoredFile {
  readonly kind: 'file';
  /** Size in bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
  /** Changes whenever the content may have changed: an ETag without quotes. */
  readonly entityTag: string;
}

export interface StoredFolder {
  readonly kind: 'folder';
}

/** Stored bytes that have no visible name until they are published, or that are discarded. */
export interface StagedFile {
  /** Size in bytes. */
  readonly size: number;
}

/** A staged file and its future path. */
export interface FilePublication {
  readonly staged: StagedFile;
  readonly path: FilePath;
}

/**
 * The files of the store: a local folder or an S3 bucket (FILES_URL), with the same behavior. Readers see a whole file,
 * either the old or the new one. If several writers want the same name without `replace`, only one gets it. Paths have
 * to be validated (file-path.ts). All methods may throw FileStoreUnavailable; those that write may also throw
 * FileStoreFull and FileStoreBusy. They can't be called inside a unit of work.
 */
export abstract class FileStore {
  /**
   * Returns what is stored at a path; undefined if there is nothing, or neither a file nor a folder (a link, a pipe).
   * The root is a folder.
   */
  abstract stat(path: FilePath): Promise<StoredFile | StoredFolder | undefined>;

  /**
   * Opens a file. The caller has to read or destroy the content.
   * @param range has to be within the file
   * @throws FileNotFound, NotAFile, PathThroughFile
   */
  abstract read(
    path: FilePath,
    range?: ByteRange,
  ): Promise<{ file: StoredFile; content: Readable }>;

  /**
   * Lists the paths of all files, in the order of their bytes. Files that are added or removed meanwhile may be
   * included.
   */
  abstract listPaths(): AsyncIterable<FilePath>;

  /** Stores bytes as they arrive. If it fails, nothing stays. @throws the errors of the content, FileStoreFull */
  abstract stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile>;

  /** Discards staged bytes; files that were published in the meantime stay. */
  abstract discard(files: readonly StagedFile[]): Promise<void>;

  /**
   * Publishes staged files under their paths, all or none. Their folders have to exist. If it fails, the files stay
   * staged and can be published under other paths.
   * @param options.replace whether existing files may be replaced
   * @throws FolderNotFound, PathThroughFile, FileTaken (also for the same path twice); NotAFile if `replace` is set and
   * the path is a folder
   */
  abstract publish(files: readonly FilePublication[], options: { replace: boolean }): Promise<void>;

  /** Copies a file. @throws FileNotFound, NotAFile, FileTaken, FolderNotFound (of the target), PathThroughFile */
  abstract copy(from: FilePath, to: FilePath): Promise<void>;

  /** Moves a file, or a folder with its content. @throws the errors of copy, FolderIntoItself, RootFolderProtected */
  abstract move(from: FilePath, to: FilePath): Promise<void>;

  /** Removes a file. @throws FileNotFound, NotAFile, PathThroughFile */
  abstract removeFile(path: FilePath): Promise<void>;

  /**
   * Creates a folder with its missing parents.
   * @returns false if it existed already
   * @throws FileTaken (the path is a file), PathThroughFile
   */
  abstract createFolder(path: FilePath): Promise<boolean>;

  /**
   * Removes a folder.
   * @param options.force whether to remove its content as well
   * @throws FolderNotFound, NotAFolder, FolderNotEmpty, PathThroughFile, RootFolderProtected
   */
  abstract removeFolder(path: FilePath, options: { force: boolean }): Promise<void>;

  /** Whether less than 1 GiB and less than 5 % of the disk are free, so that only necessary files should be stored. */
  abstract isNearlyFull(): Promise<boolean>;

  /** Releases the resources of the store. */
  abstract close(): Promise<void>;
}
