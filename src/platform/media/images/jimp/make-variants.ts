import { Jimp } from 'jimp';
import { toBuffer } from '../../../../threads/transferred-bytes';
import { toDecoderInput } from '../decoders/decoder-input';
import {
  isOpaque,
  type Orientation,
  orientationTransforms,
  type PictureSize,
  type Pixels,
  toTargetSize,
  orientSize,
} from '../picture';
import { toOutputType, type OutputType, type Variant } from '../variant';
import { createCodecTask, type SendVariant, type VariantsTask } from '../codec-task';
import { decodePicture } from './decode-picture';
import { type JimpBitmap, getJimpFormat } from './jimp-formats';

export const run = createCodecTask(makeVariants);

/** zlib's default. A higher level takes twice the time and saves a few percent. */
const DEFLATE_LEVEL = 6;

/** pngjs's numbers of color types. */
const pngColours = { opaque: 2, transparent: 6 } as const;

/**
 * Creates the variants of a picture in JavaScript, in the calling thread.
 * @throws UnreadableImage
 */
async function makeVariants(
  { bytes, header, variants }: VariantsTask,
  send: SendVariant,
): Promise<void> {
  const input = toDecoderInput(bytes, header);
  const { pixels, orientation } = await decodePicture(input, header);
  const upright = orientSize(pixels, orientation);
  for (const [index, variant] of variants.entries()) {
    const size = orientSize(toTargetSize(upright, variant.resizeTarget), orientation);
    const bitmap = transform(pixels, size, orientation, variant);
    await send(index, await encode(bitmap, variant, toOutputType(header.type)));
  }
}

/** Resizes a picture, applies its orientation, and flips it. */
function transform(
  pixels: Pixels,
  { width, height }: PictureSize,
  orientation: Orientation,
  { flipHorizontally, flipVertically }: Variant,
): JimpBitmap {
  const image = new Jimp({ ...pixels, data: toBuffer(pixels.data) });
  if (width !== pixels.width || height !== pixels.height) image.resize({ w: width, h: height });
  const [isMirrored, degrees] = orientationTransforms[orientation];
  if (isMirrored) image.flip({ horizontal: true });
  // jimp rotates counterclockwise.
  image.rotate(-degrees);
  if (flipHorizontally || flipVertically)
    image.flip({ horizontal: flipHorizontally, vertical: flipVertically });
  return image.bitmap;
}

async function encode(
  bitmap: JimpBitmap,
  { quality }: Variant,
  output: OutputType,
): Promise<Buffer> {
  if (output === 'jpeg') return getJimpFormat('jpeg').encode(bitmap, { quality });
  const colorType = isOpaque(bitmap) ? pngColours.opaque : pngColours.transparent;
  return getJimpFormat('png').encode(bitmap, { deflateLevel: DEFLATE_LEVEL, colorType });
}
