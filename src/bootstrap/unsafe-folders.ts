import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** Folders of the system on Linux and macOS: whatever is in them, too. */
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

/** Memory that programs use as files: all may have folders there, though it is inside one of the system. */
const sharedMemory = '/dev/shm';

/** Folders that hold those of many programs or people; one of these may have files for the service. */
const sharedFolders = new Set([
  '/',
  sharedMemory,
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

/** Where a path leads once all links are followed; what is not there yet keeps its name. */
export function resolveRealPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  return join(resolveRealPath(dirname(absolute)), basename(absolute));
}

/** Whether a path is that of the folder, or of something in it. Both without links. */
export function isInsideFolder(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!/^\.\.([/\\]|$)/.test(way) && !isAbsolute(way));
}

/**
 * Why a folder should not be that of the file store, from which everybody may download.
 * @param folder may be a link, or not be there yet
 * @returns a sentence; undefined where nothing speaks against it
 */
export function explainUnsafeFolder(folder: string): string | undefined {
  const place = resolveRealPath(folder);
  const leads = place === resolve(folder) ? `${place} is` : `${folder} leads to ${place},`;
  const isOfSystem =
    !isInsideFolder(place, sharedMemory) && systemFolders.some((one) => isInsideFolder(place, one));
  if (sharedFolders.has(place) || isOfSystem) return `${leads} a folder of the system`;
  return isInsideFolder(programFolder, place)
    ? `${leads} a folder that holds the service itself`
    : undefined;
}
