import { FileTaken } from './file-errors';
import type { FilePublication } from './file-store';

/** @throws FileTaken if two files of one call have the same path */
export function requireDistinctPaths(files: readonly FilePublication[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (seen.has(path)) throw new FileTaken({ path });
    seen.add(path);
  }
}
