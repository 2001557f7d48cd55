import { DatabaseBusy } from '../../core/errors';
import type { Semaphore } from '../../core/lane';
import { type IpcService, PrimaryUnavailable, type PrimaryProcess } from '../../core/primary';

/** Milliseconds that a unit of work waits for those before it, and for other processes. */
export const TURN_TIMEOUT_MS = 15_000;

/** The turns of one process among those of a service that write to one file. */
export interface WritingTurns {
  /** Waits for the turn. @throws TryAgain when it does not come in time */
  begin(): Promise<void>;
  /** Gives the turn to the next one; also when it did not come. */
  end(): void;
}

/** Where a worker asks the primary for its turns. The primary waits as long as `TURN_TIMEOUT_MS` itself. */
export const writeQueueService: IpcService<WritingSeat> = {
  name: 'writing',
  timeoutMs: TURN_TIMEOUT_MS + 1000,
};

/** In the primary: the place of one process in the lane of those that write. */
export class WritingSeat {
  private gone = new AbortController();
  private isInside = false;

  constructor(private readonly semaphore: Semaphore) {}

  /** @returns false when the turn does not come in time, or the process has given up */
  async begin(): Promise<boolean> {
    this.gone = new AbortController();
    this.isInside = await this.semaphore.acquire(TURN_TIMEOUT_MS, this.gone.signal);
    return this.isInside;
  }

  /** Gives the turn to the next one, or waits no longer for it. */
  end(): void {
    this.gone.abort();
    if (this.isInside) this.semaphore.release();
    this.isInside = false;
  }
}

/** Turns that the primary gives in the order of asking, whichever process asks. */
export function turnsOf(primary: PrimaryProcess): WritingTurns {
  return {
    begin: async () => {
      const isIn = await primary.call(writeQueueService, 'begin', []).catch((error: unknown) => {
        if (error instanceof PrimaryUnavailable) return false;
        throw error;
      });
      if (!isIn) throw new DatabaseBusy();
    },
    end: () => {
      primary.notify(writeQueueService, 'end', []);
    },
  };
}

/** A process that writes alone has no turns to wait for. */
export const alone: WritingTurns = { begin: () => Promise.resolve(), end: () => undefined };
