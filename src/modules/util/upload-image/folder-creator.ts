import { runWithoutReauthorization } from '../../../core/actor-context';
import { DomainError } from '../../../core/errors';
import {
  type FilePath,
  type FileStore,
  FileTaken,
  NotAFolder,
  getParentFolder,
  ROOT_FOLDER,
} from '../../../platform/media/files';

/** Creates folders, and removes them again if the files for them are not stored. */
export class FolderCreator {
  private readonly created: FilePath[] = [];

  constructor(private readonly files: FileStore) {}

  /** Creates a folder and its missing parents. @throws NotAFolder, PathThroughFile */
  async createWithParents(folder: FilePath): Promise<void> {
    if (folder === ROOT_FOLDER || (await this.files.stat(folder))?.kind === 'folder') return;
    // One at a time, to record which folders are created here.
    for (const path of listWithParents(folder)) {
      if (await this.tryCreate(path)) this.created.push(path);
    }
  }

  private async tryCreate(folder: FilePath): Promise<boolean> {
    try {
      return await this.files.createFolder(folder);
    } catch (error) {
      // FileTaken would make VariantStore try other file names, which can't help if a file has the name of the folder.
      throw error instanceof FileTaken ? new NotAFolder({ path: folder }) : error;
    }
  }

  /** Removes the created folders, except those that are no longer empty. */
  async undo(): Promise<void> {
    for (const folder of this.created.splice(0).reverse()) {
      const remove = (): Promise<void> => this.files.removeFolder(folder, { force: false });
      await runWithoutReauthorization(remove).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
      });
    }
  }
}

/** A folder with its parents, from the top. */
function listWithParents(folder: FilePath): FilePath[] {
  return folder === ROOT_FOLDER ? [] : [...listWithParents(getParentFolder(folder)), folder];
}
