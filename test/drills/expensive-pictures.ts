import sharp from 'sharp';
import { bmp, photo, pixelBombs } from '../support/pictures/pictures';

/** As many pixels as are taken: 50 million. */
const [WIDTH, HEIGHT] = [8000, 6250];

/** A picture, and the images to make of it; undefined: those of the configuration. */
export interface ExpensivePicture {
  readonly bytes: Buffer;
  readonly params?: object;
}

const whole = (more: object = {}): object =>
  Object.fromEntries(
    ['largeImage', 'mediumImage', 'smallImage'].map((name) => [name, { resize: false, ...more }]),
  );
const enlarged = { resize: true, forceSize: true, width: WIDTH, height: HEIGHT, quality: 1 };

/** Pictures that cost a decoder as much memory or time as they can, by what is dear in them. */
export async function createExpensivePictures(): Promise<
  Readonly<Record<string, ExpensivePicture>>
> {
  const noise = await photo(WIDTH, HEIGHT)
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4', progressive: true })
    .toBuffer();
  const held = sharp(noise).withMetadata({ orientation: 6 });
  const flat = (): sharp.Sharp =>
    sharp({
      create: {
        width: WIDTH,
        height: HEIGHT,
        channels: 4,
        background: { r: 9, g: 99, b: 199, alpha: 0.5 },
      },
    });
  const deep = flat().toColourspace('rgb16');
  const small = await photo(1500, 1500).png().toBuffer();
  const bombs = Object.entries(pixelBombs()).map(([name, bytes]) => [name, { bytes }] as const);
  return {
    'a progressive JPEG': { bytes: noise },
    'a progressive JPEG, at its own size': { bytes: noise, params: whole() },
    'a progressive JPEG, turned': {
      bytes: await held.jpeg({ quality: 85, progressive: true }).toBuffer(),
      params: whole({ flipVertically: true }),
    },
    'an interlaced PNG': { bytes: await flat().png({ progressive: true }).toBuffer() },
    'an interlaced PNG of 16 bits': { bytes: await deep.png({ progressive: true }).toBuffer() },
    'a GIF': { bytes: await flat().gif({ effort: 1 }).toBuffer() },
    'a TIFF, turned': {
      bytes: await flat()
        .withMetadata({ orientation: 6 })
        .tiff({ compression: 'deflate' })
        .toBuffer(),
    },
    'a BMP, run-length coded': {
      bytes: bmp({
        ...{ width: WIDTH, height: HEIGHT, bits: 8, compression: 1 },
        palette: [[0, 0, 0]],
        pixels: Buffer.from([0xff, 0, 0, 1]),
      }),
      params: whole(),
    },
    'a small one, enlarged': {
      bytes: small,
      params: { largeImage: enlarged, mediumImage: enlarged, smallImage: enlarged },
    },
    ...Object.fromEntries(bombs),
  };
}
