import type { TaskRunner } from '../../../processes';
import { exposeGarbageCollector } from '../../../threads/heap-growth';
import type { ImageHeader, ImageVariant } from './variant';

/** A library that creates the variants. */
export type CodecLibrary = 'sharp' | 'jimp';

/** The variants that a process has to create. */
export interface VariantsTaskInput {
  readonly bytes: Buffer;
  readonly header: ImageHeader;
  readonly variants: readonly ImageVariant[];
}

/** A part of a variant. The parts of a variant arrive one after the other; the order of the variants is arbitrary. */
export interface VariantPart {
  readonly index: number;
  readonly piece: Buffer;
  readonly isLast: boolean;
}

/** The result of the task; the reason is set if the image can't be decoded. */
export interface VariantsResult {
  readonly reason?: string;
}

/** Sends a finished variant. @param index its index in the task */
export type SendVariant = (index: number, bytes: Buffer) => Promise<void>;

/** The bytes of a picture are invalid or unsupported. The message completes "can't be decoded: ...". */
export class ImageDecodingError extends Error {}

/** Size of the part of a variant that the service has in memory at a time. */
const VARIANT_PART_BYTES = 512 * 1024;

/** Size above which garbage collection is worth its milliseconds. */
const GARBAGE_COLLECTION_THRESHOLD_BYTES = 8 * 1024 * 1024;

/** Creates the task runner that makes variants with a library. @param makeVariants throws ImageDecodingError */
export function createCodecTaskRunner(
  makeVariants: (task: VariantsTaskInput, send: SendVariant) => Promise<void>,
): TaskRunner<VariantsTaskInput, VariantsResult, VariantPart> {
  const collectGarbage = exposeGarbageCollector();
  return async (task, sendPart) => {
    const send: SendVariant = async (index, bytes) => {
      for (let offset = 0; offset < bytes.length; offset += VARIANT_PART_BYTES) {
        const piece = bytes.subarray(offset, offset + VARIANT_PART_BYTES);
        await sendPart({ index, piece, isLast: offset + VARIANT_PART_BYTES >= bytes.length });
      }
      // Frees the memory of this variant for the next one.
      if (bytes.length > GARBAGE_COLLECTION_THRESHOLD_BYTES) collectGarbage();
    };
    try {
      await makeVariants(task, send);
      return {};
    } catch (error) {
      if (error instanceof ImageDecodingError) return { reason: error.message };
      throw error;
    }
  };
}
