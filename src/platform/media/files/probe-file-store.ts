import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Clock } from '../../../core/clock';
import { FORMER_SERVICE_FOLDER, SERVICE_FOLDER } from './file-path';
import { parseFilesUrl } from './files-url';
import { STAGING } from './leftovers';
import { openFileTrees } from './open-file-trees';
import { InProcessPathLocks } from './path-locks';
import { type FileStoreSettings, openS3Bucket } from './s3-settings';

/**
 * Whether there is a file store at FILES_URL: a folder that the service has used, or objects with the prefix. Writes
 * nothing.
 * @throws ConfigurationError, FileStoreUnavailable
 */
export async function hasFileStore(settings: FileStoreSettings): Promise<boolean> {
  const url = parseFilesUrl(settings.filesUrl);
  if (url.kind === 'local') {
    const own = [SERVICE_FOLDER, FORMER_SERVICE_FOLDER];
    return own.some((name) => existsSync(join(url.folder, name)));
  }
  const bucket = await openS3Bucket(url.bucket, settings);
  try {
    const prefix = url.prefix === '' ? '' : `${url.prefix}/`;
    return (await bucket.list(prefix, 1)).length > 0;
  } finally {
    bucket.close();
  }
}

/**
 * Tests the file store at FILES_URL by storing a few bytes at a hidden path. The bytes, and folders created for them,
 * are removed again.
 * @throws ConfigurationError, FileStoreUnavailable, FileStoreFull
 */
export async function probeFileStore(settings: FileStoreSettings): Promise<void> {
  const url = parseFilesUrl(settings.filesUrl);
  const staging = url.kind === 'local' ? join(url.folder, STAGING) : undefined;
  const created = staging === undefined ? [] : [staging, dirname(staging)].filter(isMissing);
  const { files } = await openFileTrees(settings, new InProcessPathLocks(), new Clock());
  try {
    const staged = await files.stage(probeContent());
    await files.discard([staged]);
  } finally {
    await files.close();
    // A folder that another process uses by now is not empty and stays.
    for (const folder of created) await rmdir(folder).catch(() => undefined);
  }
}

function isMissing(path: string): boolean {
  return !existsSync(path);
}

async function* probeContent(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('a test'));
}
