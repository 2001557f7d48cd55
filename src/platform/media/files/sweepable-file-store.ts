import { DomainError } from '../../../core/errors';
import {
  FORMER_EXPORTS_FOLDER,
  type FilePath,
  isExportName,
  isFormerExportsFolder,
  SERVICE_FOLDER,
} from './file-path';
import { FileStore } from './file-store';
import type { PathLock, PathLocks } from './path-locks';

/** A file store that also cleans up files that no path can name. */
export abstract class SweepableFileStore extends FileStore {
  constructor(protected readonly locks: PathLocks) {
    super();
  }

  /** Removes leftovers of processes that died. @returns the number of removed files and folders */
  abstract sweep(): Promise<number>;

  /**
   * Moves the exports of earlier versions from the public tree to the service's own files. Several processes may do so
   * at once, and a process may die meanwhile: each export is always in one of the two places.
   * @returns the number of exports that this call has moved
   */
  async moveFormerExports(): Promise<number> {
    if ((await this.listFormerExports()).length === 0) return 0;
    const count = await this.locks.withLock([FORMER_EXPORTS_FOLDER], (lock) =>
      this.moveAllFormerExports(lock),
    );
    // The folder stays if it contains anything else.
    await this.removeFolder(FORMER_EXPORTS_FOLDER, { force: false }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
    return count;
  }

  /** The file names in a folder of the public tree; empty if the folder doesn't exist. */
  protected abstract listNames(folder: FilePath): Promise<string[]>;

  /** Moves a file, if it still exists, to a path that requests can't name. */
  protected abstract moveToServiceFolder(from: FilePath, to: FilePath): Promise<void>;

  /** Keeps exports from moving or disappearing with a folder. To be called while the folder is locked. */
  protected async moveLegacyExportsFrom(folder: FilePath, lock: PathLock): Promise<void> {
    if (isFormerExportsFolder(folder)) await this.moveAllFormerExports(lock);
  }

  private async moveAllFormerExports(lock: PathLock): Promise<number> {
    const names = await this.listFormerExports();
    for (const name of names) {
      lock.assertHeld();
      const path = `${FORMER_EXPORTS_FOLDER}/${name}` as FilePath;
      await this.moveToServiceFolder(path, `${SERVICE_FOLDER}/${path}` as FilePath);
    }
    return names.length;
  }

  private async listFormerExports(): Promise<string[]> {
    return (await this.listNames(FORMER_EXPORTS_FOLDER)).filter(isExportName);
  }
}
