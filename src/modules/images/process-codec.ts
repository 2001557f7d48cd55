import { ImageCodec, type JudgedImage, type Variant } from './image-codec';
import { type ImageProcesses, picturesAtOnce } from './image-processes';
import type { Library } from './image-task';
import { ImageTurns } from './image-turns';

/** How long a picture's variants may take: jimp takes a third to half of them for 50 megapixels on two cores. */
const deadlinesMs: Readonly<Record<Library, number>> = { sharp: 30_000, jimp: 60_000 };

/** Pictures by one of the libraries, in processes of their own. */
export class ProcessCodec extends ImageCodec {
  private readonly turns: ImageTurns;

  /**
   * @param maxPixels of a picture
   * @param deadline milliseconds that a picture's variants may take, without the wait for its turn
   */
  constructor(
    private readonly library: Library,
    private readonly processes: ImageProcesses,
    private readonly maxPixels: number,
    private readonly deadline = deadlinesMs[library],
  ) {
    super();
    this.turns = new ImageTurns(picturesAtOnce[library]);
  }

  override variants(image: JudgedImage, variants: readonly Variant[]): Promise<readonly Buffer[]> {
    const { maxPixels, deadline } = this;
    const task = { ...image, variants, maxPixels, deadline };
    return this.turns.take(() => this.processes.variants(this.library, task));
  }
}
