import { UnreadableImage } from './unreadable-image';
import { ByteReader } from './byte-reader';
import type { BmpLayout, ImageHeader } from './image-header';

/** Bytes of a decoded pixel. */
const PIXEL_BYTES = 4;

const FILE_HEADER_BYTES = 14;
const CORE_HEADER_BYTES = 12;
const INFO_HEADER_BYTES = 40;
const OS2_HEADER_BYTES = 64;

/** Sizes of the header after the file header: OS/2 1 and 2, and Windows 3 to 5. */
const headerSizes: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

const compression = { none: 0, rle8: 1, rle4: 2, masks: 3, alphaMasks: 6 } as const;

/** Whether the bytes start like a BMP. */
export function isBmp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 2) === 'BM' && headerSizes.has(readHeaderBytes(bytes));
}

function readHeaderBytes(bytes: Buffer): number {
  return bytes.length < FILE_HEADER_BYTES + 4 ? 0 : bytes.readUInt32LE(FILE_HEADER_BYTES);
}

/**
 * Reads the headers of a BMP. An uncompressed file has to be complete.
 * @throws UnreadableImage
 */
export function readBmpHeader(bytes: Buffer): ImageHeader {
  const reader = new ByteReader(bytes, true);
  const headerBytes = reader.u32(FILE_HEADER_BYTES);
  const isCore = headerBytes === CORE_HEADER_BYTES;
  const width = isCore ? reader.u16(18) : reader.i32(18);
  const signedHeight = isCore ? reader.u16(20) : reader.i32(22);
  const height = Math.abs(signedHeight);
  if (width <= 0 || height === 0) throw new UnreadableImage('it has no size');
  const bmp = isCore ? coreLayout(reader) : infoLayout(reader, headerBytes, signedHeight < 0);
  if (!bmp.isRunLength) reader.require(bmp.offset, toRowBytes(width, bmp.bits) * height);
  reader.require(bmp.offset, 1);
  const held = width * height * PIXEL_BYTES;
  return { type: 'bmp', width, height, orientation: 1, held, end: reader.size, bmp };
}

/** Bytes of a row, padded to a multiple of four. */
export function toRowBytes(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}

function coreLayout(reader: ByteReader): BmpLayout {
  const bits = toSupportedBits(reader.u16(24));
  const at = FILE_HEADER_BYTES + CORE_HEADER_BYTES;
  const offset = reader.u32(10);
  const room = Math.max(0, Math.floor((offset - at) / 3));
  const size = bits > 8 ? 0 : Math.min(2 ** bits, room);
  return {
    offset,
    bits,
    isTopDown: false,
    isRunLength: false,
    palette: { at, size, entryBytes: 3 },
    masks: toDefaultMasks(bits),
  };
}

function infoLayout(reader: ByteReader, headerBytes: number, isTopDown: boolean): BmpLayout {
  const bits = toSupportedBits(reader.u16(28));
  const method = reader.u32(30);
  const isRunLength =
    (method === compression.rle8 && bits === 8) || (method === compression.rle4 && bits === 4);
  const isMasked = method === compression.masks || method === compression.alphaMasks;
  const isKnown =
    method === compression.none ||
    isRunLength ||
    (isMasked && (bits === 16 || bits === 32) && headerBytes !== OS2_HEADER_BYTES);
  if (!isKnown || (isRunLength && isTopDown))
    throw new UnreadableImage('the BMP uses an unsupported encoding');
  const behind = FILE_HEADER_BYTES + headerBytes;
  const masksOutside = isMasked && headerBytes === INFO_HEADER_BYTES;
  const maskBytes = masksOutside ? (method === compression.alphaMasks ? 16 : 12) : 0;
  const used = reader.u32(46);
  return {
    offset: reader.u32(10),
    bits,
    isTopDown,
    isRunLength,
    palette: { at: behind + maskBytes, size: paletteSize(bits, used), entryBytes: 4 },
    masks: isMasked
      ? readMasks(reader, maskBytes === 16 || headerBytes > 52)
      : toDefaultMasks(bits),
  };
}

function paletteSize(bits: number, used: number): number {
  if (bits > 8) return 0;
  return used === 0 ? 2 ** bits : Math.min(used, 2 ** bits);
}

/** Reads the masks, which are 40 bytes after the start of the header, whether they are part of it or not. */
function readMasks(reader: ByteReader, hasAlpha: boolean): BmpLayout['masks'] {
  const at = FILE_HEADER_BYTES + INFO_HEADER_BYTES;
  const alpha = hasAlpha ? reader.u32(at + 12) : 0;
  return [reader.u32(at), reader.u32(at + 4), reader.u32(at + 8), alpha];
}

/** The masks of a BMP without its own: 5 bits per color of 16, or 8 bits of 32; other bits are ignored. */
function toDefaultMasks(bits: number): BmpLayout['masks'] {
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0xff00, 0xff, 0];
}

function toSupportedBits(value: number): BmpLayout['bits'] {
  const bits = ([1, 4, 8, 16, 24, 32] as const).find((one) => one === value);
  if (bits === undefined) throw new UnreadableImage(`the BMP has ${value} bits per pixel`);
  return bits;
}
