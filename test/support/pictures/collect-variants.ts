import type { VariantHandler } from '../../../src/platform/media/images';

/** The bytes of all variants that some work gives, in their order. */
export async function collectVariants(
  work: (take: VariantHandler) => Promise<void>,
): Promise<Buffer[]> {
  const made: Buffer[] = [];
  await work(async (index, content) => {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    made[index] = Buffer.concat(pieces);
  });
  return made;
}
