import { readFileSync } from 'node:fs';
import type { JudgedImage, Variant } from './image-codec';
import { targetSize } from './target-size';

const MEBIBYTE = 1024 * 1024;

/** What the processes of sharp may hold together. */
export const MOST_MEMORY_BYTES = 400 * MEBIBYTE;

/** What they may hold whatever this process holds: enough for plain pictures. */
const LEAST_MEMORY_BYTES = MOST_MEMORY_BYTES / 2;

/** Pixels of a picture that jimp is given: its decoders hold 19 bytes of each of a JPEG, 27 of an interlaced PNG of 16 bits. */
export const MOST_PIXELS_OF_JIMP = 12_000_000;

/** What jimp's process may hold: more than any of these takes, with its file and 200 MiB of libraries and garbage. */
export const MOST_OF_JIMP_BYTES = 600 * MEBIBYTE;

/** What they and this process may hold together. */
const MOST_IN_ALL_BYTES = 600 * MEBIBYTE;

/** Of it, what they may take between two looks. */
const SPARE_BYTES = 25 * MEBIBYTE;

/**
 * Bytes that they may hold now: less while this process holds much, but always enough for plain pictures.
 * @param given bytes that this process gives away to them
 */
export function memoryNow(given: number): number {
  const left = MOST_IN_ALL_BYTES - process.memoryUsage.rss() + given;
  return Math.max(LEAST_MEMORY_BYTES, Math.min(MOST_MEMORY_BYTES, left));
}

/**
 * Whether the processes of sharp and this one hold together what they may, and those more than plain pictures take: bodies
 * come in while pictures are made.
 * @param processes those of sharp, by their ids
 */
export function isTooMuch(processes: readonly number[]): boolean {
  const held = processes.reduce((sum, id) => sum + residentMemoryOf(id), 0);
  const inAll = held + process.memoryUsage.rss();
  return held > LEAST_MEMORY_BYTES && inAll > MOST_IN_ALL_BYTES - SPARE_BYTES;
}

/** Bytes that a process holds, as Linux tells; 0 elsewhere, and once it has ended. */
function residentMemoryOf(id: number): number {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'latin1');
    return 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
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
