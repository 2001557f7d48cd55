import { join } from 'node:path';
import { Clock } from '../../../core/clock';
import type { DataAccess } from '../../../database';
import { SERVICE_FOLDER } from './file-path';
import type { FileStore } from './file-store';
import { parseFilesUrl } from './files-url';
import { SERVICE_STAGING_FOLDER } from './staging-leftovers';
import { LocalFileStore } from './local-file-store';
import { type PathLocks, InProcessPathLocks } from './path-locks';
import { S3FileStore } from './s3-file-store';
import { type FileStoreSettings, openS3Bucket } from './file-store-settings';
import { ServiceFileStore } from './service-file-store';
import { DatabasePathLocks } from './database-path-locks';
import type { SweepableFileStore } from './sweepable-file-store';

/** The two trees of files at FILES_URL. */
export interface FileStores {
  /** The public tree. */
  readonly publicStore: SweepableFileStore;
  readonly serviceFiles: ServiceFileStore;
}

/** Opens the file store at FILES_URL. @throws ConfigurationError */
export async function openFileStores(
  settings: FileStoreSettings,
  locks: PathLocks,
  clock: Clock,
): Promise<FileStores> {
  const url = parseFilesUrl(settings.filesUrl);
  // Each of the service's own files has a single writer or a single content, so locks in memory are enough.
  const localLocks = new InProcessPathLocks();
  if (url.kind === 'local') {
    const publicStore = new LocalFileStore(url.folder, locks, clock);
    const folder = join(url.folder, SERVICE_FOLDER);
    const serviceStore = new LocalFileStore(folder, localLocks, clock, SERVICE_STAGING_FOLDER);
    return { publicStore, serviceFiles: new ServiceFileStore(serviceStore, publicStore) };
  }
  const bucket = await openS3Bucket(url.bucket, settings);
  const publicStore = new S3FileStore(bucket, url.prefix, locks, clock);
  const prefix = url.prefix === '' ? SERVICE_FOLDER : `${url.prefix}/${SERVICE_FOLDER}`;
  const serviceStore = new S3FileStore(bucket, prefix, localLocks, clock, {
    staging: SERVICE_STAGING_FOLDER,
  });
  return { publicStore, serviceFiles: new ServiceFileStore(serviceStore, publicStore) };
}

/** Opens the public tree for a thread that only reads. @throws ConfigurationError */
export async function openReadOnlyFileStore(
  settings: FileStoreSettings,
  dataAccess: DataAccess,
): Promise<FileStore> {
  const clock = new Clock();
  return (await openFileStores(settings, new DatabasePathLocks(dataAccess, clock), clock))
    .publicStore;
}
