import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Red, green, blue and, of some, alpha. */
export type Colour = readonly number[];

/** The colours of the test picture's quarters: left and right above, left and right below. */
export const quarters: readonly Colour[] = [
  [220, 30, 30],
  [30, 200, 40],
  [30, 50, 220],
  [230, 210, 40],
];

/**
 * Pixels of a picture of four quarters, each of another colour; red, green and blue of each.
 * @param order the number of the colour of each quarter
 */
export function quarterPixels(width: number, height: number, order = [0, 1, 2, 3]): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const quarter = (y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0);
      const colour = quarters[order[quarter]!]!;
      pixels.set(colour, (y * width + x) * 3);
    }
  }
  return pixels;
}

/** The picture of four quarters, to be written in any format. */
export function picture(width = 64, height = 48): Sharp {
  return sharp(quarterPixels(width, height), { raw: { width, height, channels: 3 } });
}

/**
 * The picture of four quarters as a camera stores it that was held in an orientation. The orientation is EXIF's tag
 * 274, which describes the first row and the first column.
 */
export function orientedPicture(orientation: number, width = 64, height = 48): Sharp {
  const order = orientedQuarters[orientation - 1]!;
  const size = orientation > 4 ? ([height, width] as const) : ([width, height] as const);
  const raw = { width: size[0], height: size[1], channels: 3 as const };
  return sharp(quarterPixels(...size, order), { raw });
}

const orientedQuarters: readonly number[][] = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [3, 2, 1, 0],
  [2, 3, 0, 1],
  [0, 2, 1, 3],
  [1, 3, 0, 2],
  [3, 1, 2, 0],
  [2, 0, 3, 1],
];

/** Pixels that compress badly, as a photograph's do; always the same. */
export function photo(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0, seed = 1; at < pixels.length; at++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    pixels[at] = (((at / 21) | 0) % 256) * 0.8 + ((seed >> 16) & 31);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The colours in the middle of a picture's quarters, and its size. */
export async function readQuarterColours(bytes: Buffer): Promise<{
  width: number;
  height: number;
  colours: readonly Colour[];
}> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const at = (x: number, y: number): Colour => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
    return [...data.subarray(start, start + channels)];
  };
  const places = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => at(x, y)));
  return { width, height, colours: places };
}

/** Which of the test picture's quarters a picture shows where: 0 to 3, -1 for a colour of none. */
export async function readQuarters(bytes: Buffer): Promise<number[]> {
  const { colours } = await readQuarterColours(bytes);
  return colours.map((colour) => quarters.findIndex((one) => isSimilarColour(one, colour)));
}

/** Whether no channel differs by more than what compression and colour profiles do to it. */
export function isSimilarColour(one: Colour, other: Colour, most = 45): boolean {
  return one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= most);
}

/** EXIF's orientation in a TIFF structure of one entry. */
export function exif(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const little = order === 'II';
  const u16 = (value: number) => bytesOf(value, 2, little);
  const u32 = (value: number) => bytesOf(value, 4, little);
  const entry = [u16(274), u16(3), u32(1), u16(orientation), u16(0)];
  return Buffer.concat([Buffer.from(order), u16(42), u32(8), u16(1), ...entry, u32(0)]);
}

/** A JPEG with an EXIF segment right behind its start. */
export function withExif(jpeg: Buffer, data: Buffer): Buffer {
  return withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), data]));
}

/** A JPEG with one more segment right behind its start. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** A PNG of these chunks, with their lengths and checksums. */
export function png(...chunks: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const written = chunks.map(([name, content]) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    return Buffer.concat([bytesOf(content.length, 4), named, bytesOf(crc32(named), 4)]);
  });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...written]);
}

/** The header chunk of a PNG. */
export function pngSize(
  width: number,
  height: number,
  [depth, colourType, interlace]: readonly [number, number, number] = [8, 2, 0],
): readonly [string, Buffer] {
  const rest = Buffer.from([depth, colourType, 0, 0, interlace]);
  return ['IHDR', Buffer.concat([bytesOf(width, 4), bytesOf(height, 4), rest])];
}

/** A BMP: its headers, a palette of BGR0 entries, and its pixels in the order of the file. */
export function bmp(options: {
  width: number;
  height: number;
  bits: number;
  compression?: number;
  palette?: readonly Colour[];
  masks?: readonly number[];
  pixels: Buffer;
}): Buffer {
  const { width, height, bits, compression = 0, palette = [], masks = [], pixels } = options;
  const header = Buffer.alloc(54);
  const tables = Buffer.concat([
    ...masks.map((mask) => bytesOf(mask, 4, true)),
    ...palette.map(([red = 0, green = 0, blue = 0]) => Buffer.from([blue, green, red, 0])),
  ]);
  header.write('BM');
  header.writeUInt32LE(header.length + tables.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(palette.length, 46);
  return Buffer.concat([header, tables, pixels]);
}

/** The picture of four quarters as a BMP of 24 bits. */
export function quartersBmp(width: number, height: number): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const source = quarterPixels(width, height);
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = ((height - 1 - y) * width + x) * 3;
      for (let one = 0; one < 3; one++) pixels[y * stride + x * 3 + one] = source[from + 2 - one]!;
    }
  }
  return bmp({ width, height, bits: 24, pixels });
}

/** A TIFF of one directory: tags with their numbers (SHORT where they fit, else LONG), and what follows it. */
export function tiff(tags: Readonly<Record<number, readonly number[]>>, data: Buffer): Buffer {
  const entries = Object.entries(tags).map(([tag, values]) => ({ tag: Number(tag), values }));
  const listsAt = 10 + entries.length * 12 + 4;
  let lists = Buffer.alloc(0);
  const directory = entries.map(({ tag, values }) => {
    const type = values.some((value) => value > 0xffff) ? 4 : 3;
    const size = type === 4 ? 4 : 2;
    const list = Buffer.concat(values.map((value) => bytesOf(value, size, true)));
    const head = [bytesOf(tag, 2, true), bytesOf(type, 2, true), bytesOf(values.length, 4, true)];
    if (list.length <= 4) return Buffer.concat([...head, list, Buffer.alloc(4 - list.length)]);
    const at = listsAt + lists.length;
    lists = Buffer.concat([lists, list, Buffer.alloc(list.length % 2)]);
    return Buffer.concat([...head, bytesOf(at, 4, true)]);
  });
  const start = [Buffer.from('II*\0'), bytesOf(8, 4, true), bytesOf(entries.length, 2, true)];
  return Buffer.concat([...start, ...directory, bytesOf(0, 4), lists, data]);
}

/** Files of a few kilobytes, or less, that claim to be enormous pictures, or many. */
export function pixelBombs(): Readonly<Record<string, Buffer>> {
  const row = Buffer.alloc(2501);
  const flat = deflateSync(Buffer.concat(Array.from({ length: 200 }, () => row)));
  const rows = Buffer.from([0xff, 0, 0, 1]);
  const screen = Buffer.alloc(14, 0);
  screen.write('GIF89a');
  screen.writeUInt16LE(0xffff, 6);
  screen.writeUInt16LE(0xffff, 8);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 8, 1, 0, 0, 0x3b]);
  const jpegFrame = Buffer.from('ffc0000b08ffdcffdc01011100', 'hex');
  const scan = Buffer.from('ffda0008010100003f0000ffd9', 'hex');
  return {
    'a PNG of 20000 x 20000, 1 bit': png(
      pngSize(20_000, 20_000, [1, 0, 0]),
      ['IDAT', flat],
      ['IEND', Buffer.alloc(0)],
    ),
    'a BMP of 50000 x 50000, run-length coded': bmp({
      ...{ width: 50_000, height: 50_000, bits: 8, compression: 1 },
      palette: [[0, 0, 0]],
      pixels: rows,
    }),
    'a GIF of 65535 x 65535': Buffer.concat([screen.subarray(0, 13), frame]),
    'a JPEG of 65500 x 65500': Buffer.concat([Buffer.from([0xff, 0xd8]), jpegFrame, scan]),
    'a TIFF of 60000 x 60000': tiff(
      { 256: [60_000], 257: [60_000], 258: [1], 259: [1], 262: [1], 273: [200], 278: [60_000] },
      Buffer.alloc(64),
    ),
  };
}

function bytesOf(value: number, size: 2 | 4, little = false): Buffer {
  const bytes = Buffer.alloc(size);
  if (little) bytes.writeUIntLE(value, 0, size);
  else bytes.writeUIntBE(value, 0, size);
  return bytes;
}
