import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf } from '../../../../test/support/servers/child-processes';
import { photo, picture } from '../../../../test/support/pictures/pictures';
import { collectVariants } from '../../../../test/support/pictures/collect-variants';
import type { ValidatedImage, HandleVariant, Variant } from './variant';
import { validateImage } from './validate-image';
import { LibraryCodec } from './library-codec';

const MOST_PIXELS = 50_000_000;
const MEBIBYTE = 1024 * 1024;
const plain: Variant = { flipHorizontally: false, flipVertically: false, quality: 80 };

/** How processes are run is specified in src/processes; here is what pictures make of it. */
(process.platform === 'linux' ? describe : describe.skip).each(['sharp', 'jimp'] as const)(
  'the processes of %s',
  (library) => {
    const codec = new LibraryCodec(library, MOST_PIXELS);
    // The codec is given the bytes for good: they are its own.
    const imageOf = async (bytes: Buffer): Promise<ValidatedImage> => ({
      bytes: Buffer.from(bytes),
      header: await validateImage(bytes, MOST_PIXELS),
    });
    const make = async (bytes: Buffer): Promise<readonly Buffer[]> => {
      const image = await imageOf(bytes);
      return collectVariants((take) => codec.variants(image, [plain], take));
    };
    let [small, large] = [Buffer.alloc(0), Buffer.alloc(0)];
    beforeAll(async () => {
      small = await picture(64, 48).png().toBuffer();
      large = await photo(3000, 2000).png().toBuffer();
    });
    afterAll(() => codec.end());
    afterEach(() => jest.restoreAllMocks());

    /** A picture that is being worked on for a while, and the process that does it. */
    const atWork = async (
      signal?: AbortSignal,
    ): Promise<{ child: number; made: Promise<unknown> }> => {
      await make(small);
      const [child = 0] = childrenOf(process.pid);
      const image = await imageOf(large);
      const variants = Array<Variant>(4).fill(plain);
      const made = collectVariants((take) => codec.variants(image, variants, take, signal)).catch(
        (error: unknown) => error,
      );
      // Its bytes are given away when the process has them all.
      while (image.bytes.length > 0) await pause(1);
      return { child, made };
    };

    it.each(['SIGSEGV', 'SIGKILL'] as const)(
      'refuses the picture at which one ends by %s, and the next one has another',
      async (signal) => {
        const { child, made } = await atWork();
        process.kill(child, signal);
        expect(await made).toMatchObject({ status: 422, code: 'image.undecodable' });
        expect(await make(small)).toHaveLength(1);
        expect(childrenOf(process.pid)).not.toContain(child);
      },
    );

    it('costs no picture where one has ended with nothing to do, known or not', async () => {
      for (const isKnown of [true, false]) {
        await make(small);
        const [child = 0] = childrenOf(process.pid);
        process.kill(child, 'SIGKILL');
        while (isKnown && existsSync(`/proc/${child}`)) await pause(10);
        expect(await make(small)).toHaveLength(1);
      }
    });

    it('ends when nobody waits for its picture any more, and begins with none that nobody waits for', async () => {
      const client = new AbortController();
      const { child, made } = await atWork(client.signal);
      client.abort();
      expect(await made).toMatchObject({ status: 503, code: 'image.busy' });
      expect(existsSync(`/proc/${child}`)).toBe(false);
      const image = await imageOf(large);
      const late = collectVariants((take) => codec.variants(image, [plain], take, client.signal));
      await expect(late).rejects.toMatchObject({ code: 'image.busy' });
      expect(image.bytes.length).toBe(large.length);
      expect(await make(small)).toHaveLength(1);
    });

    it('ends when its variant is not taken, with what that failed of', async () => {
      const image = await imageOf(large);
      const full: HandleVariant = async (_index, content) => {
        for await (const piece of content) if (piece.length > 0) throw new Error('No space left');
      };
      await expect(codec.variants(image, [plain], full)).rejects.toThrow('No space left');
      expect(await make(small)).toHaveLength(1);
    });

    it('ends when it holds more than its share', async () => {
      const bounded = new LibraryCodec(library, MOST_PIXELS, { memoryMib: 1 });
      const image = await imageOf(large);
      const made = collectVariants((take) => bounded.variants(image, [plain], take));
      await expect(made).rejects.toMatchObject({ status: 422, code: 'image.undecodable' });
      bounded.end();
    });

    (library === 'sharp' ? it : it.skip)(
      'ends when all processes and the service hold too much together',
      async () => {
        const target = { kind: 'exact', width: 7000, height: 7000 } as const;
        const variants = [{ ...plain, target, flipVertically: true }];
        const image = await imageOf(large);
        jest.spyOn(process.memoryUsage, 'rss').mockReturnValue(550 * MEBIBYTE);
        const made = collectVariants((take) => codec.variants(image, variants, take));
        await expect(made).rejects.toMatchObject({ status: 503, code: 'image.busy' });
        // The service's need is no fault of the picture; a plain one is made whatever the service holds.
        expect(await make(small)).toHaveLength(1);
      },
    );
  },
);
