import { ImageCodec, type JudgedImage, type Variant, outputOf } from './image-codec';
import { ImageTurns } from './image-turns';
import type { ImageWorker } from './image-worker';

/** Milliseconds that a picture's variants may take: 50 megapixels take a third to a half of it on two cores. */
const DEADLINE = 60_000;

/** Pictures by jimp: plain JavaScript, in a worker thread that takes one at a time. */
export class JimpCodec extends ImageCodec {
  private readonly turns = new ImageTurns(1);

  /** @param deadline milliseconds that a picture's variants may take, without the wait for its turn */
  constructor(
    private readonly worker: ImageWorker,
    private readonly deadline = DEADLINE,
  ) {
    super();
  }

  override variants(
    { bytes, header }: JudgedImage,
    variants: readonly Variant[],
  ): Promise<readonly Buffer[]> {
    const task = { bytes, header, variants, output: outputOf(header.type) };
    return this.turns.take(() => this.worker.variants(task, this.deadline));
  }
}
