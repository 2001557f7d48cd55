import { readBmpHeader, isBmp } from './headers/bmp-header';
import { readGifHeader, isGif } from './headers/gif-header';
import type { ImageHeader } from './headers/image-header';
import { isJpeg, readJpegHeader } from './headers/jpeg-header';
import { isPng, readPngHeader } from './headers/png-header';
import { isTiff, readTiffHeader } from './headers/tiff-header';
import { UnreadableImage } from './headers/unreadable-image';
import { ImageTooLarge, ImageTooManyPixels, ImageUndecodable, NotAnImage } from './image-errors';

/** Maximum size of an image, in bytes. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/**
 * Maximum number of pixels of a side. Libraries take far longer for a long side than for a square with as many pixels.
 */
const MAX_SIDE_PIXELS = 32_767;

const headerReaders: readonly (readonly [
  is: (bytes: Buffer) => boolean,
  read: (bytes: Buffer) => ImageHeader | Promise<ImageHeader>,
])[] = [
  [isJpeg, readJpegHeader],
  [isPng, readPngHeader],
  [isGif, readGifHeader],
  [isBmp, readBmpHeader],
  [isTiff, readTiffHeader],
];

/**
 * Checks the type and the size of an image by its content, before it is decoded. Names and declared media types are
 * ignored.
 * @param maxPixels maximum of width x height
 * @throws ImageTooLarge, NotAnImage, ImageUndecodable, ImageTooManyPixels
 */
export async function validateImage(bytes: Buffer, maxPixels: number): Promise<ImageHeader> {
  if (bytes.length > MAX_IMAGE_BYTES) throw new ImageTooLarge({ limit: MAX_IMAGE_BYTES });
  const header = await readImageHeader(bytes);
  const { width, height } = header;
  if (Math.max(width, height) > MAX_SIDE_PIXELS)
    throw new ImageTooManyPixels({ width, height, limit: MAX_SIDE_PIXELS, isOfSide: true });
  if (width * height > maxPixels) throw new ImageTooManyPixels({ width, height, limit: maxPixels });
  return header;
}

/** Reads the header of an image. @throws NotAnImage, ImageUndecodable */
export async function readImageHeader(bytes: Buffer): Promise<ImageHeader> {
  const format = headerReaders.find(([is]) => is(bytes));
  if (!format) throw new NotAnImage();
  try {
    return await format[1](bytes);
  } catch (error) {
    if (error instanceof UnreadableImage) throw new ImageUndecodable({ reason: error.message });
    throw error;
  }
}
