import sharp from 'sharp';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { decodeBmp } from '../decoders/bmp-decoder';
import { sanitizeForDecoder } from '../decoders/decoder-input';
import {
  isOpaque,
  type Orientation,
  orientationTransforms,
  type PictureSize,
  toOrientation,
  getTargetSize,
  orientSize,
} from '../picture';
import { type ImageOutputType, toOutputType, type ImageVariant } from '../variant';
import {
  createCodecTaskRunner,
  type SendVariant,
  ImageDecodingError,
  type VariantsTaskInput,
} from '../codec-task';

/** Number of threads of libvips per picture. More would only take them from pictures processed at the same time. */
const THREADS_PER_PICTURE = 1;

/** The loaders of libvips that may run, whatever a file pretends to be. */
const ALLOWED_LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

export const run = createCodecTaskRunner(makeVariants);

sharp.cache(false);
sharp.concurrency(THREADS_PER_PICTURE);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ALLOWED_LOADERS });

/**
 * Number of pixels up to which a variant is made from a reduced copy of the picture. Larger variants are made from the
 * file itself: that takes longer, but libvips then works row by row, without the whole picture in memory.
 */
const MAX_REDUCED_PIXELS = 4_000_000;

/** Number of pixels up to which the Huffman codes of a JPEG are optimized, which needs three bytes per pixel. */
const MAX_HUFFMAN_OPTIMIZED_PIXELS = 8_000_000;

/**
 * Creates the variants of a picture with sharp, in libuv's threads. BMP, which libvips can't read, is decoded in the
 * calling thread.
 * @throws ImageDecodingError
 */
async function makeVariants(task: VariantsTaskInput, send: SendVariant): Promise<void> {
  const { header, variants } = task;
  const source = await openSource(task);
  const { uprightSize } = source;
  const sizes = variants.map(({ resizeTarget }) => getTargetSize(uprightSize, resizeTarget));
  const smallSizes = sizes.filter((size) => getArea(size) <= MAX_REDUCED_PIXELS);
  const openReduced = await decodeReduced(source, smallSizes);
  for (const [index, variant] of variants.entries()) {
    const size = sizes[index] ?? uprightSize;
    const startPipeline =
      smallSizes.includes(size) && openReduced ? openReduced() : source.open().autoOrient();
    const pipeline = toVariantPipeline(startPipeline, size, variant);
    const encoded = encodeAs(toOutputType(header.type), pipeline, variant, size);
    await send(index, await withCodecErrors(encoded.toBuffer()));
  }
}

/**
 * Decodes a picture once for all small variants, to the size that the largest of them needs, and applies the
 * orientation. Rotating before the reduction would need the whole picture in memory.
 * @returns undefined if the reduced picture would be too large
 */
async function decodeReduced(
  { open, orientation, uprightSize }: PictureSource,
  sizes: readonly PictureSize[],
): Promise<(() => Sharp) | undefined> {
  const width = Math.min(uprightSize.width, Math.max(...sizes.map((size) => size.width)));
  const height = Math.min(uprightSize.height, Math.max(...sizes.map((size) => size.height)));
  if (sizes.length === 0 || width * height > MAX_REDUCED_PIXELS) return undefined;
  const size = orientSize({ width, height }, orientation);
  const openStored = await toPixelPipeline(toSrgb(open().resize({ ...size, fit: 'fill' })));
  const [isMirrored, degrees] = orientationTransforms[orientation];
  if (orientation === 1) return openStored;
  return toPixelPipeline(openStored().flop(isMirrored).rotate(degrees));
}

/** @returns a function that starts pipelines on the pixels that a pipeline produces */
async function toPixelPipeline(pipeline: Sharp): Promise<() => Sharp> {
  const { data, info } = await withCodecErrors(
    pipeline.raw().toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

/** A picture to decode. */
interface PictureSource {
  /** Starts a pipeline on the picture as it is stored. */
  readonly open: () => Sharp;
  readonly orientation: Orientation;
  /** Its size after the orientation is applied. */
  readonly uprightSize: PictureSize;
}

async function openSource({ bytes, header }: VariantsTaskInput): Promise<PictureSource> {
  const { type, width, height } = header;
  const input = sanitizeForDecoder(bytes, header);
  if (type === 'bmp') return openBmp(input, header);
  const options: SharpOptions = {
    failOn: 'error',
    limitInputPixels: width * height,
    sequentialRead: true,
  };
  const metadata: Metadata = await withCodecErrors(sharp(input, options).metadata());
  requireSameSize(metadata.format === type ? metadata : undefined, header);
  const orientation = toOrientation(metadata.orientation);
  const uprightSize = orientSize({ width, height }, orientation);
  return { open: () => sharp(input, options), orientation, uprightSize };
}

async function openBmp(bytes: Buffer, header: PictureSize): Promise<PictureSource> {
  const picture = await withCodecErrors(Promise.resolve(bytes).then(decodeBmp));
  requireSameSize(picture, header);
  const { data, width, height } = picture;
  const openPixels = (): Sharp => sharp(data, { raw: { width, height, channels: 4 } });
  const open = isOpaque(picture) ? () => openPixels().removeAlpha() : openPixels;
  return { open, orientation: 1, uprightSize: { width, height } };
}

/** If two parsers disagree about a file, it may have been made to pass the checks. @throws ImageDecodingError */
function requireSameSize(
  parsedSize: PictureSize | undefined,
  { width, height }: PictureSize,
): void {
  if (parsedSize?.width !== width || parsedSize.height !== height)
    throw new ImageDecodingError('it has two different sizes');
}

function getArea({ width, height }: PictureSize): number {
  return width * height;
}

function toVariantPipeline(
  pipeline: Sharp,
  { width, height }: PictureSize,
  { flipHorizontally, flipVertically }: ImageVariant,
): Sharp {
  const resized = pipeline.resize(width, height, { fit: 'fill' });
  return toSrgb(resized.flop(flipHorizontally).flip(flipVertically));
}

/** Converts any picture to eight bits of red, green and blue. */
function toSrgb(pipeline: Sharp): Sharp {
  return pipeline.toColourspace('srgb');
}

function encodeAs(
  outputType: ImageOutputType,
  pipeline: Sharp,
  { quality }: ImageVariant,
  size: PictureSize,
): Sharp {
  // Adaptive filters of PNG take twice the time and halve the bytes.
  return outputType === 'jpeg'
    ? pipeline.jpeg({ quality, optimizeCoding: getArea(size) <= MAX_HUFFMAN_OPTIMIZED_PIXELS })
    : pipeline.png({ compressionLevel: 6, adaptiveFiltering: true });
}

async function withCodecErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ImageDecodingError
      ? error
      : new ImageDecodingError('its data is damaged');
  }
}
