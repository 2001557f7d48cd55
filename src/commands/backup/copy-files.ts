import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** How often a folder is walked again, because files were moved or removed meanwhile. */
const MAX_WALKS = 5;

/**
 * Copies a folder while others change it. A walk during which files vanished is repeated: a moved file may have been
 * missed. Files that a previous walk has copied and that are unchanged are not copied again.
 * @param isExcluded decides by the path below the folder
 * @throws Error if files vanish during every walk
 */
export async function copyFiles(
  from: string,
  to: string,
  isExcluded: (path: string) => boolean = () => false,
): Promise<void> {
  for (let walks = 0; walks < MAX_WALKS; walks++) {
    if (await copyTree({ from, to, isExcluded }, '')) return;
  }
  throw new Error(`${from} changed too much to be copied: files vanished in ${MAX_WALKS} walks.`);
}

interface CopyTask {
  readonly from: string;
  readonly to: string;
  isExcluded(path: string): boolean;
}

/** @returns whether nothing vanished */
async function copyTree(task: CopyTask, folder: string): Promise<boolean> {
  const source = join(task.from, folder);
  await mkdir(join(task.to, folder), { recursive: true });
  const entries = await readdir(source, { withFileTypes: true }).catch(ignoreMissing);
  let isComplete = entries !== undefined;
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (task.isExcluded(path)) continue;
    if (entry.isDirectory()) isComplete = (await copyTree(task, path)) && isComplete;
    else if (entry.isFile()) isComplete = (await copyFile(task, path)) && isComplete;
  }
  return isComplete;
}

async function copyFile({ from, to }: CopyTask, path: string): Promise<boolean> {
  const [source, target] = [join(from, path), join(to, path)];
  const stats = await stat(source).catch(ignoreMissing);
  if (!stats) return false;
  const targetStats = await stat(target).catch(ignoreMissing);
  // A time that was set has whole milliseconds.
  const isUpToDate = targetStats?.size === stats.size && +targetStats.mtime === +stats.mtime;
  if (isUpToDate) return true;
  // A new file has the mode of this process's umask, not that of the source.
  const wasFound = await pipeline(
    createReadStream(source),
    createWriteStream(target, { flush: true }),
  )
    .then(() => true)
    .catch(ignoreMissing);
  // Readers of a file also see its modification time, so the copy keeps it.
  if (wasFound) await utimes(target, stats.atime, stats.mtime);
  return wasFound ?? false;
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
