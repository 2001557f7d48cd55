import { open, rename, rm } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { ROOT } from './file-path';
import type { StagedFile } from './file-store';
import { toErrnoCode, withFileStoreErrors, type LocalDisk } from './local-disk';

class LocalStagedFile implements StagedFile {
  constructor(
    readonly size: number,
    readonly absolutePath: string,
  ) {}
}

/** Files on disk that readers can't see: uploads that are not published yet, and replaced files. */
export class LocalStaging {
  private readonly logger = new Logger(LocalStaging.name);

  constructor(private readonly disk: LocalDisk) {}

  /** Stores and syncs a file. If the content fails, nothing stays. */
  async stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const guard = <T>(work: () => Promise<T>): Promise<T> => withFileStoreErrors(ROOT, work);
    await guard(() => this.disk.prepare());
    const absolutePath = this.disk.newStagingPath();
    const handle = await guard(() => open(absolutePath, 'wx'));
    let size = 0;
    try {
      // Errors of the content itself pass through unchanged.
      for await (const chunk of content) {
        await guard(() => handle.writeFile(chunk));
        size += chunk.length;
      }
      await guard(() => handle.sync());
      await guard(() => handle.close());
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
  async publishCopy(staged: string, absolutePath: string): Promise<void> {
    const copy = await this.disk.copyToStaging(staged);
    try {
      await rename(copy, absolutePath);
    } catch (error) {
      await this.removeAll([copy]);
      throw error;
    }
  }

  /** Removes files. One that can't be removed stays invisible, and the sweep tries again later. */
  async removeAll(absolutePaths: readonly string[]): Promise<void> {
    for (const address of absolutePaths) {
      await rm(address, { recursive: true, force: true }).catch((error: unknown) => {
        this.logger.warn(`A temporary file could not be removed yet: ${toErrnoCode(error)}`);
      });
    }
  }
}

/** The absolute path of a staged file. */
export function toStagedPath(staged: StagedFile): string {
  if (staged instanceof LocalStagedFile) return staged.absolutePath;
  throw new TypeError('The file was staged by another store');
}
