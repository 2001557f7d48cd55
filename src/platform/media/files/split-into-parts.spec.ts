import fc from 'fast-check';
import { splitIntoParts } from './split-into-parts';

describe('splitIntoParts', () => {
  it('returns all bytes in full parts and a last part', async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 25 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer({ min: 1, max: 20 }), async (all, size) => {
        async function* content(): AsyncGenerator<Uint8Array> {
          yield* all;
        }
        const parts = [];
        for await (const part of splitIntoParts(content(), size)) parts.push(part);
        expect(Buffer.concat(parts.map(({ bytes }) => bytes))).toEqual(Buffer.concat(all));
        expect(parts.map(({ isLast }) => isLast)).toEqual(
          parts.map((_, index) => index === parts.length - 1),
        );
        for (const { bytes } of parts.slice(0, -1)) expect(bytes).toHaveLength(size);
        // The last part is empty only if it is the only one.
        if (parts.length > 1) expect(parts.at(-1)?.bytes.length).toBeGreaterThan(0);
      }),
    );
  });
});
