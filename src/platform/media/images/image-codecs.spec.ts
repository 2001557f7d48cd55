import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import {
  bmp,
  exif,
  orientedPicture,
  isSimilarColour,
  photo,
  picture,
  pixelBombs,
  png,
  quarters,
  quartersBmp,
  readQuarterColours,
  readQuarters,
  withExif,
  withSegment,
} from '../../../../test/support/pictures/pictures';
import { measureMinProcessorTime } from '../../../../test/support/service/processor-time';
import { collectVariants } from '../../../../test/support/pictures/collect-variants';
import type { DomainError } from '../../../core/errors';
import type { ValidatedImage, ImageVariant } from './variant';
import { validateImage } from './validate-image';
import { LibraryCodec, maxConcurrentPictures } from './library-codec';
import type { ResizeTarget } from './picture';

const MAX_PIXELS = 50_000_000;
const plain: ImageVariant = { flipHorizontally: false, flipVertically: false, quality: 80 };
const inside = (width: number, height: number): ResizeTarget => ({ kind: 'inside', width, height });
const exact = (width: number, height: number): ResizeTarget => ({ kind: 'exact', width, height });
const to = (resizeTarget: ResizeTarget): ImageVariant => ({ ...plain, resizeTarget });

const lzw = { compression: 'lzw' } as const;

/** Both libraries have to behave in the same way. */
describe.each(['sharp', 'jimp'] as const)('images by %s', (name) => {
  const codec = new LibraryCodec(name);
  // The codec takes over the bytes, so it gets a copy.
  const validated = async (bytes: Buffer): Promise<ValidatedImage> => ({
    bytes: Buffer.from(bytes),
    header: validateImage(bytes, MAX_PIXELS),
  });
  const make = async (bytes: Buffer, ...variants: ImageVariant[]): Promise<readonly Buffer[]> => {
    const image = await validated(bytes);
    return collectVariants((take) => codec.createVariants(image, variants, take));
  };
  const one = async (bytes: Buffer, variant: ImageVariant = plain): Promise<Buffer> =>
    (await make(bytes, variant))[0]!;
  const sizeOf = async (bytes: Buffer): Promise<string> => {
    const { width, height } = await readQuarterColours(bytes);
    return `${width} x ${height}`;
  };
  let jpeg: Buffer;

  beforeAll(async () => {
    jpeg = await picture(640, 480).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
  });
  afterAll(() => codec.end());

  it('fits pictures into boxes without changing the proportions, and enlarges only to an exact size', async () => {
    const targets: [ResizeTarget, string][] = [
      [inside(100, 100), '100 x 75'],
      [inside(100, 30), '40 x 30'],
      [inside(200, 480), '200 x 150'],
      [inside(640, 96), '128 x 96'],
      [inside(2000, 2000), '640 x 480'],
      [inside(1000, 480), '640 x 480'],
      [exact(50, 200), '50 x 200'],
      [exact(800, 100), '800 x 100'],
      [inside(1, 1), '1 x 1'],
    ];
    const made = await make(jpeg, plain, ...targets.map(([target]) => to(target)));
    const sizes = await Promise.all(made.map(sizeOf));
    expect(sizes).toEqual(['640 x 480', ...targets.map(([, size]) => size)]);
    for (const bytes of made.slice(0, -1)) expect(await readQuarters(bytes)).toEqual([0, 1, 2, 3]);
    const line = await photo(500, 2).png().toBuffer();
    expect(await sizeOf(await one(line, to(inside(100, 100))))).toBe('100 x 1');
  });

  it('flips resized pictures', async () => {
    const [across, down, both] = await make(
      jpeg,
      { ...plain, flipHorizontally: true },
      { ...to(inside(64, 64)), flipVertically: true },
      { ...to(exact(20, 40)), flipHorizontally: true, flipVertically: true },
    );
    expect(await readQuarters(across!)).toEqual([1, 0, 3, 2]);
    expect(await readQuarters(down!)).toEqual([2, 3, 0, 1]);
    expect(await readQuarters(both!)).toEqual([3, 2, 1, 0]);
  });

  it('uses fewer bytes for lower qualities', async () => {
    const bytes = await photo(200, 150).jpeg({ quality: 95 }).toBuffer();
    const qualities = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
    const made = await make(bytes, ...qualities.map((quality) => ({ ...plain, quality })));
    const lengths = made.map(({ length }) => length);
    expect(lengths).toEqual([...lengths].sort((less, more) => less - more));
    expect(new Set(lengths).size).toBe(qualities.length);
    expect(lengths.at(-1)! / lengths[0]!).toBeGreaterThan(5);
  });

  it('applies the orientation first, and removes all metadata', async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const stored = await orientedPicture(orientation)
        .jpeg({ chromaSubsampling: '4:4:4' })
        .toBuffer();
      const bytes = withExif(stored, exif(orientation, orientation % 2 ? 'II' : 'MM'));
      const [whole, small, flipped] = await make(bytes, plain, to(inside(32, 32)), {
        ...to(exact(40, 20)),
        flipHorizontally: true,
      });
      expect([orientation, await sizeOf(whole!), await sizeOf(small!)]).toEqual([
        ...[orientation, '64 x 48', '32 x 24'],
      ]);
      expect([await readQuarters(whole!), await readQuarters(small!)]).toEqual([
        [0, 1, 2, 3],
        [0, 1, 2, 3],
      ]);
      expect(await readQuarters(flipped!)).toEqual([1, 0, 3, 2]);
      for (const made of [whole!, small!]) {
        const {
          exif: data,
          icc,
          iptc,
          xmp,
          orientation: kept,
          comments,
        } = await sharp(made).metadata();
        expect([data, icc, iptc, xmp, kept, comments]).toEqual(Array(6).fill(undefined));
      }
    }
    const turned = orientedPicture(6);
    const tiff = await turned.clone().withMetadata({ orientation: 6 }).tiff(lzw).toBuffer();
    const plainPng = await turned.png().toBuffer();
    const chunk = png(['eXIf', exif(6)]).subarray(8);
    const turnedPng = Buffer.concat([plainPng.subarray(0, 33), chunk, plainPng.subarray(33)]);
    for (const bytes of [tiff, turnedPng]) {
      const made = await one(bytes);
      expect([await sizeOf(made), await readQuarters(made)]).toEqual(['64 x 48', [0, 1, 2, 3]]);
    }
  });

  it('ignores damaged orientations', async () => {
    const odd = [exif(0), exif(9), exif(65535), exif(6).subarray(0, 12), Buffer.alloc(20)];
    for (const data of odd) {
      const made = await one(withExif(jpeg, data));
      expect([await sizeOf(made), await readQuarters(made)]).toEqual(['640 x 480', [0, 1, 2, 3]]);
    }
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a progressive JPEG', () => picture(80, 60).jpeg({ progressive: true }).toBuffer()],
    ['a JPEG of 4:2:0', () => picture(81, 61).jpeg({ chromaSubsampling: '4:2:0' }).toBuffer()],
    [
      'a CMYK JPEG',
      () => picture(80, 60).toColourspace('cmyk').jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['a PNG', () => picture(80, 60).png().toBuffer()],
    ['an interlaced PNG', () => picture(80, 60).png({ progressive: true }).toBuffer()],
    ['a PNG of 256 colours', () => picture(80, 60).png({ palette: true }).toBuffer()],
    ['a PNG of 16 bits', () => picture(80, 60).toColourspace('rgb16').png().toBuffer()],
    ['a GIF', () => picture(80, 60).gif().toBuffer()],
    ['an interlaced GIF', () => picture(80, 60).gif({ progressive: true }).toBuffer()],
    ['a BMP', () => Promise.resolve(quartersBmp(81, 61))],
    ['a TIFF', () => picture(80, 60).tiff(lzw).toBuffer()],
    ['a CMYK TIFF', () => picture(80, 60).toColourspace('cmyk').tiff(lzw).toBuffer()],
    [
      'a TIFF of 16 bits',
      () => picture(80, 60).toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer(),
    ],
  ])('converts %s correctly, to a JPEG if it is one and to a PNG otherwise', async (what, file) => {
    const bytes = await file();
    const [made, same] = await make(bytes, to(inside(40, 40)), plain);
    const { format, space, depth } = await sharp(made).metadata();
    const output = what.includes('JPEG') ? 'jpeg' : 'png';
    expect([format, space, depth]).toEqual([output, 'srgb', 'uchar']);
    expect((await sharp(same).stats()).isOpaque).toBe(true);
    expect(await sizeOf(made!)).toBe('40 x 30');
    const { colours } = await readQuarterColours(same!);
    // Conversions of inks differ; sharp uses a color profile.
    const tolerance = what.includes('CMYK') ? 110 : 45;
    colours.forEach((colour, index) => {
      expect([what, colour, isSimilarColour(quarters[index]!, colour, tolerance)]).toEqual([
        what,
        colour,
        true,
      ]);
    });
  });

  it('keeps colors of 16 bits, and those of a picture with a damaged profile', async () => {
    const colour = [200, 30, 30];
    const flat = (): sharp.Sharp =>
      sharp({ create: { width: 20, height: 20, channels: 3, background: 'rgb(200, 30, 30)' } });
    const jpeg444 = await flat().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(300, 'x')]);
    const profiled = await flat().withIccProfile('srgb').tiff(lzw).toBuffer();
    profiled.fill('x', profiled.indexOf('acsp') - 36, profiled.indexOf('acsp') + 300);
    const files = {
      'a PNG': await flat().toColourspace('rgb16').png().toBuffer(),
      'a TIFF': await flat().toColourspace('rgb16').tiff(lzw).toBuffer(),
      'a TIFF with a damaged profile': profiled,
      'a JPEG with a damaged profile': withSegment(jpeg444, 0xe2, profile),
    };
    const targets = [inside(10, 10), exact(40, 40), exact(2100, 2100)];
    for (const [what, bytes] of Object.entries(files)) {
      for (const made of await make(bytes, plain, ...targets.map(to))) {
        const { colours } = await readQuarterColours(made);
        expect([what, colours, isSimilarColour(colour, colours[0]!, 2)]).toEqual([
          what,
          colours,
          true,
        ]);
      }
    }
  });

  it('keeps transparency', async () => {
    const pixels = Buffer.alloc(40 * 40 * 4);
    for (let at = 0; at < pixels.length; at += 4) {
      pixels.set([200, 100, 50, (at / 4) % 40 < 20 ? 0 : 128], at);
    }
    const source = () => sharp(pixels, { raw: { width: 40, height: 40, channels: 4 } });
    const masks = [0xff, 0xff00, 0xff0000, 0xff000000];
    const asBmp = bmp({ width: 40, height: -40, bits: 32, compression: 6, masks, pixels });
    const files = [await source().png().toBuffer(), await source().tiff(lzw).toBuffer(), asBmp];
    for (const bytes of files) {
      for (const made of await make(bytes, plain, to(inside(20, 20)))) {
        const [left, right] = (await readQuarterColours(made)).colours;
        expect(left![3]).toBe(0);
        expect(isSimilarColour([200, 100, 50, 128], right!, 4)).toBe(true);
      }
    }
    const gif = await source().gif().toBuffer();
    expect((await readQuarterColours(await one(gif))).colours.map((colour) => colour[3])).toEqual([
      0, 255, 0, 255,
    ]);
  });

  it('uses the first of several frames', async () => {
    const frames = ['red', 'blue', 'lime'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const bytes = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(3);
    const { width, height, colours } = await readQuarterColours(await one(bytes));
    expect([width, height]).toEqual([20, 20]);
    expect(isSimilarColour([255, 0, 0], colours[0]!)).toBe(true);
  });

  it("rejects files that can't be decoded, and continues", async () => {
    const files: Record<string, Buffer> = {
      'a PNG with a damaged checksum': damaged(await photo(60, 60).png().toBuffer(), 200),
      'a PNG with too little data': await shortPng(),
      'a TIFF whose data is cut off': (
        await picture().tiff({ compression: 'none' }).toBuffer()
      ).subarray(0, 4000),
      'a BMP with invalid masks': bmp({
        width: 1,
        height: 1,
        bits: 32,
        compression: 3,
        masks: [5, 9, 1],
        pixels: Buffer.alloc(4),
      }),
    };
    const codes: Record<string, unknown> = {};
    for (const [what, bytes] of Object.entries(files)) {
      codes[what] = await make(bytes, plain, to(inside(20, 20))).then(
        () => 'made',
        (error: unknown) => {
          const { status, code } = error as DomainError;
          return `${status} ${code}`;
        },
      );
    }
    const refused = '422 image.undecodable';
    expect(codes).toEqual(Object.fromEntries(Object.keys(files).map((what) => [what, refused])));
    expect(await readQuarters(await one(jpeg))).toEqual([0, 1, 2, 3]);
  });

  it('stops at its deadline, and continues with the next picture', async () => {
    const bytes = await photo(1500, 1000).png().toBuffer();
    const image = await validated(bytes);
    const hasty = new LibraryCodec(name, { timeoutMs: 5 });
    const late = collectVariants((take) =>
      hasty.createVariants(image, [plain, plain, plain], take),
    );
    await expect(late).rejects.toMatchObject({
      status: 503,
      code: 'image.tooSlow',
    });
    hasty.end();
    expect(await readQuarters(await one(jpeg))).toEqual([0, 1, 2, 3]);
  });

  it('processes many pictures at once, and rejects those that exceed the queue', async () => {
    const bytes = await picture(64, 48).png().toBuffer();
    const requests = Array.from({ length: 60 }, () => make(bytes, to(inside(50, 50))));
    const answers = await Promise.allSettled(requests);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(60 - 32 - maxConcurrentPictures[name]);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ status: 503, code: 'image.busy' });
    for (const answer of answers)
      if (answer.status === 'fulfilled') expect(await sizeOf(answer.value[0]!)).toBe('50 x 38');
  });

  (name === 'jimp' ? it : it.skip)('rejects pictures that would need too much memory', async () => {
    const { bytes, header } = await validated(jpeg);
    const image = { bytes, header: { ...header, width: 4000, height: 3001 } };
    await expect(
      collectVariants((take) => codec.createVariants(image, [plain], take)),
    ).rejects.toMatchObject({
      ...{ status: 413, code: 'image.tooManyPixels' },
      message: expect.stringContaining('12000000') as string,
    });
  });

  it("doesn't block the event loop while it processes or rejects pictures", async () => {
    const bytes = await photo(3000, 2000).jpeg({ quality: 90 }).toBuffer();
    const boxes = [1200, 600, 200].map((side) => to(inside(side, side)));
    let made: Buffer[] = [];
    const making = async () => {
      const image = await validated(bytes);
      made = await collectVariants((take) => codec.createVariants(image, boxes, take));
    };
    // Decoding it in this process with jimp would take more than that on any machine.
    expect(await measureMinProcessorTime(making)).toBeLessThan(600);
    expect(await Promise.all(made.map(sizeOf))).toEqual(['1200 x 800', '600 x 400', '200 x 133']);

    const bombs = Object.values(pixelBombs());
    const before = process.memoryUsage.rss();
    const validating = async () => {
      for (const bomb of bombs) expect(() => validateImage(bomb, MAX_PIXELS)).toThrow(/pixels/);
    };
    expect(await measureMinProcessorTime(validating)).toBeLessThan(100);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });
});

function damaged(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
}

/** A PNG whose data ends half-way, although its chunks are complete. */
async function shortPng(): Promise<Buffer> {
  const small = await photo(60, 20).png().toBuffer();
  const copy = Buffer.from(small);
  copy.writeUInt32BE(60, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}
