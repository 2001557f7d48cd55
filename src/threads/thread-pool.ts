import type { MessagePort } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';

/** How long a thread is idle before it goes, and its memory with it, where its pool says nothing else. */
const IDLE_MS = 30_000;

/** Of a thread's heap for young objects. */
const YOUNG_HEAP_MIB = 16;

/** What a pool is made of. */
export interface ThreadPoolOptions {
  /**
   * Path of the file with the function that the threads run. Without its extension: JavaScript in the build, or what the
   * specs make of TypeScript.
   */
  readonly file: string;
  /** Name of the function. */
  readonly name: string;
  /** Threads at most; each runs one task at a time. */
  readonly threads: number;
  /** Mebibytes of a thread's heap, where the default, which depends on the machine, is not to be trusted. */
  readonly heapMib?: number;
  /** Milliseconds that a thread stays without work: few, where it holds more than its start is worth. */
  readonly idleMs?: number;
}

/** What one task is run with. */
export interface ThreadTaskOptions {
  /** Ends the task, and the thread with it. */
  readonly signal?: AbortSignal;
  /** Buffers and ports that are given away with the task, not copied. */
  readonly transfer?: readonly (ArrayBuffer | MessagePort)[];
}

/** Threads for work that would hold requests up. They start with the first task. */
export class ThreadPool {
  private readonly logger = new Logger(ThreadPool.name);
  private pool?: Piscina;

  constructor(private readonly options: ThreadPoolOptions) {}

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.pool?.queueSize ?? 0;
  }

  /**
   * @param task is cloned, but for what of it is given away
   * @throws what the function throws; what ended the thread (ERR_WORKER_OUT_OF_MEMORY, AbortError)
   */
  async run(task: unknown, { signal, transfer }: ThreadTaskOptions): Promise<unknown> {
    return (await (this.pool ??= this.createPool()).run(task, {
      ...(signal ? { signal } : {}),
      ...(transfer ? { transferList: [...transfer] } : {}),
    })) as unknown;
  }

  /** Ends the threads, and what they are at. */
  async end(): Promise<void> {
    await this.pool?.destroy();
  }

  private createPool(): Piscina {
    const { file, name, threads, heapMib, idleMs = IDLE_MS } = this.options;
    const pool = new Piscina({
      filename: file,
      name,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      ...(heapMib === undefined
        ? {}
        : {
            resourceLimits: {
              maxOldGenerationSizeMb: heapMib,
              maxYoungGenerationSizeMb: YOUNG_HEAP_MIB,
            },
          }),
    });
    // A thread that fails by itself must not take the process along; the next task gets another pool.
    pool.on('error', (error) => {
      this.logger.error(error);
      if (this.pool === pool) delete this.pool;
      void pool.destroy();
    });
    return pool;
  }
}
