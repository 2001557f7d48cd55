import { availableParallelism } from 'node:os';
import type sharpLibrary from 'sharp';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { swapsSides } from './decoders/turned';
import { firstPicture } from './headers/first-picture';
import {
  ImageCodec,
  type JudgedImage,
  type OutputType,
  type Variant,
  outputOf,
} from './image-codec';
import { ImageTooSlow, ImageUndecodable } from './image-errors';
import { ImageTurns } from './image-turns';
import type { ImageWorker } from './image-worker';
import { type Size, targetSize } from './target-size';
import { lowerPriorityOf } from './thread-priority';

/** The library, as it was loaded. */
export type SharpLibrary = typeof sharpLibrary;

/** Milliseconds that a picture's variants may take. */
const DEADLINE = 30_000;

/**
 * Pictures at a time: one processor is left to requests, and two at most of libuv's four threads are held, which
 * files and password hashes wait for as well.
 */
export const SHARP_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Threads that libvips takes for one picture; more would only take them from the pictures beside it. */
const THREADS = 1;

/** What libvips calls its threads; nearly all of the work is done in them. */
const WORKERS = 'libvips worker';

/** Readers of libvips that are used; no other one will ever run, whatever a file pretends to be. */
const readers = ['Jpeg', 'Png', 'Nsgif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

/** Pictures by sharp, in libuv's threads; BMP, which libvips can't read, is decoded by the worker first. */
export class SharpCodec extends ImageCodec {
  private readonly turns = new ImageTurns(SHARP_AT_ONCE);

  /**
   * @param maxPixels of a picture, as a second line behind the judgement of its header
   * @param deadline milliseconds that a picture's variants may take, without the wait for its turn
   */
  constructor(
    private readonly sharp: SharpLibrary,
    private readonly worker: ImageWorker,
    private readonly maxPixels: number,
    private readonly deadline = DEADLINE,
  ) {
    super();
    sharp.cache(false);
    sharp.concurrency(THREADS);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: readers });
  }

  override variants(image: JudgedImage, variants: readonly Variant[]): Promise<readonly Buffer[]> {
    return this.turns.take(async () => {
      const clock = new Deadline(this.deadline);
      const sizes = variants.map(({ target }) => targetSize(uprightSize(image), target));
      const open = await this.reduced(await this.opener(image, clock), image, sizes, clock);
      lowerPriorityOf(WORKERS);
      const made: Buffer[] = [];
      for (const [index, variant] of variants.entries()) {
        const pipeline = variantOf(open(), sizes[index] ?? uprightSize(image), variant);
        const encoded = encodedAs(outputOf(image.header.type), pipeline, variant);
        made.push(await settled(clock.on(encoded).toBuffer()));
      }
      return made;
    });
  }

  /**
   * Decodes a picture that several variants are made of just once, into as many pixels as any of them needs.
   * A single variant is made in one go.
   */
  private async reduced(
    open: () => Sharp,
    image: JudgedImage,
    sizes: readonly Size[],
    clock: Deadline,
  ): Promise<() => Sharp> {
    if (sizes.length < 2) return open;
    const upright = uprightSize(image);
    const width = Math.min(upright.width, Math.max(...sizes.map((size) => size.width)));
    const height = Math.min(upright.height, Math.max(...sizes.map((size) => size.height)));
    const pipeline = clock.on(inSrgb(open().resize(width, height, { fit: 'fill' })));
    const { data, info } = await settled(
      pipeline.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
    );
    return () => this.sharp(data, { raw: { width, height, channels: info.channels } });
  }

  /** What begins a pipeline on the picture. */
  private async opener(image: JudgedImage, clock: Deadline): Promise<() => Sharp> {
    const { bytes, header } = image;
    const { type, width, height } = header;
    if (type === 'bmp') {
      const pixels = await this.worker.pixels(image, clock.left());
      const channels = pixels.length === width * height * 3 ? 3 : 4;
      return () => this.sharp(pixels, { raw: { width, height, channels } });
    }
    const options: SharpOptions = {
      failOn: 'error',
      limitInputPixels: this.maxPixels,
      sequentialRead: true,
    };
    const first = firstPicture(bytes, header);
    const found: Metadata = await settled(this.sharp(first, options).metadata());
    // Two readings of one file that differ: one of them was meant to pass the checks.
    if (found.format !== type || found.width !== width || found.height !== height)
      throw new ImageUndecodable({ reason: 'it has two sizes' });
    return () => this.sharp(first, options).autoOrient();
  }
}

/** A moment by which the work on a picture must be done. */
class Deadline {
  private readonly end: number;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  /** Milliseconds. @throws ImageTooSlow when there are none */
  left(): number {
    const left = this.end - performance.now();
    if (left <= 0) throw new ImageTooSlow();
    return left;
  }

  /** Has the library give up in time. @throws ImageTooSlow */
  on(pipeline: Sharp): Sharp {
    return pipeline.timeout({ seconds: Math.ceil(this.left() / 1000) });
  }
}

function uprightSize({ header: { width, height, orientation } }: JudgedImage): Size {
  return swapsSides(orientation) ? { width: height, height: width } : { width, height };
}

function variantOf(
  pipeline: Sharp,
  { width, height }: Size,
  { flipHorizontally, flipVertically }: Variant,
): Sharp {
  const fitted = pipeline.resize(width, height, { fit: 'fill' });
  return inSrgb(fitted.flop(flipHorizontally).flip(flipVertically));
}

/** Eight bits of red, green and blue, from whatever the picture has. */
function inSrgb(pipeline: Sharp): Sharp {
  return pipeline.toColourspace('srgb');
}

function encodedAs(output: OutputType, pipeline: Sharp, { quality }: Variant): Sharp {
  // Adaptive filters take twice the time, for half the bytes.
  return output === 'jpeg'
    ? pipeline.jpeg({ quality })
    : pipeline.png({ compressionLevel: 6, adaptiveFiltering: true });
}

async function settled<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (/timeout/i.test((error as Error).message)) throw new ImageTooSlow();
    throw new ImageUndecodable({ reason: 'its data is damaged' });
  }
}
