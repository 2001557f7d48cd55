import { DomainError } from '../../../core/errors';
import {
  FORMER_EXPORTS,
  type FilePath,
  isExportName,
  isFormerExportsFolder,
  SERVICE_FOLDER,
} from './file-path';
import { FileStore } from './file-store';
import type { PathLock, PathLocks } from './path-locks';

/** A file store that also looks after what no path reaches. */
export abstract class SweepableFileStore extends FileStore {
  constructor(protected readonly locks: PathLocks) {
    super();
  }

  /** Removes what processes that died have left. @returns how many files and folders that were */
  abstract sweep(): Promise<number>;

  /**
   * Moves the exports of earlier versions from the public tree to the service's own files. Several processes may do so
   * at once, and a process may die on the way: each export is always in one of the two places.
   * @returns how many this call has moved
   */
  async withdrawExports(): Promise<number> {
    if ((await this.listFormerExports()).length === 0) return 0;
    const count = await this.locks.withLock([FORMER_EXPORTS], (held) =>
      this.withdrawAllExports(held),
    );
    // Whatever else is in the folder stays there.
    await this.removeFolder(FORMER_EXPORTS, { force: false }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
    return count;
  }

  /** The names in a folder of the public tree; none where it is not there. */
  protected abstract listNames(folder: FilePath): Promise<string[]>;

  /** Moves a file, which may be gone by now, to a place that no path reaches. */
  protected abstract moveToServiceFolder(from: FilePath, to: FilePath): Promise<void>;

  /** Before a whole folder is moved or removed, under a hold of it: exports don't go along. */
  protected async withdrawExportsFrom(folder: FilePath, held: PathLock): Promise<void> {
    if (isFormerExportsFolder(folder)) await this.withdrawAllExports(held);
  }

  private async withdrawAllExports(held: PathLock): Promise<number> {
    const names = await this.listFormerExports();
    for (const name of names) {
      held.assertHeld();
      const path = `${FORMER_EXPORTS}/${name}` as FilePath;
      await this.moveToServiceFolder(path, `${SERVICE_FOLDER}/${path}` as FilePath);
    }
    return names.length;
  }

  private async listFormerExports(): Promise<string[]> {
    return (await this.listNames(FORMER_EXPORTS)).filter(isExportName);
  }
}
