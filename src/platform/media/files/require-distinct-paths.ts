import { FileTaken } from './file-errors';
import type { Publication } from './file-store';

/** @throws FileTaken when two files of one call want the same name */
export function requireDistinctPaths(files: readonly Publication[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (seen.has(path)) throw new FileTaken({ path });
    seen.add(path);
  }
}
