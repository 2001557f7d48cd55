import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those that it is in, where they are missing. Node's own `recursive` never ends where a file
 * system takes no folders and says so by ENOENT, as /proc does.
 * @throws the system's error
 */
export async function createFolders(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await createFolders(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process was faster.
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}
