import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  bmp,
  exif,
  picture,
  pixelBombs,
  png,
  pngSize,
  tiff,
  withExif,
  withSegment,
} from './pictures';

const MEBIBYTE = 1024 * 1024;
const end: [string, Buffer] = ['IEND', Buffer.alloc(0)];

/** A hundred megabytes that a decoder would hold or go through, in a tenth of one. */
const deflated = deflateSync(Buffer.alloc(100_000_000));

function repeated(bytes: Buffer, times: number): Buffer {
  return Buffer.alloc(bytes.length * times, bytes);
}

/** A PNG with a chunk more before its data, so many times. */
function withChunk(file: Buffer, chunk: readonly [string, Buffer], times = 1): Buffer {
  const at = file.indexOf('IDAT') - 4;
  const chunks = repeated(png(chunk).subarray(8), times);
  return Buffer.concat([file.subarray(0, at), chunks, file.subarray(at)]);
}

function patched(bytes: Buffer, at: number, ...values: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

/** The data of a PNG whose rows are all zero. */
function rows(width: number, height: number): [string, Buffer] {
  return ['IDAT', deflateSync(Buffer.alloc((width + 1) * height))];
}

async function pngBombs(): Promise<Record<string, Buffer>> {
  const good = await picture().png().toBuffer();
  const interlaced = await picture().png({ progressive: true }).toBuffer();
  const text = Buffer.concat([Buffer.from('a\0\0'), deflated]);
  const largestText = Buffer.concat([text.subarray(0, 3), deflateSync(Buffer.alloc(7_900_000))]);
  const grey = [8, 0, 0] as const;
  const data = (file: Buffer): Buffer => {
    const at = file.indexOf('IDAT') - 4;
    return Buffer.concat([file.subarray(0, at), png(['IDAT', deflated], end).subarray(8)]);
  };
  return {
    'a PNG with a colour profile of 100 MB': withChunk(good, ['iCCP', text]),
    'a PNG with a text of 100 MB': withChunk(good, ['zTXt', text]),
    'a PNG with a hundred texts of 100 MB': withChunk(good, ['zTXt', text], 100),
    'a PNG with 32 texts of 8 MB': withChunk(good, ['zTXt', largestText], 32),
    'a PNG with too much data': data(good),
    'an interlaced PNG with too much data': data(interlaced),
    'a PNG of 200,000 chunks': withChunk(good, ['tEXt', Buffer.from('a\0b')], 200_000),
    'a PNG of a million frames': withChunk(good, [
      'acTL',
      Buffer.from([0, 15, 66, 64, 0, 0, 0, 0]),
    ]),
    'a PNG of 32,767 x 1': png(pngSize(32_767, 1, grey), rows(32_767, 1), end),
    'a PNG of 1 x 32,767': png(pngSize(1, 32_767, grey), rows(1, 32_767), end),
    'a PNG of 32,768 x 1': png(pngSize(32_768, 1, grey), rows(32_768, 1), end),
    'a PNG of 32,767 x 366': png(pngSize(32_767, 366, grey), rows(32_767, 366), end),
    'a PNG of too few rows': png(pngSize(3000, 3000, grey), rows(3000, 30), end),
    'an interlaced PNG of 12 megapixels of 16 bits': await picture(4000, 3000)
      .ensureAlpha(0.5)
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer(),
    'a PNG that is cut short': good.subarray(0, -20),
    'a PNG without a palette': png(pngSize(64, 48, [8, 3, 0]), rows(64, 48), end),
  };
}

/** A JPEG of three components in a scan each, and the first one's scan 95 times more: each is valid. */
async function jpegOfScans(): Promise<Buffer> {
  const background = 'rgb(100, 100, 100)';
  const grey = await sharp({ create: { width: 4000, height: 3000, channels: 3, background } })
    .toColourspace('b-w')
    .jpeg()
    .toBuffer();
  const frame = grey.indexOf('ffc0', 0, 'hex');
  const start = grey.lastIndexOf('ffda', undefined, 'hex');
  const scanOf = (component: number): Buffer => patched(grey.subarray(start, -2), 5, component);
  return Buffer.concat([
    grey.subarray(0, frame),
    Buffer.from('ffc0001108', 'hex'),
    grey.subarray(frame + 5, frame + 9),
    Buffer.from('03011100021100031100', 'hex'),
    grey.subarray(frame + 13, start),
    ...[repeated(scanOf(1), 96), scanOf(2), scanOf(3)],
    grey.subarray(-2),
  ]);
}

async function jpegBombs(): Promise<Record<string, Buffer>> {
  const good = await picture().jpeg().toBuffer();
  const progressive = await picture().jpeg({ progressive: true }).toBuffer();
  const scan = progressive.subarray(progressive.lastIndexOf('ffda', undefined, 'hex'), -2);
  const frame = good.indexOf('ffc0', 0, 'hex');
  const profile = (number: number, count: number, content: Buffer): Buffer =>
    withSegment(
      good,
      0xe2,
      Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, count]), content]),
    );
  // A directory that is its own next one.
  const loop = patched(exif(6), 22, 8, 0, 0, 0);
  const comment = withSegment(good, 0xfe, Buffer.alloc(65_000)).subarray(2, 65_006);
  return {
    'a JPEG of 90 scans more': Buffer.concat([
      progressive.subarray(0, -2),
      repeated(scan, 90),
      progressive.subarray(-2),
    ]),
    'a JPEG of a thousand scans': Buffer.concat([
      progressive.subarray(0, -2),
      repeated(scan, 1000),
      progressive.subarray(-2),
    ]),
    'a JPEG of 98 scans of 12 megapixels': await jpegOfScans(),
    'a JPEG whose profile is damaged': profile(1, 1, Buffer.alloc(500, 'damaged')),
    'a JPEG with a piece of its profile': profile(3, 255, Buffer.alloc(60_000)),
    'a JPEG whose EXIF has no end': withExif(good, loop),
    'a JPEG of 15 MB of comments': Buffer.concat([
      good.subarray(0, 2),
      repeated(comment, 230),
      good.subarray(2),
    ]),
    'a JPEG of 15 MB of stuffing': Buffer.concat([
      good.subarray(0, -2),
      Buffer.alloc(15 * MEBIBYTE, 'ff00', 'hex'),
      good.subarray(-2),
    ]),
    'a JPEG of 15 MB of restarts': Buffer.concat([
      good.subarray(0, -2),
      Buffer.alloc(15 * MEBIBYTE, 'ffd0', 'hex'),
      good.subarray(-2),
    ]),
    'a JPEG of 32,767 x 1,500 with hardly any data': patched(
      good,
      frame + 5,
      ...[0x05, 0xdc, 0x7f, 0xff],
    ),
    'a JPEG that is cut short': good.subarray(0, -20),
  };
}

async function gifBombs(): Promise<Record<string, Buffer>> {
  const good = await picture().gif().toBuffer();
  const tiny = Buffer.from('2c0000000001000100000202440100', 'hex');
  const frameOf = (file: Buffer): number => file.indexOf(0x2c, 13 + 3 * 2 ** ((file[10]! & 7) + 1));
  return {
    'a GIF of a million frames': Buffer.concat([
      good.subarray(0, -1),
      repeated(tiny, 1_000_000),
      Buffer.from([0x3b]),
    ]),
    'a GIF of 15 MB of extensions': Buffer.concat([
      good.subarray(0, frameOf(good)),
      repeated(Buffer.from('21fe016100', 'hex'), 3_000_000),
      good.subarray(frameOf(good)),
    ]),
    'a GIF of one code in 7,000 x 7,000': Buffer.concat([
      Buffer.from('47494638396158 1b581b800000ffffff000000'.replace(' ', ''), 'hex'),
      Buffer.from('2c00000000581b581b0002024c01003b', 'hex'),
    ]),
    'a GIF that is cut short': good.subarray(0, -30),
  };
}

function bmpBombs(): Record<string, Buffer> {
  const run = { bits: 8, compression: 1, palette: [[0, 0, 0]] };
  const plain = bmp({ width: 8, height: 8, bits: 24, pixels: Buffer.alloc(200) });
  return {
    'a BMP of 3,000 x 3,000 in one run': bmp({
      ...run,
      ...{ width: 3000, height: 3000, pixels: Buffer.from([0xff, 0, 0, 1]) },
    }),
    'a BMP of 15 MB of moves to where it is': bmp({
      ...run,
      ...{ width: 3000, height: 3000 },
      pixels: Buffer.alloc(15 * MEBIBYTE, Buffer.from([0, 2, 0, 0])),
    }),
    'a BMP of 15 MB of runs beyond its row': bmp({
      ...run,
      ...{ width: 8, height: 8, pixels: Buffer.alloc(15 * MEBIBYTE, Buffer.from([255, 0])) },
    }),
    'a BMP of 4,294,967,295 colours': patched(plain, 46, 255, 255, 255, 255),
    'a BMP that is cut short': plain.subarray(0, -100),
  };
}

const PAGE_BYTES = 18;

function tiffBombs(): Record<string, Buffer> {
  const plain = { 256: [64], 257: [48], 258: [8], 259: [1], 262: [1], 273: [8], 278: [48] };
  const grey = { ...plain, 279: [64 * 48] };
  const pixels = Buffer.alloc(64 * 48);
  const packed = (compression: number, data: Buffer): Buffer => {
    const tags = { ...plain, 259: [compression], 273: [0], 279: [data.length] };
    const at = tiff(tags, Buffer.alloc(0)).length;
    return tiff({ ...tags, 273: [at] }, data);
  };
  /** Further pages of one tag each, behind a whole one, and the place of each one's next page. */
  const directories = (count: number, nextOf: (at: number) => number): Buffer => {
    const first = tiff(grey, pixels);
    const pages = Buffer.alloc(
      count * PAGE_BYTES,
      Buffer.from('010000010300010000000100000000000000', 'hex'),
    );
    for (let at = 0; at < count; at++) {
      const following = nextOf(at);
      if (following < count)
        pages.writeUInt32LE(first.length + following * PAGE_BYTES, at * PAGE_BYTES + 14);
    }
    const head = Buffer.alloc(4);
    head.writeUInt32LE(first.length);
    return Buffer.concat([patched(first, next, ...head), pages]);
  };
  const next = 10 + Object.keys(grey).length * 12;
  const strips = Array.from({ length: 60_000 }, () => 8);
  return {
    'a TIFF whose directory is its next one': patched(tiff(grey, pixels), next, 8, 0, 0, 0),
    'a TIFF of two directories in a circle': directories(2, (at) => (at === 0 ? 1 : 0)),
    'a TIFF of a million pages': directories(1_000_000, (at) => at + 1),
    'a TIFF that is a directory of itself': tiff({ ...grey, 330: [8], 34665: [8] }, pixels),
    'a TIFF of a thousand directories of itself': tiff(
      { ...grey, 330: Array.from({ length: 1000 }, () => 8) },
      pixels,
    ),
    'a TIFF of 60,000 strips': tiff(
      { ...plain, 273: strips, 278: [1], 279: strips.map(() => 64) },
      pixels,
    ),
    'a TIFF of 65,535 samples': tiff({ ...grey, 277: [65_535] }, pixels),
    'a TIFF of tiles of 60,000 x 60,000': tiff(
      { ...grey, 322: [60_000], 323: [60_000], 324: [8], 325: [4] },
      pixels,
    ),
    'a TIFF that inflates to 100 MB': packed(8, deflated),
    'a TIFF that unpacks to 100 MB': packed(32773, Buffer.alloc(1_600_000, Buffer.from([0x81, 0]))),
    'a TIFF that is cut short': tiff(grey, pixels).subarray(0, 1000),
  };
}

/** Files that are made to cost a decoder memory or time, by what is wrong with them. */
export async function pictureBombs(): Promise<Readonly<Record<string, Buffer>>> {
  return {
    ...pixelBombs(),
    ...(await pngBombs()),
    ...(await jpegBombs()),
    ...(await gifBombs()),
    ...bmpBombs(),
    ...tiffBombs(),
  };
}
