/** Smaller buffers need no special memory. */
const MIN_TRANSIENT_BYTES = 1024 * 1024;

/** A part of ES2024, whose other features Node.js 20 lacks. */
type ResizableArrayBuffer = new (
  length: number,
  options: { readonly maxByteLength: number },
) => ArrayBuffer;

/**
 * Allocates memory for large, short-lived buffers, which goes back to the system when it is freed. Unwritten parts take
 * up no memory.
 *
 * The buffer is resizable only because V8 gets such memory directly from the system. Other memory comes from malloc,
 * and glibc may keep blocks below 32 MiB for good; a hundred mebibytes were observed. Always allocating 32 MiB made V8
 * collect garbage for every third picture.
 * @param length size in bytes
 * @returns a buffer with arbitrary content and its own memory
 */
export function allocateTransientBuffer(length: number): Buffer {
  if (length < MIN_TRANSIENT_BYTES) return Buffer.allocUnsafeSlow(length);
  return Buffer.from(new (ArrayBuffer as ResizableArrayBuffer)(length, { maxByteLength: length }));
}
