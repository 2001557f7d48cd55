import fc from 'fast-check';
import sharp from 'sharp';
import { cases } from '../../../../test/support/random/cases';
import {
  bmp,
  exif,
  photo,
  picture,
  pixelBombs,
  png,
  pngSize,
  quartersBmp,
  tiff,
  withExif,
  withSegment,
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

async function findOutcome(bytes: Buffer): Promise<unknown> {
  try {
    const { type, width, height } = await readImageHeader(bytes);
    return { type, width, height };
  } catch (error) {
    if (error instanceof NotAnImage || error instanceof ImageUndecodable) return error.code;
    throw error;
  }
}

describe('validateImage', () => {
  let good: Record<keyof typeof files, Buffer>;
  beforeAll(async () => {
    const made = Object.entries(files).map(async ([name, make]) => [name, await make()]);
    good = Object.fromEntries(await Promise.all(made));
  });

  it('detects types by content and reads the size', async () => {
    const validating = Object.values(good).map((bytes) => validateImage(bytes, 50 * MEGAPIXELS));
    const types = await Promise.all(validating);
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
  ])('detects that %s is not an image', async (_name, bytes) => {
    expect(await findOutcome(Buffer.from(bytes))).toBe('image.unknown');
  });

  it('rejects too many bytes and too many pixels', async () => {
    const outcomeOf = async (bytes: Buffer, maxPixels: number): Promise<unknown> => {
      try {
        return await validateImage(bytes, maxPixels);
      } catch (error) {
        const { status, code } = error as DomainError;
        return [status, code];
      }
    };
    expect(await outcomeOf(Buffer.alloc(MAX_IMAGE_BYTES + 1), 1)).toEqual([413, 'image.tooLarge']);
    const large = png(pngSize(10_000, 5_000), data, end);
    expect(await outcomeOf(large, 50 * MEGAPIXELS)).toMatchObject({ type: 'png' });
    expect(await outcomeOf(large, 50 * MEGAPIXELS - 1)).toEqual([413, 'image.tooManyPixels']);
    expect(await outcomeOf(good.gif, 64 * 48 - 1)).toEqual([413, 'image.tooManyPixels']);
    for (const bomb of Object.values(pixelBombs())) {
      expect(bomb.length).toBeLessThan(1000);
      expect(await outcomeOf(bomb, 50 * MEGAPIXELS)).toEqual([413, 'image.tooManyPixels']);
    }
  });

  it('rejects a side of more than 32,767 pixels, whatever the total', async () => {
    const sized = (width: number, height: number): Promise<unknown> =>
      validateImage(png(pngSize(width, height), data, end), 50 * MEGAPIXELS);
    for (const [width, height] of [
      [32_767, 1],
      [1, 32_767],
    ] as const)
      expect(await sized(width, height)).toMatchObject({ width, height });
    for (const [width, height] of [
      [32_768, 1],
      [1, 32_768],
      [1, 12_000_000],
    ] as const) {
      const message = `The image has ${width} x ${height} pixels; a side can have at most 32767.`;
      await expect(sized(width, height)).rejects.toMatchObject({
        ...{ status: 413, code: 'image.tooManyPixels', message },
      });
    }
  });

  it('reads large and malicious files quickly', async () => {
    const large = await photo(1500, 1000).jpeg({ quality: 100 }).toBuffer();
    const stuffing = Buffer.alloc(18_000_000, 'ff00', 'hex');
    const stuffed = Buffer.concat([good.baseline.subarray(0, -2), stuffing]);
    const chunks = png(pngSize(1, 1), ...Array.from({ length: 20_000 }, () => data), end);
    const validating = async () => {
      expect(await findOutcome(large)).toMatchObject({ width: 1500 });
      expect(await findOutcome(stuffed)).toBe('image.undecodable');
      expect(await findOutcome(chunks)).toMatchObject({ width: 1 });
    };
    expect(await measureMinProcessorTime(validating)).toBeLessThan(1000);
  });

  describe('for a JPEG', () => {
    it('reads the orientation from its first EXIF segment, in both byte orders', async () => {
      for (const order of ['II', 'MM'] as const) {
        for (let value = 1; value <= 8; value++) {
          const bytes = withExif(good.baseline, exif(value, order));
          expect((await readImageHeader(bytes)).orientation).toBe(value);
          expect((await sharp(bytes).metadata()).orientation).toBe(value);
        }
      }
      for (const odd of [exif(0), exif(9), exif(65535), exif(6).subarray(0, 12), Buffer.alloc(20)])
        expect((await readImageHeader(withExif(good.baseline, odd))).orientation).toBe(1);
      expect((await readImageHeader(good.baseline)).orientation).toBe(1);
    });

    it('ignores pictures inside segments and after the end', async () => {
      const thumbnail = await photo(8, 8).jpeg().toBuffer();
      const inside = withExif(good.baseline, Buffer.concat([exif(6), thumbnail]));
      const behind = Buffer.concat([inside, await photo(300, 200).jpeg().toBuffer()]);
      expect(await readImageHeader(behind)).toMatchObject({
        width: 64,
        height: 48,
        orientation: 6,
        end: inside.length,
      });
    });

    it('detects that its components are red, green and blue', async () => {
      const frame = good.baseline.indexOf('ffc0', 0, 'hex');
      const named = [0, 3, 6].reduce(
        (bytes, step) => patched(bytes, frame + 10 + step, ['RGB'.charCodeAt(step / 3)]),
        good.baseline,
      );
      const adobe = (transform: number) =>
        Buffer.from([...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform]);
      const isRgb = async (bytes: Buffer) => (await readImageHeader(bytes)).isRgb;
      expect([await isRgb(good.baseline), await isRgb(named)]).toEqual([false, true]);
      for (const transform of [0, 1])
        expect(await isRgb(withSegment(named, 0xee, adobe(transform)))).toBe(transform === 0);
      expect(await isRgb(withSegment(named, 0xe0, Buffer.from('JFIF\0')))).toBe(false);
    });

    it.each<[string, (jpeg: Buffer) => Buffer]>([
      ['without its end', (jpeg) => jpeg.subarray(0, -2)],
      ['cut in a segment', (jpeg) => jpeg.subarray(0, 30)],
      [
        'without a scan',
        (jpeg) =>
          Buffer.concat([jpeg.subarray(0, jpeg.indexOf('ffda', 0, 'hex')), jpeg.subarray(-2)]),
      ],
      ['of no height', (jpeg) => patched(jpeg, jpeg.indexOf('ffc0', 0, 'hex') + 5, [0, 0])],
      ['of 12 bits', (jpeg) => patched(jpeg, jpeg.indexOf('ffc0', 0, 'hex') + 4, [12])],
      ['coded arithmetically', (jpeg) => patched(jpeg, jpeg.indexOf('ffc0', 0, 'hex') + 1, [0xc9])],
      ['with two start markers', (jpeg) => Buffer.concat([jpeg.subarray(0, 2), jpeg])],
      [
        'of two frames',
        (jpeg) =>
          withSegment(
            jpeg,
            0xc0,
            jpeg.subarray(jpeg.indexOf('ffc0', 0, 'hex') + 4).subarray(0, 15),
          ),
      ],
      [
        'of a thousand scans',
        (jpeg) => {
          const scan = jpeg.subarray(jpeg.lastIndexOf('ffda', undefined, 'hex'), -2);
          return Buffer.concat([
            jpeg.subarray(0, -2),
            ...Array.from({ length: 1000 }, () => scan),
            jpeg.subarray(-2),
          ]);
        },
      ],
    ])('rejects one %s', async (_name, change) => {
      expect(await findOutcome(change(good.baseline))).toBe('image.undecodable');
    });
  });

  describe('for a PNG', () => {
    it('reads the orientation from its eXIf chunk, like libvips', async () => {
      const [head, rest] = [good.png.subarray(0, 33), good.png.subarray(33)];
      const chunk = png(['eXIf', exif(6)]).subarray(8);
      const turned = Buffer.concat([head, chunk, rest]);
      expect((await readImageHeader(turned)).orientation).toBe(6);
      expect((await sharp(turned).metadata()).orientation).toBe(6);
    });

    it('reads the default picture of an animation, and nothing after the end', async () => {
      const control = Buffer.concat([Buffer.alloc(4), Buffer.from([0, 0, 255, 255])]);
      const animated = png(pngSize(5, 7), ['acTL', Buffer.alloc(8)], ['fcTL', control], data, end);
      const {
        width,
        height,
        end: last,
      } = await readImageHeader(Buffer.concat([animated, good.png]));
      expect([width, height, last]).toEqual([5, 7, animated.length]);
    });

    const texts = Array.from({ length: 33 }, (_, index): [string, Buffer] => [
      index % 2 ? 'iTXt' : 'zTXt',
      Buffer.from('a\0\0'),
    ]);

    it.each<[string, Buffer]>([
      ['that starts with another chunk', png(['CgBI', Buffer.alloc(4)], pngSize(1, 1), data, end)],
      ['of no width', png(pngSize(0, 1), data, end)],
      ['of a negative height', png(pngSize(1, 0xffffffff), data, end)],
      ["of a depth that its color type doesn't support", png(pngSize(1, 1, [4, 2, 0]), data, end)],
      ['of unknown interlacing', png(pngSize(1, 1, [8, 2, 2]), data, end)],
      ['with 33 compressed texts', png(pngSize(1, 1), ...texts, data, end)],
      ['without data', png(pngSize(1, 1), end)],
      ['without its end', png(pngSize(1, 1), data)],
    ])('rejects one %s', async (_name, bytes) => {
      expect(await findOutcome(bytes)).toBe('image.undecodable');
    });
  });

  describe('for a GIF', () => {
    it('uses the size of the screen, and reads only the first frame', async () => {
      const frame = good.gif.indexOf(0x2c, 13 + 3 * 2 ** ((good.gif[10]! & 7) + 1));
      const small = patched(patched(good.gif, 6, [200, 0, 100, 0]), frame + 1, [136, 0, 52, 0]);
      expect(await findOutcome(small)).toEqual({ type: 'gif', width: 200, height: 100 });
      const { end: last } = await readImageHeader(good.gif);
      const many = Buffer.concat([
        good.gif.subarray(0, -1),
        Buffer.from('21fe00', 'hex'),
        good.gif,
      ]);
      expect((await readImageHeader(many)).end).toBe(last);
      expect(await findOutcome(patched(small, frame + 1, [137, 0]))).toBe('image.undecodable');
      expect(await findOutcome(patched(good.gif, frame + 5, [0, 0]))).toBe('image.undecodable');
      expect(await findOutcome(patched(good.gif, 6, [0, 0]))).toBe('image.undecodable');
      expect(await findOutcome(good.gif.subarray(0, last - 1))).toBe('image.undecodable');
      expect(
        await findOutcome(Buffer.concat([good.gif.subarray(0, frame), Buffer.from([0x3b])])),
      ).toBe('image.undecodable');
    });
  });

  describe('for a BMP', () => {
    it('reads rows from the top if the height is negative', async () => {
      const down = patched(good.bmp, 22, [...int32(-48)]);
      expect(await readImageHeader(down)).toMatchObject({ height: 48, bmp: { isTopDown: true } });
      expect(await readImageHeader(good.bmp)).toMatchObject({
        height: 48,
        bmp: { isTopDown: false },
      });
    });

    it.each<[string, number, readonly number[]]>([
      ['of no height', 22, int32(0)],
      ['of the smallest possible height', 22, int32(-(2 ** 31))],
      ['of a negative width', 18, int32(-64)],
      ['that has fewer rows than its height', 22, int32(49)],
      ['of 3 bits', 28, [3]],
      ['that contains a JPEG', 30, [4]],
      ['whose pixels start after its end', 10, int32(1_000_000)],
    ])('rejects one %s', async (_name, at, values) => {
      expect(await findOutcome(patched(good.bmp, at, values))).toBe('image.undecodable');
    });

    it('reads the short header of OS/2', async () => {
      const core = Buffer.alloc(26 + 6 + 4);
      core.write('BM');
      core.writeUInt32LE(32, 10);
      core.writeUInt32LE(12, 14);
      core.set([8, 0, 1, 0, 1, 0, 1, 0], 18);
      expect(await readImageHeader(core)).toMatchObject({ type: 'bmp', width: 8, height: 1 });
      expect(
        await findOutcome(
          bmp({ width: 1, height: 1, bits: 8, compression: 1, pixels: Buffer.alloc(0) }),
        ),
      ).toBe('image.undecodable');
    });
  });

  describe('for a TIFF', () => {
    const plain = { 256: [2], 257: [2], 258: [8], 262: [1], 273: [8], 279: [4] };

    it('reads the first directory, and its orientation', async () => {
      const two = tiff({ ...plain, 274: [6] }, Buffer.alloc(4));
      expect(await readImageHeader(two)).toMatchObject({ width: 2, height: 2, orientation: 6 });
      // Its next directory is itself, so a reader that follows the chain never ends.
      const endless = patched(two, 10 + 7 * 12, [8, 0, 0, 0]);
      expect(await findOutcome(endless)).toEqual({ type: 'tiff', width: 2, height: 2 });
    });

    it.each<[string, Buffer]>([
      ['of no directory', Buffer.from('49492a0008000000', 'hex')],
      ['with a directory beyond its end', Buffer.from('49492a00ffffff7f', 'hex')],
      ['with 65535 missing entries', Buffer.from('49492a0008000000ffff', 'hex')],
      ['without width', tiff({ ...plain, 256: [] }, Buffer.alloc(4))],
      ['of samples of different depths', tiff({ ...plain, 258: [8, 16, 8] }, Buffer.alloc(4))],
      ['of 65535 samples per pixel', tiff({ ...plain, 277: [65535] }, Buffer.alloc(4))],
      ['without data', tiff({ 256: [2], 257: [2] }, Buffer.alloc(4))],
      [
        'of huge tiles',
        tiff({ ...plain, 322: [60_000], 323: [60_000], 324: [8], 325: [4] }, Buffer.alloc(4)),
      ],
      [
        'of strips that are not listed',
        patched(
          tiff({ ...plain, 273: [8, 8, 8] }, Buffer.alloc(4)),
          10 + 4 * 12 + 4,
          [255, 255, 255, 127],
        ),
      ],
    ])('rejects one %s', async (_name, bytes) => {
      expect(await findOutcome(bytes)).toBe('image.undecodable');
    });
  });

  it('returns a header or an error for any bytes', async () => {
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
    await fc.assert(
      fc.asyncProperty(bytes, async (one) => {
        const before = Buffer.from(one);
        const found = await findOutcome(one);
        expect(one.equals(before)).toBe(true);
        if (typeof found === 'string') return;
        const { width, height } = found as { width: number; height: number };
        expect(Number.isInteger(width) && width > 0 && Number.isInteger(height) && height > 0).toBe(
          true,
        );
        expect((await readImageHeader(one)).end).toBeLessThanOrEqual(one.length);
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
