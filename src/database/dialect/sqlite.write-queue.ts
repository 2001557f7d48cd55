import { DatabaseBusy } from '../../core/errors';
import type { Semaphore } from '../../core/semaphore';
import {
  type IpcServiceDescriptor,
  PeerProcessUnavailable,
  type PeerProcess,
} from '../../core/peer-process';

/** How long a unit of work waits for those before it, and for other processes. */
export const WRITE_QUEUE_TIMEOUT_MS = 15_000;

/** Queue of the processes of a service that write to one file. */
export interface WriteQueue {
  /** Waits until this process may write. @throws DatabaseBusy if that takes too long */
  acquire(): Promise<void>;
  /** Lets the next process write; must also be called after a failed `acquire`. */
  release(): void;
}

/** IPC service by which workers wait for their turn to write; the primary waits up to `WRITE_QUEUE_TIMEOUT_MS`. */
export const writeQueueIpcService: IpcServiceDescriptor<WriteQueueSlot> = {
  name: 'writing',
  timeoutMs: WRITE_QUEUE_TIMEOUT_MS + 1000,
};

/** In the primary: the slot of one process in the queue of those that write. */
export class WriteQueueSlot {
  private abortController = new AbortController();
  private isAcquired = false;

  constructor(private readonly semaphore: Semaphore) {}

  /** @returns false if the wait takes too long, or the process has stopped waiting */
  async acquire(): Promise<boolean> {
    this.abortController = new AbortController();
    this.isAcquired = await this.semaphore.acquire(
      WRITE_QUEUE_TIMEOUT_MS,
      this.abortController.signal,
    );
    return this.isAcquired;
  }

  /** Lets the next process write, or stops waiting. */
  release(): void {
    this.abortController.abort();
    if (this.isAcquired) this.semaphore.release();
    this.isAcquired = false;
  }
}

/** Creates a queue that the primary serves in the order of the requests, whichever process sends them. */
export function createWriteQueue(primary: PeerProcess): WriteQueue {
  return {
    acquire: async () => {
      const isAcquired = await primary
        .call(writeQueueIpcService, 'acquire', [])
        .catch((error: unknown) => {
          if (error instanceof PeerProcessUnavailable) return false;
          throw error;
        });
      if (!isAcquired) throw new DatabaseBusy();
    },
    release: () => {
      primary.notify(writeQueueIpcService, 'release', []);
    },
  };
}

/** For a process that writes alone: nothing to wait for. */
export const NO_WRITE_QUEUE: WriteQueue = {
  acquire: () => Promise.resolve(),
  release: () => undefined,
};
