import type { JudgedImage, Variant } from './image-codec';
import { targetSize } from './target-size';

const MEBIBYTE = 1024 * 1024;

/** What the processes of sharp may hold together. */
export const MOST_MEMORY_BYTES = 400 * MEBIBYTE;

/** What they and this process may hold together. */
const MOST_IN_ALL_BYTES = 600 * MEBIBYTE;

/**
 * Bytes that they may hold now: less while this process holds much, but always enough for plain pictures.
 * @param given bytes that this process gives away to them
 */
export function memoryNow(given: number): number {
  const left = MOST_IN_ALL_BYTES - process.memoryUsage.rss() + given;
  return Math.max(MOST_MEMORY_BYTES / 2, Math.min(MOST_MEMORY_BYTES, left));
}

/** What a process with nothing to do holds, and a little that any picture takes. */
const PROCESS_BYTES = 90 * MEBIBYTE;

/** What a pixel of a variant takes: itself where it has to be turned, and what it is written into. */
const VARIANT_PIXEL_BYTES = 8;

/** About how many bytes sharp's process comes to with a picture; one that is plain in everything takes less. */
export function expectedMemory(
  { bytes, header }: JudgedImage,
  variants: readonly Variant[],
): number {
  const sizes = variants.map(({ target }) => targetSize(header, target));
  const pixels = Math.max(...sizes.map(({ width, height }) => width * height));
  return PROCESS_BYTES + bytes.length + header.held + pixels * VARIANT_PIXEL_BYTES;
}
