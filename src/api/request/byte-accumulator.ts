import { allocateTransientBuffer } from '../../core/transient-buffer';

/** The bytes of a body, or of a file of one, in one piece as they come: nobody waits for megabytes to be put together. */
export class ByteAccumulator {
  private readonly buffer: Buffer;
  private length = 0;

  /** @param most how many may come */
  constructor(most: number) {
    this.buffer = allocateTransientBuffer(most);
  }

  /** @returns false when there are too many */
  append(piece: Uint8Array): boolean {
    if (this.length + piece.length > this.buffer.length) return false;
    this.buffer.set(piece, this.length);
    this.length += piece.length;
    return true;
  }

  /** They share their memory with nobody. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}
