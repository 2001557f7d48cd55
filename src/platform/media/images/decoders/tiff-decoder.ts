import { decodeImage, type IFD, toRGBA8 } from 'utif2';
import { ImageDecodingError } from '../codec-task';
import { type Orientation, type PictureSize, type Pixels, toOrientation } from '../picture';
import { tiffCompressionMethods, decompressSegment } from './tiff-compression';

const tiffTags = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometricInterpretation: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
} as const;
const knownTags: ReadonlySet<number> = new Set(Object.values(tiffTags));

const BYTE_ORDER_BYTES = 2;
const DIRECTORY_ENTRY_BYTES = 12;
/** Bytes of a value by the number of its type: BYTE, SHORT, LONG. */
const valueBytesByType: ReadonlyMap<number, 1 | 2 | 4> = new Map([
  [1, 1],
  [3, 2],
  [4, 4],
]);

/** Maximum number of values of a tag: each strip or tile has one. */
const MAX_VALUES_PER_TAG = 200_000;
const photometricInterpretations = { rgb: 2, palette: 3, cmyk: 5 } as const;
const ASSOCIATED_ALPHA = 1;

/** Numbers of samples and bits per sample that utif2 draws correctly, by photometric interpretation. */
const drawableFormats: ReadonlyMap<
  number,
  { samples: readonly number[]; bits: readonly number[] }
> = new Map([
  [0, { samples: [1], bits: [1, 4, 8, 16] }],
  [1, { samples: [1], bits: [1, 2, 8, 16] }],
  [photometricInterpretations.rgb, { samples: [3, 4], bits: [8, 16] }],
  [photometricInterpretations.palette, { samples: [1], bits: [1, 2, 4, 8] }],
  [photometricInterpretations.cmyk, { samples: [4], bits: [8] }],
]);

/** Returns the orientation in a TIFF, or in the EXIF data of another file; 1 if it is missing or damaged. */
export function readTiffOrientation(tiff?: Buffer): Orientation {
  try {
    return toOrientation(tiff && new TiffDirectory(tiff).getFirstValue(tiffTags.orientation, 1));
  } catch {
    return 1;
  }
}

/**
 * Decodes the first page of a TIFF.
 * @throws ImageDecodingError, RangeError, TypeError
 */
export function decodeTiff(tiff: Buffer, { width, height }: PictureSize): Pixels {
  const directory = new TiffDirectory(tiff);
  const { page } = directory;
  if (
    directory.getFirstValue(tiffTags.width, 0) !== width ||
    directory.getFirstValue(tiffTags.height, 0) !== height
  )
    throw new ImageDecodingError('it has two different sizes');
  requireDrawable(directory);
  decodeImage(decompressSegments(directory), page);
  const isCmyk =
    directory.getFirstValue(tiffTags.photometricInterpretation, -1) ===
    photometricInterpretations.cmyk;
  // In Node.js, utif2 can't convert inks.
  if (isCmyk) page[`t${tiffTags.photometricInterpretation}`] = [photometricInterpretations.rgb];
  const data = toRGBA8(page);
  if (isCmyk) convertCmykToRgb(data);
  return { width, height, data };
}

function convertCmykToRgb(data: Uint8Array): void {
  for (let offset = 0; offset < data.length; offset += 4) {
    const brightness = 255 - (data[offset + 3] ?? 0);
    for (let sampleOffset = offset; sampleOffset < offset + 3; sampleOffset++)
      data[sampleOffset] = Math.round(((255 - (data[sampleOffset] ?? 0)) * brightness) / 255);
    data[offset + 3] = 255;
  }
}

/** The first directory of a TIFF. utif2 would follow others, which could be endless. */
class TiffDirectory {
  /** The values of each tag, as utif2 reads them. */
  readonly page = {} as IFD;

  /** @throws RangeError */
  constructor(readonly bytes: Buffer) {
    const isLittleEndian = bytes[0] === 0x49;
    const u16 = (at: number): number =>
      isLittleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
    const u32 = (at: number): number =>
      isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const directoryOffset = u32(4);
    for (let index = 0; index < u16(directoryOffset); index++) {
      const entryOffset = directoryOffset + 2 + index * DIRECTORY_ENTRY_BYTES;
      const key = `t${u16(entryOffset)}`;
      const valueBytes = valueBytesByType.get(u16(entryOffset + 2));
      const valueCount = u32(entryOffset + 4);
      if (!knownTags.has(u16(entryOffset)) || valueBytes === undefined || this.page[key]) continue;
      const valuesOffset = valueCount * valueBytes <= 4 ? entryOffset + 8 : u32(entryOffset + 8);
      const readValue =
        valueBytes === 1
          ? (valueOffset: number) => bytes.readUInt8(valueOffset)
          : valueBytes === 2
            ? u16
            : u32;
      const length = Math.min(valueCount, MAX_VALUES_PER_TAG);
      this.page[key] = Array.from({ length }, (_, value) =>
        readValue(valuesOffset + value * valueBytes),
      );
    }
  }

  listValues(tag: number): readonly number[] {
    return (this.page[`t${tag}`] ?? []) as readonly number[];
  }

  getFirstValue(tag: number, defaultValue: number): number {
    return this.listValues(tag)[0] ?? defaultValue;
  }
}

/** Requires a kind of TIFF that utif2 draws correctly; it draws others without an error. @throws ImageDecodingError */
function requireDrawable(directory: TiffDirectory): void {
  const photometricInterpretation = directory.getFirstValue(tiffTags.photometricInterpretation, -1);
  const samples = directory.getFirstValue(tiffTags.samplesPerPixel, 1);
  const bits = directory.getFirstValue(tiffTags.bitsPerSample, 1);
  const compressionMethod = directory.getFirstValue(
    tiffTags.compression,
    tiffCompressionMethods.none,
  );
  const predictor = directory.getFirstValue(tiffTags.predictor, 1);
  const isPacked =
    compressionMethod !== tiffCompressionMethods.none &&
    compressionMethod !== tiffCompressionMethods.packBits;
  const drawableFormat = drawableFormats.get(photometricInterpretation);
  const isDrawable =
    drawableFormat?.samples.includes(samples) === true &&
    drawableFormat.bits.includes(bits) &&
    directory.listValues(tiffTags.bitsPerSample).every((one) => one === bits) &&
    Object.values<number>(tiffCompressionMethods).includes(compressionMethod) &&
    (predictor === 1 || (predictor === 2 && bits >= 8 && isPacked)) &&
    (samples === 1 || directory.getFirstValue(tiffTags.planarConfiguration, 1) === 1) &&
    directory.getFirstValue(tiffTags.fillOrder, 1) === 1 &&
    directory.getFirstValue(tiffTags.sampleFormat, 1) === 1 &&
    directory.getFirstValue(tiffTags.extraSamples, 0) !== ASSOCIATED_ALPHA &&
    (photometricInterpretation !== photometricInterpretations.palette ||
      directory.listValues(tiffTags.colorMap).length >= 3 * 2 ** bits);
  if (!isDrawable) throw new ImageDecodingError('the TIFF uses an unsupported encoding');
}

/**
 * Decompresses all strips or tiles, and changes the directory accordingly.
 * @returns the byte order and the decompressed data
 * @throws ImageDecodingError, RangeError, errors of zlib
 */
function decompressSegments(directory: TiffDirectory): Buffer {
  const { bytes, page } = directory;
  const [width, height] = [
    directory.getFirstValue(tiffTags.width, 0),
    directory.getFirstValue(tiffTags.height, 0),
  ];
  const areTiles = directory.listValues(tiffTags.tileWidth).length > 0;
  const segmentWidth = directory.getFirstValue(tiffTags.tileWidth, width);
  const segmentHeight = areTiles
    ? directory.getFirstValue(tiffTags.tileHeight, 0)
    : Math.min(height, directory.getFirstValue(tiffTags.rowsPerStrip, height));
  const offsets = directory.listValues(areTiles ? tiffTags.tileOffsets : tiffTags.stripOffsets);
  const lengths = directory.listValues(
    areTiles ? tiffTags.tileByteCounts : tiffTags.stripByteCounts,
  );
  const pixelBits =
    directory.getFirstValue(tiffTags.samplesPerPixel, 1) *
    directory.getFirstValue(tiffTags.bitsPerSample, 1);
  const rowBytes = Math.ceil((segmentWidth * pixelBits) / 8);
  const compressionMethod = directory.getFirstValue(
    tiffTags.compression,
    tiffCompressionMethods.none,
  );
  const segmentCount = Math.ceil(width / segmentWidth) * Math.ceil(height / segmentHeight);
  if (!(segmentCount > 0 && segmentCount <= offsets.length))
    throw new ImageDecodingError('it is truncated');
  const segments = offsets.slice(0, segmentCount).map((offset, index) => {
    const rows = areTiles ? segmentHeight : Math.min(segmentHeight, height - index * segmentHeight);
    const compressed = bytes.subarray(offset, offset + (lengths[index] ?? 0));
    return decompressSegment(
      compressed,
      compressionMethod,
      rows * rowBytes,
      segmentHeight * rowBytes,
    );
  });
  let nextOffset = BYTE_ORDER_BYTES;
  page[`t${areTiles ? tiffTags.tileOffsets : tiffTags.stripOffsets}`] = segments.map(
    ({ length }) => {
      nextOffset += length;
      return nextOffset - length;
    },
  );
  page[`t${areTiles ? tiffTags.tileByteCounts : tiffTags.stripByteCounts}`] = segments.map(
    ({ length }) => length,
  );
  page[`t${tiffTags.compression}`] = [tiffCompressionMethods.none];
  return Buffer.concat([bytes.subarray(0, BYTE_ORDER_BYTES), ...segments]);
}
