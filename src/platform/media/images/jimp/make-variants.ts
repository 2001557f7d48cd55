import { Jimp } from 'jimp';
import { toBuffer } from '../../../../threads/transferred-bytes';
import { sanitizeForDecoder } from '../decoders/decoder-input';
import {
  isOpaque,
  type Orientation,
  orientationTransforms,
  type PictureSize,
  type Pixels,
  getTargetSize,
  orientSize,
} from '../picture';
import { toOutputType, type ImageOutputType, type ImageVariant } from '../variant';
import { createCodecTaskRunner, type SendVariant, type VariantsTaskInput } from '../codec-task';
import { decodePicture } from './decode-picture';
import { type JimpBitmap, getJimpFormat } from './jimp-formats';

export const run = createCodecTaskRunner(makeVariants);

/** zlib's default. A higher level takes twice the time and saves a few percent. */
const DEFLATE_LEVEL = 6;

/** pngjs's numbers of color types. */
const pngColorTypes = { opaque: 2, transparent: 6 } as const;

/**
 * Creates the variants of a picture in JavaScript, in the calling thread.
 * @throws ImageDecodingError
 */
async function makeVariants(
  { bytes, header, variants }: VariantsTaskInput,
  send: SendVariant,
): Promise<void> {
  const input = sanitizeForDecoder(bytes, header);
  const { pixels, orientation } = await decodePicture(input, header);
  const uprightSize = orientSize(pixels, orientation);
  for (const [index, variant] of variants.entries()) {
    const size = orientSize(getTargetSize(uprightSize, variant.resizeTarget), orientation);
    const bitmap = transformPicture(pixels, size, orientation, variant);
    await send(index, await encode(bitmap, variant, toOutputType(header.type)));
  }
}

/** Resizes a picture, applies its orientation, and flips it. */
function transformPicture(
  pixels: Pixels,
  { width, height }: PictureSize,
  orientation: Orientation,
  { flipHorizontally, flipVertically }: ImageVariant,
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
  { quality }: ImageVariant,
  outputType: ImageOutputType,
): Promise<Buffer> {
  if (outputType === 'jpeg') return getJimpFormat('jpeg').encode(bitmap, { quality });
  const colorType = isOpaque(bitmap) ? pngColorTypes.opaque : pngColorTypes.transparent;
  return getJimpFormat('png').encode(bitmap, { deflateLevel: DEFLATE_LEVEL, colorType });
}
