import { BMP } from 'image-size/types/bmp';
import { GIF } from 'image-size/types/gif';
import { PNG } from 'image-size/types/png';
import { TIFF } from 'image-size/types/tiff';
import { ImageDecodingError } from './codec-task';
import { BMP_CORE_HEADER_BYTES } from './decoders/bmp-decoder';
import { readJpegFrame } from './decoders/jpeg-frame';
import { ImageTooLarge, ImageTooManyPixels, ImageUndecodable, NotAnImage } from './image-errors';
import type { PictureSize } from './picture';
import type { ImageHeader, ImageType } from './variant';

/** Maximum size of an image, in bytes. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/**
 * Maximum number of pixels of a side. Libraries take far longer for a long side than for a square with as many pixels.
 */
const MAX_SIDE_PIXELS = 32_767;

/** Number of bytes that contain the size of a PNG, GIF or BMP. */
const HEAD_BYTES = 32;

/** First bytes of each type as Latin-1. A BMP is recognized by the size of its second header, too. */
const signaturePatterns: Readonly<Record<ImageType, RegExp>> = {
  jpeg: /^\u00ff\u00d8\u00ff/,
  png: /^\u0089PNG\r\n.\n/s,
  gif: /^GIF8[79]a/,
  bmp: /^BM.{12}[\f(48@l|]\0\0\0/s,
  tiff: /^(II\*\0|MM\0\*)/,
};

const sizeReaders: Readonly<Record<ImageType, (bytes: Buffer) => PictureSize>> = {
  jpeg: readJpegFrame,
  png: (bytes) => PNG.calculate(copyHead(bytes)),
  gif: (bytes) => GIF.calculate(copyHead(bytes)),
  bmp: readBmpSize,
  tiff: (bytes) => TIFF.calculate(copyFirstDirectory(bytes)),
};

/**
 * Checks the type and the size of an image by its content, before it is decoded. Names and declared media types are
 * ignored.
 * @param maxPixels maximum of width x height
 * @throws ImageTooLarge, NotAnImage, ImageUndecodable, ImageTooManyPixels
 */
export function validateImage(bytes: Buffer, maxPixels: number): ImageHeader {
  if (bytes.length > MAX_IMAGE_BYTES) throw new ImageTooLarge({ limit: MAX_IMAGE_BYTES });
  const header = readImageHeader(bytes);
  const { width, height } = header;
  if (Math.max(width, height) > MAX_SIDE_PIXELS)
    throw new ImageTooManyPixels({ width, height, limit: MAX_SIDE_PIXELS, isSideLimit: true });
  if (width * height > maxPixels) throw new ImageTooManyPixels({ width, height, limit: maxPixels });
  return header;
}

/** Reads the header of an image. @throws NotAnImage, ImageUndecodable */
export function readImageHeader(bytes: Buffer): ImageHeader {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const types = Object.keys(signaturePatterns) as ImageType[];
  const type = types.find((one) => signaturePatterns[one].test(head));
  if (!type) throw new NotAnImage();
  try {
    const { width, height } = sizeReaders[type](bytes);
    if (width > 0 && height > 0) return { type, width, height };
  } catch (error) {
    if (error instanceof ImageDecodingError) throw new ImageUndecodable({ reason: error.message });
  }
  throw new ImageUndecodable({ reason: 'its header is damaged or has no size' });
}

/** image-size doesn't know the header of OS/2 1. */
function readBmpSize(bytes: Buffer): PictureSize {
  return bytes[14] === BMP_CORE_HEADER_BYTES
    ? { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
    : BMP.calculate(copyHead(bytes));
}

/** Copies the first bytes, because image-size reads beyond a view of larger memory. */
function copyHead(bytes: Buffer): Uint8Array {
  return Uint8Array.from(bytes.subarray(0, HEAD_BYTES));
}

/** Copies the first directory of a TIFF behind a header. image-size would read to the end of the file. */
function copyFirstDirectory(bytes: Buffer): Uint8Array {
  const isLittleEndian = bytes[0] === 0x49;
  const directoryOffset = isLittleEndian ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
  const entryCount = isLittleEndian
    ? bytes.readUInt16LE(directoryOffset)
    : bytes.readUInt16BE(directoryOffset);
  const header = Buffer.from(isLittleEndian ? '49492a0008000000' : '4d4d002a00000008', 'hex');
  const directory = bytes.subarray(directoryOffset, directoryOffset + 2 + 12 * entryCount);
  // An entry of tag 0 ends the directory.
  return Uint8Array.from(Buffer.concat([header, directory, Buffer.alloc(16)]));
}
