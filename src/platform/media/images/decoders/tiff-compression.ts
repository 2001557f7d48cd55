import { UnreadableImage } from '../headers/unreadable-image';

const CLEAR_CODE = 256;
const END_CODE = 257;
const FIRST_CODE = 258;
const MAX_CODES = 4096;

/**
 * Decodes TIFF's LZW (TIFF 6.0, section 13): codes of 9 to 12 bits, high bit first.
 * @param size maximum number of bytes to decode
 * @returns the decoded bytes, which may be fewer
 * @throws UnreadableImage
 */
export function decodeLzw(stored: Buffer, size: number): Uint8Array {
  const decoded = new Uint8Array(size);
  const table = new LzwTable();
  let [done, before, bit, width] = [0, -1, 0, 9];
  while (done < size && bit + width <= stored.length * 8) {
    const code = codeAt(stored, bit, width);
    bit += width;
    if (code === END_CODE) break;
    if (code === CLEAR_CODE) {
      table.clear();
      [before, width] = [-1, 9];
      continue;
    }
    if (before >= 0) table.add(before, code);
    done = table.write(code, decoded, done);
    before = code;
    // TIFF writers extend the codes one entry before the table is full.
    if (table.size + 1 >= 2 ** width && width < 12) width += 1;
  }
  return decoded.subarray(0, done);
}

function codeAt(stored: Buffer, bit: number, width: number): number {
  const at = bit >> 3;
  const three = ((stored[at] ?? 0) << 16) | ((stored[at + 1] ?? 0) << 8) | (stored[at + 2] ?? 0);
  return (three >> (24 - width - (bit & 7))) & (2 ** width - 1);
}

/** The sequences of the codes: each is an earlier sequence and one byte. */
class LzwTable {
  size = FIRST_CODE;
  private readonly prefix = new Uint16Array(MAX_CODES);
  private readonly last = new Uint8Array(MAX_CODES);
  private readonly first = new Uint8Array(MAX_CODES);
  private readonly length = new Uint16Array(MAX_CODES);

  constructor() {
    for (let code = 0; code < CLEAR_CODE; code++) {
      this.last[code] = code;
      this.first[code] = code;
      this.length[code] = 1;
    }
  }

  clear(): void {
    this.size = FIRST_CODE;
  }

  /** Adds the sequence of `before` with the first byte of the sequence of `code`, which may be the new one itself. */
  add(before: number, code: number): void {
    if (code > this.size) throw damagedDataError();
    if (this.size >= MAX_CODES) return;
    const start = this.first[before] ?? 0;
    this.prefix[this.size] = before;
    this.first[this.size] = start;
    this.last[this.size] = code === this.size ? start : (this.first[code] ?? 0);
    this.length[this.size] = (this.length[before] ?? 0) + 1;
    this.size += 1;
  }

  /** Writes the sequence of a code. @returns the index after it */
  write(code: number, into: Uint8Array, at: number): number {
    if (code >= this.size || code === CLEAR_CODE || code === END_CODE) throw damagedDataError();
    const end = at + (this.length[code] ?? 0);
    // Writes beyond the end of a typed array are ignored.
    for (let to = end - 1, one = code; to >= at; to--) {
      into[to] = this.last[one] ?? 0;
      one = this.prefix[one] ?? 0;
    }
    return Math.min(end, into.length);
  }
}

function damagedDataError(): Error {
  return new UnreadableImage('its compressed data is damaged');
}

/**
 * Decodes PackBits (TIFF 6.0, section 9).
 * @param size maximum number of bytes to decode
 * @returns the decoded bytes, which may be fewer
 */
export function decodePackBits(stored: Buffer, size: number): Uint8Array {
  const decoded = new Uint8Array(size);
  let done = 0;
  for (let at = 0; at < stored.length && done < size;) {
    const code = stored.readInt8(at);
    if (code >= 0) {
      const literal = stored.subarray(at + 1, at + 2 + code).subarray(0, size - done);
      decoded.set(literal, done);
      done += literal.length;
      at += 2 + code;
    } else if (code > -128) {
      const end = Math.min(size, done + 1 - code);
      decoded.fill(stored[at + 1] ?? 0, done, end);
      done = end;
      at += 2;
    } else {
      at += 1;
    }
  }
  return decoded.subarray(0, done);
}
