import { decode } from 'bmp-ts';
import { UnreadableImage } from '../codec-task';
import type { Pixels } from '../picture';
import { decodeRunLengths } from './bmp-run-lengths';

const compression = { none: 0, masks: 3, alphaMasks: 6 } as const;

/** Bits of a pixel by the number of a compression by run lengths (BI_RLE8, BI_RLE4). */
const runLengthBits: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [2, 4],
]);

const FILE_HEADER_BYTES = 14;
/** OS/2 1. */
export const CORE_HEADER_BYTES = 12;
const INFO_HEADER_BYTES = 40;
/** Index of the masks, whether they are part of the header or follow it. */
const MASKS_AT = FILE_HEADER_BYTES + INFO_HEADER_BYTES;

/** A BMP as bmp-ts reads it correctly. */
interface PlainBmp {
  readonly bytes: Buffer;
  readonly width: number;
  /** Bits of a pixel that contain red, green, blue and alpha; empty without masks. */
  readonly masks: readonly number[];
}

/**
 * Decodes a BMP, which libvips can't read.
 * @throws UnreadableImage, RangeError
 */
export function decodeBmp(bytes: Buffer): Pixels {
  const plain = toPlainBmp(withoutRunLengths(withInfoHeader(bytes)));
  const { width } = plain;
  const { data, height, width: stride } = decode(plain.bytes);
  const hasAlpha = (plain.masks[3] ?? 0) !== 0;
  const [red = 1, green = 1, blue = 1, alpha = 1] = toScales(plain.masks);
  let isVisible = false;
  // In place, from alpha, blue, green and red.
  for (let y = 0, to = 0; y < height; y++) {
    for (let from = y * stride * 4; to < (y + 1) * width * 4; from += 4, to += 4) {
      const [a = 0, b = 0, g = 0] = [data[from], data[from + 1], data[from + 2]];
      data[to] = Math.round((data[from + 3] ?? 0) * red);
      data[to + 1] = Math.round(g * green);
      data[to + 2] = Math.round(b * blue);
      data[to + 3] = hasAlpha ? Math.round(a * alpha) : 255;
      isVisible ||= data[to + 3] !== 0;
    }
  }
  // If all alpha bits are 0, the writer hasn't used them.
  if (!isVisible) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width, height, data: data.subarray(0, width * height * 4) };
}

/** Rewrites a BMP with the header of OS/2 1, which has shorter numbers and palettes of three bytes. */
function withInfoHeader(bytes: Buffer): Buffer {
  if (bytes.readUInt32LE(FILE_HEADER_BYTES) !== CORE_HEADER_BYTES) return bytes;
  const [offset, bits] = [bytes.readUInt32LE(10), bytes.readUInt16LE(24)];
  const palette = Buffer.alloc(bits <= 8 ? 4 * 2 ** bits : 0);
  for (let to = 0, from = FILE_HEADER_BYTES + CORE_HEADER_BYTES; to < palette.length; to += 4) {
    bytes.copy(palette, to, from, Math.min(from + 3, offset));
    from += 3;
  }
  const header = Buffer.alloc(MASKS_AT);
  bytes.copy(header, 0, 0, FILE_HEADER_BYTES);
  header.writeUInt32LE(MASKS_AT + palette.length, 10);
  header.writeUInt32LE(INFO_HEADER_BYTES, FILE_HEADER_BYTES);
  header.writeUInt32LE(bytes.readUInt16LE(18), 18);
  header.writeUInt32LE(bytes.readUInt16LE(20), 22);
  header.writeUInt16LE(bits, 28);
  return Buffer.concat([header, palette, bytes.subarray(offset)]);
}

/** Rewrites a BMP of run lengths with eight bits for each pixel, because bmp-ts misplaces them. */
function withoutRunLengths(bytes: Buffer): Buffer {
  const bits = bytes.readUInt16LE(28);
  const [width, height] = [bytes.readUInt32LE(18), bytes.readInt32LE(22)];
  if (runLengthBits.get(bytes.readUInt32LE(30)) !== bits || height < 0) return bytes;
  const offset = bytes.readUInt32LE(10);
  const headers = Buffer.from(bytes.subarray(0, offset));
  headers.writeUInt16LE(8, 28);
  headers.writeUInt32LE(compression.none, 30);
  const rows = decodeRunLengths(bytes.subarray(offset), bits, { width, height });
  return Buffer.concat([headers, rows]);
}

/**
 * Rewrites a BMP with the shortest header. bmp-ts ignores the index of the pixels, and always applies the masks of long
 * headers. With 16 colours and an odd width it stops after one row.
 */
function toPlainBmp(bytes: Buffer): PlainBmp {
  const headerBytes = bytes.readUInt32LE(FILE_HEADER_BYTES);
  const method = bytes.readUInt32LE(30);
  const bits = bytes.readUInt16LE(28);
  const width = bytes.readUInt32LE(18);
  const isMasked = method === compression.masks || method === compression.alphaMasks;
  const allowed = isMasked ? [16, 32] : method === compression.none ? [1, 4, 8, 16, 24, 32] : [];
  if (!allowed.includes(bits)) throw new UnreadableImage('the BMP uses an unsupported encoding');
  const hasAlpha = method === compression.alphaMasks || headerBytes > 52;
  const masks = isMasked
    ? [0, 4, 8, 12].map((at) => (at < 12 || hasAlpha ? bytes.readUInt32LE(MASKS_AT + at) : 0))
    : bits === 16
      ? [0x7c00, 0x03e0, 0x001f, 0]
      : [];
  const outside = isMasked && headerBytes === INFO_HEADER_BYTES ? (hasAlpha ? 16 : 12) : 0;
  const palette = Buffer.alloc(bits <= 8 ? 4 * 2 ** bits : 0);
  const offset = bytes.readUInt32LE(10);
  bytes.copy(palette, 0, FILE_HEADER_BYTES + headerBytes + outside, offset);
  const header = Buffer.from(bytes.subarray(0, MASKS_AT));
  header.writeUInt32LE(INFO_HEADER_BYTES, FILE_HEADER_BYTES);
  header.writeUInt32LE(bits === 4 ? width + (width % 2) : width, 18);
  header.writeUInt32LE(isMasked ? compression.alphaMasks : compression.none, 30);
  header.writeUInt32LE(0, 46);
  const written = Buffer.alloc(isMasked ? 16 : 0);
  if (isMasked) masks.forEach((mask, index) => written.writeUInt32LE(mask, 4 * index));
  return { bytes: Buffer.concat([header, written, palette, bytes.subarray(offset)]), width, masks };
}

/** Returns the factors that make the largest value of each mask 255; bmp-ts makes it 248 for five bits. */
function toScales(masks: readonly number[]): number[] {
  return masks.map((mask) => {
    const bits = mask.toString(2);
    // bmp-ts can't read a mask of the highest bit alone.
    if (!/^1*0*$/.test(bits) || mask === 2 ** 31)
      throw new UnreadableImage('the masks of the BMP are not valid');
    const count = bits.lastIndexOf('1') + 1;
    return count === 0 ? 0 : 255 / (256 - 256 / 2 ** Math.min(count, 8));
  });
}
