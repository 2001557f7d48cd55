import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../core/byte-range';
import type { FilePath } from './file-path';

/** A file as it is stored. */
export interface StoredFile {
  readonly kind: 'file';
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
  /** Changes whenever the content may have: an ETag without its quotes. */
  readonly tag: string;
}

export interface StoredFolder {
  readonly kind: 'folder';
}

/** Bytes that were taken in under a name that nobody sees, until they are published or discarded. */
export interface StagedFile {
  /** Bytes. */
  readonly size: number;
}

/** Where a staged file shall stand. */
export interface Publication {
  readonly staged: StagedFile;
  readonly path: FilePath;
}

/**
 * The store's files: a local folder or an S3 bucket (FILES_URL), alike in all that they answer. A reader
 * sees a file as it was or as it is, never a part of it; of several writers that want one name without
 * `replace`, one gets it. Paths are judged before they come here (file-path.ts). Everything may throw
 * FileStoreUnavailable, everything that writes FileStoreFull and FileStoreBusy too. Not to be called
 * inside a unit of work.
 */
export abstract class FileStore {
  /** What stands at a path; undefined: nothing, or no file (a link, a pipe). The root is a folder. */
  abstract stat(path: FilePath): Promise<StoredFile | StoredFolder | undefined>;

  /**
   * Opens a file; the caller consumes the content or destroys it.
   * @param range must lie within the file
   * @throws FileNotFound, NotAFile, PathThroughFile
   */
  abstract read(
    path: FilePath,
    range?: ByteRange,
  ): Promise<{ file: StoredFile; content: Readable }>;

  /** The paths of all files, in the order of their bytes; what comes or goes meanwhile may be among them. */
  abstract list(): AsyncIterable<FilePath>;

  /** Takes bytes in, as they come. @throws what the content throws, FileStoreFull; nothing stays then */
  abstract stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile>;

  /** Throws staged bytes away; those that were published meanwhile stay. */
  abstract discard(files: readonly StagedFile[]): Promise<void>;

  /**
   * Gives staged files their names, all or none of them. Their folders must be there. When it throws,
   * the files are staged still and may be published under other names.
   * @param options.replace whether a file of that name may give way
   * @throws FolderNotFound, PathThroughFile, FileTaken (of a name given twice, too); with `replace` NotAFile
   * when a folder has the name
   */
  abstract publish(files: readonly Publication[], options: { replace: boolean }): Promise<void>;

  /** Copies a file. @throws FileNotFound, NotAFile, FileTaken, FolderNotFound (of the target), PathThroughFile */
  abstract copy(from: FilePath, to: FilePath): Promise<void>;

  /** Moves a file, or a folder with all that is in it. @throws like copy, FolderIntoItself, RootFolderProtected */
  abstract move(from: FilePath, to: FilePath): Promise<void>;

  /** @throws FileNotFound, NotAFile, PathThroughFile */
  abstract removeFile(path: FilePath): Promise<void>;

  /**
   * Makes a folder with its missing parents.
   * @returns false when it was there already
   * @throws FileTaken (a file has the name), PathThroughFile
   */
  abstract createFolder(path: FilePath): Promise<boolean>;

  /**
   * @param options.force whether what is in it goes too
   * @throws FolderNotFound, NotAFolder, FolderNotEmpty, PathThroughFile, RootFolderProtected
   */
  abstract removeFolder(path: FilePath, options: { force: boolean }): Promise<void>;

  /** Frees what the store holds open. */
  abstract close(): Promise<void>;
}
