import type { TaskRunner } from '../../../processes';
import { exposeGarbageCollector } from '../../../threads/heap-growth';
import type { ImageHeader } from './headers/image-header';
import { UnreadableImage } from './headers/unreadable-image';
import type { Variant } from './variant';

/** A library that makes pictures. */
export type CodecLibrary = 'sharp' | 'jimp';

/** The variants that a process has to make. */
export interface VariantsTask {
  readonly bytes: Buffer;
  readonly header: ImageHeader;
  readonly variants: readonly Variant[];
  /** Pixels of a picture at most: a second line behind the judgement of its header. */
  readonly maxPixels: number;
  /** How long it may take. */
  readonly deadlineMs: number;
}

/** A piece of a variant; its variants come one after the other, in any order. */
export interface VariantPart {
  readonly index: number;
  readonly piece: Buffer;
  readonly isLast: boolean;
}

/** How it ends: the picture may be of a kind that can't be decoded. */
export type VariantsResult = 'made' | 'late' | { readonly reason: string };

/** Sends a variant that has been made; its place in the task. */
export type SendVariant = (index: number, bytes: Buffer) => Promise<void>;

/** The deadline has passed. */
export class CodecTimeout extends Error {}

/** The part of a variant that the service holds at a time. */
const PIECE_BYTES = 512 * 1024;

/** Bytes that are worth the milliseconds of collecting garbage. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** The task that makes variants by a library. @param make throws Unreadable, CodecTimeout */
export function createCodecTask(
  make: (task: VariantsTask, give: SendVariant) => Promise<void>,
): TaskRunner<VariantsTask, VariantsResult, VariantPart> {
  const collectGarbage = exposeGarbageCollector();
  return async (task, send) => {
    const give: SendVariant = async (index, bytes) => {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const piece = bytes.subarray(at, at + PIECE_BYTES);
        await send({ index, piece, isLast: at + PIECE_BYTES >= bytes.length });
      }
      // Its memory is needed for the next one.
      if (bytes.length > LARGE_BYTES) collectGarbage();
    };
    try {
      await make(task, give);
      return 'made';
    } catch (error) {
      if (error instanceof CodecTimeout) return 'late';
      if (error instanceof UnreadableImage) return { reason: error.message };
      throw error;
    }
  };
}
