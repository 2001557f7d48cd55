export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const LENGTH_BYTES = 4;
const NAME_BYTES = 4;
const CHECKSUM_BYTES = 4;

export interface PngChunk {
  readonly name: string;
  readonly content: Buffer;
  /** The chunk with its length, name and checksum. */
  readonly whole: Buffer;
}

/** Iterates over the chunks of a PNG, to its last one. If the file is cut off, a chunk is shorter than its length. */
export function* listPngChunks(bytes: Buffer): Generator<PngChunk> {
  for (let at = PNG_SIGNATURE.length; at + LENGTH_BYTES + NAME_BYTES <= bytes.length;) {
    const start = at + LENGTH_BYTES + NAME_BYTES;
    const end = start + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + LENGTH_BYTES, start);
    const whole = bytes.subarray(at, end + CHECKSUM_BYTES);
    yield { name, content: bytes.subarray(start, end), whole };
    if (name === 'IEND') return;
    at = end + CHECKSUM_BYTES;
  }
}

export function isPngText(name: string): boolean {
  return ['tEXt', 'zTXt', 'iTXt'].includes(name);
}
