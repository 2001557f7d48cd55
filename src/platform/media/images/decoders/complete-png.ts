import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { UnreadableImage } from '../codec-task';
import type { PictureSize } from '../picture';
import type { PngChunk } from './png-chunks';

/** Samples per pixel, by color type (PNG specification, 11.2.2). */
const samplesByColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** First pixel and steps of the passes of an interlaced picture (Adam7): x, y, right, down. */
const ADAM7_PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Number of extra bytes that writers may leave after the picture. */
const MAX_TRAILING_BYTES = 64;

/**
 * Requires that a PNG's data inflates to the size of its picture. The library pngjs doesn't check this: it fills
 * missing data with uninitialized memory, and inflates interlaced data without a limit.
 * @throws UnreadableImage
 */
export async function requireCompletePng(
  bytes: Buffer,
  chunks: readonly PngChunk[],
  header: PictureSize,
): Promise<void> {
  const isInterlaced = bytes[28] === 1;
  const needed = isInterlaced ? toInterlacedSize(bytes, header) : toRowsSize(bytes, header);
  const data = chunks.filter(({ name }) => name === 'IDAT').map(({ content }) => content);
  const found = await countInflatedBytes(data, needed + MAX_TRAILING_BYTES);
  if (found < needed || (isInterlaced && found > needed + MAX_TRAILING_BYTES)) {
    throw new UnreadableImage('its data is damaged');
  }
}

/** Bytes of all rows, each with a byte for its filter. */
function toRowsSize(bytes: Buffer, { width, height }: PictureSize): number {
  if (width === 0 || height === 0) return 0;
  const [depth = 8, colourType = 6] = [bytes[24], bytes[25]];
  return height * (1 + Math.ceil((width * depth * (samplesByColourType[colourType] ?? 4)) / 8));
}

function toInterlacedSize(bytes: Buffer, { width, height }: PictureSize): number {
  return ADAM7_PASSES.reduce((sum, [x, y, right, down]) => {
    const pass = {
      width: Math.max(0, Math.ceil((width - x) / right)),
      height: Math.max(0, Math.ceil((height - y) / down)),
    };
    return sum + toRowsSize(bytes, pass);
  }, 0);
}

/** Returns the inflated size of the data; counting stops after `limit` bytes. */
async function countInflatedBytes(data: readonly Buffer[], limit: number): Promise<number> {
  let size = 0;
  try {
    for await (const chunk of Readable.from(data).pipe(createInflate())) {
      size += (chunk as Buffer).length;
      if (size > limit) break;
    }
  } catch {
    throw new UnreadableImage('its data is damaged');
  }
  return size;
}
