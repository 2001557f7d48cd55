import { callerName } from '../../core/acting';
import { FairSemaphore } from '../../core/fair-semaphore';
import { ImagesBusy } from './image-errors';

/** How long a picture waits for its turn: longer than one of another caller may take. */
const TURN_TIMEOUT_MS = 70_000;

/** Pictures that wait at most: each holds its file, so some dozens of them are a gigabyte. */
const MOST_WAITING = 32;

/** How a picture takes its turn. */
export interface TurnOptions {
  readonly isAlone: boolean;
  readonly gone: AbortSignal | undefined;
}

/** Lets only so many pictures be made at a time, and only so many wait; callers take turns. */
export class ImageTurns {
  private readonly semaphore: FairSemaphore;

  /** @param width pictures at a time */
  constructor(private readonly width: number) {
    this.semaphore = new FairSemaphore(width, { maxWaiting: MOST_WAITING });
  }

  /**
   * @param options.isAlone no other picture is worked on meanwhile
   * @param options.gone that nobody waits for the picture any more
   * @throws ImagesBusy, what the work throws
   */
  async take<T>(work: () => Promise<T>, { isAlone, gone }: TurnOptions): Promise<T> {
    const caller = callerName();
    const permits = isAlone ? this.width : 1;
    const acquisition = { timeoutMs: TURN_TIMEOUT_MS, permits, signal: gone };
    if (!(await this.semaphore.acquire(caller, acquisition))) throw new ImagesBusy();
    try {
      return await work();
    } finally {
      this.semaphore.release(caller, permits);
    }
  }
}
