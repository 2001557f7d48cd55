import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { ImageDecodingError } from '../codec-task';

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const LENGTH_BYTES = 4;
const TYPE_BYTES = 4;
const CRC_BYTES = 4;

export interface PngChunk {
  readonly name: string;
  readonly content: Buffer;
  /** The chunk with its length, name and checksum. */
  readonly whole: Buffer;
}

/** Iterates over the chunks of a PNG, to its last one. If the file is cut off, a chunk is shorter than its length. */
export function* listPngChunks(bytes: Buffer): Generator<PngChunk> {
  for (let offset = PNG_SIGNATURE.length; offset + LENGTH_BYTES + TYPE_BYTES <= bytes.length;) {
    const start = offset + LENGTH_BYTES + TYPE_BYTES;
    const end = start + bytes.readUInt32BE(offset);
    const name = bytes.toString('latin1', offset + LENGTH_BYTES, start);
    const whole = bytes.subarray(offset, end + CRC_BYTES);
    yield { name, content: bytes.subarray(start, end), whole };
    if (name === 'IEND') return;
    offset = end + CRC_BYTES;
  }
}

export function isPngTextChunk(name: string): boolean {
  return ['tEXt', 'zTXt', 'iTXt'].includes(name);
}

/** Samples per pixel, by color type (PNG specification, 11.2.2). */
const samplesByColorType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type InterlacePass = readonly [x: number, y: number, xStep: number, yStep: number];

/** First pixel and steps of the passes of a picture: one, or seven if it is interlaced (Adam7). */
const passesByInterlaceMethod: readonly (readonly InterlacePass[])[] = [
  [[0, 0, 1, 1]],
  [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
];

/**
 * Requires that a PNG's data inflates to the size of its picture. The library pngjs fills missing data with
 * uninitialized memory.
 * @throws ImageDecodingError, RangeError, errors of zlib
 */
export async function requireCompletePng(chunks: readonly PngChunk[]): Promise<void> {
  let missingBytes = toInflatedSize(chunks[0]?.content ?? Buffer.alloc(0));
  const dataParts = chunks.filter(({ name }) => name === 'IDAT').map(({ content }) => content);
  for await (const inflated of Readable.from(dataParts).pipe(createInflate())) {
    missingBytes -= (inflated as Buffer).length;
    if (missingBytes <= 0) return;
  }
  throw new ImageDecodingError('it is truncated');
}

/** Bytes of all rows of all passes, each with a byte for its filter. @param header content of IHDR */
function toInflatedSize(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixelBits = header.readUInt8(8) * (samplesByColorType[header.readUInt8(9)] ?? NaN);
  const passes = passesByInterlaceMethod[header.readUInt8(12)] ?? [];
  return passes.reduce((sum, [x, y, xStep, yStep]) => {
    const columns = Math.ceil((width - x) / xStep);
    const rows = Math.max(0, Math.ceil((height - y) / yStep));
    return columns > 0 ? sum + rows * (1 + Math.ceil((columns * pixelBits) / 8)) : sum;
  }, 0);
}
