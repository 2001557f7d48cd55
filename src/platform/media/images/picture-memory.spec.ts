import { photo, picture } from '../../../../test/support/pictures/pictures';
import type { ImageVariant } from './variant';
import { validateImage } from './validate-image';
import { estimateMemoryMib } from './picture-memory';

const MAX_PIXELS = 50_000_000;
const plain: ImageVariant = { flipHorizontally: false, flipVertically: false, quality: 80 };
const small: ImageVariant = { ...plain, resizeTarget: { kind: 'inside', width: 64, height: 48 } };
const large: ImageVariant = {
  ...plain,
  resizeTarget: { kind: 'exact', width: 7000, height: 7000 },
};

describe('the estimated memory of a picture', () => {
  it('grows with the size of the picture, whatever its kind', async () => {
    const memory = async (width: number): Promise<number> => {
      const bytes = await photo(width, 100).jpeg().toBuffer();
      return estimateMemoryMib({ bytes, header: validateImage(bytes, MAX_PIXELS) }, [small]);
    };
    expect((await memory(10_000)) - (await memory(100))).toBeGreaterThan(7);
  });

  it('grows with the size of the variants', async () => {
    const bytes = await picture().png().toBuffer();
    const image = { bytes, header: validateImage(bytes, MAX_PIXELS) };
    const difference = estimateMemoryMib(image, [small, large]) - estimateMemoryMib(image, [small]);
    expect(difference).toBeGreaterThan(300);
  });
});
