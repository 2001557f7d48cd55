import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Node's own `recursive` option never ends on a file system such as /proc,
 * which rejects folders with ENOENT.
 * @throws the system's error
 */
export async function createFolderWithParents(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await createFolderWithParents(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process has created the folder first.
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}
