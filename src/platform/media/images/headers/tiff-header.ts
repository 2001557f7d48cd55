import { Unreadable } from './unreadable';
import { orientationOf } from './exif-orientation';
import type { ImageHeader, TiffLayout } from './image-header';
import { readDirectory, tiffByteOrder } from './tiff-directory';

const tag = {
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

/** Tags that hold lists, with how many values at most; of all others a few values count. */
const MAX_SEGMENTS = 200_000;
const lists: ReadonlyMap<number, number> = new Map([
  [tag.stripOffsets, MAX_SEGMENTS],
  [tag.stripLengths, MAX_SEGMENTS],
  [tag.tileOffsets, MAX_SEGMENTS],
  [tag.tileLengths, MAX_SEGMENTS],
  [tag.colorMap, 3 * 256],
]);
const wanted = new Map(Object.values(tag).map((one) => [one, lists.get(one) ?? 16]));

/** Bits a pixel at most: four samples of 32. More is no picture for a shop, but a way to use up memory. */
const MAX_PIXEL_BITS = 128;

/** Pixels of a tile that may be more than those of the picture. */
const LARGE_TILE_PIXELS = 2 ** 22;

/** Whether the bytes begin as a TIFF does. */
export function isTiff(bytes: Buffer): boolean {
  return tiffByteOrder(bytes) !== undefined;
}

/**
 * Reads the first directory of a TIFF (TIFF 6.0); further pages are not looked at.
 * @throws Unreadable
 */
export function tiffHeader(bytes: Buffer): ImageHeader {
  const values = readDirectory(bytes, wanted);
  const first = (one: number, otherwise: number): number => values.get(one)?.[0] ?? otherwise;
  const width = first(tag.width, 0);
  const height = first(tag.height, 0);
  if (width <= 0 || height <= 0) throw new Unreadable('it has no size');
  const samples = first(tag.samples, 1);
  const bits = values.get(tag.bits) ?? [1];
  if (bits.some((one) => one !== bits[0]) || (bits[0] ?? 1) * samples > MAX_PIXEL_BITS)
    throw new Unreadable('the pixels of the TIFF are of a kind that is not read');
  const tiff: TiffLayout = {
    isLittleEndian: tiffByteOrder(bytes) === 'little',
    bits: bits[0] ?? 1,
    samples,
    compression: first(tag.compression, 1),
    photometric: first(tag.photometric, -1),
    isPlanar: first(tag.planar, 1) === 2,
    predictor: first(tag.predictor, 1),
    isReversed: first(tag.fillOrder, 1) === 2,
    extraSample: first(tag.extraSamples, 0),
    sampleFormat: first(tag.sampleFormat, 1),
    colorMap: values.get(tag.colorMap) ?? [],
    pieces: piecesOf(values, width, height),
  };
  const orientation = orientationOf(first(tag.orientation, 1));
  const { pieces } = tiff;
  // Of tiles, those of a row; of several strips, one.
  const pixels = (pieces.areTiles ? width : pieces.width) * pieces.height;
  const held = Math.ceil((pixels * samples * tiff.bits) / 8);
  return { type: 'tiff', width, height, orientation, held, end: bytes.length, tiff };
}

function piecesOf(
  values: ReadonlyMap<number, readonly number[]>,
  width: number,
  height: number,
): TiffLayout['pieces'] {
  const areTiles = values.has(tag.tileWidth);
  const tileWidth = values.get(tag.tileWidth)?.[0] ?? width;
  const tileHeight = values.get(areTiles ? tag.tileHeight : tag.rowsPerStrip)?.[0] ?? height;
  const offsets = values.get(areTiles ? tag.tileOffsets : tag.stripOffsets) ?? [];
  const lengths = values.get(areTiles ? tag.tileLengths : tag.stripLengths) ?? [];
  if (tileWidth === 0 || tileHeight === 0 || offsets.length === 0)
    throw new Unreadable('the TIFF holds no picture');
  if (areTiles && tileWidth * tileHeight > Math.max(LARGE_TILE_PIXELS, width * height))
    throw new Unreadable('the tiles of the TIFF are larger than its picture');
  return {
    areTiles,
    offsets,
    lengths,
    width: tileWidth,
    height: areTiles ? tileHeight : Math.min(tileHeight, height),
  };
}
