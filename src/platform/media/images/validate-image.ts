import { readBmpHeader, isBmp } from './headers/bmp-header';
import { readGifHeader, isGif } from './headers/gif-header';
import type { ImageHeader } from './headers/image-header';
import { isJpeg, readJpegHeader } from './headers/jpeg-header';
import { isPng, readPngHeader } from './headers/png-header';
import { isTiff, readTiffHeader } from './headers/tiff-header';
import { UnreadableImage } from './headers/unreadable-image';
import { ImageTooLarge, ImageTooManyPixels, ImageUndecodable, NotAnImage } from './image-errors';

/** Bytes of an image at most. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** Pixels of a side at most: libraries take far longer for a long side than for as many pixels in a square. */
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
 * Judges an image by its content, before anything is decoded: what it is, how large, and whether that is
 * taken. Names and declared media types play no part.
 * @param maxPixels width x height at most
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

/** @throws NotAnImage, ImageUndecodable */
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
