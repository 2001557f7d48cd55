import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ImageVariant } from '../../src/platform/media/images/variant';
import { validateImage } from '../../src/platform/media/images/validate-image';
import { LibraryCodec } from '../../src/platform/media/images/library-codec';
import { collectVariants } from '../support/pictures/collect-variants';
import { dataFolder } from './data-sets';

const folder = join(dataFolder, 'images');
const MOST_PIXELS = 50_000_000;

/**
 * The files, each with its type, its size as it is shown upright, and how far the codecs may differ (mean of 255).
 */
const files: readonly (readonly [
  name: string,
  type: string,
  size: readonly [number, number],
  difference: number,
])[] = [
  ['adventureworks-hotrodbike-f-large.gif', 'gif', [240, 149], 0],
  ['adventureworks-racer02-black-f-large.gif', 'gif', [240, 149], 0],
  ['ijg-testorig-baseline.jpg', 'jpeg', [227, 149], 4],
  ['imagers-progressive-cat.jpg', 'jpeg', [320, 240], 4],
  ['imagers-rgba32.bmp', 'bmp', [127, 64], 0],
  ['oracle-keyboard.jpg', 'jpeg', [300, 225], 4],
  ['oracle-modem-comp-ad.gif', 'gif', [367, 243], 0],
  ['oracle-monitor.jpg', 'jpeg', [300, 225], 4],
  ['oracle-mousepad-photo.jpg', 'jpeg', [360, 240], 4],
  ['pillow-dispose-bgnd.gif', 'gif', [100, 100], 0],
  ['pillow-hopper-orientation-3.jpg', 'jpeg', [128, 128], 4],
  ['pillow-hopper-orientation-6.jpg', 'jpeg', [128, 128], 4],
  ['pillow-hopper.bmp', 'bmp', [128, 128], 0],
  ['pillow-pil-sample-cmyk.jpg', 'jpeg', [100, 100], 10],
  ['pillow-transparent.png', 'png', [200, 150], 0],
];

const plain: ImageVariant = { flipHorizontally: false, flipVertically: false, quality: 90 };
const small: ImageVariant = { ...plain, resizeTarget: { kind: 'inside', width: 80, height: 80 } };

// Pictures of others are not part of the project: the specs run where they are.
(existsSync(folder) ? describe : describe.skip)('the pictures of the data sets', () => {
  const codecs = (['sharp', 'jimp'] as const).map((name) => new LibraryCodec(name));
  afterAll(() => codecs.forEach((codec) => codec.end()));

  const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).ensureAlpha().raw().toBuffer();

  it.each(files)('%s comes out the same of either codec', async (name, type, size, most) => {
    const bytes = readFileSync(join(folder, name));
    const header = validateImage(bytes, MOST_PIXELS);
    expect([header.type, header.width, header.height]).toEqual([type, ...size]);
    const made = await Promise.all(
      // Each is given bytes for good.
      codecs.map((codec) => {
        const image = { bytes: Buffer.from(bytes), header };
        return collectVariants((take) => codec.createVariants(image, [plain, small], take));
      }),
    );
    const scale = 80 / Math.max(...size);
    for (const [whole, fitted] of made) {
      expect(await sharp(whole).metadata()).toMatchObject({
        format: type === 'jpeg' ? 'jpeg' : 'png',
        ...{ width: size[0], height: size[1], space: 'srgb', depth: 'uchar' },
      });
      const { width, height } = await sharp(fitted).metadata();
      expect([width, height]).toEqual(size.map((side) => Math.round(side * scale)));
    }
    const [one, other] = await Promise.all(made.map(([whole]) => pixelsOf(whole!)));
    const sum = one!.reduce((all, value, at) => all + Math.abs(value - other![at]!), 0);
    expect(sum / one!.length).toBeLessThanOrEqual(most);
    // A thing is seen in it: no plain area, as a decoder that has lost its way would draw.
    const { channels } = await sharp(made[0]![0]).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
  });

  it('one of them is cut short, and refused', async () => {
    const bytes = readFileSync(join(folder, 'pillow-truncated-jpeg.jpg'));
    const header = validateImage(bytes, MOST_PIXELS);
    for (const codec of codecs) {
      const image = { bytes: Buffer.from(bytes), header };
      const made = collectVariants((take) => codec.createVariants(image, [plain], take));
      await expect(made).rejects.toMatchObject({ code: 'image.undecodable' });
    }
  });
});
