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
import { DomainError } from '../../../../core/errors';
import { ImageDecodingError } from '../codec-task';
import { decodePicture } from '../jimp/decode-picture';
import type { Pixels } from '../picture';
import { readImageHeader } from '../validate-image';
import { decodeBmp } from './bmp-decoder';
import { decodeTiff } from './tiff-decoder';

function decode(bytes: Buffer): Pixels {
  const header = readImageHeader(bytes);
  return header.type === 'bmp' ? decodeBmp(bytes) : decodeTiff(bytes, header);
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
    expect(() => decode(holes)).toThrow(ImageDecodingError);
  });

  it('reads 16 colours of an odd width, and the pixels where the header says they are', () => {
    const odd = { width: 3, height: 2, bits: 4, palette };
    const rows = [`${white} ${black} ${red}`, `${red} ${white} ${black}`];
    const file = bmp({ ...odd, pixels: Buffer.from('1020000002100000', 'hex') });
    expect(hex(file)).toEqual(rows);
    const gap = Buffer.concat([file.subarray(0, 66), Buffer.alloc(10, 1), file.subarray(66)]);
    gap.writeUInt32LE(76, 10);
    expect(hex(gap)).toEqual(rows);
  });

  it('ignores the masks of a long header unless they are used', () => {
    const file = bmp({
      width: 2,
      height: 1,
      bits: 32,
      pixels: Buffer.from('0000ff0000000000', 'hex'),
    });
    const long = Buffer.concat([file.subarray(0, 54), Buffer.alloc(84), file.subarray(54)]);
    long.writeUInt32LE(124, 14);
    long.writeUInt32LE(138, 10);
    expect(hex(long)).toEqual([`${red} ${black}`]);
    const middle = Buffer.from(long);
    middle.writeUInt32LE(64, 14);
    expect(hex(middle)).toEqual([`${red} ${black}`]);
    long.writeUInt32LE(3, 30);
    [0xff, 0xff00, 0xff0000, 0xff000000].forEach((mask, at) =>
      long.writeUInt32LE(mask, 54 + at * 4),
    );
    long.set([1, 2, 3, 4], 138);
    expect(hex(long)).toEqual(['01020304 00000000']);
  });

  it('scales colours of 1 to 8 bits to 8 bits', () => {
    const masks = [0x7c00, 0x0300, 0x001f, 0x8000];
    const pixels = Buffer.from('ffff0084', 'hex');
    expect(hex(bmp({ width: 2, height: 1, bits: 16, compression: 6, masks, pixels }))).toEqual([
      'ffffffff 080000ff',
    ]);
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
    const cut = bmp({ ...three, pixels: Buffer.from('0201', 'hex') });
    expect(() => decode(cut)).toThrow('out of range');
  });

  it('reads the header of OS/2 1', () => {
    const header = Buffer.alloc(26);
    header.write('BM');
    header.writeUInt32LE(32, 10);
    header.writeUInt32LE(12, 14);
    header.set([2, 0, 1, 0, 1, 0, 1, 0], 18);
    const file = Buffer.concat([header, Buffer.from('ffffff0000ff40000000', 'hex')]);
    expect(hex(file)).toEqual([`${white} ${red}`]);
  });

  it('decodes the picture that was written', async () => {
    const pixels = decode(quartersBmp(63, 41));
    expect([...pixels.data.subarray(0, 4)]).toEqual([...quarters[0]!, 255]);
    const other = await libvips(await picture(63, 41).png().toBuffer());
    expect(difference(pixels.data, other)).toBe(0);
  });
});

describe('decodeTiff', () => {
  // utif2 prints the number of tiles.
  beforeAll(() => void jest.spyOn(console, 'log').mockReturnValue());
  afterAll(() => jest.restoreAllMocks());

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
    ['of 2 bits', () => grey().tiff({ bitdepth: 2, compression: 'packbits' }).toBuffer()],
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

  it('reads palettes and inks', () => {
    const size = { 256: [2], 257: [1], 258: [8], 259: [1] };
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

  it('reads a last strip with more rows than the picture has', () => {
    const strips = [deflateSync(Buffer.alloc(4, 255)), deflateSync(Buffer.from([255, 0, 9, 9]))];
    const tags = { 256: [2], 257: [3], 258: [8], 259: [8], 262: [1], 273: [0, 0], 278: [2] };
    const lengths = strips.map(({ length }) => length);
    const at = tiff({ ...tags, 279: lengths }, Buffer.alloc(0)).length;
    const file = tiff(
      { ...tags, 273: [at, at + lengths[0]!], 279: lengths },
      Buffer.concat(strips),
    );
    expect(hex(file)).toEqual([`${white} ${white}`, `${white} ${white}`, `${white} ${black}`]);
  });

  it('reads 16 bits with the high byte first', async () => {
    const file = tiff(
      { 256: [2], 257: [1], 258: [16], 259: [1], 262: [1], 273: [0], 279: [4] },
      Buffer.alloc(0),
    );
    const tags = {
      256: [2],
      257: [1],
      258: [16],
      259: [1],
      262: [1],
      273: [file.length],
      279: [4],
    };
    const little = tiff(tags, Buffer.from([0, 128, 255, 255]));
    const big = Buffer.from(little);
    big.write('MM\0*', 'latin1');
    big.writeUInt32BE(8, 4);
    big.subarray(8, 10).swap16();
    for (let at = 10; at < 10 + 7 * 12; at += 12) {
      big.subarray(at, at + 4).swap16();
      big.subarray(at + 4, at + 8).swap32();
      // One SHORT.
      big.subarray(at + 8, at + 10).swap16();
    }
    big.subarray(-4).swap16();
    for (const bytes of [little, big]) {
      expect(hex(bytes)).toEqual([`808080ff ${white}`]);
      expect(difference(decode(bytes).data, await libvips(bytes))).toBeLessThanOrEqual(1);
    }
  });

  it('needs no more memory than the picture, whatever its data inflates to', () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000));
    const tags = {
      ...{ 256: [8], 257: [8], 258: [8], 259: [8], 262: [1], 278: [8], 279: [bomb.length] },
    };
    const at = tiff({ ...tags, 273: [0] }, Buffer.alloc(0)).length;
    const file = tiff({ ...tags, 273: [at] }, bomb);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => decode(file)).toThrow(/larger than 64 bytes/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it.each<[string, Record<number, number[]>]>([
    ['an unsupported compression', { 259: [7] }],
    ['floating-point samples', { 339: [3] }],
    ['too few samples', { 262: [2], 277: [2] }],
    ['unknown colors', { 262: [9] }],
    ['less data than rows', { 279: [10] }],
    ['fewer strips than rows', { 278: [1] }],
    ['a palette that is too short', { 262: [3], 320: [1, 2, 3] }],
    ['planes', { 262: [2], 277: [3], 284: [2] }],
    ['grey with alpha', { 277: [2] }],
    ['grey of 4 bits', { 258: [4] }],
    ['colours of different depths', { 262: [2], 277: [3], 258: [8, 16, 8] }],
    ['premultiplied alpha', { 262: [2], 277: [4], 338: [1] }],
    ['reversed bits', { 266: [2] }],
    ['an unknown predictor', { 259: [5], 317: [3] }],
    ['a predictor without compression', { 317: [2] }],
    ['a strip beyond the end', { 273: [9000] }],
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
    expect(() => decode(tiff({ ...plain, ...tags }, Buffer.alloc(16)))).toThrow(ImageDecodingError);
  });

  it('returns a picture or throws an error for any data', async () => {
    const compressions = ['lzw', 'packbits', 'deflate'] as const;
    const bases = await Promise.all(
      compressions.map((compression) => picture(33, 9).tiff({ compression }).toBuffer()),
    );
    const change = fc.tuple(fc.nat(1500), fc.integer({ min: 0, max: 255 }));
    const changes = fc.array(change, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bases), changes, async (base, list) => {
        const bytes = Buffer.from(base);
        for (const [at, value] of list) bytes[at % bytes.length] = value;
        try {
          const header = readImageHeader(bytes);
          const { width, height } = header;
          if (width * height > 100_000) return;
          const { pixels } = await decodePicture(bytes, header);
          expect(pixels.data).toHaveLength(width * height * 4);
        } catch (error) {
          if (!(error instanceof ImageDecodingError)) expect(error).toBeInstanceOf(DomainError);
        }
      }),
      { numRuns: cases(100, 500) },
    );
  });
});
