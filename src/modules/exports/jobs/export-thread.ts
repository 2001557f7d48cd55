import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { once } from 'node:events';
import { join } from 'node:path';
import { ThreadPool } from '../../../threads/thread-pool';
import type { ExportDone, ExportTask } from './export.worker';

/** The thread's heap. */
const HEAP_MIB = 160;

/** The most bytes that are handed over at once. */
const WINDOW_BYTES = 256 * 1024;

/** Makes exports in a thread, one at a time: so requests wait for neither reading nor writing. */
export class ExportThread {
  private readonly threads = new ThreadPool({
    file: join(__dirname, 'export.worker'),
    name: 'exportTo',
    threads: 1,
    heap: HEAP_MIB,
  });

  /**
   * @param take takes the bytes as they come
   * @throws what the export or `take` throws, AbortError
   */
  async run(
    task: Omit<ExportTask, 'port' | 'window'>,
    take: (content: AsyncIterable<Uint8Array>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<ExportDone> {
    const window = new SharedArrayBuffer(WINDOW_BYTES);
    const { port1: own, port2: port } = new MessageChannel();
    const stopping = new AbortController();
    const ended = AbortSignal.any([signal, stopping.signal]);
    // Listened for at once: it may be closed before anybody takes the first bytes.
    const closed = once(own, 'close').then(() => 'closed' as const);
    try {
      const making = this.threads.run({ ...task, port, window }, { signal: ended, given: [port] });
      // A thread that is terminated does not close its port.
      making.catch(() => own.close());
      await take(bytesFrom(own, window, closed));
      return (await making) as ExportDone;
    } catch (error) {
      stopping.abort();
      throw error;
    } finally {
      own.close();
    }
  }

  async end(): Promise<void> {
    await this.threads.end();
  }
}

/** The bytes that come over a port, each asked for. @throws Error when the other side closes too early */
async function* bytesFrom(
  port: MessagePort,
  window: SharedArrayBuffer,
  closed: Promise<'closed'>,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const length = await Promise.race([lengthOf(port), closed]);
    if (length === 'closed') throw new Error('The export ended early');
    if (length === 0) return;
    // A copy: whoever takes it may keep it.
    yield Buffer.from(new Uint8Array(window, 0, length));
    port.postMessage('more');
  }
}

async function lengthOf(port: MessagePort): Promise<number> {
  const [length] = (await once(port, 'message')) as [number];
  return length;
}
