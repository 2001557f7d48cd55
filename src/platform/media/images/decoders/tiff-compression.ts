import { inflateSync } from 'node:zlib';
import { UnreadableImage } from '../codec-task';

export const compression = {
  none: 1,
  lzw: 5,
  deflate: 8,
  oldDeflate: 32946,
  packBits: 32773,
} as const;

const CLEAR_CODE = 256;
const END_CODE = 257;
const FIRST_CODE = 258;
const MAX_CODES = 4096;
const MIN_CODE_BITS = 9;
const MAX_CODE_BITS = 12;

/**
 * Decompresses a strip or tile. utif2 draws incomplete ones in black, and never ends with some damaged ones.
 * @param size number of bytes to return
 * @param maxSize number of bytes that it may contain
 * @throws UnreadableImage, RangeError, errors of zlib
 */
export function decompressSegment(
  stored: Buffer,
  method: number,
  size: number,
  maxSize: number,
): Buffer {
  const raw = decompress(stored, method, size, maxSize).subarray(0, size);
  if (raw.length < size) throw new UnreadableImage('it is truncated');
  return raw;
}

function decompress(stored: Buffer, method: number, size: number, maxSize: number): Buffer {
  switch (method) {
    case compression.none:
      return stored;
    case compression.lzw:
      return decodeLzw(stored, size);
    case compression.packBits:
      return decodePackBits(stored, size);
    default:
      return inflateSync(stored, { maxOutputLength: maxSize });
  }
}

/**
 * Decodes TIFF's LZW (TIFF 6.0, section 13): codes of 9 to 12 bits, high bit first. A new code stands for the sequence
 * of the code before it and one more byte. So its sequence is already among the decoded bytes.
 */
function decodeLzw(stored: Buffer, size: number): Buffer {
  const decoded = Buffer.alloc(size);
  const starts = new Uint32Array(MAX_CODES);
  const lengths = new Uint32Array(MAX_CODES);
  let [codes, bits, bit] = [FIRST_CODE, MIN_CODE_BITS, 0];
  let [done, before] = [0, 0];
  while (done < size && bit + bits <= stored.length * 8) {
    const at = bit >> 3;
    const three = ((stored[at] ?? 0) << 16) | ((stored[at + 1] ?? 0) << 8) | (stored[at + 2] ?? 0);
    const code = (three >> (24 - bits - (bit & 7))) & (2 ** bits - 1);
    bit += bits;
    if (code === END_CODE) break;
    if (code === CLEAR_CODE) {
      [codes, bits, before] = [FIRST_CODE, MIN_CODE_BITS, 0];
      continue;
    }
    if (before > 0 && codes < MAX_CODES) {
      starts[codes] = done - before;
      lengths[codes] = before + 1;
      codes += 1;
    }
    if (code >= codes) throw new UnreadableImage('its compressed data is damaged');
    const start = starts[code] ?? 0;
    before = code < CLEAR_CODE ? 1 : (lengths[code] ?? 0);
    // Writes beyond the end of a Buffer are ignored.
    for (let index = 0; index < before; index++)
      decoded[done + index] = code < CLEAR_CODE ? code : (decoded[start + index] ?? 0);
    done += before;
    // Writers extend the codes one entry before the table is full.
    if (codes + 1 >= 2 ** bits && bits < MAX_CODE_BITS) bits += 1;
  }
  return decoded.subarray(0, done);
}

/** Decodes PackBits (TIFF 6.0, section 9). */
function decodePackBits(stored: Buffer, size: number): Buffer {
  const decoded = Buffer.alloc(size);
  let done = 0;
  for (let at = 0; at < stored.length && done < size;) {
    const code = stored.readInt8(at);
    const isRun = code < 0;
    const count = code === -128 ? 0 : Math.abs(code) + 1;
    if (isRun) decoded.fill(stored[at + 1] ?? 0, done, Math.min(size, done + count));
    else done -= count - stored.copy(decoded, done, at + 1, at + 1 + count);
    done += count;
    at += code === -128 ? 1 : isRun ? 2 : 1 + count;
  }
  return decoded.subarray(0, done);
}
