import { UnreadableImage, TRUNCATED_REASON } from './unreadable-image';

/** Reads numbers from bytes. Reading beyond the end throws. */
export class ByteReader {
  /** @param isLittleEndian whether a number's low byte comes first */
  constructor(
    readonly bytes: Buffer,
    private readonly isLittleEndian: boolean,
  ) {}

  get size(): number {
    return this.bytes.length;
  }

  /** @throws UnreadableImage beyond the end */
  u8(at: number): number {
    this.require(at, 1);
    return this.bytes.readUInt8(at);
  }

  /** @throws UnreadableImage beyond the end */
  u16(at: number): number {
    this.require(at, 2);
    return this.isLittleEndian ? this.bytes.readUInt16LE(at) : this.bytes.readUInt16BE(at);
  }

  /** @throws UnreadableImage beyond the end */
  u32(at: number): number {
    this.require(at, 4);
    return this.isLittleEndian ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at);
  }

  /** @throws UnreadableImage beyond the end */
  i32(at: number): number {
    return this.u32(at) | 0;
  }

  /** Returns bytes as Latin-1 text. @throws UnreadableImage beyond the end */
  text(at: number, length: number): string {
    this.require(at, length);
    return this.bytes.toString('latin1', at, at + length);
  }

  /** @throws UnreadableImage unless all these bytes exist */
  require(at: number, length: number): void {
    if (at < 0 || at + length > this.bytes.length) throw new UnreadableImage(TRUNCATED_REASON);
  }
}
