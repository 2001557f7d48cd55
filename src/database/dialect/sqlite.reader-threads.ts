import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { getCallerId, isRequestAborted } from '../../core/actor-context';
import { DatabaseUnavailable, DatabaseBusy } from '../../core/errors';
import { FairSemaphore } from '../../core/fair-semaphore';
import { waitForNextTurn } from '../../core/yield-to-event-loop';
import { ThreadPool } from '../../threads/thread-pool';
import type { RawRow, Statement, QueryProgram } from './connection';
import type { ReadTask, ReadReply } from './sqlite.read-protocol';

/** How long a read waits for a thread. */
const THREAD_WAIT_TIMEOUT_MS = 15_000;

/** Heap of a thread, which holds one slice of rows at a time. */
const HEAP_MIB = 128;

/**
 * Threads for slow reads, which would block the main thread: the driver is synchronous. Each thread has its own
 * connection and runs one read at a time; callers take turns. After an aborted read, a thread is free again once the
 * running statement has ended.
 */
export class ReaderThreads {
  private readonly semaphore: FairSemaphore;
  private readonly pool: ThreadPool;
  private isClosed = false;

  /** @param timeoutMs time limit of a read, in milliseconds */
  constructor(
    private readonly file: string,
    private readonly threadCount: number,
    private readonly timeoutMs: number,
  ) {
    this.semaphore = new FairSemaphore(threadCount);
    const workerPath = join(__dirname, 'sqlite-reader.worker');
    this.pool = new ThreadPool({
      modulePath: workerPath,
      functionName: 'runReadTask',
      maxThreads: threadCount,
      maxHeapMib: HEAP_MIB,
    });
  }

  /**
   * Runs a read on a thread.
   * @param firstStep first step of the read
   * @returns the result of the read, and the milliseconds that its statements took
   * @throws DatabaseBusy if no thread becomes free, DatabaseUnavailable if the read takes too long; the driver's errors
   */
  async read<T>(
    program: QueryProgram<T>,
    firstStep: IteratorResult<readonly Statement[], T>,
  ): Promise<{ value: T; durationMs: number }> {
    if (this.isClosed) throw new DatabaseUnavailable();
    const callerId = getCallerId();
    const isAcquired = await this.semaphore.acquire(callerId, {
      timeoutMs: THREAD_WAIT_TIMEOUT_MS,
    });
    if (!isAcquired) throw new DatabaseBusy();
    const { pool, file, timeoutMs } = this;
    const threadRead = new ThreadReadSession(pool, { file, timeout: timeoutMs }, () => {
      this.semaphore.release(callerId);
    });
    try {
      let step = firstStep;
      while (!step.done) step = program.next(await threadRead.fetchRows(step.value));
      return { value: step.value, durationMs: threadRead.durationMs };
    } finally {
      threadRead.end();
    }
  }

  /** Waits for running reads and ends the threads; no read starts after it. */
  async end(): Promise<void> {
    this.isClosed = true;
    await this.semaphore.close(this.timeoutMs);
    await this.pool.end();
  }
}

/** One read on a thread. */
class ThreadReadSession {
  /** Milliseconds that the statements took so far. */
  durationMs = 0;
  private readonly port: MessagePort;
  private readonly timer: NodeJS.Timeout;
  private pendingReply?: { resolve: (reply: ReadReply) => void; reject: (error: Error) => void };
  private failure?: Error;

  /** @param onThreadFree callback for when the thread is free again */
  constructor(
    pool: ThreadPool,
    { file: databasePath, timeout: timeoutMs }: { readonly file: string; readonly timeout: number },
    onThreadFree: () => void,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1.on('message', (reply: ReadReply) => this.pendingReply?.resolve(reply));
    const task: ReadTask = { databasePath, port: port2 };
    // If a thread dies, only its read fails.
    void pool
      .run(task, { transfer: [port2] })
      .catch((cause: unknown) => this.fail(cause))
      .finally(onThreadFree);
    this.timer = setTimeout(() => this.fail(new Error('A read took too long')), timeoutMs);
  }

  /** Returns the rows of the statements of a step. */
  async fetchRows(statements: readonly Statement[]): Promise<RawRow[][]> {
    let slice = await this.request(statements);
    const { rows } = slice;
    while (!slice.isLast) {
      // Pending requests of the service go first.
      await waitForNextTurn();
      slice = await this.request('more');
      slice.rows.forEach((further, at) => {
        for (const row of further) rows[at]?.push(row);
      });
    }
    return rows;
  }

  end(): void {
    clearTimeout(this.timer);
    this.port.close();
  }

  private async request(request: readonly Statement[] | 'more') {
    if (isRequestAborted()) throw new DatabaseBusy();
    const reply = await new Promise<ReadReply>((resolve, reject) => {
      if (this.failure) reject(this.failure);
      this.pendingReply = { resolve, reject };
      this.port.postMessage(request);
    });
    if ('code' in reply) throw Object.assign(new Error(reply.message), { code: reply.code });
    this.durationMs += reply.durationMs;
    return reply;
  }

  private fail(cause: unknown): void {
    this.failure ??= Object.assign(new DatabaseUnavailable(), { cause });
    this.pendingReply?.reject(this.failure);
  }
}
