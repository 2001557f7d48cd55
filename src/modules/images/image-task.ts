import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { giving, owned } from '../../threads/given-bytes';
import { lowerPriority } from '../../threads/thread-priority';
import type { ImageHeader } from './headers/image-header';
import { Unreadable } from './headers/unreadable';
import type { Variant } from './image-codec';

/** What a thread is asked to make. Buffers arrive as plain arrays of bytes. */
export interface VariantsTask {
  readonly bytes: Uint8Array;
  readonly header: ImageHeader;
  readonly variants: readonly Variant[];
  /** Pixels of a picture at most: a second line behind the judgement of its header. */
  readonly maxPixels: number;
  /** Milliseconds that it may take. */
  readonly deadline: number;
}

/** Why nothing was made: the picture can not be decoded for this reason, or (without one) not in time. */
export interface Refused {
  readonly reason?: string;
}

/** The deadline has passed. */
export class OutOfTime extends Error {}

/** Has the calling thread work below requests, and keep to itself what its libraries think of a file. */
export function beImageThread(): void {
  globalThis.console = new Console(
    new Writable({
      write: (_chunk, _encoding, done) => {
        done();
      },
    }),
  );
  lowerPriority();
}

/** What the thread answers: the bytes of each variant, given away, or why there are none. */
export async function answerOf(work: Promise<readonly Buffer[]>): Promise<unknown> {
  try {
    const made = (await work).map(owned);
    return giving(made, made);
  } catch (error) {
    if (error instanceof OutOfTime) return {} satisfies Refused;
    if (error instanceof Unreadable) return { reason: error.message } satisfies Refused;
    throw error;
  }
}
