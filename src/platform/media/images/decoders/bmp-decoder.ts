import { decode } from 'bmp-ts';
import { ImageDecodingError } from '../codec-task';
import type { Pixels } from '../picture';
import { decodeRunLengths } from './bmp-run-lengths';

const compressionMethods = { none: 0, masks: 3, alphaMasks: 6 } as const;

/** Bits of a pixel by the number of a compression by run lengths (BI_RLE8, BI_RLE4). */
const bitsByRunLengthMethod: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [2, 4],
]);

const FILE_HEADER_BYTES = 14;
/** Size of the second header in BMPs of OS/2 1. */
export const BMP_CORE_HEADER_BYTES = 12;
const INFO_HEADER_BYTES = 40;
/** Index of the masks, whether they are part of the header or follow it. */
const MASKS_OFFSET = FILE_HEADER_BYTES + INFO_HEADER_BYTES;

/** A BMP as bmp-ts reads it correctly. */
interface PlainBmp {
  readonly bytes: Buffer;
  readonly width: number;
  /** Bits of a pixel that contain red, green, blue and alpha; empty without masks. */
  readonly masks: readonly number[];
}

/**
 * Decodes a BMP, which libvips can't read.
 * @throws ImageDecodingError, RangeError
 */
export function decodeBmp(bytes: Buffer): Pixels {
  const plainBmp = toPlainBmp(expandRunLengths(replaceCoreHeader(bytes)));
  const { width } = plainBmp;
  const { data, height, width: stride } = decode(plainBmp.bytes);
  const hasAlpha = (plainBmp.masks[3] ?? 0) !== 0;
  const [red = 1, green = 1, blue = 1, alpha = 1] = toMaskScales(plainBmp.masks);
  let isVisible = false;
  // In place, from alpha, blue, green and red.
  for (let y = 0, targetOffset = 0; y < height; y++) {
    for (
      let sourceOffset = y * stride * 4;
      targetOffset < (y + 1) * width * 4;
      sourceOffset += 4, targetOffset += 4
    ) {
      const [a = 0, b = 0, g = 0] = [
        data[sourceOffset],
        data[sourceOffset + 1],
        data[sourceOffset + 2],
      ];
      data[targetOffset] = Math.round((data[sourceOffset + 3] ?? 0) * red);
      data[targetOffset + 1] = Math.round(g * green);
      data[targetOffset + 2] = Math.round(b * blue);
      data[targetOffset + 3] = hasAlpha ? Math.round(a * alpha) : 255;
      isVisible ||= data[targetOffset + 3] !== 0;
    }
  }
  // If all alpha bits are 0, the writer hasn't used them.
  if (!isVisible) for (let offset = 3; offset < data.length; offset += 4) data[offset] = 255;
  return { width, height, data: data.subarray(0, width * height * 4) };
}

/** Rewrites a BMP with the header of OS/2 1, which has shorter numbers and palettes of three bytes. */
function replaceCoreHeader(bytes: Buffer): Buffer {
  if (bytes.readUInt32LE(FILE_HEADER_BYTES) !== BMP_CORE_HEADER_BYTES) return bytes;
  const [offset, bitsPerPixel] = [bytes.readUInt32LE(10), bytes.readUInt16LE(24)];
  const palette = Buffer.alloc(bitsPerPixel <= 8 ? 4 * 2 ** bitsPerPixel : 0);
  for (
    let targetOffset = 0, sourceOffset = FILE_HEADER_BYTES + BMP_CORE_HEADER_BYTES;
    targetOffset < palette.length;
    targetOffset += 4
  ) {
    bytes.copy(palette, targetOffset, sourceOffset, Math.min(sourceOffset + 3, offset));
    sourceOffset += 3;
  }
  const header = Buffer.alloc(MASKS_OFFSET);
  bytes.copy(header, 0, 0, FILE_HEADER_BYTES);
  header.writeUInt32LE(MASKS_OFFSET + palette.length, 10);
  header.writeUInt32LE(INFO_HEADER_BYTES, FILE_HEADER_BYTES);
  header.writeUInt32LE(bytes.readUInt16LE(18), 18);
  header.writeUInt32LE(bytes.readUInt16LE(20), 22);
  header.writeUInt16LE(bitsPerPixel, 28);
  return Buffer.concat([header, palette, bytes.subarray(offset)]);
}

/** Rewrites a run-length encoded BMP with eight bits for each pixel, because bmp-ts misplaces the pixels. */
function expandRunLengths(bytes: Buffer): Buffer {
  const bitsPerPixel = bytes.readUInt16LE(28);
  const [width, height] = [bytes.readUInt32LE(18), bytes.readInt32LE(22)];
  if (bitsByRunLengthMethod.get(bytes.readUInt32LE(30)) !== bitsPerPixel || height < 0)
    return bytes;
  const offset = bytes.readUInt32LE(10);
  const headers = Buffer.from(bytes.subarray(0, offset));
  headers.writeUInt16LE(8, 28);
  headers.writeUInt32LE(compressionMethods.none, 30);
  const rows = decodeRunLengths(bytes.subarray(offset), bitsPerPixel, { width, height });
  return Buffer.concat([headers, rows]);
}

/**
 * Rewrites a BMP with the shortest header. bmp-ts ignores the index of the pixels, and always applies the masks of long
 * headers. With 16 colours and an odd width it stops after one row.
 */
function toPlainBmp(bytes: Buffer): PlainBmp {
  const headerBytes = bytes.readUInt32LE(FILE_HEADER_BYTES);
  const compressionMethod = bytes.readUInt32LE(30);
  const bitsPerPixel = bytes.readUInt16LE(28);
  const width = bytes.readUInt32LE(18);
  const hasMasks =
    compressionMethod === compressionMethods.masks ||
    compressionMethod === compressionMethods.alphaMasks;
  const allowedBits = hasMasks
    ? [16, 32]
    : compressionMethod === compressionMethods.none
      ? [1, 4, 8, 16, 24, 32]
      : [];
  if (!allowedBits.includes(bitsPerPixel))
    throw new ImageDecodingError('the BMP uses an unsupported encoding');
  const hasAlpha = compressionMethod === compressionMethods.alphaMasks || headerBytes > 52;
  const masks = hasMasks
    ? [0, 4, 8, 12].map((at) => (at < 12 || hasAlpha ? bytes.readUInt32LE(MASKS_OFFSET + at) : 0))
    : bitsPerPixel === 16
      ? [0x7c00, 0x03e0, 0x001f, 0]
      : [];
  const trailingMaskBytes =
    hasMasks && headerBytes === INFO_HEADER_BYTES ? (hasAlpha ? 16 : 12) : 0;
  const palette = Buffer.alloc(bitsPerPixel <= 8 ? 4 * 2 ** bitsPerPixel : 0);
  const offset = bytes.readUInt32LE(10);
  bytes.copy(palette, 0, FILE_HEADER_BYTES + headerBytes + trailingMaskBytes, offset);
  const header = Buffer.from(bytes.subarray(0, MASKS_OFFSET));
  header.writeUInt32LE(INFO_HEADER_BYTES, FILE_HEADER_BYTES);
  header.writeUInt32LE(bitsPerPixel === 4 ? width + (width % 2) : width, 18);
  header.writeUInt32LE(hasMasks ? compressionMethods.alphaMasks : compressionMethods.none, 30);
  header.writeUInt32LE(0, 46);
  const maskBytes = Buffer.alloc(hasMasks ? 16 : 0);
  if (hasMasks) masks.forEach((mask, index) => maskBytes.writeUInt32LE(mask, 4 * index));
  return {
    bytes: Buffer.concat([header, maskBytes, palette, bytes.subarray(offset)]),
    width,
    masks,
  };
}

/** Returns the factors that make the largest value of each mask 255; bmp-ts makes it 248 for five bits. */
function toMaskScales(masks: readonly number[]): number[] {
  return masks.map((mask) => {
    const bits = mask.toString(2);
    // bmp-ts can't read a mask of the highest bit alone.
    if (!/^1*0*$/.test(bits) || mask === 2 ** 31)
      throw new ImageDecodingError('the masks of the BMP are not valid');
    const bitCount = bits.lastIndexOf('1') + 1;
    return bitCount === 0 ? 0 : 255 / (256 - 256 / 2 ** Math.min(bitCount, 8));
  });
}
