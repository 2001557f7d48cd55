import { UnreadableImage } from '../codec-task';

const MAX_CODES = 4096;
const MAX_CODE_BITS = 12;

/** A variant of LZW. */
interface LzwFormat {
  /** Bits of a decoded value. */
  readonly valueBits: number;
  /** Whether the high bit of a byte comes first. */
  readonly isHighFirst: boolean;
  /** Number of codes before the table is full at which the codes get longer. */
  readonly early: number;
}

/** TIFF 6.0, section 13. */
export const tiffLzw: LzwFormat = { valueBits: 8, isHighFirst: true, early: 1 };

/** GIF89a, appendix F. @param valueBits 1 to 8 */
export function gifLzw(valueBits: number): LzwFormat {
  return { valueBits, isHighFirst: false, early: 0 };
}

/**
 * Decodes LZW with codes of at most 12 bits. A new code stands for the sequence of the code before it and one more
 * value. So its sequence is already among the decoded values.
 * @param size maximum number of values to decode
 * @returns the decoded values, which may be fewer
 * @throws UnreadableImage
 */
export function decodeLzw(compressed: Buffer, size: number, format: LzwFormat): Buffer {
  const { valueBits, isHighFirst, early } = format;
  const clearCode = 2 ** valueBits;
  const decoded = Buffer.alloc(size);
  const starts = new Uint32Array(MAX_CODES);
  const lengths = new Uint32Array(MAX_CODES);
  let [codes, bits, bit] = [clearCode + 2, valueBits + 1, 0];
  let [done, before] = [0, 0];
  while (done < size && bit + bits <= compressed.length * 8) {
    const at = bit >> 3;
    const [one = 0, two = 0, three = 0] = [compressed[at], compressed[at + 1], compressed[at + 2]];
    const shifted = isHighFirst
      ? ((one << 16) | (two << 8) | three) >> (24 - bits - (bit & 7))
      : ((three << 16) | (two << 8) | one) >> (bit & 7);
    const code = shifted & (2 ** bits - 1);
    bit += bits;
    if (code === clearCode + 1) break;
    if (code === clearCode) {
      [codes, bits, before] = [clearCode + 2, valueBits + 1, 0];
      continue;
    }
    if (before > 0 && codes < MAX_CODES) {
      starts[codes] = done - before;
      lengths[codes] = before + 1;
      codes += 1;
    }
    if (code >= codes) throw new UnreadableImage('its compressed data is damaged');
    const start = starts[code] ?? 0;
    before = code < clearCode ? 1 : (lengths[code] ?? 0);
    // Writes beyond the end of a Buffer are ignored.
    for (let index = 0; index < before; index++)
      decoded[done + index] = code < clearCode ? code : (decoded[start + index] ?? 0);
    done += before;
    if (codes + early >= 2 ** bits && bits < MAX_CODE_BITS) bits += 1;
  }
  return decoded.subarray(0, done);
}
