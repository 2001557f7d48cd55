import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { defineError } from '../../../core/errors';
import { ThreadPool } from '../../../threads/thread-pool';
import { OwnFonts } from './own-fonts';
import type { Making } from './pdf.worker';

/** Each keeps one core busy. */
const THREADS = 2;

/** Documents that wait for a thread. */
const MOST_WAITING = 16;

/** For a document, its time in the queue included. */
const DEADLINE_MS = 30_000;

/** Of a thread. */
const HEAP_MIB = 512;

/** How long a thread waits for the next document: with its libraries and fonts it holds some 100 MiB. */
const IDLE_MS = 5_000;

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
    `The document could not be drawn within ${DEADLINE_MS / 1000} seconds and ` +
    `${HEAP_MIB} MiB of memory. Try again when there is less to do.`,
});

/** Draws and writes documents in worker threads, which start with the first one. */
@Injectable()
export class PdfWorkers implements OnApplicationShutdown {
  private readonly threads = new ThreadPool({
    file: join(__dirname, 'pdf.worker'),
    name: 'make',
    threads: THREADS,
    heap: HEAP_MIB,
    idle: IDLE_MS,
  });

  constructor(private readonly fonts: OwnFonts) {}

  /**
   * @returns the bytes of the file
   * @throws PdfsBusy, PdfNotDrawn
   */
  async make(making: Making, deadlineMs = DEADLINE_MS): Promise<Uint8Array> {
    if (this.threads.waiting >= MOST_WAITING) throw new PdfsBusy();
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      return (await this.threads.run(
        { ...making, fonts: this.fonts.paths },
        { signal },
      )) as Uint8Array;
    } catch (error) {
      // Either way the thread that was drawing has been ended.
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (signal.aborted || isTooLarge) throw new PdfNotDrawn();
      throw error;
    }
  }

  /** After the last answer has gone out. */
  async onApplicationShutdown(): Promise<void> {
    await this.threads.end();
  }
}
