import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** System folders on Linux and macOS, including everything in them. */
const systemFolders = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
  '/usr/bin',
  '/usr/include',
  '/usr/lib',
  '/usr/sbin',
  '/usr/share',
  '/Library',
  '/System',
  '/private/etc',
];

/** Shared memory: a folder here is allowed, though it is inside a system folder. */
const SHARED_MEMORY_FOLDER = '/dev/shm';

/** Folders with the folders of many programs or users. They are not allowed themselves, but folders in them are. */
const topLevelFolders = new Set([
  '/',
  SHARED_MEMORY_FOLDER,
  '/home',
  '/opt',
  '/root',
  '/srv',
  '/tmp',
  '/usr',
  '/usr/local',
  '/var',
  '/var/cache',
  '/var/lib',
  '/var/log',
  '/Users',
  '/private',
  '/private/var',
]);

/** The folder that the service runs from. */
const programFolder = resolve(__dirname, '../..');

/** Resolves all links in a path; parts that do not exist yet keep their names. */
export function resolveRealPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  return join(resolveRealPath(dirname(absolute)), basename(absolute));
}

/** Whether a path is the folder itself or inside it. Both must be without links. */
export function isInsideFolder(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath === '' || (!/^\.\.([/\\]|$)/.test(relativePath) && !isAbsolute(relativePath));
}

/**
 * Explains why a folder is unsuitable for the file store, from which everybody may download.
 * @param folder may be a link, or not exist yet
 * @returns a phrase for a sentence; undefined if the folder is suitable
 */
export function explainUnsafeFolder(folder: string): string | undefined {
  const realPath = resolveRealPath(folder);
  const sentenceStart =
    realPath === resolve(folder) ? `${realPath} is` : `${folder} links to ${realPath},`;
  const isInSystemFolder =
    !isInsideFolder(realPath, SHARED_MEMORY_FOLDER) &&
    systemFolders.some((systemFolder) => isInsideFolder(realPath, systemFolder));
  if (topLevelFolders.has(realPath) || isInSystemFolder) return `${sentenceStart} a system folder`;
  return isInsideFolder(programFolder, realPath)
    ? `${sentenceStart} a folder that contains the service itself`
    : undefined;
}
