import type { Configuration } from '../../config/configuration';
import { Clock } from '../../core/clock';
import { openFileStore } from './opened-store';
import { ProcessLocks } from './path-locks';

/**
 * Stores a few bytes in the file store that FILES_URL names, under a name that nobody sees, and takes them away again.
 * @throws ConfigurationError, FileStoreUnavailable, FileStoreFull
 */
export async function tryFileStore(configuration: Configuration): Promise<void> {
  const store = await openFileStore(configuration, new ProcessLocks(), new Clock());
  try {
    const staged = await store.stage(fewBytes());
    await store.discard([staged]);
  } finally {
    await store.close();
  }
}

async function* fewBytes(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('a trial'));
}
