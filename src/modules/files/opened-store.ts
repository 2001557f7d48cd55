import { Clock } from '../../core/clock';
import type { Stores } from '../../database';
import type { FileStore } from './file-store';
import { parseFilesUrl } from './files-url';
import { LocalFileStore } from './local-file-store';
import type { PathLocks } from './path-locks';
import { S3FileStore } from './s3-file-store';
import { type FileSettings, openBucket } from './s3-settings';
import { SharedLocks } from './shared-locks';

/** A file store that can be swept of what processes that died have left. */
export type SweptStore = LocalFileStore | S3FileStore;

/** Opens the file store that FILES_URL names. @throws ConfigurationError */
export async function openFileStore(
  configuration: FileSettings,
  locks: PathLocks,
  clock: Clock,
): Promise<SweptStore> {
  const url = parseFilesUrl(configuration.filesUrl);
  if (url.kind === 'local') return new LocalFileStore(url.folder, locks, clock);
  const bucket = await openBucket(url.bucket, configuration);
  return new S3FileStore(bucket, url.prefix, locks, clock);
}

/** The same for who reads in a thread of its own. @throws ConfigurationError */
export function openReadOnly(settings: FileSettings, stores: Stores): Promise<FileStore> {
  const clock = new Clock();
  return openFileStore(settings, new SharedLocks(stores, clock), clock);
}
