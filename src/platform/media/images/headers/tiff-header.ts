import { UnreadableImage } from './unreadable-image';
import { toOrientation } from './exif-orientation';
import type { ImageHeader, TiffLayout } from './image-header';
import { readTiffDirectory, findTiffByteOrder } from './tiff-directory';

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

/** Maximum number of values of tags with lists; of other tags only a few values are read. */
const MAX_SEGMENTS = 200_000;
const maxValuesByTag: ReadonlyMap<number, number> = new Map([
  [tags.stripOffsets, MAX_SEGMENTS],
  [tags.stripLengths, MAX_SEGMENTS],
  [tags.tileOffsets, MAX_SEGMENTS],
  [tags.tileLengths, MAX_SEGMENTS],
  [tags.colorMap, 3 * 256],
]);
const wantedTags = new Map(Object.values(tags).map((one) => [one, maxValuesByTag.get(one) ?? 16]));

/** Maximum number of bits per pixel: four samples of 32 bits. Larger values would only use up memory. */
const MAX_PIXEL_BITS = 128;

/** Number of pixels up to which a tile may be larger than the picture. */
const LARGE_TILE_PIXELS = 2 ** 22;

/** Whether the bytes start like a TIFF. */
export function isTiff(bytes: Buffer): boolean {
  return findTiffByteOrder(bytes) !== undefined;
}

/**
 * Reads the first directory of a TIFF (TIFF 6.0); further pages are ignored.
 * @throws UnreadableImage
 */
export function readTiffHeader(bytes: Buffer): ImageHeader {
  const values = readTiffDirectory(bytes, wantedTags);
  const first = (one: number, otherwise: number): number => values.get(one)?.[0] ?? otherwise;
  const width = first(tags.width, 0);
  const height = first(tags.height, 0);
  if (width <= 0 || height <= 0) throw new UnreadableImage('it has no size');
  const samples = first(tags.samples, 1);
  const bits = values.get(tags.bits) ?? [1];
  if (bits.some((one) => one !== bits[0]) || (bits[0] ?? 1) * samples > MAX_PIXEL_BITS)
    throw new UnreadableImage('the TIFF uses an unsupported pixel format');
  const tiff: TiffLayout = {
    isLittleEndian: findTiffByteOrder(bytes) === 'little',
    bits: bits[0] ?? 1,
    samples,
    compression: first(tags.compression, 1),
    photometric: first(tags.photometric, -1),
    isPlanar: first(tags.planar, 1) === 2,
    predictor: first(tags.predictor, 1),
    isReversed: first(tags.fillOrder, 1) === 2,
    extraSample: first(tags.extraSamples, 0),
    sampleFormat: first(tags.sampleFormat, 1),
    colorMap: values.get(tags.colorMap) ?? [],
    segments: toSegments(values, width, height),
  };
  const orientation = toOrientation(first(tags.orientation, 1));
  const { segments } = tiff;
  // A decoder holds a row of tiles, or one strip.
  const pixels = (segments.areTiles ? width : segments.width) * segments.height;
  const held = Math.ceil((pixels * samples * tiff.bits) / 8);
  return { type: 'tiff', width, height, orientation, held, end: bytes.length, tiff };
}

function toSegments(
  values: ReadonlyMap<number, readonly number[]>,
  width: number,
  height: number,
): TiffLayout['segments'] {
  const areTiles = values.has(tags.tileWidth);
  const tileWidth = values.get(tags.tileWidth)?.[0] ?? width;
  const tileHeight = values.get(areTiles ? tags.tileHeight : tags.rowsPerStrip)?.[0] ?? height;
  const offsets = values.get(areTiles ? tags.tileOffsets : tags.stripOffsets) ?? [];
  const lengths = values.get(areTiles ? tags.tileLengths : tags.stripLengths) ?? [];
  if (tileWidth === 0 || tileHeight === 0 || offsets.length === 0)
    throw new UnreadableImage('the TIFF contains no picture');
  if (areTiles && tileWidth * tileHeight > Math.max(LARGE_TILE_PIXELS, width * height))
    throw new UnreadableImage('the tiles of the TIFF are larger than its picture');
  return {
    areTiles,
    offsets,
    lengths,
    width: tileWidth,
    height: areTiles ? tileHeight : Math.min(tileHeight, height),
  };
}
