import { ImageCodec, type JudgedImage, type TakeVariant, type Variant } from './image-codec';
import { ImageTooManyPixels } from './image-errors';
import { type ImageProcesses, picturesAtOnce } from './image-processes';
import type { Library, VariantsTask } from './image-task';
import { ImageTurns } from './image-turns';
import {
  expectedMemory,
  memoryNow,
  MOST_MEMORY_BYTES,
  MOST_OF_JIMP_BYTES,
  MOST_PIXELS_OF_JIMP,
} from './picture-memory';

/** How long a picture's variants may take: jimp takes a third to half of them for 50 megapixels on two cores. */
const deadlinesMs: Readonly<Record<Library, number>> = { sharp: 30_000, jimp: 60_000 };

/** Pictures by one of the libraries, in processes of their own. */
export class ProcessCodec extends ImageCodec {
  private readonly turns: ImageTurns;

  /**
   * @param maxPixels of a picture
   * @param deadlineMs how long a picture's variants may take, not counting the wait for its turn
   */
  constructor(
    private readonly library: Library,
    private readonly processes: ImageProcesses,
    private readonly maxPixels: number,
    private readonly deadlineMs = deadlinesMs[library],
  ) {
    super();
    this.turns = new ImageTurns(picturesAtOnce[library]);
  }

  override async variants(
    image: JudgedImage,
    variants: readonly Variant[],
    take: TakeVariant,
    gone?: AbortSignal,
  ): Promise<void> {
    const { library, maxPixels, deadlineMs } = this;
    if (library === 'jimp') requireWithinJimp(image);
    const share = MOST_MEMORY_BYTES / picturesAtOnce[library];
    // Of jimp's there is one at a time.
    const isAlone = library === 'sharp' && expectedMemory(image, variants) > share;
    const given = image.bytes.length;
    const sharesNow = (): Pick<VariantsTask, 'memoryBytes' | 'isShort'> => {
      if (library !== 'sharp') return { memoryBytes: MOST_OF_JIMP_BYTES };
      const most = memoryNow(given);
      const memoryBytes = isAlone ? most : most / picturesAtOnce[library];
      return { memoryBytes, isShort: most < MOST_MEMORY_BYTES };
    };
    const task = { ...image, variants, maxPixels, deadlineMs };
    await this.turns.take(
      () => this.processes.variants(library, { ...task, ...sharesNow() }, take, gone),
      { isAlone, gone },
    );
  }
}

/** @throws ImageTooManyPixels */
function requireWithinJimp({ header: { width, height } }: JudgedImage): void {
  const limit = MOST_PIXELS_OF_JIMP;
  if (width * height > limit) throw new ImageTooManyPixels({ width, height, limit });
}
