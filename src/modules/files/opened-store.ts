import type { Configuration } from '../../config/configuration';
import type { Clock } from '../../core/clock';
import { parseFilesUrl } from './files-url';
import { LocalFileStore } from './local-file-store';
import type { PathLocks } from './path-locks';
import { S3FileStore } from './s3-file-store';
import { openBucket } from './s3-settings';

/** A file store that can be swept of what processes that died have left. */
export type SweptStore = LocalFileStore | S3FileStore;

/** Opens the file store that FILES_URL names. @throws ConfigurationError */
export async function openFileStore(
  configuration: Configuration,
  locks: PathLocks,
  clock: Clock,
): Promise<SweptStore> {
  const url = parseFilesUrl(configuration.filesUrl);
  if (url.kind === 'local') return new LocalFileStore(url.folder, locks, clock);
  const bucket = await openBucket(url.bucket, configuration);
  return new S3FileStore(bucket, url.prefix, locks, clock);
}
