import { type FilePath, FORMER_SERVICE_FOLDER, SERVICE_FOLDER } from './file-path';
import type { PathLocks } from './path-locks';

/** The folder of unpublished files, as a path in the tree of the service's own files. */
export const SERVICE_STAGING_FOLDER = 'staging' as FilePath;

/** The same folder in the public tree, which doesn't show it. */
export const STAGING_FOLDER = `${SERVICE_FOLDER}/${SERVICE_STAGING_FOLDER}` as FilePath;

/** The folder in earlier versions, which is swept as well. */
export const FORMER_STAGING_FOLDER =
  `${FORMER_SERVICE_FOLDER}/${SERVICE_STAGING_FOLDER}` as FilePath;

/**
 * Age after which unpublished files count as leftovers. Live processes may share the store. The first files of an
 * upload wait for its last one, which may take hours on a slow connection.
 */
export const MIN_LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Removes leftovers. If several processes do so at once, one removes them and the next finds none.
 * @param listLeftovers lists the current leftovers
 * @returns the number of removed leftovers
 * @throws FileStoreBusy if others hold the lock for too long
 */
export async function sweepLeftovers<T>(
  locks: PathLocks,
  listLeftovers: () => Promise<readonly T[]>,
  remove: (leftover: T) => Promise<void>,
): Promise<number> {
  // The usual case, which needs no lock.
  if ((await listLeftovers()).length === 0) return 0;
  return locks.withLock([STAGING_FOLDER], async (lock) => {
    const leftovers = await listLeftovers();
    for (const leftover of leftovers) {
      lock.assertHeld();
      await remove(leftover);
    }
    return leftovers.length;
  });
}
