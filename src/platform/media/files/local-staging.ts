import { open, rename, rm } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { ROOT_FOLDER } from './file-path';
import type { StagedFile } from './file-store';
import { toErrnoCode, withFileStoreErrors, type LocalFolder } from './local-folder';

class LocalStagedFile implements StagedFile {
  constructor(
    readonly size: number,
    readonly absolutePath: string,
  ) {}
}

/** Files on disk that readers can't see: uploads that are not published yet, and replaced files. */
export class LocalStaging {
  private readonly logger = new Logger(LocalStaging.name);

  constructor(private readonly localFolder: LocalFolder) {}

  /** Stores and syncs a file. If the content fails, nothing stays. */
  async stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const mapErrors = <T>(work: () => Promise<T>): Promise<T> =>
      withFileStoreErrors(ROOT_FOLDER, work);
    await mapErrors(() => this.localFolder.prepareFolders());
    const absolutePath = this.localFolder.createStagingPath();
    const handle = await mapErrors(() => open(absolutePath, 'wx'));
    let size = 0;
    try {
      // Errors of the content itself pass through unchanged.
      for await (const chunk of content) {
        await mapErrors(() => handle.writeFile(chunk));
        size += chunk.length;
      }
      await mapErrors(() => handle.sync());
      await mapErrors(() => handle.close());
      return new LocalStagedFile(size, absolutePath);
    } catch (error) {
      await handle.close().catch(() => undefined);
      await this.removeAll([absolutePath]);
      throw error;
    }
  }

  /**
   * Publishes a copy of a staged file, replacing any existing file. The file stays staged, so that it can be published
   * elsewhere.
   */
  async publishCopy(stagedPath: string, absolutePath: string): Promise<void> {
    const copy = await this.localFolder.copyToStaging(stagedPath);
    try {
      await rename(copy, absolutePath);
    } catch (error) {
      await this.removeAll([copy]);
      throw error;
    }
  }

  /** Removes files. One that can't be removed stays invisible, and the sweep tries again later. */
  async removeAll(absolutePaths: readonly string[]): Promise<void> {
    for (const absolutePath of absolutePaths) {
      await rm(absolutePath, { recursive: true, force: true }).catch((error: unknown) => {
        this.logger.warn(`A temporary file could not be removed yet: ${toErrnoCode(error)}`);
      });
    }
  }
}

/** The absolute path of a staged file. */
export function getStagedPath(staged: StagedFile): string {
  if (staged instanceof LocalStagedFile) return staged.absolutePath;
  throw new TypeError('The file was staged by another store');
}
