import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { cases } from '../../../../../test/support/random/cases';
import {
  bmp,
  picture,
  quarters,
  quartersBmp,
  tiff,
} from '../../../../../test/support/pictures/pictures';
import { readBmpHeader } from '../headers/bmp-header';
import { isTiff, readTiffHeader } from '../headers/tiff-header';
import { UnreadableImage } from '../headers/unreadable-image';
import { readImageHeader } from '../validate-image';
import { decodePicture } from '../jimp/decode-picture';
import { decodeBmp } from './bmp-decoder';
import type { Pixels } from './pixels';
import { decodeTiff } from './tiff-decoder';

function decode(bytes: Buffer): Pixels {
  const header = isTiff(bytes) ? readTiffHeader(bytes) : readBmpHeader(bytes);
  const { width, height, bmp: bmpLayout, tiff: tiffLayout } = header;
  if (bmpLayout) return decodeBmp({ bytes, width, height, layout: bmpLayout });
  if (tiffLayout) return decodeTiff({ bytes, width, height, layout: tiffLayout });
  throw new Error('neither BMP nor TIFF');
}

/** Each pixel's red, green, blue and alpha in hexadecimal, row by row. */
function hex(bytes: Buffer): string[] {
  const { data, width, height } = decode(bytes);
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from(data).subarray(y * width * 4, (y + 1) * width * 4),
  );
  return rows.map((row) => (row.toString('hex').match(/.{8}/g) ?? []).join(' '));
}

async function libvips(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer();
}

/** The largest difference between two bytes. */
function difference(one: Uint8Array, other: Uint8Array): number {
  expect(one).toHaveLength(other.length);
  return one.reduce((max, value, at) => Math.max(max, Math.abs(value - (other[at] ?? 0))), 0);
}

const white = 'ffffffff';
const black = '000000ff';
const red = 'ff0000ff';
const palette = [
  [255, 255, 255],
  [255, 0, 0],
  [0, 0, 0],
];

describe('decodeBmp', () => {
  it('reads rows from the bottom, or from the top if the height is negative', () => {
    const pixels = Buffer.from('0000ff 000000 0000 ffffff 0000ff 0000'.replaceAll(' ', ''), 'hex');
    const upright = bmp({ width: 2, height: 2, bits: 24, pixels });
    expect(hex(upright)).toEqual([`${white} ${red}`, `${red} ${black}`]);
    const down = bmp({ width: 2, height: -2, bits: 24, pixels });
    expect(hex(down)).toEqual([`${red} ${black}`, `${white} ${red}`]);
  });

  it('reads indexes of 1, 4 and 8 bits', () => {
    const one = { width: 9, height: 1, bits: 1, palette: palette.slice(0, 2) };
    expect(hex(bmp({ ...one, pixels: Buffer.from('a0800000', 'hex') }))).toEqual([
      [red, white, red, white, white, white, white, white, red].join(' '),
    ]);
    const four = { width: 3, height: 1, bits: 4, palette };
    expect(hex(bmp({ ...four, pixels: Buffer.from('01200000', 'hex') }))).toEqual([
      `${white} ${red} ${black}`,
    ]);
    const eight = { width: 3, height: 1, bits: 8, palette };
    // An index without a color is black.
    expect(hex(bmp({ ...eight, pixels: Buffer.from('0100ff00', 'hex') }))).toEqual([
      `${red} ${white} ${black}`,
    ]);
  });

  it('reads colors of 16 and 32 bits, with and without masks', () => {
    const two = { width: 2, height: 1 };
    expect(hex(bmp({ ...two, bits: 16, pixels: Buffer.from('007cff7f', 'hex') }))).toEqual([
      `${red} ${white}`,
    ]);
    const masks565 = { compression: 3, masks: [0xf800, 0x07e0, 0x1f] };
    expect(
      hex(bmp({ ...two, ...masks565, bits: 16, pixels: Buffer.from('00f8e007', 'hex') })),
    ).toEqual([`${red} 00ff00ff`]);
    // Without a mask the fourth byte is ignored.
    expect(hex(bmp({ ...two, bits: 32, pixels: Buffer.from('0000ff00000000aa', 'hex') }))).toEqual([
      `${red} ${black}`,
    ]);
    const masks = { compression: 6, masks: [0xff, 0xff00, 0xff0000, 0xff000000] };
    expect(
      hex(bmp({ ...two, ...masks, bits: 32, pixels: Buffer.from('ff00008000ff00ff', 'hex') })),
    ).toEqual(['ff000080 00ff00ff']);
    // All alpha values are 0, so the writer hasn't used them.
    expect(
      hex(bmp({ ...two, ...masks, bits: 32, pixels: Buffer.from('ff00000000ff0000', 'hex') })),
    ).toEqual([`${red} 00ff00ff`]);
    const holes = bmp({
      ...two,
      bits: 32,
      compression: 3,
      masks: [5, 0, 0],
      pixels: Buffer.alloc(8),
    });
    expect(() => decode(holes)).toThrow(UnreadableImage);
  });

  it('reads run-length codes of 8 and 4 bits, with skipped pixels', () => {
    const rle8 = { bits: 8, compression: 1, palette };
    const three = { width: 3, height: 2, ...rle8 };
    // Two red pixels; end of line; three literal pixels with padding; end.
    const codes = Buffer.from('0201 0000 0003 020001 00 0001'.replaceAll(' ', ''), 'hex');
    expect(hex(bmp({ ...three, pixels: codes }))).toEqual([
      `${black} ${white} ${red}`,
      `${red} ${red} ${white}`,
    ]);
    // One pixel right and one up, then more pixels than the row has.
    const skip = Buffer.from('0002 0101 0902 0001'.replaceAll(' ', ''), 'hex');
    expect(hex(bmp({ ...three, pixels: skip }))).toEqual([
      `${white} ${black} ${black}`,
      `${white} ${white} ${white}`,
    ]);
    const rle4 = { width: 5, height: 1, bits: 4, compression: 2, palette };
    expect(
      hex(bmp({ ...rle4, pixels: Buffer.from('0312 0002 0000 0001'.replaceAll(' ', ''), 'hex') })),
    ).toEqual([`${red} ${black} ${red} ${white} ${white}`]);
    const literal = Buffer.from('0005 120120 00 0001'.replaceAll(' ', ''), 'hex');
    expect(hex(bmp({ ...rle4, pixels: literal }))).toEqual([
      `${red} ${black} ${white} ${red} ${black}`,
    ]);
    expect(() => decode(bmp({ ...three, pixels: Buffer.from('0201', 'hex') }))).toThrow(
      UnreadableImage,
    );
  });

  it('decodes the picture that was written', async () => {
    const pixels = decode(quartersBmp(63, 41));
    expect([...pixels.data.subarray(0, 4)]).toEqual([...quarters[0]!, 255]);
    const other = await libvips(await picture(63, 41).png().toBuffer());
    expect(difference(pixels.data, other)).toBe(0);
  });

  it('returns a picture or throws an error for any codes', () => {
    const any = fc.tuple(fc.uint8Array({ minLength: 4, maxLength: 64 }), fc.constantFrom(4, 8));
    fc.assert(
      fc.property(any, ([codes, bits]) => {
        const compression = bits === 8 ? 1 : 2;
        const size = { width: 7, height: 5 };
        const file = bmp({ ...size, bits, compression, palette, pixels: Buffer.from(codes) });
        try {
          expect(decode(file).data).toHaveLength(7 * 5 * 4);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableImage);
        }
      }),
    );
  });
});

describe('decodeTiff', () => {
  const rgb = () => picture(67, 45);
  const rgba = () => rgb().ensureAlpha(0.4);
  const grey = () => rgb().toColourspace('b-w');

  it.each<[string, () => Promise<Buffer>]>([
    ['plain', () => rgb().tiff({ compression: 'none' }).toBuffer()],
    ['by LZW', () => rgb().tiff({ compression: 'lzw' }).toBuffer()],
    [
      'by LZW with predictor',
      () => rgb().tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer(),
    ],
    ['by Deflate', () => rgb().tiff({ compression: 'deflate', predictor: 'none' }).toBuffer()],
    ['by Deflate, with alpha', () => rgba().tiff({ compression: 'deflate' }).toBuffer()],
    ['by PackBits', () => rgb().tiff({ compression: 'packbits' }).toBuffer()],
    [
      'in tiles',
      () =>
        rgb().tiff({ compression: 'none', tile: true, tileWidth: 32, tileHeight: 16 }).toBuffer(),
    ],
    ['grey', () => grey().tiff({ compression: 'lzw' }).toBuffer()],
    ['of 1 bit', () => grey().tiff({ bitdepth: 1, compression: 'none' }).toBuffer()],
    [
      'of 1 bit, white first',
      () =>
        grey()
          .tiff({ bitdepth: 1, miniswhite: true, compression: 'deflate', predictor: 'none' })
          .toBuffer(),
    ],
    ['of 4 bits', () => grey().tiff({ bitdepth: 4, compression: 'packbits' }).toBuffer()],
    [
      'of 16 bits',
      () =>
        rgb()
          .toColourspace('rgb16')
          .tiff({ compression: 'lzw', predictor: 'horizontal' })
          .toBuffer(),
    ],
  ])('reads a file that is stored %s in the same way as libvips', async (_name, make) => {
    const bytes = await make();
    expect(difference(decode(bytes).data, await libvips(bytes))).toBeLessThanOrEqual(1);
  });

  it('reads planes, palettes and inks', () => {
    const size = { 256: [2], 257: [1], 258: [8], 259: [1] };
    const planes = {
      ...size,
      262: [2],
      273: [0, 0, 0],
      277: [3],
      278: [1],
      279: [2, 2, 2],
      284: [2],
    };
    const at = tiff(planes, Buffer.alloc(0)).length;
    const placed = { ...planes, 273: [at, at + 2, at + 4] };
    expect(hex(tiff(placed, Buffer.from([255, 0, 0, 255, 0, 1])))).toEqual(['ff0000ff 00ff01ff']);

    const colours = Array.from({ length: 768 }, (_, index) => (index % 256 === 1 ? 0xffff : 0));
    const indexed = { ...size, 262: [3], 273: [0], 279: [2], 320: colours };
    const behind = tiff(indexed, Buffer.alloc(0)).length;
    expect(hex(tiff({ ...indexed, 273: [behind] }, Buffer.from([0, 1])))).toEqual([
      `${black} ${white}`,
    ]);

    const inks = { ...size, 262: [5], 273: [0], 277: [4], 279: [8] };
    const start = tiff(inks, Buffer.alloc(0)).length;
    const cmyk = Buffer.from([0, 255, 255, 0, 0, 0, 0, 255]);
    expect(hex(tiff({ ...inks, 273: [start] }, cmyk))).toEqual([`${red} ${black}`]);
  });

  it('needs no more memory than the picture, whatever its data inflates to', () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000));
    const tags = {
      256: [8],
      257: [8],
      258: [8],
      259: [8],
      262: [1],
      273: [0],
      278: [8],
      279: [bomb.length],
    };
    const at = tiff(tags, Buffer.alloc(0)).length;
    const file = tiff({ ...tags, 273: [at] }, bomb);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => decode(file)).toThrow(UnreadableImage);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it.each<[string, Record<number, number[]>]>([
    ['an unsupported compression', { 259: [7] }],
    ['floating-point samples', { 339: [3] }],
    ['too few samples', { 262: [2], 277: [2] }],
    ['unknown colors', { 262: [9] }],
    ['less data than rows', { 279: [10] }],
    ['a palette that is too short', { 262: [3], 320: [1, 2, 3] }],
  ])('rejects %s', (_name, tags) => {
    const plain = {
      256: [4],
      257: [4],
      258: [8],
      259: [1],
      262: [1],
      273: [8],
      278: [4],
      279: [16],
    };
    expect(() => decode(tiff({ ...plain, ...tags }, Buffer.alloc(16)))).toThrow(UnreadableImage);
  });

  it('returns a picture or throws an error for any data', async () => {
    const compressions = ['lzw', 'packbits', 'deflate'] as const;
    const bases = await Promise.all(
      compressions.map((compression) => picture(33, 9).tiff({ compression }).toBuffer()),
    );
    const change = fc.tuple(fc.nat(1500), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.array(change, { minLength: 1, maxLength: 5 }),
        (base, changes) => {
          const bytes = Buffer.from(base);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          try {
            if (!isTiff(bytes)) return;
            const { width, height } = readTiffHeader(bytes);
            if (width * height > 100_000) return;
            expect(decode(bytes).data).toHaveLength(width * height * 4);
          } catch (error) {
            expect(
              (error as Error).constructor.name === 'UnreadableImage' ||
                'code' in (error as object),
            ).toBe(true);
          }
        },
      ),
      { numRuns: cases(100, 500) },
    );
  });
});

describe('decodePicture', () => {
  it('rejects an interlaced PNG that inflates beyond its picture', async () => {
    const good = await picture(16, 16).png({ progressive: true }).toBuffer();
    expect((await decodePicture(good, await readImageHeader(good))).data).toHaveLength(1024);
    const at = good.indexOf('IDAT') - 4;
    const bomb = deflateSync(Buffer.alloc(50_000_000));
    const chunk = Buffer.alloc(8);
    chunk.writeUInt32BE(bomb.length);
    chunk.write('IDAT', 4);
    const file = Buffer.concat([
      good.subarray(0, at),
      chunk,
      bomb,
      Buffer.alloc(4),
      good.subarray(-12),
    ]);
    const before = process.memoryUsage().arrayBuffers;
    await expect(decodePicture(file, await readImageHeader(file))).rejects.toThrow(UnreadableImage);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });
});
