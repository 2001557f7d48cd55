import { setImmediate as otherWork } from 'node:timers/promises';
import { UnreadableImage } from './unreadable-image';
import { ByteReader } from './byte-reader';
import { readExifOrientation } from './exif-orientation';
import type { ImageHeader, Orientation } from './image-header';

/**
 * Maximum number of scans of a JPEG. Progressive ones have about ten. Each costs a pass over the whole picture, however
 * few bytes it has, so a small file could keep a decoder busy for hours.
 */
const MAX_SCANS = 100;

/** Number of bytes that are read before yielding to the event loop: about a millisecond. */
const YIELD_INTERVAL_BYTES = 1024 * 1024;

const markers = {
  temporary: 0x01,
  frame: 0xc0,
  huffmanTables: 0xc4,
  arithmeticTables: 0xcc,
  lastFrame: 0xcf,
  firstRestart: 0xd0,
  lastRestart: 0xd7,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  app1: 0xe1,
  app14: 0xee,
} as const;

const PROGRESSIVE = 0xc2;

/** Bytes of a sample's coefficient. */
const COEFFICIENT_BYTES = 2;

/** The frames that both codecs can decode: baseline, extended and progressive, with eight bits and Huffman coding. */
const decodableFrames: ReadonlySet<number> = new Set([0xc0, 0xc1, PROGRESSIVE]);

interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly isProgressive: boolean;
  /** Samples of all components per pixel: 3, or 1.5 with colors at a quarter of the resolution. */
  readonly samples: number;
  /** Ids of the components. */
  readonly components: readonly number[];
}

interface JpegSegments {
  frame?: JpegFrame;
  scans: number;
  orientation?: Orientation;
  hasJfif: boolean;
  /** Color transform in Adobe's segment. */
  transform?: number;
}

/** Whether the bytes start like a JPEG. */
export function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === markers.start && bytes[2] === 0xff;
}

/**
 * Reads a JPEG's markers (ITU-T T.81, annex B) to its end. Coded data between them is skipped, so pictures embedded in
 * segments (EXIF thumbnails) or after the end are ignored.
 * @throws UnreadableImage
 */
export async function readJpegHeader(bytes: Buffer): Promise<ImageHeader> {
  const reader = new ByteReader(bytes, false);
  const found: JpegSegments = { scans: 0, hasJfif: false };
  let at = 2;
  let until = YIELD_INTERVAL_BYTES;
  for (;;) {
    const next = findNextMarker(bytes, at, until);
    if (next < 0) {
      if (until >= bytes.length)
        throw new UnreadableImage('the JPEG is truncated: it has no end marker');
      at = Math.max(at, until);
      until = at + YIELD_INTERVAL_BYTES;
      await otherWork();
      continue;
    }
    const code = reader.u8(next);
    at = next + 1;
    if (code === markers.end) return toImageHeader(found, at);
    if (code === markers.start) throw new UnreadableImage('the JPEG has two start markers');
    if (code === markers.temporary || isRestart(code)) continue;
    const length = reader.u16(at);
    reader.require(at, Math.max(length, 2));
    readSegment(
      new ByteReader(bytes.subarray(at + 2, at + Math.max(length, 2)), false),
      code,
      found,
    );
    at += Math.max(length, 2);
  }
}

function toImageHeader(
  { frame, scans, transform, hasJfif, orientation }: JpegSegments,
  end: number,
) {
  if (!frame || scans === 0) throw new UnreadableImage('the JPEG contains no picture');
  const { width, height, components, isProgressive, samples } = frame;
  // A picture in several scans is complete only after the last one.
  const held = isProgressive || scans > 1 ? width * height * samples * COEFFICIENT_BYTES : 0;
  return {
    type: 'jpeg' as const,
    width,
    height,
    held: Math.ceil(held),
    orientation: orientation ?? 1,
    end,
    isRgb: components.length === 3 && isRgb(components, transform, hasJfif),
  };
}

/** Like libjpeg: decides by JFIF's segment, or else Adobe's, or else the ids of the components. */
function isRgb(components: readonly number[], transform: number | undefined, hasJfif: boolean) {
  if (hasJfif) return false;
  if (transform !== undefined) return transform === 0;
  return String.fromCharCode(...components) === 'RGB';
}

function readSegment(segment: ByteReader, code: number, found: JpegSegments): void {
  const { size } = segment;
  if (code === markers.scan) {
    if (!found.frame) throw new UnreadableImage('the JPEG has a scan before its frame');
    found.scans += 1;
    if (found.scans > MAX_SCANS)
      throw new UnreadableImage(`the JPEG has more than ${MAX_SCANS} scans`);
  } else if (isFrame(code)) {
    if (found.frame) throw new UnreadableImage('the JPEG has several frames');
    found.frame = readFrame(segment, code);
  } else if (code === markers.app1 && size > 6 && segment.text(0, 6) === 'Exif\0\0') {
    found.orientation ??= readExifOrientation(segment.bytes.subarray(6));
  } else if (code === markers.app14 && size >= 12 && segment.text(0, 5) === 'Adobe') {
    found.transform = segment.u8(11);
  } else if (code === 0xe0 && size >= 5 && segment.text(0, 5) === 'JFIF\0') {
    found.hasJfif = true;
  }
}

function readFrame(segment: ByteReader, code: number): JpegFrame {
  const precision = segment.u8(0);
  if (!decodableFrames.has(code) || precision !== 8)
    throw new UnreadableImage('the JPEG uses an unsupported encoding');
  const height = segment.u16(1);
  const width = segment.u16(3);
  const count = segment.u8(5);
  if (width === 0 || height === 0) throw new UnreadableImage('it has no size');
  if (![1, 3, 4].includes(count)) throw new UnreadableImage(`the JPEG has ${count} components`);
  const components = Array.from({ length: count }, (_, index) => segment.u8(6 + 3 * index));
  const factors = components.map((_, index) => {
    const both = segment.u8(7 + 3 * index);
    return [both >> 4, both & 15] as const;
  });
  const maxFactor = (at: 0 | 1): number => Math.max(1, ...factors.map((one) => one[at]));
  const sum = factors.reduce((all, [across, down]) => all + across * down, 0);
  const isProgressive = code === PROGRESSIVE;
  return { width, height, components, isProgressive, samples: sum / (maxFactor(0) * maxFactor(1)) };
}

function isFrame(code: number): boolean {
  return (
    code >= markers.frame &&
    code <= markers.lastFrame &&
    code !== markers.huffmanTables &&
    code !== markers.arithmeticTables
  );
}

function isRestart(code: number): boolean {
  return code >= markers.firstRestart && code <= markers.lastRestart;
}

/**
 * Number of bytes that are checked one by one before the next `indexOf`. That is faster for the usual distance of 256
 * bytes in coded data, and slower for adjacent matches.
 */
const LINEAR_SCAN_BYTES = 32;

/**
 * Returns the index of the next marker's code: after 0xFF and fill bytes, and neither 0 (a stuffed byte of coded data)
 * nor a restart.
 * @returns -1 if none starts before `until`
 */
function findNextMarker(bytes: Buffer, from: number, until: number): number {
  const last = Math.min(bytes.length - 1, until);
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < last; at = bytes.indexOf(0xff, at)) {
    const far = at + LINEAR_SCAN_BYTES < last ? at + LINEAR_SCAN_BYTES : last;
    for (; at < far; at++) {
      if (bytes[at] !== 0xff) continue;
      const code = bytes[at + 1] ?? 0;
      if (code !== 0 && code !== 0xff && !isRestart(code)) return at + 1;
    }
  }
  return -1;
}
