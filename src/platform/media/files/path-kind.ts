import { FileNotFound, FileTaken, FolderNotFound, NotAFile, PathThroughFile } from './file-errors';
import { type FilePath, ROOT, parentFolderOf } from './file-path';

/** What a store sees at a path. A link, or what is neither file nor folder (a pipe), has a name and no more. */
export type PathKind = 'file' | 'folder' | 'link' | 'other' | 'nothing' | 'throughFile';

type StatPath = (path: FilePath) => Promise<{ readonly kind: PathKind }>;

/** Why there is no file to be had at a path. */
export function toMissingFileError(kind: PathKind, path: FilePath): Error {
  if (kind === 'throughFile') return new PathThroughFile({ path });
  return kind === 'folder' ? new NotAFile({ path }) : new FileNotFound({ path });
}

/**
 * Makes sure that something new may get the name: nothing has it, and there is a folder for it.
 * @param options.replace whether a file there gives way
 * @returns whether a file gives way
 * @throws FileTaken, NotAFile, PathThroughFile, FolderNotFound
 */
export async function requireFreePath(
  look: StatPath,
  path: FilePath,
  options: { replace: boolean } = { replace: false },
): Promise<boolean> {
  const { kind } = await look(path);
  if (kind === 'throughFile') throw new PathThroughFile({ path });
  if (kind === 'file' && options.replace) return true;
  if (kind === 'folder' && options.replace) throw new NotAFile({ path });
  if (kind !== 'nothing') throw new FileTaken({ path });
  const folder = parentFolderOf(path);
  if (folder !== ROOT && (await look(folder)).kind !== 'folder')
    throw new FolderNotFound({ path: folder });
  return false;
}
