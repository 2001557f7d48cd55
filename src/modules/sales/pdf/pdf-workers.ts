import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { defineError } from '../../../core/errors';
import type { PdfModel } from './pdf-model';

/** Threads; each keeps one core busy. */
const MOST_AT_ONCE = 2;

/** Documents that wait for a thread. */
const MOST_WAITING = 16;

/** Milliseconds for a document, from its turn in the queue on. */
const DEADLINE = 30_000;

/** Idle milliseconds after which a thread goes, and its memory with it. */
const IDLE = 30_000;

/** Mebibytes of a thread's heap, set because the default depends on the machine. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** 503: more documents are asked for than are drawn. */
export const PdfsBusy = defineError({
  code: 'pdf.busy',
  status: 503,
  title: 'Too many documents are being drawn',
  remedy: 'Wait as `Retry-After` says, then ask again.',
  detail: () => 'Too many documents are being drawn as PDF at once. Try again shortly.',
});

/** 503: a document needs more time or memory than it is given. */
export const PdfNotDrawn = defineError({
  code: 'pdf.notDrawn',
  status: 503,
  title: 'The document could not be drawn',
  remedy: 'Ask again when there is less work.',
  detail: () =>
    `The document could not be drawn within ${DEADLINE / 1000} seconds and ` +
    `${HEAP.maxOldGenerationSizeMb} MiB of memory. Try again when there is less to do.`,
});

/** Draws documents in worker threads, which start with the first one. */
@Injectable()
export class PdfWorkers implements OnApplicationShutdown {
  private pool?: Piscina<PdfModel, Uint8Array>;

  /**
   * @param deadline milliseconds
   * @returns the bytes of the PDF
   * @throws PdfsBusy, PdfNotDrawn
   */
  async draw(model: PdfModel, deadline = DEADLINE): Promise<Uint8Array> {
    const pool = (this.pool ??= this.makePool());
    if (pool.queueSize >= MOST_WAITING) throw new PdfsBusy();
    const signal = AbortSignal.timeout(deadline);
    try {
      return await pool.run(model, { signal });
    } catch (error) {
      // Either way the thread that was drawing has been ended.
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (signal.aborted || isTooLarge) throw new PdfNotDrawn();
      throw error;
    }
  }

  /** After the last answer has gone out. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  private makePool(): Piscina<PdfModel, Uint8Array> {
    const pool = new Piscina<PdfModel, Uint8Array>({
      // Without its extension: JavaScript beside this file, or what the specs make of TypeScript.
      filename: join(__dirname, 'pdf.worker'),
      name: 'draw',
      ...{ minThreads: 0, maxThreads: MOST_AT_ONCE, maxQueue: MOST_WAITING },
      ...{ idleTimeout: IDLE, resourceLimits: HEAP },
    });
    // A thread that fails by itself must not take the process along; the next document gets another pool.
    pool.on('error', () => {
      if (this.pool === pool) delete this.pool;
      void pool.destroy();
    });
    return pool;
  }
}
