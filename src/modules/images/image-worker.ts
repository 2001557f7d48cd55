import { join } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Piscina } from 'piscina';
import { asBuffer } from './as-buffer';
import { ImageTooSlow, ImageUndecodable } from './image-errors';
import type { PictureTask, Refused, VariantsTask } from './picture.worker';

/** Idle milliseconds after which the thread goes, and its memory with it. */
const IDLE = 30_000;

/**
 * Mebibytes of the thread's heap, set because the default depends on the machine. The pixels are not in it; a
 * JPEG of 50 megapixels has some two million small objects there while jimp decodes it.
 */
const HEAP = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 64 };

/**
 * Decodes pictures in JavaScript, in a thread of its own, one at a time. The thread starts with the first
 * picture; one that is not done by its deadline is ended, and the next picture gets a new one.
 */
@Injectable()
export class ImageWorker implements OnModuleDestroy {
  private pool?: Piscina;

  /**
   * @param deadline milliseconds
   * @returns the bytes of each variant
   * @throws ImageUndecodable, ImageTooSlow
   */
  async variants(task: VariantsTask, deadline: number): Promise<Buffer[]> {
    const images = (await this.run('variants', task, deadline)) as readonly Uint8Array[];
    return images.map(asBuffer);
  }

  /**
   * @param deadline milliseconds
   * @returns red, green and blue of each pixel, and alpha unless all are opaque
   * @throws ImageUndecodable, ImageTooSlow
   */
  async pixels(task: PictureTask, deadline: number): Promise<Buffer> {
    return asBuffer((await this.run('pixels', task, deadline)) as Uint8Array);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.destroy();
  }

  private async run(name: string, task: PictureTask, deadline: number): Promise<unknown> {
    const result = await this.ask(name, task, deadline);
    const { reason } = result as Partial<Refused>;
    if (reason !== undefined) throw new ImageUndecodable({ reason });
    return result;
  }

  private async ask(name: string, task: PictureTask, deadline: number): Promise<unknown> {
    const signal = AbortSignal.timeout(Math.ceil(deadline));
    try {
      return (await (this.pool ??= this.makePool()).run(task, { name, signal })) as unknown;
    } catch (error) {
      if (signal.aborted) throw new ImageTooSlow();
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new ImageUndecodable({ reason: 'it takes more memory than there is for one' });
      throw error;
    }
  }

  private makePool(): Piscina {
    const pool = new Piscina({
      // Without its extension: JavaScript beside this file, or what the specs make of TypeScript.
      filename: join(__dirname, 'picture.worker'),
      name: 'variants',
      ...{ minThreads: 0, maxThreads: 1, idleTimeout: IDLE, resourceLimits: HEAP },
    });
    // A thread that fails by itself must not take the process along; the next picture gets another pool.
    pool.on('error', () => {
      if (this.pool === pool) delete this.pool;
      void pool.destroy();
    });
    return pool;
  }
}
