import { statSync } from 'node:fs';
import type { Configuration } from '../config/configuration';
import { parseDatabaseUrl } from '../database';
import { parseFilesUrl } from '../platform/media/files';

const ALL_PERMISSIONS = 0o777;
const OTHERS_PERMISSIONS = 0o007;

/** Adds the permission to open folders for everyone who may read files. */
function toFolderMode(fileMode: number): number {
  return fileMode | ((fileMode & 0o444) >> 2);
}

/** Restricts the permissions of all files that this process creates to `FILE_MODE`. */
export function applyFileMode({ fileMode }: Configuration): void {
  process.umask(ALL_PERMISSIONS & ~toFolderMode(fileMode));
}

/** Lists the database file and the files folder if they have more permissions than `FILE_MODE` allows. */
export function listPathsOpenToOthers({
  databaseUrl,
  filesUrl,
  fileMode,
}: Configuration): string[] {
  const database = parseDatabaseUrl(databaseUrl);
  const filesLocation = parseFilesUrl(filesUrl);
  return [
    ...(database.engine === 'sqlite' ? [database.path] : []),
    ...(filesLocation.kind === 'local' ? [filesLocation.folder] : []),
  ].filter((path) => {
    const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return (mode & OTHERS_PERMISSIONS & ~toFolderMode(fileMode)) !== 0;
  });
}
