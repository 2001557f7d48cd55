import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf } from '../../../../test/support/servers/child-processes';
import { photo, picture } from '../../../../test/support/pictures/pictures';
import { collectVariants } from '../../../../test/support/pictures/collect-variants';
import type { ValidatedImage, VariantHandler, ImageVariant } from './variant';
import { validateImage } from './validate-image';
import { LibraryCodec } from './library-codec';

const MAX_PIXELS = 50_000_000;
const MEBIBYTE = 1024 * 1024;
const plain: ImageVariant = { flipHorizontally: false, flipVertically: false, quality: 80 };

/** The pool of processes has its own specs in src/processes; these specs are about pictures. */
(process.platform === 'linux' ? describe : describe.skip).each(['sharp', 'jimp'] as const)(
  'the processes of %s',
  (library) => {
    const codec = new LibraryCodec(library);
    // The codec takes over the bytes, so it gets a copy.
    const imageOf = async (bytes: Buffer): Promise<ValidatedImage> => ({
      bytes: Buffer.from(bytes),
      header: validateImage(bytes, MAX_PIXELS),
    });
    const make = async (bytes: Buffer): Promise<readonly Buffer[]> => {
      const image = await imageOf(bytes);
      return collectVariants((take) => codec.createVariants(image, [plain], take));
    };
    let [small, large] = [Buffer.alloc(0), Buffer.alloc(0)];
    beforeAll(async () => {
      small = await picture(64, 48).png().toBuffer();
      large = await photo(3000, 2000).png().toBuffer();
    });
    afterAll(() => codec.end());
    afterEach(() => jest.restoreAllMocks());

    /** A picture that is being processed for a while, and the process that does it. */
    const atWork = async (
      signal?: AbortSignal,
    ): Promise<{ child: number; made: Promise<unknown> }> => {
      await make(small);
      const [child = 0] = childrenOf(process.pid);
      const image = await imageOf(large);
      const variants = Array<ImageVariant>(4).fill(plain);
      const made = collectVariants((take) =>
        codec.createVariants(image, variants, take, signal),
      ).catch((error: unknown) => error);
      // Its bytes are detached when the process has received them.
      while (image.bytes.length > 0) await pause(1);
      return { child, made };
    };

    it.each(['SIGSEGV', 'SIGKILL'] as const)(
      'reject a picture whose process dies by %s, and process the next one in a new process',
      async (signal) => {
        const { child, made } = await atWork();
        process.kill(child, signal);
        expect(await made).toMatchObject({ status: 422, code: 'image.undecodable' });
        expect(await make(small)).toHaveLength(1);
        expect(childrenOf(process.pid)).not.toContain(child);
      },
    );

    it("stop when the signal is aborted, and don't start with an aborted one", async () => {
      const client = new AbortController();
      const { child, made } = await atWork(client.signal);
      client.abort();
      expect(await made).toMatchObject({ status: 503, code: 'image.busy' });
      expect(existsSync(`/proc/${child}`)).toBe(false);
      const image = await imageOf(large);
      const late = collectVariants((take) =>
        codec.createVariants(image, [plain], take, client.signal),
      );
      await expect(late).rejects.toMatchObject({ code: 'image.busy' });
      expect(image.bytes.length).toBe(large.length);
      expect(await make(small)).toHaveLength(1);
    });

    it('stop when the handler of a variant fails, with its error', async () => {
      const image = await imageOf(large);
      const full: VariantHandler = async (_index, content) => {
        for await (const piece of content) if (piece.length > 0) throw new Error('No space left');
      };
      await expect(codec.createVariants(image, [plain], full)).rejects.toThrow('No space left');
      expect(await make(small)).toHaveLength(1);
    });

    it('stop at their memory limit', async () => {
      const bounded = new LibraryCodec(library, { maxMemoryMib: 1 });
      const image = await imageOf(large);
      const made = collectVariants((take) => bounded.createVariants(image, [plain], take));
      await expect(made).rejects.toMatchObject({ status: 422, code: 'image.undecodable' });
      bounded.end();
    });

    (library === 'sharp' ? it : it.skip)(
      'stop when all processes and the service together exceed the memory limit',
      async () => {
        const resizeTarget = { kind: 'exact', width: 7000, height: 7000 } as const;
        const variants = [{ ...plain, resizeTarget, flipVertically: true }];
        const image = await imageOf(large);
        jest.spyOn(process.memoryUsage, 'rss').mockReturnValue(550 * MEBIBYTE);
        const made = collectVariants((take) => codec.createVariants(image, variants, take));
        await expect(made).rejects.toMatchObject({ status: 503, code: 'image.busy' });
        // The service's memory is not the picture's fault; a plain picture is processed whatever the service holds.
        expect(await make(small)).toHaveLength(1);
      },
    );
  },
);
