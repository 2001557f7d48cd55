import { decodeImage, type IFD, toRGBA8 } from 'utif2';
import { UnreadableImage } from '../codec-task';
import { type Orientation, type PictureSize, type Pixels, toOrientation } from '../picture';
import { tiffCompressionMethods, decompressSegment } from './tiff-compression';

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripLengths: 279,
  planar: 284,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileLengths: 325,
  extraSamples: 338,
  sampleFormat: 339,
} as const;
const knownTags: ReadonlySet<number> = new Set(Object.values(tags));

const ORDER_BYTES = 2;
const ENTRY_BYTES = 12;
/** Bytes of a value by the number of its type: BYTE, SHORT, LONG. */
const valueBytesByType: ReadonlyMap<number, 1 | 2 | 4> = new Map([
  [1, 1],
  [3, 2],
  [4, 4],
]);

/** Maximum number of values of a tag: each strip or tile has one. */
const MAX_VALUES = 200_000;
const photometric = { rgb: 2, palette: 3, cmyk: 5 } as const;
const PREMULTIPLIED = 1;

/** Numbers of samples and bits per sample that utif2 draws correctly, by photometric interpretation. */
const drawable: ReadonlyMap<number, { samples: readonly number[]; bits: readonly number[] }> =
  new Map([
    [0, { samples: [1], bits: [1, 4, 8, 16] }],
    [1, { samples: [1], bits: [1, 2, 8, 16] }],
    [photometric.rgb, { samples: [3, 4], bits: [8, 16] }],
    [photometric.palette, { samples: [1], bits: [1, 2, 4, 8] }],
    [photometric.cmyk, { samples: [4], bits: [8] }],
  ]);

/** Returns the orientation in a TIFF, or in the EXIF data of another file; 1 if it is missing or damaged. */
export function readTiffOrientation(tiff?: Buffer): Orientation {
  try {
    return toOrientation(tiff && new Directory(tiff).first(tags.orientation, 1));
  } catch {
    return 1;
  }
}

/**
 * Decodes the first page of a TIFF.
 * @throws UnreadableImage, RangeError, TypeError
 */
export function decodeTiff(tiff: Buffer, { width, height }: PictureSize): Pixels {
  const directory = new Directory(tiff);
  const { page } = directory;
  if (directory.first(tags.width, 0) !== width || directory.first(tags.height, 0) !== height)
    throw new UnreadableImage('it has two different sizes');
  requireDrawable(directory);
  decodeImage(decompress(directory), page);
  const isCmyk = directory.first(tags.photometric, -1) === photometric.cmyk;
  // In Node.js, utif2 can't convert inks.
  if (isCmyk) page[`t${tags.photometric}`] = [photometric.rgb];
  const data = toRGBA8(page);
  if (isCmyk) convertCmykToRgb(data);
  return { width, height, data };
}

function convertCmykToRgb(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) {
    const light = 255 - (data[at + 3] ?? 0);
    for (let one = at; one < at + 3; one++)
      data[one] = Math.round(((255 - (data[one] ?? 0)) * light) / 255);
    data[at + 3] = 255;
  }
}

/** The first directory of a TIFF. utif2 would follow others, which could be endless. */
class Directory {
  /** The values of each tag, as utif2 reads them. */
  readonly page = {} as IFD;

  /** @throws RangeError */
  constructor(readonly bytes: Buffer) {
    const isLittle = bytes[0] === 0x49;
    const u16 = (at: number): number =>
      isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
    const u32 = (at: number): number =>
      isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const start = u32(4);
    for (let index = 0; index < u16(start); index++) {
      const entry = start + 2 + index * ENTRY_BYTES;
      const key = `t${u16(entry)}`;
      const size = valueBytesByType.get(u16(entry + 2));
      const count = u32(entry + 4);
      if (!knownTags.has(u16(entry)) || size === undefined || this.page[key]) continue;
      const at = count * size <= 4 ? entry + 8 : u32(entry + 8);
      const read = size === 1 ? (one: number) => bytes.readUInt8(one) : size === 2 ? u16 : u32;
      const length = Math.min(count, MAX_VALUES);
      this.page[key] = Array.from({ length }, (_, value) => read(at + value * size));
    }
  }

  list(tag: number): readonly number[] {
    return (this.page[`t${tag}`] ?? []) as readonly number[];
  }

  first(tag: number, defaultValue: number): number {
    return this.list(tag)[0] ?? defaultValue;
  }
}

/** Requires a kind of TIFF that utif2 draws correctly; it draws others without an error. @throws UnreadableImage */
function requireDrawable(directory: Directory): void {
  const photometricInterpretation = directory.first(tags.photometric, -1);
  const samples = directory.first(tags.samples, 1);
  const bits = directory.first(tags.bits, 1);
  const method = directory.first(tags.compression, tiffCompressionMethods.none);
  const predictor = directory.first(tags.predictor, 1);
  const isPacked =
    method !== tiffCompressionMethods.none && method !== tiffCompressionMethods.packBits;
  const kind = drawable.get(photometricInterpretation);
  const isDrawable =
    kind?.samples.includes(samples) === true &&
    kind.bits.includes(bits) &&
    directory.list(tags.bits).every((one) => one === bits) &&
    Object.values<number>(tiffCompressionMethods).includes(method) &&
    (predictor === 1 || (predictor === 2 && bits >= 8 && isPacked)) &&
    (samples === 1 || directory.first(tags.planar, 1) === 1) &&
    directory.first(tags.fillOrder, 1) === 1 &&
    directory.first(tags.sampleFormat, 1) === 1 &&
    directory.first(tags.extraSamples, 0) !== PREMULTIPLIED &&
    (photometricInterpretation !== photometric.palette ||
      directory.list(tags.colorMap).length >= 3 * 2 ** bits);
  if (!isDrawable) throw new UnreadableImage('the TIFF uses an unsupported encoding');
}

/**
 * Decompresses all strips or tiles, and changes the directory accordingly.
 * @returns the byte order and the decompressed data
 * @throws UnreadableImage, RangeError, errors of zlib
 */
function decompress(directory: Directory): Buffer {
  const { bytes, page } = directory;
  const [width, height] = [directory.first(tags.width, 0), directory.first(tags.height, 0)];
  const areTiles = directory.list(tags.tileWidth).length > 0;
  const segmentWidth = directory.first(tags.tileWidth, width);
  const segmentHeight = areTiles
    ? directory.first(tags.tileHeight, 0)
    : Math.min(height, directory.first(tags.rowsPerStrip, height));
  const offsets = directory.list(areTiles ? tags.tileOffsets : tags.stripOffsets);
  const lengths = directory.list(areTiles ? tags.tileLengths : tags.stripLengths);
  const pixelBits = directory.first(tags.samples, 1) * directory.first(tags.bits, 1);
  const rowBytes = Math.ceil((segmentWidth * pixelBits) / 8);
  const method = directory.first(tags.compression, tiffCompressionMethods.none);
  const count = Math.ceil(width / segmentWidth) * Math.ceil(height / segmentHeight);
  if (!(count > 0 && count <= offsets.length)) throw new UnreadableImage('it is truncated');
  const segments = offsets.slice(0, count).map((offset, index) => {
    const rows = areTiles ? segmentHeight : Math.min(segmentHeight, height - index * segmentHeight);
    const compressed = bytes.subarray(offset, offset + (lengths[index] ?? 0));
    return decompressSegment(compressed, method, rows * rowBytes, segmentHeight * rowBytes);
  });
  let at = ORDER_BYTES;
  page[`t${areTiles ? tags.tileOffsets : tags.stripOffsets}`] = segments.map(({ length }) => {
    at += length;
    return at - length;
  });
  page[`t${areTiles ? tags.tileLengths : tags.stripLengths}`] = segments.map(
    ({ length }) => length,
  );
  page[`t${tags.compression}`] = [tiffCompressionMethods.none];
  return Buffer.concat([bytes.subarray(0, ORDER_BYTES), ...segments]);
}
