/** Smaller memory may be kept for the next buffer: that does no harm. */
const MIN_TRANSIENT_BYTES = 1024 * 1024;

/** Of ES2024, of which Node.js 20 has no more than this. */
type ResizableArrayBuffer = new (
  length: number,
  options: { readonly maxByteLength: number },
) => ArrayBuffer;

/**
 * Memory for megabytes that come and go: freed, it is the system's again. A part that is never written takes up none.
 *
 * It could be resized, which nobody does: V8 asks the system for such memory itself, and gives it back. Other memory comes
 * from malloc, and glibc's may keep what is smaller than 32 MiB for good; a hundred mebibytes of that were seen. Asking
 * for 32 MiB whatever was needed made V8 collect garbage for every third picture.
 * @returns this many bytes, with anything in them; they share their memory with nobody
 */
export function allocateTransientBuffer(length: number): Buffer {
  if (length < MIN_TRANSIENT_BYTES) return Buffer.allocUnsafeSlow(length);
  return Buffer.from(new (ArrayBuffer as ResizableArrayBuffer)(length, { maxByteLength: length }));
}
