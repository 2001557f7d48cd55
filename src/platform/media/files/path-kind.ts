import { FileNotFound, FileTaken, FolderNotFound, NotAFile, PathThroughFile } from './file-errors';
import { type FilePath, ROOT_FOLDER, getParentFolder } from './file-path';

/** The kind of entry at a path. Links and other entries, such as pipes, occupy the path but can't be read. */
export type PathKind = 'file' | 'folder' | 'link' | 'other' | 'nothing' | 'throughFile';

type StatPath = (path: FilePath) => Promise<{ readonly kind: PathKind }>;

/** Returns the error for a path that isn't a file. */
export function toMissingFileError(kind: PathKind, path: FilePath): Error {
  if (kind === 'throughFile') return new PathThroughFile({ path });
  return kind === 'folder' ? new NotAFile({ path }) : new FileNotFound({ path });
}

/**
 * Requires that a path is free and that its folder exists.
 * @param options.replace whether an existing file may be replaced
 * @returns whether a file will be replaced
 * @throws FileTaken, NotAFile, PathThroughFile, FolderNotFound
 */
export async function requireFreePath(
  statPath: StatPath,
  path: FilePath,
  options: { replace: boolean } = { replace: false },
): Promise<boolean> {
  const { kind } = await statPath(path);
  if (kind === 'throughFile') throw new PathThroughFile({ path });
  if (kind === 'file' && options.replace) return true;
  if (kind === 'folder' && options.replace) throw new NotAFile({ path });
  if (kind !== 'nothing') throw new FileTaken({ path });
  const folder = getParentFolder(path);
  if (folder !== ROOT_FOLDER && (await statPath(folder)).kind !== 'folder')
    throw new FolderNotFound({ path: folder });
  return false;
}
