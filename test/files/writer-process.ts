import { Clock } from '../../src/core/clock';
import { parsePath } from '../../src/platform/media/files/file-path';
import { LocalFileStore } from '../../src/platform/media/files/local-file-store';
import { InProcessPathLocks } from '../../src/platform/media/files/path-locks';
import { version } from './versions';

/** Overwrites a file, and moves another to and fro, until it is killed. */
async function work(folder: string): Promise<void> {
  const store = new LocalFileStore(folder, new InProcessPathLocks(), new Clock());
  const path = (text: string): ReturnType<typeof parsePath> => parsePath(text, '/path');
  for (let index = 0; ; index++) {
    const staged = await store.stage(version(index));
    await store.publish([{ staged, path: path('torn.bin') }], { replace: true });
    const isAtA = (await store.stat(path('a'))) !== undefined;
    await store.move(path(isAtA ? 'a' : 'b'), path(isAtA ? 'b' : 'a'));
    if (index === 0) process.stdout.write('at work\n');
  }
}

void work(process.argv[2] ?? '');
