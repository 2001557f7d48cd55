import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const MOST_PIXELS = 4_000_000;
const MOST_FILTER = 4;

const INDEXED = 3;

/** Samples of a pixel, by colour type. */
const channels = new Map([
  [0, 1],
  [2, 3],
  [INDEXED, 1],
  [4, 2],
  [6, 4],
]);

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colorType: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/**
 * Whether bytes are a PNG that the PDF library takes without risk: it trusts lengths and filters, and decodes
 * some kinds in a callback, where an error would end the thread. So all of that is looked at before: chunks
 * within the file, no interlacing, at most 8 bits a sample, at most 4 megapixels, as much data as the header
 * says, known filters. Other files may be PNGs as well, but are not shown.
 */
export function isPlainPng(bytes: Buffer): boolean {
  const chunks = chunksOf(bytes);
  const header = chunks && headerOf(chunks[0]);
  if (!chunks || !header || !isPaletteRight(header, chunks)) return false;
  const samples = channels.get(header.colorType) as number;
  const line = Math.ceil((header.width * header.bits * samples) / 8) + 1;
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  const pixels = inflated(Buffer.concat(data), line * header.height);
  if (!pixels) return false;
  for (let at = 0; at < pixels.length; at += line) {
    if ((pixels[at] as number) > MOST_FILTER) return false;
  }
  return true;
}

/** All chunks up to the end; undefined when they don't end within the file. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) return undefined;
    chunks.push({ type, data });
    if (type === 'IEND') return chunks;
    at += length + 12;
  }
  return undefined;
}

function headerOf(chunk: Chunk | undefined): Header | undefined {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) return undefined;
  const { data } = chunk;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [bits = 0, colorType = 0, ...methods] = data.subarray(8);
  const isGrey = colorType === 0 || colorType === INDEXED;
  const isKnown =
    channels.has(colorType) &&
    (bits === 8 || (isGrey && [1, 2, 4].includes(bits))) &&
    methods.every((method) => method === 0);
  const pixels = width * height;
  return isKnown && pixels > 0 && pixels <= MOST_PIXELS
    ? { width, height, bits, colorType }
    : undefined;
}

/** A palette where the pixels are indices; single transparent colours only where whole bytes name them. */
function isPaletteRight({ colorType, bits }: Header, chunks: readonly Chunk[]): boolean {
  const palette = chunks.find(({ type }) => type === 'PLTE');
  const hasTransparent = chunks.some(({ type }) => type === 'tRNS');
  if (colorType !== INDEXED) return !palette && !hasTransparent;
  const colors = (palette?.data.length ?? 0) / 3;
  const isPalette = Number.isInteger(colors) && colors > 0 && colors <= 2 ** bits;
  return isPalette && (!hasTransparent || bits === 8);
}

/** The data when it is a zlib stream of just that length. */
function inflated(data: Buffer, length: number): Buffer | undefined {
  try {
    const pixels = inflateSync(data, { maxOutputLength: length });
    return pixels.length === length ? pixels : undefined;
  } catch {
    return undefined;
  }
}
