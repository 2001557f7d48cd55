import { statSync } from 'node:fs';
import type { Configuration } from '../config/configuration';
import { parseDatabaseUrl } from '../database';
import { parseFilesUrl } from '../platform/media/files';

const ALL_PERMISSIONS = 0o777;
const OTHERS_PERMISSIONS = 0o007;

/** Whoever may read a file may look into the folders that the service makes. */
function toFolderMode(fileMode: number): number {
  return fileMode | ((fileMode & 0o444) >> 2);
}

/** Has all files that this process makes be open to those alone whom `FILE_MODE` names. */
export function applyFileMode({ fileMode }: Configuration): void {
  process.umask(ALL_PERMISSIONS & ~toFolderMode(fileMode));
}

/** The database's file and the folder of the files, where they are open to others than `FILE_MODE` names. */
export function findPathsOpenToOthers({
  databaseUrl,
  filesUrl,
  fileMode,
}: Configuration): string[] {
  const database = parseDatabaseUrl(databaseUrl);
  const files = parseFilesUrl(filesUrl);
  return [
    ...(database.engine === 'sqlite' ? [database.path] : []),
    ...(files.kind === 'local' ? [files.folder] : []),
  ].filter((path) => {
    const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return (mode & OTHERS_PERMISSIONS & ~toFolderMode(fileMode)) !== 0;
  });
}
