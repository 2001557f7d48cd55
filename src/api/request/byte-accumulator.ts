import { allocateTransientBuffer } from '../../core/transient-buffer';

/**
 * Collects the bytes of a body or of a file in one preallocated buffer. This avoids a slow copy of megabytes at the
 * end.
 */
export class ByteAccumulator {
  private readonly buffer: Buffer;
  private length = 0;

  /** @param maxBytes maximum number of bytes */
  constructor(maxBytes: number) {
    this.buffer = allocateTransientBuffer(maxBytes);
  }

  /** @returns false if the buffer is too small for the chunk */
  append(chunk: Uint8Array): boolean {
    if (this.length + chunk.length > this.buffer.length) return false;
    this.buffer.set(chunk, this.length);
    this.length += chunk.length;
    return true;
  }

  /** The collected bytes; no other buffer shares their memory. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}
