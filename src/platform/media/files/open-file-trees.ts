import { join } from 'node:path';
import { Clock } from '../../../core/clock';
import type { DataAccess } from '../../../database';
import { SERVICE_FOLDER } from './file-path';
import type { FileStore } from './file-store';
import { parseFilesUrl } from './files-url';
import { SERVICE_STAGING } from './leftovers';
import { LocalFileStore } from './local-file-store';
import { type PathLocks, InProcessPathLocks } from './path-locks';
import { S3FileStore } from './s3-file-store';
import { type FileStoreSettings, openS3Bucket } from './s3-settings';
import { ServiceFiles } from './service-files';
import { DatabasePathLocks } from './database-path-locks';
import type { SweepableFileStore } from './sweepable-file-store';

/** The two trees of files at FILES_URL. */
export interface FileTrees {
  /** The public tree. */
  readonly files: SweepableFileStore;
  readonly serviceFiles: ServiceFiles;
}

/** Opens the file store at FILES_URL. @throws ConfigurationError */
export async function openFileTrees(
  settings: FileStoreSettings,
  locks: PathLocks,
  clock: Clock,
): Promise<FileTrees> {
  const url = parseFilesUrl(settings.filesUrl);
  // Each of the service's own files has a single writer or a single content, so locks in memory are enough.
  const localLocks = new InProcessPathLocks();
  if (url.kind === 'local') {
    const files = new LocalFileStore(url.folder, locks, clock);
    const folder = join(url.folder, SERVICE_FOLDER);
    const tree = new LocalFileStore(folder, localLocks, clock, SERVICE_STAGING);
    return { files, serviceFiles: new ServiceFiles(tree, files) };
  }
  const bucket = await openS3Bucket(url.bucket, settings);
  const files = new S3FileStore(bucket, url.prefix, locks, clock);
  const prefix = url.prefix === '' ? SERVICE_FOLDER : `${url.prefix}/${SERVICE_FOLDER}`;
  const tree = new S3FileStore(bucket, prefix, localLocks, clock, { staging: SERVICE_STAGING });
  return { files, serviceFiles: new ServiceFiles(tree, files) };
}

/** Opens the public tree for a thread that only reads. @throws ConfigurationError */
export async function openReadOnlyFileStore(
  settings: FileStoreSettings,
  dataAccess: DataAccess,
): Promise<FileStore> {
  const clock = new Clock();
  return (await openFileTrees(settings, new DatabasePathLocks(dataAccess, clock), clock)).files;
}
