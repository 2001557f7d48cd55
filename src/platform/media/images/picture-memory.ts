import type { ValidatedImage, Variant } from './variant';
import { toTargetSize } from './target-size';

const BYTES_PER_MIB = 1024 * 1024;

/**
 * Memory of the processes of a library, together. jimp's is more than any picture takes that it is given, with its file
 * and 200 MiB of libraries and garbage.
 */
export const MAX_MEMORY_MIB = { sharp: 400, jimp: 520 } as const;

/** Memory of the processes of sharp that the service always leaves to them: enough for plain pictures. */
const MIN_MEMORY_MIB = 200;

/** Memory of these processes and the service, together. */
const MAX_TOTAL_MIB = 600;

/** How much of the total may be taken up between two checks. */
const SPARE_MIB = 25;

/**
 * Memory that the processes of sharp may hold now, in MiB: less while the service holds much.
 * @param given bytes that the service gives away to them
 */
export function getAvailableMemoryMib(given: number): number {
  const left = MAX_TOTAL_MIB - (process.memoryUsage.rss() - given) / BYTES_PER_MIB;
  return Math.max(MIN_MEMORY_MIB, left);
}

/**
 * Whether the processes of sharp and the service hold no more together than they may. Bodies come in while pictures are
 * made; plain pictures are made all the same.
 */
export function isWithinTotalMemory(residentBytes: number): boolean {
  const held = residentBytes / BYTES_PER_MIB;
  const total = held + process.memoryUsage.rss() / BYTES_PER_MIB;
  return held <= MIN_MEMORY_MIB || total <= MAX_TOTAL_MIB - SPARE_MIB;
}

/** Memory of a process that any picture takes. */
const PROCESS_MIB = 90;

/** What a pixel of a variant takes: itself where it has to be turned, and what it is written into. */
const VARIANT_PIXEL_BYTES = 8;

/** About how much memory sharp's process needs for a picture, in MiB; one that is plain in everything takes less. */
export function estimateMemoryMib(
  { bytes, header }: ValidatedImage,
  variants: readonly Variant[],
): number {
  const sizes = variants.map(({ target }) => toTargetSize(header, target));
  const pixels = Math.max(...sizes.map(({ width, height }) => width * height));
  const pictureBytes = bytes.length + header.held + pixels * VARIANT_PIXEL_BYTES;
  return PROCESS_MIB + pictureBytes / BYTES_PER_MIB;
}
