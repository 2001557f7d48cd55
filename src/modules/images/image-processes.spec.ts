import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, nicenessOf } from '../../../test/support/child-processes';
import { photo, picture } from '../../../test/support/pictures';
import type { Variant } from './image-codec';
import { ImageProcesses } from './image-processes';
import type { VariantsTask } from './image-task';
import { judgeImage } from './judge-image';

const MOST_PIXELS = 50_000_000;
const plain: Variant = { flipHorizontally: false, flipVertically: false, quality: 80 };

// What the processes are is seen in /proc.
(process.platform === 'linux' ? describe : describe.skip).each(['sharp', 'jimp'] as const)(
  'the process of %s',
  (library) => {
    const processes = new ImageProcesses();
    const taskOf = async (bytes: Buffer, variants = 1): Promise<VariantsTask> => ({
      bytes: Buffer.from(bytes),
      header: await judgeImage(bytes, MOST_PIXELS),
      variants: Array<Variant>(variants).fill(plain),
      maxPixels: MOST_PIXELS,
      deadline: 60_000,
    });
    const make = async (bytes: Buffer): Promise<readonly Buffer[]> =>
      processes.variants(library, await taskOf(bytes));
    let [small, large] = [Buffer.alloc(0), Buffer.alloc(0)];
    beforeAll(async () => {
      small = await picture(64, 48).png().toBuffer();
      large = await photo(3000, 2000).png().toBuffer();
    });
    afterAll(() => processes.onApplicationShutdown());

    /** A picture that is being worked on for a while, and the process that does it. */
    const atWork = async (): Promise<{ child: number; made: Promise<unknown> }> => {
      await make(small);
      const [child = 0] = childrenOf(process.pid);
      const task = await taskOf(large, 4);
      return { child, made: processes.variants(library, task).catch((error: unknown) => error) };
    };

    it('starts with the first picture, and stands back behind requests with all its threads', async () => {
      expect(childrenOf(process.pid)).toEqual([]);
      expect(await make(small)).toEqual([expect.any(Buffer)]);
      const children = childrenOf(process.pid);
      expect(children).toHaveLength(1);
      const niceness = children.flatMap(nicenessOf);
      expect(niceness.length).toBeGreaterThan(1);
      expect(Math.min(...niceness)).toBeGreaterThan(getPriority());
      await make(small);
      expect(childrenOf(process.pid)).toEqual(children);
    });

    it.each(['SIGSEGV', 'SIGKILL'] as const)(
      'refuses the picture at which it ends by %s, and the next one has another',
      async (signal) => {
        const { child, made } = await atWork();
        process.kill(child, signal);
        expect(await made).toMatchObject({ status: 422, code: 'image.undecodable' });
        expect(await make(small)).toHaveLength(1);
        expect(childrenOf(process.pid)).not.toContain(child);
      },
    );

    it('is another one where it has ended with nothing to do', async () => {
      await make(small);
      const [child = 0] = childrenOf(process.pid);
      process.kill(child, 'SIGKILL');
      while (existsSync(`/proc/${child}`)) await pause(10);
      expect(await make(small)).toHaveLength(1);
    });

    it('has nothing of the environment, in which there are secrets', async () => {
      await make(small);
      const [child = 0] = childrenOf(process.pid);
      expect(environmentOf(child).sort()).toEqual(['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']);
    });

    it('ends when there have been no pictures for a while, and when the service ends', async () => {
      await make(small);
      expect(childrenOf(process.pid)).toHaveLength(1);
      while (childrenOf(process.pid).length > 0) await pause(100);
      await make(small);
      processes.onApplicationShutdown();
      while (childrenOf(process.pid).length > 0) await pause(10);
    }, 60_000);
  },
);

/** The names of its variables. */
function environmentOf(child: number): string[] {
  const variables = readFileSync(`/proc/${child}/environ`, 'utf8').split('\0').filter(Boolean);
  return variables.map((one) => one.slice(0, one.indexOf('=')));
}
