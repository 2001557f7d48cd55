import { Lane } from '../../core/lane';
import { ImagesBusy } from './image-errors';

/** How long a picture waits for its turn. */
const TURN_TIMEOUT_MS = 30_000;

/** Pictures that wait at most: each holds its file, so some dozens of them are a gigabyte. */
const MOST_WAITING = 32;

/** How a picture takes its turn. */
export interface TurnOptions {
  readonly isAlone: boolean;
  readonly gone: AbortSignal | undefined;
}

/** Lets only so many pictures be made at a time, and only so many wait. */
export class ImageTurns {
  private readonly lane: Lane;

  /** @param width pictures at a time */
  constructor(private readonly width: number) {
    this.lane = new Lane(width, MOST_WAITING);
  }

  /**
   * @param options.isAlone no other picture is worked on meanwhile
   * @param options.gone that nobody waits for the picture any more
   * @throws ImagesBusy, what the work throws
   */
  async take<T>(work: () => Promise<T>, { isAlone, gone }: TurnOptions): Promise<T> {
    const weight = isAlone ? this.width : 1;
    if (!(await this.lane.enter(TURN_TIMEOUT_MS, weight, gone))) throw new ImagesBusy();
    try {
      return await work();
    } finally {
      this.lane.leave(weight);
    }
  }
}
