import type { MessagePort } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';

/** Default time that a thread stays without work before it ends and frees its memory. */
const IDLE_TIMEOUT_MS = 30_000;

/** Size of a thread's heap for young objects. */
const YOUNG_HEAP_MIB = 16;

/** Options of a pool. */
export interface ThreadPoolOptions {
  /**
   * Path, without extension, of the file with the function that the threads run: JavaScript in the build, TypeScript in
   * specs.
   */
  readonly modulePath: string;
  /** Name of the function. */
  readonly functionName: string;
  /** Maximum number of threads; each runs one task at a time. */
  readonly maxThreads: number;
  /** Maximum heap of a thread in MiB, if the default, which depends on the machine, is unsuitable. */
  readonly maxHeapMib?: number;
  /** Milliseconds that a thread stays without work; low if its memory is worth more than a fast start. */
  readonly idleTimeoutMs?: number;
}

/** Options of a task. */
export interface ThreadTaskOptions {
  /** Ends the task, and the thread with it. */
  readonly signal?: AbortSignal;
  /** Buffers and ports that are transferred with the task instead of copied. */
  readonly transfer?: readonly (ArrayBuffer | MessagePort)[];
}

/** A pool of threads for work that would delay requests. They start with the first task. */
export class ThreadPool {
  private readonly logger = new Logger(ThreadPool.name);
  private pool?: Piscina;

  constructor(private readonly options: ThreadPoolOptions) {}

  /** Number of tasks that wait for a thread. */
  get waitingCount(): number {
    return this.pool?.queueSize ?? 0;
  }

  /**
   * @param task input of the function; it is cloned, except for its transferred parts
   * @throws the errors of the function, or the reason for the end of the thread (ERR_WORKER_OUT_OF_MEMORY, AbortError)
   */
  async run(task: unknown, { signal, transfer }: ThreadTaskOptions): Promise<unknown> {
    return (await (this.pool ??= this.createPool()).run(task, {
      ...(signal ? { signal } : {}),
      ...(transfer ? { transferList: [...transfer] } : {}),
    })) as unknown;
  }

  /** Ends the threads and their tasks. */
  async end(): Promise<void> {
    await this.pool?.destroy();
  }

  private createPool(): Piscina {
    const {
      modulePath,
      functionName,
      maxThreads,
      maxHeapMib,
      idleTimeoutMs = IDLE_TIMEOUT_MS,
    } = this.options;
    const pool = new Piscina({
      filename: modulePath,
      name: functionName,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleTimeoutMs,
      ...(maxHeapMib === undefined
        ? {}
        : {
            resourceLimits: {
              maxOldGenerationSizeMb: maxHeapMib,
              maxYoungGenerationSizeMb: YOUNG_HEAP_MIB,
            },
          }),
    });
    // A thread that fails outside of a task must not end the process; the next task creates another pool.
    pool.on('error', (error) => {
      this.logger.error(error);
      if (this.pool === pool) delete this.pool;
      void pool.destroy();
    });
    return pool;
  }
}
