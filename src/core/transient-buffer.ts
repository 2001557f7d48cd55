/** Smaller memory may be kept for the next buffer: that does no harm. */
const LARGE_BYTES = 1024 * 1024;

/**
 * glibc's malloc asks the system for what is larger, each time, and gives it back when it is freed. What is smaller it
 * may keep for good; a hundred mebibytes of that were seen.
 */
const LEAST_RETURNED_BYTES = 32 * 1024 * 1024 + 1;

/**
 * Memory for megabytes that come and go: freed, it is the system's again. A part that is never written takes up none.
 * @returns this many bytes, with anything in them; they share their memory with nobody
 */
export function transientBuffer(length: number): Buffer {
  if (length < LARGE_BYTES) return Buffer.allocUnsafeSlow(length);
  return Buffer.allocUnsafeSlow(Math.max(length, LEAST_RETURNED_BYTES)).subarray(0, length);
}
