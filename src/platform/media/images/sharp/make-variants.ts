import sharp from 'sharp';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { decodeBmp } from '../decoders/bmp-decoder';
import { isOpaque } from '../decoders/pixels';
import { cutToFirstPicture } from '../headers/cut-to-first-picture';
import type { ImageHeader } from '../headers/image-header';
import { UnreadableImage } from '../headers/unreadable-image';
import { type OutputType, toOutputType, type Variant } from '../variant';
import { createCodecTask, type SendVariant, CodecTimeout, type VariantsTask } from '../codec-task';
import { type PictureSize, toTargetSize } from '../target-size';
import { orientationTransforms, toUprightSize } from '../orientation-transforms';

/** Threads that libvips takes for one picture; more would only take them from pictures made at the same time. */
const THREADS_PER_PICTURE = 1;

/** Readers of libvips that are used; no other one will ever run, whatever a file pretends to be. */
const ALLOWED_LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

export const run = createCodecTask(makeVariants);

sharp.cache(false);
sharp.concurrency(THREADS_PER_PICTURE);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ALLOWED_LOADERS });

/**
 * Pixels of a variant up to which it is made of a copy of the picture in its size. What is larger is made of the file
 * itself: that takes longer, and libvips goes from the file to the variant row by row, with no whole picture in memory.
 */
const MAX_COPIED_PIXELS = 4_000_000;

/** Pixels of a JPEG up to which its codes are fitted to it, which takes twelve bytes for every four of them. */
const MAX_OPTIMIZED_PIXELS = 8_000_000;

/**
 * Makes the variants of a picture by sharp, in libuv's threads. BMP, which libvips can't read, is decoded in the
 * calling one.
 * @throws Unreadable, CodecTimeout
 */
async function makeVariants(task: VariantsTask, give: SendVariant): Promise<void> {
  const { header, variants } = task;
  const clock = new Deadline(task.deadlineMs);
  const upright = toUprightSize(header, header.orientation);
  const sizes = variants.map(({ target }) => toTargetSize(upright, target));
  const open = await createPipelineFactory(task);
  const small = sizes.filter((size) => area(size) <= MAX_COPIED_PIXELS);
  const copy = await decodeReduced(open, header, small, clock);
  for (const [index, variant] of variants.entries()) {
    const size = sizes[index] ?? upright;
    const source = small.includes(size) && copy ? copy() : open().autoOrient();
    const pipeline = toVariantPipeline(source, size, variant);
    const encoded = encodeAs(toOutputType(header.type), pipeline, variant, size);
    await give(index, await withCodecErrors(clock.applyTo(encoded).toBuffer()));
  }
}

/**
 * Decodes a picture that small variants are made of just once, into as many pixels as any of them needs, and puts it
 * upright. It is turned only then: before it would have to be in memory as a whole.
 * @returns undefined where that would be large, too
 */
async function decodeReduced(
  open: () => Sharp,
  header: ImageHeader,
  sizes: readonly PictureSize[],
  clock: Deadline,
): Promise<(() => Sharp) | undefined> {
  const upright = toUprightSize(header, header.orientation);
  const width = Math.min(upright.width, Math.max(...sizes.map((size) => size.width)));
  const height = Math.min(upright.height, Math.max(...sizes.map((size) => size.height)));
  if (sizes.length === 0 || width * height > MAX_COPIED_PIXELS) return undefined;
  const size = toUprightSize({ width, height }, header.orientation);
  const stored = await toPixelPipeline(toSrgb(open().resize({ ...size, fit: 'fill' })), clock);
  const [isMirrored, degrees] = orientationTransforms[header.orientation];
  if (header.orientation === 1) return stored;
  return toPixelPipeline(stored().flop(isMirrored).rotate(degrees), clock);
}

/** @returns what begins pipelines on the pixels that a pipeline makes */
async function toPixelPipeline(pipeline: Sharp, clock: Deadline): Promise<() => Sharp> {
  const { data, info } = await withCodecErrors(
    clock.applyTo(pipeline).raw().toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

/** What begins a pipeline on the picture, as it is stored. */
async function createPipelineFactory({
  bytes,
  header,
  maxPixels,
}: VariantsTask): Promise<() => Sharp> {
  const { type, width, height, bmp } = header;
  const first = cutToFirstPicture(bytes, header);
  if (type === 'bmp' && bmp) {
    const picture = decodeBmp({ bytes: first, width, height, layout: bmp });
    const pixels = (): Sharp => sharp(picture.data, { raw: { width, height, channels: 4 } });
    return isOpaque(picture) ? () => pixels().removeAlpha() : pixels;
  }
  const options: SharpOptions = {
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
  };
  const found: Metadata = await withCodecErrors(sharp(first, options).metadata());
  // Two readings of one file that differ: one of them was meant to pass the checks.
  if (found.format !== type || found.width !== width || found.height !== height)
    throw new UnreadableImage('it has two sizes');
  return () => sharp(first, options);
}

/** A moment by which the work on a picture must be done. */
class Deadline {
  private readonly end: number;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  /** Has the library give up in time, to the second. @throws CodecTimeout */
  applyTo(pipeline: Sharp): Sharp {
    const left = this.end - performance.now();
    if (left <= 0) throw new CodecTimeout();
    return pipeline.timeout({ seconds: Math.ceil(left / 1000) });
  }
}

function area({ width, height }: PictureSize): number {
  return width * height;
}

function toVariantPipeline(
  pipeline: Sharp,
  { width, height }: PictureSize,
  { flipHorizontally, flipVertically }: Variant,
): Sharp {
  const fitted = pipeline.resize(width, height, { fit: 'fill' });
  return toSrgb(fitted.flop(flipHorizontally).flip(flipVertically));
}

/** Eight bits of red, green and blue, from whatever the picture has. */
function toSrgb(pipeline: Sharp): Sharp {
  return pipeline.toColourspace('srgb');
}

function encodeAs(
  output: OutputType,
  pipeline: Sharp,
  { quality }: Variant,
  size: PictureSize,
): Sharp {
  // Adaptive filters take twice the time, for half the bytes.
  return output === 'jpeg'
    ? pipeline.jpeg({ quality, optimizeCoding: area(size) <= MAX_OPTIMIZED_PIXELS })
    : pipeline.png({ compressionLevel: 6, adaptiveFiltering: true });
}

async function withCodecErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (/timeout/i.test((error as Error).message)) throw new CodecTimeout();
    throw new UnreadableImage('its data is damaged');
  }
}
