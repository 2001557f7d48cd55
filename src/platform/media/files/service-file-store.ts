import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../core/byte-range';
import { FileNotFound } from './file-errors';
import { getParentFolder, parseExactPath, type FilePath } from './file-path';
import type { FileStore, StagedFile, StoredFile } from './file-store';
import type { SweepableFileStore } from './sweepable-file-store';

/** Folders of the service's own files: contents of exports, and issued documents. */
export type ServiceSubfolder = 'exports' | 'issued';

/**
 * The service's own files. They are in the file store, but outside the public tree (`FileStore`). Neither the file
 * manager nor `/static/` can reach them, and they are not journaled. All methods may throw FileStoreUnavailable.
 */
export class ServiceFileStore {
  /**
   * @param store the service's own files
   * @param publicStore the tree in which earlier versions stored exports
   */
  constructor(
    private readonly store: FileStore,
    private readonly publicStore: Pick<SweepableFileStore, 'moveFormerExports'>,
  ) {}

  /** Stores a whole file, replacing one with the same name. @throws the errors of the content, FileStoreFull */
  async write(
    folder: ServiceSubfolder,
    name: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const staged = await this.stage(content);
    try {
      await this.publish(staged, folder, name);
    } finally {
      await this.discard(staged);
    }
  }

  /**
   * Stores the bytes of a file without a name. If they are neither published nor discarded, they are removed after a day.
   * @throws the errors of the content, FileStoreFull
   */
  stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    return this.store.stage(content);
  }

  /** Gives staged bytes a name, below folders if it contains a /. Replaces a file with the same name. */
  async publish(staged: StagedFile, folder: ServiceSubfolder, name: string): Promise<void> {
    const path = toServicePath(folder, name);
    await this.store.createFolder(getParentFolder(path));
    await this.store.publish([{ staged, path }], { replace: true });
  }

  /** Removes staged bytes; a published file stays. */
  discard(staged: StagedFile): Promise<void> {
    return this.store.discard([staged]);
  }

  /** Whether only files that the store needs should be stored. */
  isNearlyFull(): Promise<boolean> {
    return this.store.isNearlyFull();
  }

  /** Returns whether a file exists. @param path folder and name of the file */
  async has(path: string): Promise<boolean> {
    return (await this.store.stat(parseExactPath(path)))?.kind === 'file';
  }

  /** Opens a file. The caller has to read or destroy the content. @throws FileNotFound */
  read(
    folder: ServiceSubfolder,
    name: string,
    range?: ByteRange,
  ): Promise<{ file: StoredFile; content: Readable }> {
    return this.retryAfterMovingFormerExports(folder, () =>
      this.store.read(toServicePath(folder, name), range),
    );
  }

  /** Removes a file. @throws FileNotFound */
  remove(folder: ServiceSubfolder, name: string): Promise<void> {
    return this.retryAfterMovingFormerExports(folder, () =>
      this.store.removeFile(toServicePath(folder, name)),
    );
  }

  /** Retries the work after moving exports of earlier versions, which otherwise happens some time after startup. */
  private async retryAfterMovingFormerExports<T>(
    folder: ServiceSubfolder,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileNotFound) || folder !== 'exports') throw error;
      await this.publicStore.moveFormerExports();
      return work();
    }
  }
}

function toServicePath(folder: ServiceSubfolder, name: string): FilePath {
  return `${folder}/${parseExactPath(name)}` as FilePath;
}
