import type { ValidatedImage, ImageVariant } from './variant';
import { getTargetSize } from './picture';

const BYTES_PER_MIB = 1024 * 1024;

/**
 * Total memory limit of the processes of a library. The limit of jimp includes the file, and 200 MiB of libraries and
 * garbage. On Node.js 24, large JPEGs of 4:4:4 exceed it.
 */
export const MAX_MEMORY_MIB_BY_LIBRARY = { sharp: 400, jimp: 520 } as const;

/** Memory that the service always leaves to the processes of sharp: enough for plain pictures. */
const MIN_MEMORY_MIB = 200;

/** Total memory limit of these processes and the service. */
const MAX_TOTAL_MEMORY_MIB = 600;

/** Part of the total that may be used up between two checks. */
const RESERVE_MIB = 25;

/**
 * Returns the memory that the processes of sharp may use now, in MiB: less while the service uses much.
 * @param transferredBytes bytes that the service transfers to them
 */
export function getAvailableMemoryMib(transferredBytes: number): number {
  const remainingMib =
    MAX_TOTAL_MEMORY_MIB - (process.memoryUsage.rss() - transferredBytes) / BYTES_PER_MIB;
  return Math.max(MIN_MEMORY_MIB, remainingMib);
}

/**
 * Whether the processes of sharp and the service are within their total memory limit. Request bodies may arrive while
 * pictures are processed; plain pictures are always allowed.
 */
export function isWithinTotalMemoryLimit(residentBytes: number): boolean {
  const residentMib = residentBytes / BYTES_PER_MIB;
  const totalMib = residentMib + process.memoryUsage.rss() / BYTES_PER_MIB;
  return residentMib <= MIN_MEMORY_MIB || totalMib <= MAX_TOTAL_MEMORY_MIB - RESERVE_MIB;
}

/** Memory that a process needs for any picture. */
const PROCESS_BASE_MEMORY_MIB = 90;

/** Bytes per pixel of a picture that is decoded as a whole, with 16 bits and alpha, and of a variant. */
const BYTES_PER_PIXEL = 8;

/**
 * Returns the most memory that sharp's process needs for a picture, in MiB. A picture that is decoded row by row needs
 * much less.
 */
export function estimateMemoryMib(
  { bytes, header }: ValidatedImage,
  variants: readonly ImageVariant[],
): number {
  const sizes = variants.map(({ resizeTarget }) => getTargetSize(header, resizeTarget));
  const maxVariantPixels = Math.max(...sizes.map(({ width, height }) => width * height));
  const pictureBytes =
    bytes.length + (header.width * header.height + maxVariantPixels) * BYTES_PER_PIXEL;
  return PROCESS_BASE_MEMORY_MIB + pictureBytes / BYTES_PER_MIB;
}
