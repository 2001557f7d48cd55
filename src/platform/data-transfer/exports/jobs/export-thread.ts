import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { once } from 'node:events';
import { join } from 'node:path';
import { ThreadPool } from '../../../../threads/thread-pool';
import type { ExportResult, ExportTask, Portion } from './export.worker';

/** The thread's heap. */
const HEAP_MIB = 160;

/** How long it waits for the next export: it has all entities of its own, 55 MiB with nothing to do. */
const IDLE_TIMEOUT_MS = 1_000;

/** The most bytes that are handed over at once. */
const WINDOW_BYTES = 256 * 1024;

/** What has been taken of an export so far. */
export interface ExportProgress {
  readonly lines: number;
  readonly bytes: number;
}

/** Makes exports in a thread, one at a time: so requests wait for neither reading nor writing. */
export class ExportThread {
  private readonly threads = new ThreadPool({
    file: join(__dirname, 'export.worker'),
    name: 'exportTo',
    threads: 1,
    heapMib: HEAP_MIB,
    idleMs: IDLE_TIMEOUT_MS,
  });

  /**
   * @param take takes the bytes as they come
   * @param onProgress is told what has been taken
   * @throws what the export or `take` throws, AbortError
   */
  async run(
    task: Omit<ExportTask, 'port' | 'window'>,
    take: (content: AsyncIterable<Uint8Array>) => Promise<void>,
    signal: AbortSignal,
    onProgress: (progress: ExportProgress) => void = () => undefined,
  ): Promise<ExportResult> {
    const window = new SharedArrayBuffer(WINDOW_BYTES);
    const { port1: own, port2: port } = new MessageChannel();
    const stopping = new AbortController();
    const ended = AbortSignal.any([signal, stopping.signal]);
    // Listened for at once: it may be closed before anybody takes the first bytes.
    const closed = once(own, 'close').then(() => 'closed' as const);
    try {
      const making = this.threads.run(
        { ...task, port, window },
        { signal: ended, transfer: [port] },
      );
      // A thread that is terminated does not close its port.
      making.catch(() => own.close());
      await take(readBytes({ port: own, window, closed }, onProgress));
      return (await making) as ExportResult;
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

/** Where the bytes of an export come from. */
interface ExportByteSource {
  readonly port: MessagePort;
  readonly window: SharedArrayBuffer;
  readonly closed: Promise<'closed'>;
}

/** The bytes that come over a port, each asked for. @throws Error when the other side closes too early */
async function* readBytes(
  { port, window, closed }: ExportByteSource,
  onProgress: (progress: ExportProgress) => void,
): AsyncGenerator<Uint8Array> {
  let taken = 0;
  for (;;) {
    const portion = await Promise.race([nextPortion(port), closed]);
    if (portion === 'closed') throw new Error('The export ended early');
    const { bytes, lines } = portion;
    if (bytes === 0) return;
    taken += bytes;
    onProgress({ lines, bytes: taken });
    // A copy: whoever takes it may keep it.
    yield Buffer.from(new Uint8Array(window, 0, bytes));
    port.postMessage('more');
  }
}

async function nextPortion(port: MessagePort): Promise<Portion> {
  const [portion] = (await once(port, 'message')) as [Portion];
  return portion;
}
