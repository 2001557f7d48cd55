import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { once } from 'node:events';
import { join } from 'node:path';
import { ThreadPool } from '../../../../threads/thread-pool';
import type { ExportResult, ExportTask, ExportChunkAnnouncement } from './export.worker';

/** Heap of the thread. */
const HEAP_MIB = 160;

/** How long the thread waits for the next export: it has its own copy of all entities, 55 MiB when idle. */
const IDLE_TIMEOUT_MS = 1_000;

/** Maximum number of bytes that are transferred at once. */
const CHUNK_BUFFER_BYTES = 256 * 1024;

/** Progress of an export: lines and bytes that have been consumed. */
export interface ExportProgress {
  readonly lines: number;
  readonly bytes: number;
}

/** Runs exports in a thread, one at a time, so that they don't delay requests. */
export class ExportThread {
  private readonly threads = new ThreadPool({
    modulePath: join(__dirname, 'export.worker'),
    functionName: 'runExportTask',
    maxThreads: 1,
    maxHeapMib: HEAP_MIB,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
  });

  /**
   * Runs an export.
   * @param consume receives the bytes as they are produced
   * @param onProgress called after each chunk
   * @throws the errors of the export or of `consume`, AbortError
   */
  async run(
    task: Omit<ExportTask, 'port' | 'chunkBuffer'>,
    consume: (content: AsyncIterable<Uint8Array>) => Promise<void>,
    signal: AbortSignal,
    onProgress: (progress: ExportProgress) => void = () => undefined,
  ): Promise<ExportResult> {
    const chunkBuffer = new SharedArrayBuffer(CHUNK_BUFFER_BYTES);
    const { port1: localPort, port2: port } = new MessageChannel();
    const abortController = new AbortController();
    const abortSignal = AbortSignal.any([signal, abortController.signal]);
    // Registered at once: the port may be closed before the first bytes are read.
    const closed = once(localPort, 'close').then(() => 'closed' as const);
    try {
      const result = this.threads.run({ ...task, port, chunkBuffer } satisfies ExportTask, {
        signal: abortSignal,
        transfer: [port],
      });
      // A terminated thread doesn't close its port.
      result.catch(() => localPort.close());
      await consume(readBytes({ port: localPort, chunkBuffer, closed }, onProgress));
      return (await result) as ExportResult;
    } catch (error) {
      abortController.abort();
      throw error;
    } finally {
      localPort.close();
    }
  }

  async end(): Promise<void> {
    await this.threads.end();
  }
}

/** Source of the bytes of an export. */
interface ExportByteSource {
  readonly port: MessagePort;
  readonly chunkBuffer: SharedArrayBuffer;
  readonly closed: Promise<'closed'>;
}

/** Reads the bytes chunk by chunk, and requests each chunk. @throws Error if the other side closes too early */
async function* readBytes(
  { port, chunkBuffer, closed }: ExportByteSource,
  onProgress: (progress: ExportProgress) => void,
): AsyncGenerator<Uint8Array> {
  let bytesRead = 0;
  for (;;) {
    const chunk = await Promise.race([receiveChunkAnnouncement(port), closed]);
    if (chunk === 'closed') throw new Error('The export ended early');
    const { bytes, lines } = chunk;
    if (bytes === 0) return;
    bytesRead += bytes;
    onProgress({ lines, bytes: bytesRead });
    // A copy, because the next chunk overwrites the buffer.
    yield Buffer.from(new Uint8Array(chunkBuffer, 0, bytes));
    port.postMessage('more');
  }
}

async function receiveChunkAnnouncement(port: MessagePort): Promise<ExportChunkAnnouncement> {
  const [chunk] = (await once(port, 'message')) as [ExportChunkAnnouncement];
  return chunk;
}
