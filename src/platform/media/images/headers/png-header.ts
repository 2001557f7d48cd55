import { UnreadableImage } from './unreadable-image';
import { ByteReader } from './byte-reader';
import { readExifOrientation } from './exif-orientation';
import type { ImageHeader, Orientation } from './image-header';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bits per sample of each color type (PNG, third edition, table 10). */
const bitDepthsByColourType: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);

/** Maximum number of compressed texts in a PNG; libpng inflates each of them, up to 8 MB. */
const MAX_TEXTS = 32;

const textChunks: ReadonlySet<string> = new Set(['zTXt', 'iTXt']);

/** Whether the bytes start like a PNG. */
export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * Reads a PNG's chunks (their lengths and names) to its end. For an animated PNG it returns the default picture.
 * @throws UnreadableImage
 */
export function readPngHeader(bytes: Buffer): ImageHeader {
  const reader = new ByteReader(bytes, false);
  const size = readSize(reader);
  let orientation: Orientation = 1;
  let hasData = false;
  let texts = 0;
  for (let at = SIGNATURE.length; ;) {
    const length = reader.u32(at);
    const name = reader.text(at + 4, 4);
    reader.require(at + 8, length + 4);
    const end = at + 12 + length;
    if (name === 'IDAT') hasData = true;
    if (name === 'eXIf') orientation = readExifOrientation(bytes.subarray(at + 8, end - 4));
    if (textChunks.has(name)) texts += 1;
    if (texts > MAX_TEXTS)
      throw new UnreadableImage(`the PNG has more than ${MAX_TEXTS} compressed texts`);
    if (name === 'IEND') {
      if (!hasData) throw new UnreadableImage('the PNG contains no picture');
      return { type: 'png', ...size, orientation, end };
    }
    at = end;
  }
}

/** Samples per decoded pixel, by color type; a palette index becomes red, green, blue and alpha. */
const samplesByColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

function readSize(reader: ByteReader): Pick<ImageHeader, 'width' | 'height' | 'held'> {
  if (reader.u32(8) !== 13 || reader.text(12, 4) !== 'IHDR')
    throw new UnreadableImage('the PNG does not start with its header');
  const width = reader.i32(16);
  const height = reader.i32(20);
  if (width <= 0 || height <= 0) throw new UnreadableImage('it has no size');
  const [depth, colourType] = [reader.u8(24), reader.u8(25)];
  const isKnown = bitDepthsByColourType.get(colourType)?.includes(depth) ?? false;
  const methods = [reader.u8(26), reader.u8(27), reader.u8(28)];
  if (!isKnown || methods[0] !== 0 || methods[1] !== 0 || (methods[2] ?? 0) > 1)
    throw new UnreadableImage('the header of the PNG is not valid');
  const isInterlaced = methods[2] === 1;
  const pixelBytes = (samplesByColourType[colourType] ?? 4) * (depth === 16 ? 2 : 1);
  return { width, height, held: isInterlaced ? width * height * pixelBytes : 0 };
}
