import { inflateSync } from 'node:zlib';
import type { ImageHeader, TiffLayout } from '../headers/image-header';
import { UnreadableImage, TRUNCATED_REASON } from '../headers/unreadable-image';
import { type Pixels, createBlankPixels } from './pixels';
import { decodeLzw, decodePackBits } from './tiff-compression';

const compression = { none: 1, lzw: 5, deflate: 8, oldDeflate: 32946, packBits: 32773 } as const;
const photometric = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5 } as const;

/** The positions of a pixel's samples before they are converted to colors. The position after the colors is alpha. */
const samplePositions: ReadonlyMap<number, readonly number[]> = new Map([
  [photometric.whiteIsZero, [0, 3]],
  [photometric.blackIsZero, [0, 3]],
  [photometric.rgb, [0, 1, 2, 3]],
  [photometric.palette, [0]],
  [photometric.cmyk, [0, 1, 2, 3]],
]);

/** Number of bytes that a compressed segment may contain after its rows. */
const SLACK_BYTES = 4096;

const PREMULTIPLIED = 1;

interface TiffPicture extends Pick<ImageHeader, 'width' | 'height'> {
  readonly bytes: Buffer;
  readonly layout: TiffLayout;
}

/** A decompressed strip or tile, with its position in the picture. */
interface DecodedSegment {
  readonly raw: Uint8Array;
  /** Index of the sample that it contains; undefined if it contains all samples. */
  readonly plane?: number;
  readonly left: number;
  readonly top: number;
  readonly rows: number;
}

/**
 * Decodes the first page of a TIFF whose header was read. It may be uncompressed, or compressed with LZW, Deflate or
 * PackBits, and has 1 to 16 bits per sample. The decoder of jimp runs into endless loops with some files, and
 * allocates as much memory as a file asks for.
 * @throws UnreadableImage
 */
export function decodeTiff({ bytes, width, height, layout }: TiffPicture): Pixels {
  requireSupported(layout);
  const pixels = createBlankPixels(width, height);
  const { segments, isPlanar, samples } = layout;
  const across = Math.ceil(width / segments.width);
  const count = across * Math.ceil(height / segments.height);
  for (let index = 0; index < count * (isPlanar ? samples : 1); index++) {
    const at = index % count;
    const top = Math.floor(at / across) * segments.height;
    const rows = Math.min(segments.height, height - top);
    const raw = readSegment(bytes, layout, index, rows);
    const piece = { raw, left: (at % across) * segments.width, top, rows };
    draw(pixels, layout, isPlanar ? { ...piece, plane: Math.floor(index / count) } : piece);
  }
  toRgb(pixels, layout);
  return pixels;
}

function requireSupported(layout: TiffLayout): void {
  const { bits, samples, isReversed, sampleFormat } = layout;
  const places = samplePositions.get(layout.photometric) ?? [];
  const colours =
    layout.photometric === photometric.rgb ? 3 : layout.photometric === photometric.cmyk ? 4 : 1;
  const isReadable =
    [1, 2, 4, 8, 16].includes(bits) &&
    places.length > 0 &&
    samples >= colours &&
    (!isPredicted(layout) || (layout.predictor === 2 && bits >= 8)) &&
    !isReversed &&
    sampleFormat === 1 &&
    (layout.photometric !== photometric.palette ||
      (bits <= 8 && layout.colorMap.length >= 3 * 2 ** bits));
  if (!isReadable) throw unsupportedError();
}

/** Whether differences are stored instead of values; the predictor applies only to LZW and Deflate. */
function isPredicted({ predictor, compression: method }: TiffLayout): boolean {
  return predictor !== 1 && method !== compression.none && method !== compression.packBits;
}

function unsupportedError(): Error {
  return new UnreadableImage('the TIFF uses an unsupported encoding');
}

/** Number of samples per pixel in a segment. */
function samplesPerSegmentPixel({ isPlanar, samples }: TiffLayout): number {
  return isPlanar ? 1 : samples;
}

function segmentRowBytes(layout: TiffLayout): number {
  return Math.ceil((layout.segments.width * samplesPerSegmentPixel(layout) * layout.bits) / 8);
}

function readSegment(bytes: Buffer, layout: TiffLayout, index: number, rows: number): Uint8Array {
  const { segments } = layout;
  const stride = segmentRowBytes(layout);
  const offset = segments.offsets[index] ?? bytes.length;
  const length = segments.lengths[index] ?? bytes.length - offset;
  const stored = bytes.subarray(offset, offset + length);
  const raw = decompress(stored, layout.compression, stride * segments.height);
  if (raw.length < stride * rows) throw new UnreadableImage(TRUNCATED_REASON);
  if (isPredicted(layout)) undoPredictor(raw, layout, stride, rows);
  return raw;
}

/** @param size bytes of the segment with all its rows */
function decompress(stored: Buffer, method: number, size: number): Uint8Array {
  switch (method) {
    case compression.none:
      return new Uint8Array(stored);
    case compression.lzw:
      return decodeLzw(stored, size);
    case compression.packBits:
      return decodePackBits(stored, size);
    case compression.deflate:
    case compression.oldDeflate:
      return inflate(stored, size);
    default:
      throw unsupportedError();
  }
}

function inflate(stored: Buffer, size: number): Uint8Array {
  try {
    return inflateSync(stored, { maxOutputLength: size + SLACK_BYTES });
  } catch {
    throw new UnreadableImage('its compressed data is damaged');
  }
}

/** Reverts the predictor, which stores each sample as its difference to the one on the left. */
function undoPredictor(raw: Uint8Array, layout: TiffLayout, stride: number, rows: number): void {
  const { bits, isLittleEndian } = layout;
  const step = (samplesPerSegmentPixel(layout) * bits) / 8;
  const [high, low] = isLittleEndian ? [1, 0] : [0, 1];
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * stride;
    if (bits === 8) {
      for (let at = row * stride + step; at < end; at++)
        raw[at] = (raw[at] ?? 0) + (raw[at - step] ?? 0);
    } else {
      for (let at = row * stride + step; at < end; at += 2) {
        const word = (from: number): number =>
          ((raw[from + high] ?? 0) << 8) | (raw[from + low] ?? 0);
        const sum = word(at) + word(at - step);
        raw[at + high] = sum >> 8;
        raw[at + low] = sum;
      }
    }
  }
}

function draw({ width, data }: Pixels, layout: TiffLayout, piece: DecodedSegment): void {
  const { bits, segments } = layout;
  const { raw, plane, left, top, rows } = piece;
  const stride = segmentRowBytes(layout);
  const together = samplesPerSegmentPixel(layout);
  const places = samplePositions.get(layout.photometric) ?? [];
  const drawn = plane === undefined ? places : places.slice(plane, plane + 1);
  const columns = Math.min(segments.width, width - left);
  const read = sampleReader(raw, layout);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const to = ((top + y) * width + left + x) * 4;
      for (let sample = 0; sample < together && sample < drawn.length; sample++) {
        data[to + (drawn[sample] ?? 0)] = read(y * stride, (x * together + sample) * bits);
      }
    }
  }
}

/** Returns a function that reads a sample as eight bits, and a palette index as it is. */
function sampleReader(
  raw: Uint8Array,
  { bits, isLittleEndian, photometric: meaning }: TiffLayout,
): (row: number, bit: number) => number {
  if (bits === 8) return (row, bit) => raw[row + bit / 8] ?? 0;
  if (bits === 16) return (row, bit) => raw[row + bit / 8 + (isLittleEndian ? 1 : 0)] ?? 0;
  const max = 2 ** bits - 1;
  const scale = meaning === photometric.palette ? 1 : 255 / max;
  return (row, bit) => (((raw[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & max) * scale;
}

/** Converts the samples to colors, in place. */
function toRgb({ data }: Pixels, layout: TiffLayout): void {
  const { photometric: meaning, samples, extraSample } = layout;
  const colours = samplePositions.get(meaning)?.length ?? 0;
  const hasAlpha =
    meaning !== photometric.cmyk && meaning !== photometric.palette && samples >= colours;
  const convert = toRgbConverter(layout);
  for (let at = 0; at < data.length; at += 4) {
    convert(data, at);
    if (!hasAlpha) data[at + 3] = 255;
    else if (extraSample === PREMULTIPLIED) unmultiply(data, at);
  }
}

function unmultiply(data: Uint8Array, at: number): void {
  const alpha = data[at + 3] ?? 0;
  if (alpha === 0 || alpha === 255) return;
  for (let one = at; one < at + 3; one++)
    data[one] = Math.min(255, Math.round(((data[one] ?? 0) * 255) / alpha));
}

function toRgbConverter(layout: TiffLayout): (data: Uint8Array, at: number) => void {
  switch (layout.photometric) {
    case photometric.whiteIsZero:
      return (data, at) => setGrey(data, at, 255 - (data[at] ?? 0));
    case photometric.blackIsZero:
      return (data, at) => setGrey(data, at, data[at] ?? 0);
    case photometric.palette:
      return paletteConverter(layout);
    case photometric.cmyk:
      return fromCmyk;
    default:
      return () => undefined;
  }
}

function setGrey(data: Uint8Array, at: number, value: number): void {
  data[at] = value;
  data[at + 1] = value;
  data[at + 2] = value;
}

function paletteConverter({ colorMap, bits }: TiffLayout): (data: Uint8Array, at: number) => void {
  const size = 2 ** bits;
  return (data, at) => {
    const index = data[at] ?? 0;
    for (let one = 0; one < 3; one++) data[at + one] = (colorMap[one * size + index] ?? 0) >> 8;
  };
}

function fromCmyk(data: Uint8Array, at: number): void {
  const light = 255 - (data[at + 3] ?? 0);
  for (let one = at; one < at + 3; one++)
    data[one] = Math.round(((255 - (data[one] ?? 0)) * light) / 255);
}
