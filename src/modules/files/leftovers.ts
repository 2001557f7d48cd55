import { type FilePath, OWN_FOLDER } from './file-path';
import type { PathLocks } from './path-locks';

/** Where stores keep what is not published yet. */
export const STAGING = `${OWN_FOLDER}/staging` as FilePath;

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
  return locks.hold([STAGING], async (held) => {
    const left = await find();
    for (const one of left) {
      held.assert();
      await remove(one);
    }
    return left.length;
  });
}
