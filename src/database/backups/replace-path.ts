import { chownSync, existsSync, lstatSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Checks that a path can be replaced by a rename.
 * @throws Error if it is a mount point
 */
export function assertReplaceable(path: string): void {
  if (!existsSync(path) || statSync(path).dev === statSync(dirname(path)).dev) return;
  throw new Error(
    `${path} is a mount point, which can't be replaced: use a folder in it, or restore to another path`,
  );
}

/** Moves what is at a path aside. @returns its new path; undefined if there is nothing */
export function moveAside(path: string, suffix: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const keptPath = `${path}.before-${suffix}`;
  renameSync(path, keptPath);
  return keptPath;
}

/**
 * Replaces a path by a staged one. If that fails, the replaced content is moved back.
 * @returns where the replaced content is kept; undefined if the path had no content
 */
export function replacePath(path: string, stagedPath: string, suffix: string): string | undefined {
  const keptPath = moveAside(path, suffix);
  try {
    renameSync(stagedPath, path);
  } catch (error) {
    if (keptPath !== undefined) renameSync(keptPath, path);
    throw error;
  }
  return keptPath;
}

/**
 * Gives files that root has made to the owner of what they replace, or of the nearest existing folder above it.
 * @param path may be a folder, with all that is in it
 */
export function inheritOwner(path: string, replacedPath: string): void {
  if (process.getuid?.() !== 0) return;
  let ownerPath = replacedPath;
  while (!existsSync(ownerPath)) ownerPath = dirname(ownerPath);
  const { uid, gid } = statSync(ownerPath);
  chownTree(path, uid, gid);
}

function chownTree(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownTree(join(path, name), uid, gid);
}
