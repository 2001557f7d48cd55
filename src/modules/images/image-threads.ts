import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { asBuffer, owned } from '../../threads/given-bytes';
import { ThreadPool } from '../../threads/thread-pool';
import type { Refused, VariantsTask } from './image-task';
import { ImageTooSlow, ImageUndecodable } from './image-errors';

/** What makes pictures. */
export type Library = 'sharp' | 'jimp';

/**
 * Pictures at a time. Of sharp's, one processor is left to requests, and two at most of libuv's four threads are
 * held, which files and password hashes wait for as well.
 */
export const picturesAtOnce: Readonly<Record<Library, number>> = {
  sharp: Math.max(1, Math.min(2, availableParallelism() - 1)),
  jimp: 1,
};

/** The pixels are not in it; a JPEG of 50 megapixels has some two million small objects there while jimp decodes it. */
const HEAP_MIB = 2048;

/**
 * Beyond the deadline: then a thread is ended. Sharp gives up by itself, to the second; what
 * libvips holds when its thread is ended is never freed.
 */
const graceMs: Readonly<Record<Library, number>> = { sharp: 3_000, jimp: 0 };

/** The threads that make pictures: each takes one at a time. */
@Injectable()
export class ImageThreads implements OnApplicationShutdown {
  private readonly pools: Readonly<Record<Library, ThreadPool>> = {
    sharp: poolOf('sharp'),
    jimp: poolOf('jimp'),
  };

  /**
   * @param task whose picture is given away: its bytes can't be used any more
   * @returns the bytes of each variant
   * @throws ImageUndecodable, ImageTooSlow
   */
  async variants(by: Library, task: VariantsTask): Promise<Buffer[]> {
    const bytes = owned(task.bytes);
    const signal = AbortSignal.timeout(Math.ceil(task.deadline) + graceMs[by]);
    try {
      const options = { signal, given: [bytes.buffer] };
      const made = await this.pools[by].run({ ...task, bytes }, options);
      if (Array.isArray(made)) return (made as Uint8Array[]).map(asBuffer);
      const { reason } = made as Refused;
      throw reason === undefined ? new ImageTooSlow() : new ImageUndecodable({ reason });
    } catch (error) {
      if (signal.aborted) throw new ImageTooSlow();
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new ImageUndecodable({ reason: 'it takes more memory than there is for one' });
      throw error;
    }
  }

  /** After the last answer has gone out. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.end()));
  }
}

function poolOf(library: Library): ThreadPool {
  const file = join(__dirname, `${library}.worker`);
  return new ThreadPool({
    file,
    name: 'variants',
    threads: picturesAtOnce[library],
    heap: HEAP_MIB,
  });
}
