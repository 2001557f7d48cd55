import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../core/byte-range';
import { FileNotFound } from './file-errors';
import { parseExactPath, type FilePath } from './file-path';
import type { FileStore, StoredFile } from './file-store';
import type { SweepableFileStore } from './sweepable-file-store';

/** Folders of the service's own files. */
export type ServiceFolder = 'exports';

/**
 * The service's own files. They are in the file store, but outside the public tree (`FileStore`): neither the file
 * manager nor `/static/` can reach them, and they are not journaled. All methods may throw FileStoreUnavailable.
 */
export class ServiceFiles {
  /**
   * @param tree the service's own files
   * @param publicTree the tree in which earlier versions stored exports
   */
  constructor(
    private readonly tree: FileStore,
    private readonly publicTree: Pick<SweepableFileStore, 'withdrawExports'>,
  ) {}

  /** Stores a whole file, replacing one with the same name. @throws the errors of the content, FileStoreFull */
  async write(
    folder: ServiceFolder,
    name: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const staged = await this.tree.stage(content);
    try {
      await this.tree.createFolder(folder as FilePath);
      await this.tree.publish([{ staged, path: toServicePath(folder, name) }], { replace: true });
    } catch (error) {
      await this.tree.discard([staged]);
      throw error;
    }
  }

  /** Opens a file. The caller has to read or destroy the content. @throws FileNotFound */
  read(
    folder: ServiceFolder,
    name: string,
    range?: ByteRange,
  ): Promise<{ file: StoredFile; content: Readable }> {
    return this.retryAfterWithdrawal(() => this.tree.read(toServicePath(folder, name), range));
  }

  /** Removes a file. @throws FileNotFound */
  remove(folder: ServiceFolder, name: string): Promise<void> {
    return this.retryAfterWithdrawal(() => this.tree.removeFile(toServicePath(folder, name)));
  }

  /** Retries the work after moving exports of earlier versions, which otherwise happens some time after startup. */
  private async retryAfterWithdrawal<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileNotFound)) throw error;
      await this.publicTree.withdrawExports();
      return work();
    }
  }
}

function toServicePath(folder: ServiceFolder, name: string): FilePath {
  return `${folder}/${parseExactPath(name, '')}` as FilePath;
}
