import sharp from 'sharp';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { decodeBmp } from '../decoders/bmp-decoder';
import { isOpaque, withoutAlpha } from '../decoders/pixels';
import { swapsSides } from '../decoders/turned';
import { firstPicture } from '../headers/first-picture';
import type { ImageHeader } from '../headers/image-header';
import { Unreadable } from '../headers/unreadable';
import { type OutputType, outputOf, type Variant } from '../image-codec';
import { OutOfTime, type VariantsTask } from '../image-task';
import { type Size, targetSize } from '../target-size';

/** Threads that libvips takes for one picture; more would only take them from the pictures beside it. */
const THREADS = 1;

/** Readers of libvips that are used; no other one will ever run, whatever a file pretends to be. */
const readers = ['Jpeg', 'Png', 'Nsgif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

sharp.cache(false);
sharp.concurrency(THREADS);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers });

/**
 * Makes the variants of a picture by sharp, in libuv's threads. BMP, which libvips can't read, is decoded in the
 * calling one.
 * @returns their bytes, in the order of the variants
 * @throws Unreadable, OutOfTime
 */
export async function makeVariants(task: VariantsTask): Promise<Buffer[]> {
  const { header, variants } = task;
  const clock = new Deadline(task.deadline);
  const sizes = variants.map(({ target }) => targetSize(uprightSize(header), target));
  const open = await reduced(await opener(task), header, sizes, clock);
  const made: Buffer[] = [];
  for (const [index, variant] of variants.entries()) {
    const pipeline = variantOf(open(), sizes[index] ?? uprightSize(header), variant);
    const encoded = encodedAs(outputOf(header.type), pipeline, variant);
    made.push(await settled(clock.on(encoded).toBuffer()));
  }
  return made;
}

/**
 * Decodes a picture that several variants are made of just once, into as many pixels as any of them needs.
 * A single variant is made in one go.
 */
async function reduced(
  open: () => Sharp,
  header: ImageHeader,
  sizes: readonly Size[],
  clock: Deadline,
): Promise<() => Sharp> {
  if (sizes.length < 2) return open;
  const upright = uprightSize(header);
  const width = Math.min(upright.width, Math.max(...sizes.map((size) => size.width)));
  const height = Math.min(upright.height, Math.max(...sizes.map((size) => size.height)));
  const pipeline = clock.on(inSrgb(open().resize(width, height, { fit: 'fill' })));
  const { data, info } = await settled(
    pipeline.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  return () => sharp(data, { raw: { width, height, channels: info.channels } });
}

/** What begins a pipeline on the picture. */
async function opener({ bytes, header, maxPixels }: VariantsTask): Promise<() => Sharp> {
  const { type, width, height, bmp } = header;
  const first = firstPicture(bytes, header);
  if (type === 'bmp' && bmp) {
    const picture = decodeBmp({ bytes: first, width, height, layout: bmp });
    return isOpaque(picture)
      ? () => sharp(withoutAlpha(picture), { raw: { width, height, channels: 3 } })
      : () => sharp(picture.data, { raw: { width, height, channels: 4 } });
  }
  const options: SharpOptions = {
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
  };
  const found: Metadata = await settled(sharp(first, options).metadata());
  // Two readings of one file that differ: one of them was meant to pass the checks.
  if (found.format !== type || found.width !== width || found.height !== height)
    throw new Unreadable('it has two sizes');
  return () => sharp(first, options).autoOrient();
}

/** A moment by which the work on a picture must be done. */
class Deadline {
  private readonly end: number;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  /** Has the library give up in time, to the second. @throws OutOfTime */
  on(pipeline: Sharp): Sharp {
    const left = this.end - performance.now();
    if (left <= 0) throw new OutOfTime();
    return pipeline.timeout({ seconds: Math.ceil(left / 1000) });
  }
}

function uprightSize({ width, height, orientation }: ImageHeader): Size {
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
    if (/timeout/i.test((error as Error).message)) throw new OutOfTime();
    throw new Unreadable('its data is damaged');
  }
}
