import fc from 'fast-check';
import { cases } from '../../../../test/support/random/cases';
import {
  exif,
  photo,
  picture,
  pixelBombs,
  png,
  pngSize,
  quartersBmp,
  tiff,
  withExif,
} from '../../../../test/support/pictures/pictures';
import { measureMinProcessorTime } from '../../../../test/support/service/processor-time';
import type { DomainError } from '../../../core/errors';
import { ImageUndecodable, NotAnImage } from './image-errors';
import { validateImage, MAX_IMAGE_BYTES, readImageHeader } from './validate-image';

const MEGAPIXELS = 1_000_000;

/** One valid file of each type, 64 x 48. */
const files = {
  baseline: () => picture().jpeg().toBuffer(),
  progressive: () => picture().jpeg({ progressive: true }).toBuffer(),
  png: () => picture().png().toBuffer(),
  gif: () => picture().gif().toBuffer(),
  bmp: () => Promise.resolve(quartersBmp(64, 48)),
  tiff: () => picture().tiff({ compression: 'lzw' }).toBuffer(),
  tiles: () => picture().tiff({ tile: true, tileWidth: 32, tileHeight: 32 }).toBuffer(),
};
const end: [string, Buffer] = ['IEND', Buffer.alloc(0)];
const data: [string, Buffer] = ['IDAT', Buffer.from([1, 2, 3])];

function findOutcome(bytes: Buffer): unknown {
  try {
    return readImageHeader(bytes);
  } catch (error) {
    if (error instanceof NotAnImage || error instanceof ImageUndecodable) return error.code;
    throw error;
  }
}

type Files = Record<keyof typeof files, Buffer>;

describe('validateImage', () => {
  let good: Files;
  beforeAll(async () => {
    const made = Object.entries(files).map(async ([name, make]) => [name, await make()]);
    good = Object.fromEntries(await Promise.all(made));
  });

  it('detects types by content and reads the size', () => {
    const types = Object.values(good).map((bytes) => validateImage(bytes, 50 * MEGAPIXELS));
    expect(types.map(({ type }) => type)).toEqual([
      ...['jpeg', 'jpeg', 'png', 'gif', 'bmp', 'tiff', 'tiff'],
    ]);
    for (const { width, height } of types) expect([width, height]).toEqual([64, 48]);
  });

  it.each<[string, Buffer | string]>([
    ['nothing', ''],
    ['text', 'BM: who is to pay?'],
    ['HTML', '<html><img src="x.png"></html>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['a BigTIFF', Buffer.from([0x49, 0x49, 43, 0, 8, 0, 0, 0])],
    ['half a signature', Buffer.from([0x89, 0x50, 0x4e])],
  ])('detects that %s is not an image', (_name, bytes) => {
    expect(findOutcome(Buffer.from(bytes))).toBe('image.unknown');
  });

  it('rejects too many bytes and too many pixels', () => {
    const outcomeOf = (bytes: Buffer, maxPixels: number): unknown => {
      try {
        return validateImage(bytes, maxPixels);
      } catch (error) {
        const { status, code } = error as DomainError;
        return [status, code];
      }
    };
    expect(outcomeOf(Buffer.alloc(MAX_IMAGE_BYTES + 1), 1)).toEqual([413, 'image.tooLarge']);
    const large = png(pngSize(10_000, 5_000), data, end);
    expect(outcomeOf(large, 50 * MEGAPIXELS)).toMatchObject({ type: 'png' });
    expect(outcomeOf(large, 50 * MEGAPIXELS - 1)).toEqual([413, 'image.tooManyPixels']);
    expect(outcomeOf(good.gif, 64 * 48 - 1)).toEqual([413, 'image.tooManyPixels']);
    for (const bomb of Object.values(pixelBombs())) {
      expect(bomb.length).toBeLessThan(1000);
      expect(outcomeOf(bomb, 50 * MEGAPIXELS)).toEqual([413, 'image.tooManyPixels']);
    }
  });

  it('rejects a side of more than 32,767 pixels, whatever the total', () => {
    const sized = (width: number, height: number): unknown =>
      validateImage(png(pngSize(width, height), data, end), 50 * MEGAPIXELS);
    for (const [width, height] of [
      [32_767, 1],
      [1, 32_767],
    ] as const)
      expect(sized(width, height)).toMatchObject({ width, height });
    for (const [width, height] of [
      [32_768, 1],
      [1, 32_768],
      [1, 12_000_000],
    ] as const) {
      const message = `The image has ${width} x ${height} pixels; a side can have at most 32767.`;
      expect(() => sized(width, height)).toThrow(
        expect.objectContaining({ status: 413, code: 'image.tooManyPixels', message }),
      );
    }
  });

  it('reads large and malicious files quickly', async () => {
    const large = await photo(1500, 1000).jpeg({ quality: 100 }).toBuffer();
    const stuffing = Buffer.alloc(18_000_000, 'ff00', 'hex');
    const start = good.baseline.subarray(0, 2);
    const files = {
      large,
      'a JPEG of restarts': Buffer.concat([start, Buffer.alloc(18_000_000, 'ffd0', 'hex')]),
      'a JPEG of fill bytes': Buffer.concat([start, Buffer.alloc(18_000_000, 0xff)]),
      'a JPEG of stuffing': Buffer.concat([start, stuffing]),
      'a JPEG of zeros': Buffer.concat([start, Buffer.from([0xff]), Buffer.alloc(18_000_000)]),
      'a JPEG of empty comments': Buffer.concat([
        start,
        Buffer.alloc(18_000_000, 'fffe0002', 'hex'),
      ]),
      'a TIFF of 65,535 entries': Buffer.concat([
        Buffer.from('49492a0008000000ffff', 'hex'),
        Buffer.alloc(18_000_000, Buffer.from([1, 0, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0])),
      ]),
    };
    for (const [name, bytes] of Object.entries(files)) {
      // One to two milliseconds; reading all markers takes seconds.
      const milliseconds = await measureMinProcessorTime(async () => void findOutcome(bytes));
      expect([name, milliseconds < 200]).toEqual([name, true]);
    }
  });

  it.each<[string, (good: Files) => Buffer]>([
    ['a JPEG that is cut in a segment', ({ baseline }) => baseline.subarray(0, 30)],
    [
      'a JPEG without a scan',
      ({ baseline }) => baseline.subarray(0, baseline.indexOf('ffda', 0, 'hex')),
    ],
    [
      'a JPEG of no height',
      ({ baseline }) => patched(baseline, baseline.indexOf('ffc0', 0, 'hex') + 5, [0, 0]),
    ],
    ['a PNG that is cut in its header', ({ png: file }) => file.subarray(0, 20)],
    ['a PNG of no width', () => png(pngSize(0, 1), data, end)],
    ['a GIF of no width', ({ gif }) => patched(gif, 6, [0, 0])],
    ['a GIF of six bytes', ({ gif }) => gif.subarray(0, 6)],
    ['a BMP of no height', ({ bmp: file }) => patched(file, 22, int32(0))],
    ['a BMP that is cut in its header', ({ bmp: file }) => file.subarray(0, 20)],
    ['a TIFF of no directory', () => Buffer.from('49492a0008000000', 'hex')],
    ['a TIFF with a directory beyond its end', () => Buffer.from('49492a00ffffff7f', 'hex')],
    ['a TIFF with 65535 missing entries', () => Buffer.from('49492a0008000000ffff', 'hex')],
    ['a TIFF without width', () => tiff({ 257: [2], 262: [1], 273: [8] }, Buffer.alloc(4))],
  ])('rejects %s', (_name, make) => {
    expect(findOutcome(make(good))).toBe('image.undecodable');
  });

  it('ignores pictures inside the segments of a JPEG and after its end', async () => {
    const thumbnail = await photo(8, 8).jpeg().toBuffer();
    const inside = withExif(good.baseline, Buffer.concat([exif(6), thumbnail]));
    const behind = Buffer.concat([inside, await photo(300, 200).jpeg().toBuffer()]);
    expect(findOutcome(behind)).toEqual({ type: 'jpeg', width: 64, height: 48 });
    const filled = Buffer.concat([
      inside.subarray(0, 2),
      Buffer.alloc(3, 0xff),
      inside.subarray(2),
    ]);
    expect(findOutcome(filled)).toEqual({ type: 'jpeg', width: 64, height: 48 });
  });

  it('reads only the first directory of a TIFF', () => {
    const plain = { 256: [2], 257: [2], 258: [8], 262: [1], 273: [8], 274: [6], 279: [4] };
    const other = tiff({ 256: [9], 257: [9] }, Buffer.alloc(0)).subarray(8);
    expect(findOutcome(patched(tiff(plain, other), 10 + 7 * 12, [1, 1, 1, 1]))).toEqual({
      ...{ type: 'tiff', width: 2, height: 2 },
    });
  });

  it('returns a header or an error for any bytes', () => {
    const bases = Object.values(good).map((bytes) => bytes.subarray(0, 4000));
    const change = fc.tuple(fc.nat(400), fc.uint8Array({ minLength: 1, maxLength: 8 }));
    const bytes = fc
      .tuple(fc.constantFrom(...bases), fc.array(change, { maxLength: 6 }), fc.nat(4000))
      .map(([base, changes, length]) => {
        const start = changes.reduce(
          (one, [at, values]) =>
            patched(one, Math.min(at, one.length - values.length), [...values]),
          base,
        );
        return length % 3 === 0 ? start.subarray(0, length) : start;
      });
    fc.assert(
      fc.property(bytes, (one) => {
        const before = Buffer.from(one);
        const found = findOutcome(one);
        expect(one.equals(before)).toBe(true);
        if (typeof found === 'string') return;
        const { width, height } = found as { width: number; height: number };
        expect(Number.isInteger(width) && width > 0 && Number.isInteger(height) && height > 0).toBe(
          true,
        );
      }),
      { numRuns: cases(300, 3000) },
    );
  });
});

function int32(value: number): readonly number[] {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return [...bytes];
}

function patched(bytes: Buffer, at: number, values: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}
