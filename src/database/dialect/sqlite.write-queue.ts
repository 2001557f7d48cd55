import { DatabaseBusy } from '../../core/errors';
import type { Semaphore } from '../../core/semaphore';
import {
  type IpcService,
  PrimaryUnavailable,
  type PrimaryProcess,
} from '../../core/primary-process';

/** Milliseconds that a unit of work waits for those before it, and for other processes. */
export const WRITE_QUEUE_TIMEOUT_MS = 15_000;

/** The turns of one process among those of a service that write to one file. */
export interface WriteQueue {
  /** Waits for the turn. @throws DatabaseBusy when it does not come in time */
  acquire(): Promise<void>;
  /** Gives the turn to the next one; also when it did not come. */
  release(): void;
}

/** Where a worker asks the primary for its turns. The primary waits as long as `TURN_TIMEOUT_MS` itself. */
export const writeQueueService: IpcService<WriteQueueSlot> = {
  name: 'writing',
  timeoutMs: WRITE_QUEUE_TIMEOUT_MS + 1000,
};

/** In the primary: the place of one process in the lane of those that write. */
export class WriteQueueSlot {
  private abortController = new AbortController();
  private isAcquired = false;

  constructor(private readonly semaphore: Semaphore) {}

  /** @returns false when the turn does not come in time, or the process has given up */
  async begin(): Promise<boolean> {
    this.abortController = new AbortController();
    this.isAcquired = await this.semaphore.acquire(
      WRITE_QUEUE_TIMEOUT_MS,
      this.abortController.signal,
    );
    return this.isAcquired;
  }

  /** Gives the turn to the next one, or waits no longer for it. */
  end(): void {
    this.abortController.abort();
    if (this.isAcquired) this.semaphore.release();
    this.isAcquired = false;
  }
}

/** Turns that the primary gives in the order of asking, whichever process asks. */
export function createWriteQueue(primary: PrimaryProcess): WriteQueue {
  return {
    acquire: async () => {
      const isIn = await primary.call(writeQueueService, 'begin', []).catch((error: unknown) => {
        if (error instanceof PrimaryUnavailable) return false;
        throw error;
      });
      if (!isIn) throw new DatabaseBusy();
    },
    release: () => {
      primary.notify(writeQueueService, 'end', []);
    },
  };
}

/** A process that writes alone has no turns to wait for. */
export const NO_WRITE_QUEUE: WriteQueue = {
  acquire: () => Promise.resolve(),
  release: () => undefined,
};
