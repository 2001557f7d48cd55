import {
  bmp,
  photo,
  picture,
  png,
  pngSize,
  quartersBmp,
  readQuarters,
  tiff,
  withSegment,
} from '../../../../test/support/pictures/pictures';
import { collectVariants } from '../../../../test/support/pictures/collect-variants';
import { DomainError } from '../../../core/errors';
import { LibraryCodec } from './library-codec';
import { validateImage } from './validate-image';
import type { ImageVariant } from './variant';

const MAX_PIXELS = 50_000_000;
const plain: ImageVariant = { flipHorizontally: false, flipVertically: false, quality: 80 };
const data: [string, Buffer] = ['IDAT', Buffer.from([1, 2, 3])];
const end: [string, Buffer] = ['IEND', Buffer.alloc(0)];

function patched(bytes: Buffer, at: number, values: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

const jpeg = (): Promise<Buffer> => picture().jpeg().toBuffer();
const frameOf = (bytes: Buffer): number => bytes.indexOf('ffc0', 0, 'hex');
const gifFrameOf = (bytes: Buffer): number =>
  bytes.indexOf(0x2c, 13 + 3 * 2 ** ((bytes[10]! & 7) + 1));
const grey = { 256: [2], 257: [2], 258: [8], 262: [1], 273: [8], 279: [4] };

/** Files that no codec may draw: an error is right, other pixels are not. */
const files: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'a JPEG without its end': async () => (await jpeg()).subarray(0, -2),
  'a JPEG that is cut in its data': async () =>
    (await photo(200, 200).jpeg().toBuffer()).subarray(0, 4000),
  'a progressive JPEG that is cut in its data': async () =>
    (await photo(200, 200).jpeg({ progressive: true }).toBuffer()).subarray(0, 4000),
  'a JPEG of 12 bits': async () => {
    const file = await jpeg();
    return patched(file, frameOf(file) + 4, [12]);
  },
  'a JPEG of two frames': async () => {
    const file = await jpeg();
    return withSegment(file, 0xc0, file.subarray(frameOf(file) + 4).subarray(0, 15));
  },
  'a JPEG of a thousand scans': async () => {
    const file = await jpeg();
    const scan = file.subarray(file.lastIndexOf('ffda', undefined, 'hex'), -2);
    const scans = Array.from({ length: 1000 }, () => scan);
    return Buffer.concat([file.subarray(0, -2), ...scans, file.subarray(-2)]);
  },
  'a PNG that starts with another chunk': () =>
    png(['CgBI', Buffer.alloc(4)], pngSize(1, 1), data, end),
  'a PNG of an unknown depth': () => png(pngSize(1, 1, [4, 2, 0]), data, end),
  'a PNG of unknown interlacing': () => png(pngSize(1, 1, [8, 2, 2]), data, end),
  'a PNG without data': () => png(pngSize(1, 1), end),
  'a PNG that is cut in its data': async () =>
    (await photo(200, 200).png().toBuffer()).subarray(0, 4000),
  'a GIF whose frame is not inside its screen': async () => {
    const file = await picture().gif().toBuffer();
    return patched(file, gifFrameOf(file) + 1, [10, 0]);
  },
  'a GIF without a frame': async () => {
    const file = await picture().gif().toBuffer();
    return Buffer.concat([file.subarray(0, gifFrameOf(file)), Buffer.from([0x3b])]);
  },
  'a GIF with codes of 31 bits': async () => {
    const file = await picture().gif().toBuffer();
    return patched(file, gifFrameOf(file) + 10, [31]);
  },
  'a GIF with an unknown code': async () => {
    const file = await photo(64, 48).gif().toBuffer();
    return patched(file, gifFrameOf(file) + 12, [0, 255, 255]);
  },
  'a GIF that is cut in its data': async () =>
    (await photo(200, 200).gif().toBuffer()).subarray(0, 4000),
  'a BMP that has fewer rows than its height': () => patched(quartersBmp(64, 48), 22, [49]),
  'a BMP of 3 bits': () => patched(quartersBmp(64, 48), 28, [3]),
  'a BMP that contains a JPEG': () => patched(quartersBmp(64, 48), 30, [4]),
  'a BMP whose pixels start after its end': () => patched(quartersBmp(64, 48), 10, [0, 0, 255]),
  'a BMP of truncated run-length codes': () =>
    bmp({
      width: 2,
      height: 1,
      bits: 8,
      compression: 1,
      palette: [[0, 0, 0]],
      pixels: Buffer.from([1, 0]),
    }),
  'a BMP of run-length codes from the top': () =>
    patched(
      bmp({ width: 2, height: 1, bits: 8, compression: 1, pixels: Buffer.from([2, 0, 0, 1]) }),
      22,
      [255, 255, 255, 255],
    ),
  'a BMP of masks with holes': () =>
    bmp({
      width: 1,
      height: 1,
      bits: 32,
      compression: 3,
      masks: [5, 9, 1],
      pixels: Buffer.alloc(4),
    }),
  'a TIFF of samples of different depths': () =>
    tiff({ ...grey, 258: [8, 16, 8], 262: [2], 277: [3] }, Buffer.alloc(40)),
  'a TIFF of 65535 samples per pixel': () => tiff({ ...grey, 277: [65535] }, Buffer.alloc(4)),
  'a TIFF without data': () => tiff({ 256: [2], 257: [2] }, Buffer.alloc(4)),
  'a TIFF that is cut in its data': async () => {
    const file = await photo(64, 48).tiff({ compression: 'lzw' }).toBuffer();
    return Buffer.concat([file.subarray(0, 2000), file.subarray(3000)]);
  },
  'a TIFF of huge tiles': () =>
    tiff({ ...grey, 322: [60_000], 323: [60_000], 324: [8], 325: [4] }, Buffer.alloc(4)),
  'a TIFF whose strips are after its end': () => tiff({ ...grey, 273: [9000] }, Buffer.alloc(4)),
};

describe.each(['sharp', 'jimp'] as const)('damaged files, by %s', (library) => {
  const codec = new LibraryCodec(library);
  afterAll(() => codec.end());
  const make = async (bytes: Buffer): Promise<readonly Buffer[]> => {
    const header = validateImage(bytes, MAX_PIXELS);
    return collectVariants((take) =>
      codec.createVariants({ bytes: Buffer.from(bytes), header }, [plain], take),
    );
  };

  it.each(Object.entries(files))('rejects %s', async (_name, file) => {
    const bytes = await file();
    const outcome = await make(bytes).then(
      () => 'made',
      (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
    );
    expect(outcome).toBe('image.undecodable');
  });

  // libjpeg decodes arithmetic coding.
  (library === 'jimp' ? it : it.skip)('rejects a JPEG coded arithmetically', async () => {
    const file = await jpeg();
    const coded = patched(file, frameOf(file) + 1, [0xc9]);
    await expect(make(coded)).rejects.toMatchObject({ code: 'image.undecodable' });
  });

  it('reads files with more after the picture', async () => {
    const more = await photo(300, 200).jpeg().toBuffer();
    const others = [
      await jpeg(),
      await picture().png().toBuffer(),
      await picture().gif().toBuffer(),
    ];
    for (const file of others) {
      const [made] = await make(Buffer.concat([file, more, Buffer.alloc(1000, 'ffda', 'hex')]));
      expect(await readQuarters(made!)).toEqual([0, 1, 2, 3]);
    }
  });
});
