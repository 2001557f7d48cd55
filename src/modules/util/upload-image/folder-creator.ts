import { runWithoutReauthorization } from '../../../core/actor-context';
import { DomainError } from '../../../core/errors';
import {
  type FilePath,
  type FileStore,
  FileTaken,
  NotAFolder,
  parentFolderOf,
  ROOT,
} from '../../../platform/media/files';

/** Makes folders for files that may not come to stand in them after all. */
export class FolderCreator {
  private readonly created: FilePath[] = [];

  constructor(private readonly files: FileStore) {}

  /** Makes a folder with its missing parents, where it is missing. @throws NotAFolder, PathThroughFile */
  async createWithParents(folder: FilePath): Promise<void> {
    if (folder === ROOT || (await this.files.stat(folder))?.kind === 'folder') return;
    // One by one, so that each that is made here is known.
    for (const part of listWithParents(folder)) {
      if (await this.tryCreate(part)) this.created.push(part);
    }
  }

  private async tryCreate(folder: FilePath): Promise<boolean> {
    try {
      return await this.files.createFolder(folder);
    } catch (error) {
      // That a file's name is taken means something else here: another name helps there.
      throw error instanceof FileTaken ? new NotAFolder({ path: folder }) : error;
    }
  }

  /** Removes what was made, unless something stands in it meanwhile. */
  async undo(): Promise<void> {
    for (const folder of this.created.splice(0).reverse()) {
      const remove = (): Promise<void> => this.files.removeFolder(folder, { force: false });
      await runWithoutReauthorization(remove).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
      });
    }
  }
}

/** A folder and the folders that it stands in, from the top. */
function listWithParents(folder: FilePath): FilePath[] {
  return folder === ROOT ? [] : [...listWithParents(parentFolderOf(folder)), folder];
}
