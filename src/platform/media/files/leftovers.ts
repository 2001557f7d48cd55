import { type FilePath, FORMER_SERVICE_FOLDER, SERVICE_FOLDER } from './file-path';
import type { PathLocks } from './path-locks';

/** Where files stand that are not published yet, as the service's own tree names it. */
export const SERVICE_STAGING = 'staging' as FilePath;

/** The same place in the public tree, which does not show it. */
export const STAGING = `${SERVICE_FOLDER}/${SERVICE_STAGING}` as FilePath;

/** The place in earlier versions: it is swept, too. */
export const FORMER_STAGING = `${FORMER_SERVICE_FOLDER}/${SERVICE_STAGING}` as FilePath;

/**
 * After this long, what nobody has published counts as left behind. Not at once: other
 * processes that live may share the store, and of a call with many files the first ones wait for the
 * last one, which may take hours on a slow line.
 */
export const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Removes what was left behind. Of several processes one does, and the next finds nothing.
 * @param find all that there is now
 * @returns how many were removed
 * @throws FileStoreBusy when others are at it for long
 */
export async function sweepLeftovers<T>(
  locks: PathLocks,
  find: () => Promise<readonly T[]>,
  remove: (one: T) => Promise<void>,
): Promise<number> {
  // Nearly always, and it spares the locks.
  if ((await find()).length === 0) return 0;
  return locks.withLock([STAGING], async (held) => {
    const left = await find();
    for (const one of left) {
      held.assertHeld();
      await remove(one);
    }
    return left.length;
  });
}
