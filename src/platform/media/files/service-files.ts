import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../core/byte-range';
import { FileNotFound } from './file-errors';
import { parseExactPath, type FilePath } from './file-path';
import type { FileStore, StoredFile } from './file-store';
import type { SweepableFileStore } from './sweepable-file-store';

/** Folders of the service's own files. */
export type ServiceFolder = 'exports';

/**
 * The files that the service keeps for itself: in the file store, but outside of the tree that `FileStore` is. Neither
 * the file manager nor `/static/` reaches them, and the journal doesn't name them. Everything may throw
 * FileStoreUnavailable.
 */
export class ServiceFiles {
  /**
   * @param tree the service's own files
   * @param publicTree where earlier versions kept exports
   */
  constructor(
    private readonly tree: FileStore,
    private readonly publicTree: Pick<SweepableFileStore, 'withdrawExports'>,
  ) {}

  /** Stores a file as a whole; one of the same name is replaced. @throws what the content throws, FileStoreFull */
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

  /** Opens a file; the caller consumes the content or destroys it. @throws FileNotFound */
  read(
    folder: ServiceFolder,
    name: string,
    range?: ByteRange,
  ): Promise<{ file: StoredFile; content: Readable }> {
    return this.retryAfterWithdrawal(() => this.tree.read(toServicePath(folder, name), range));
  }

  /** @throws FileNotFound */
  remove(folder: ServiceFolder, name: string): Promise<void> {
    return this.retryAfterWithdrawal(() => this.tree.removeFile(toServicePath(folder, name)));
  }

  /** Does the work again once exports of an earlier version have moved, which takes a while after the start. */
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
