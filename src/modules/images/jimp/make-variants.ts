import { Jimp } from 'jimp';
import { asBuffer } from '../../../threads/given-bytes';
import { type Pixels, isOpaque } from '../decoders/pixels';
import { swapsSides, turned } from '../decoders/turned';
import type { Orientation } from '../headers/image-header';
import { outputOf, type OutputType, type Variant } from '../variant';
import { codecTask, type GiveVariant, type VariantsTask } from '../codec-task';
import { type Size, targetSize } from '../target-size';
import { decodePicture } from './decode-picture';
import { jimpFormat } from './jimp-formats';

export const run = codecTask(makeVariants);

/** zlib's own middle: a higher level takes twice the time for a few percent. */
const DEFLATE_LEVEL = 6;

/** pngjs's numbers of colour types. */
const pngColours = { opaque: 2, transparent: 6 } as const;

/**
 * Makes the variants of a picture in JavaScript, in the calling thread. Each is scaled down from the smallest one made
 * before that is at least as large, not from the picture itself: that saves a fifth of the time.
 * @throws Unreadable
 */
async function makeVariants(
  { bytes, header, variants }: VariantsTask,
  give: GiveVariant,
): Promise<void> {
  const picture = await decodePicture(bytes, header);
  const { orientation, type } = header;
  const upright = swapped(picture, orientation);
  const wanted = variants.map((variant, index) => ({
    variant,
    index,
    size: swapped(targetSize(upright, variant.target), orientation),
  }));
  const made: Pixels[] = [picture];
  for (const { variant, index, size } of wanted.sort((one, other) => area(other) - area(one))) {
    const scaled = resized(sourceFor(size, made) ?? picture, size);
    made.push(scaled);
    const placed = flipped(turned(scaled, orientation), variant);
    await give(index, await encode(placed, variant, outputOf(type)));
  }
}

/** The size as it stands upright, from the stored one; or the other way round. */
function swapped({ width, height }: Size, orientation: Orientation): Size {
  return swapsSides(orientation) ? { width: height, height: width } : { width, height };
}

function area({ size }: { size: Size }): number {
  return size.width * size.height;
}

/** The smallest picture that holds every detail of the size. */
function sourceFor({ width, height }: Size, made: readonly Pixels[]): Pixels | undefined {
  return made
    .filter((one) => one.width >= width && one.height >= height)
    .sort((one, other) => one.width * one.height - other.width * other.height)[0];
}

function resized(picture: Pixels, { width, height }: Size): Pixels {
  if (picture.width === width && picture.height === height) return picture;
  const image = new Jimp({ ...picture, data: asBuffer(picture.data) });
  image.resize({ w: width, h: height });
  return image.bitmap;
}

function flipped(picture: Pixels, { flipHorizontally, flipVertically }: Variant): Pixels {
  const mirrored = turned(picture, flipHorizontally ? 2 : 1);
  return turned(mirrored, flipVertically ? 4 : 1);
}

async function encode(picture: Pixels, variant: Variant, output: OutputType): Promise<Buffer> {
  const bitmap = { ...picture, data: asBuffer(picture.data) };
  if (output === 'jpeg') return jimpFormat('jpeg').encode(bitmap, { quality: variant.quality });
  const colorType = isOpaque(picture) ? pngColours.opaque : pngColours.transparent;
  return jimpFormat('png').encode(bitmap, { deflateLevel: DEFLATE_LEVEL, colorType });
}
