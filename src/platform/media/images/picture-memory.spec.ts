import { photo, picture } from '../../../../test/support/pictures/pictures';
import type { Variant } from './variant';
import { validateImage } from './validate-image';
import { estimateMemoryMib } from './picture-memory';

const MAX_PIXELS = 50_000_000;
const plain: Variant = { flipHorizontally: false, flipVertically: false, quality: 80 };
const small: Variant = { ...plain, target: { kind: 'inside', width: 64, height: 48 } };
const large: Variant = { ...plain, target: { kind: 'exact', width: 7000, height: 7000 } };

describe('the estimated memory of a picture', () => {
  /** Bytes per pixel in addition to those of a picture of the same size that is decoded row by row. */
  const extraBytes = async (bytes: Buffer, ...variants: Variant[]): Promise<number> => {
    const header = await validateImage(bytes, MAX_PIXELS);
    const one = { bytes, header };
    const nothing = { bytes, header: { ...header, held: 0 } };
    const held = estimateMemoryMib(one, variants) - estimateMemoryMib(nothing, variants);
    return (held * 1024 * 1024) / (header.width * header.height);
  };

  it("is higher if a decoder can't work row by row", async () => {
    const noise = photo(320, 240);
    const [full, quarter] = ['4:4:4', '4:2:0'].map((chromaSubsampling) => ({ chromaSubsampling }));
    expect(await extraBytes(await noise.jpeg(full).toBuffer(), small)).toBe(0);
    expect(
      await extraBytes(await noise.jpeg({ ...full, progressive: true }).toBuffer(), small),
    ).toBe(6);
    expect(
      await extraBytes(await noise.jpeg({ ...quarter, progressive: true }).toBuffer(), small),
    ).toBe(3);
    expect(await extraBytes(await noise.png().toBuffer(), small)).toBe(0);
    expect(await extraBytes(await noise.png({ progressive: true }).toBuffer(), small)).toBe(3);
    const deep = picture(80, 60).toColourspace('rgb16');
    expect(await extraBytes(await deep.png({ progressive: true }).toBuffer(), small)).toBe(6);
    expect(await extraBytes(await noise.gif().toBuffer(), small)).toBe(4);
  });

  it('grows with the size of the variants', async () => {
    const bytes = await picture().png().toBuffer();
    const image = { bytes, header: await validateImage(bytes, MAX_PIXELS) };
    const difference = estimateMemoryMib(image, [small, large]) - estimateMemoryMib(image, [small]);
    expect(difference).toBeGreaterThan(300);
  });
});
