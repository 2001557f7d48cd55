import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Clock } from '../../../core/clock';
import { FORMER_SERVICE_FOLDER, SERVICE_FOLDER } from './file-path';
import { parseFilesUrl } from './files-url';
import { STAGING_FOLDER } from './staging-leftovers';
import { openFileStores } from './open-file-stores';
import { InProcessPathLocks } from './path-locks';
import { type FileStoreSettings, openS3Bucket } from './file-store-settings';

/**
 * Whether there is a file store at FILES_URL: a folder that the service has used, or objects with the prefix. Writes
 * nothing.
 * @throws ConfigurationError, FileStoreUnavailable
 */
export async function hasFileStore(settings: FileStoreSettings): Promise<boolean> {
  const url = parseFilesUrl(settings.filesUrl);
  if (url.kind === 'local') {
    const serviceFolders = [SERVICE_FOLDER, FORMER_SERVICE_FOLDER];
    return serviceFolders.some((name) => existsSync(join(url.folder, name)));
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
  const stagingFolder = url.kind === 'local' ? join(url.folder, STAGING_FOLDER) : undefined;
  const newFolders =
    stagingFolder === undefined
      ? []
      : [stagingFolder, dirname(stagingFolder)].filter(isPathMissing);
  const { publicStore } = await openFileStores(settings, new InProcessPathLocks(), new Clock());
  try {
    const staged = await publicStore.stage(createProbeContent());
    await publicStore.discard([staged]);
  } finally {
    await publicStore.close();
    // A folder that another process uses by now is not empty and stays.
    for (const folder of newFolders) await rmdir(folder).catch(() => undefined);
  }
}

function isPathMissing(path: string): boolean {
  return !existsSync(path);
}

async function* createProbeContent(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('a test'));
}
