import { type Frame, GifReader } from 'omggif';
import { toBuffer } from '../../../../threads/transferred-bytes';
import { ImageDecodingError } from '../codec-task';
import { decodeBmp } from '../decoders/bmp-decoder';
import { readJpegFrame } from '../decoders/jpeg-frame';
import { decodeLzw, createGifLzwFormat } from '../decoders/lzw';
import { listPngChunks, requireCompletePng } from '../decoders/png';
import { decodeTiff, readTiffOrientation } from '../decoders/tiff-decoder';
import type { Orientation, Pixels } from '../picture';
import type { ImageHeader, ImageType } from '../variant';
import { getJimpFormat } from './jimp-formats';

/**
 * Memory limit of jimp's JPEG decoder, which needs about 20 bytes per pixel. Its default of 512 MiB would allow only 20
 * megapixels.
 */
const JPEG_MEMORY_MIB = 2048;

interface DecodedPicture {
  readonly pixels: Pixels;
  readonly orientation?: Orientation;
}

type PictureDecoder = (
  bytes: Buffer,
  header: ImageHeader,
) => DecodedPicture | Promise<DecodedPicture>;

const decoders: Readonly<Record<ImageType, PictureDecoder>> = {
  jpeg: decodeJpeg,
  png: decodePng,
  gif: (bytes) => ({ pixels: decodeGif(bytes) }),
  bmp: (bytes) => ({ pixels: decodeBmp(bytes) }),
  tiff: (bytes, header) => ({
    pixels: decodeTiff(bytes, header),
    orientation: readTiffOrientation(bytes),
  }),
};

/**
 * Decodes a picture in JavaScript, after validation of its header.
 * @throws ImageDecodingError
 */
export async function decodePicture(
  bytes: Buffer,
  header: ImageHeader,
): Promise<Required<DecodedPicture>> {
  const { pixels, orientation = 1 } = await decodeWith(decoders[header.type], bytes, header);
  const { width, height, data } = pixels;
  if (width !== header.width || height !== header.height)
    throw new ImageDecodingError('it has two different sizes');
  // Only these fields: jimp would otherwise pass on EXIF data and comments to the variants.
  return { pixels: { width, height, data }, orientation };
}

async function decodeWith(
  decode: PictureDecoder,
  bytes: Buffer,
  header: ImageHeader,
): Promise<DecodedPicture> {
  try {
    return await decode(bytes, header);
  } catch (error) {
    throw error instanceof ImageDecodingError
      ? error
      : new ImageDecodingError('its data is damaged');
  }
}

async function decodeJpeg(bytes: Buffer): Promise<DecodedPicture> {
  const { precision, isRgb } = readJpegFrame(bytes);
  if (precision !== 8) throw new ImageDecodingError('the JPEG uses an unsupported encoding');
  const pixels = await getJimpFormat('jpeg').decode(bytes, {
    maxMemoryUsageInMB: JPEG_MEMORY_MIB,
    ...(isRgb ? { colorTransform: false } : {}),
  });
  const exif = pixels.exifBuffer && toBuffer(pixels.exifBuffer).subarray(1);
  return { pixels, orientation: readTiffOrientation(exif) };
}

async function decodePng(bytes: Buffer): Promise<DecodedPicture> {
  const chunks = [...listPngChunks(bytes)];
  await requireCompletePng(chunks);
  const exif = chunks.find(({ name }) => name === 'eXIf');
  return {
    pixels: await getJimpFormat('png').decode(bytes),
    orientation: readTiffOrientation(exif?.content),
  };
}

/** Decodes the first frame of a GIF. */
function decodeGif(bytes: Buffer): Pixels {
  const reader = new GifReader(bytes);
  const { width, height } = reader;
  const frame = reader.frameInfo(0);
  // omggif would draw it elsewhere.
  if (frame.x + frame.width > width || frame.y + frame.height > height)
    throw new ImageDecodingError('the frame of the GIF is not inside its screen');
  assertValidLzwCodes(bytes, frame);
  const data = Buffer.alloc(width * height * 4);
  reader.decodeAndBlitFrameRGBA(0, data);
  return { width, height, data };
}

/** omggif never ends with some invalid codes. @throws ImageDecodingError */
function assertValidLzwCodes(
  bytes: Buffer,
  { width, height, data_offset: dataOffset }: Frame,
): void {
  const valueBits = bytes.readUInt8(dataOffset);
  if (valueBits < 1 || valueBits > 8)
    throw new ImageDecodingError('the GIF uses an unsupported encoding');
  const blocks: Buffer[] = [];
  for (
    let blockOffset = dataOffset + 1, size = bytes[blockOffset] ?? 0;
    size > 0;
    size = bytes[blockOffset] ?? 0
  ) {
    blocks.push(bytes.subarray(blockOffset + 1, blockOffset + 1 + size));
    blockOffset += 1 + size;
  }
  decodeLzw(Buffer.concat(blocks), width * height, createGifLzwFormat(valueBits));
}
