import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, nicenessOf } from '../../../test/support/child-processes';
import { photo, picture } from '../../../test/support/pictures';
import { taken } from '../../../test/support/taken-variants';
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
      deadlineMs: 60_000,
    });
    const takenOf = (task: VariantsTask, gone?: AbortSignal): Promise<readonly Buffer[]> =>
      taken((take) => processes.variants(library, task, take, gone));
    const make = async (bytes: Buffer): Promise<readonly Buffer[]> => takenOf(await taskOf(bytes));
    let [small, large] = [Buffer.alloc(0), Buffer.alloc(0)];
    beforeAll(async () => {
      small = await picture(64, 48).png().toBuffer();
      large = await photo(3000, 2000).png().toBuffer();
    });
    afterAll(() => processes.onApplicationShutdown());

    /** A picture that is being worked on for a while, and the process that does it. */
    const atWork = async (
      gone?: AbortSignal,
    ): Promise<{ child: number; made: Promise<unknown> }> => {
      await make(small);
      const [child = 0] = childrenOf(process.pid);
      const task = await taskOf(large, 4);
      const made = takenOf(task, gone).catch((error: unknown) => error);
      // Its bytes are given away when the process has them all.
      while (task.bytes.length > 0) await pause(1);
      return { child, made };
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

    it('is another one where it has ended with nothing to do, known or not', async () => {
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
      const task = await taskOf(large);
      await expect(takenOf(task, client.signal)).rejects.toMatchObject({
        code: 'image.busy',
      });
      expect(task.bytes.length).toBe(large.length);
      expect(await make(small)).toHaveLength(1);
    });

    it('ends when it holds more than its share', async () => {
      const refused = takenOf({ ...(await taskOf(large, 4)), memoryBytes: 1024 * 1024 });
      await expect(refused).rejects.toMatchObject({ status: 422, code: 'image.undecodable' });
      // A share that is cut because the service itself needs memory is no fault of the picture.
      const short = { ...(await taskOf(large, 4)), memoryBytes: 1024 * 1024, isShort: true };
      await expect(takenOf(short)).rejects.toMatchObject({ status: 503, code: 'image.busy' });
      expect(await make(small)).toHaveLength(1);
    });

    (library === 'sharp' ? it : it.skip)(
      'ends when all processes and the service hold too much together',
      async () => {
        const target = { kind: 'exact', width: 7000, height: 7000 } as const;
        const variants = [{ ...plain, target, flipVertically: true }];
        const task = { ...(await taskOf(large)), variants, memoryBytes: 400 * 1024 * 1024 };
        const resident = jest.spyOn(process.memoryUsage, 'rss').mockReturnValue(550 * 1024 * 1024);
        await expect(takenOf(task)).rejects.toMatchObject({ status: 503, code: 'image.busy' });
        // A plain picture is made whatever the service holds.
        expect(await make(small)).toHaveLength(1);
        resident.mockRestore();
      },
    );

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
    });
  },
);

/** The names of its variables. */
function environmentOf(child: number): string[] {
  const variables = readFileSync(`/proc/${child}/environ`, 'utf8').split('\0').filter(Boolean);
  return variables.map((one) => one.slice(0, one.indexOf('=')));
}
