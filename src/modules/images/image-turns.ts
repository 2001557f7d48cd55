import { Lane } from '../../core/lane';
import { ImagesBusy } from './image-errors';

/** How long a picture waits for its turn. */
const TURN_TIMEOUT_MS = 30_000;

/** Pictures that wait at most: each holds its file, so some dozens of them are a gigabyte. */
const MOST_WAITING = 32;

/** So many pictures at a time, few enough waiting. */
export class ImageTurns {
  private readonly lane: Lane;

  /** @param width pictures at a time */
  constructor(width: number) {
    this.lane = new Lane(width, MOST_WAITING);
  }

  /** @throws ImagesBusy, what the work throws */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (!(await this.lane.enter(TURN_TIMEOUT_MS))) throw new ImagesBusy();
    try {
      return await work();
    } finally {
      this.lane.leave();
    }
  }
}
