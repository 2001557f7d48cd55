import { ImageDecodingError } from '../codec-task';

const MAX_CODES = 4096;
const MAX_CODE_BITS = 12;

/** A variant of LZW. */
interface LzwFormat {
  /** Bits of a decoded value. */
  readonly valueBits: number;
  /** Whether the high bit of a byte comes first. */
  readonly isMsbFirst: boolean;
  /** How many codes early the code length grows: 0 if it grows only when all codes of that length are in use. */
  readonly earlyChange: number;
}

/** TIFF 6.0, section 13. */
export const tiffLzwFormat: LzwFormat = { valueBits: 8, isMsbFirst: true, earlyChange: 1 };

/** GIF89a, appendix F. @param valueBits 1 to 8 */
export function createGifLzwFormat(valueBits: number): LzwFormat {
  return { valueBits, isMsbFirst: false, earlyChange: 0 };
}

/**
 * Decodes LZW with codes of at most 12 bits. A new code stands for the sequence of the code before it and one more
 * value. So its sequence is already among the decoded values.
 * @param maxValues maximum number of values to decode
 * @returns the decoded values, which may be fewer
 * @throws ImageDecodingError
 */
export function decodeLzw(compressed: Buffer, maxValues: number, format: LzwFormat): Buffer {
  const { valueBits, isMsbFirst, earlyChange } = format;
  const clearCode = 2 ** valueBits;
  const decoded = Buffer.alloc(maxValues);
  const sequenceStarts = new Uint32Array(MAX_CODES);
  const sequenceLengths = new Uint32Array(MAX_CODES);
  let [codeCount, codeBits, bitOffset] = [clearCode + 2, valueBits + 1, 0];
  let [decodedLength, previousLength] = [0, 0];
  while (decodedLength < maxValues && bitOffset + codeBits <= compressed.length * 8) {
    const byteOffset = bitOffset >> 3;
    const [firstByte = 0, secondByte = 0, thirdByte = 0] = [
      compressed[byteOffset],
      compressed[byteOffset + 1],
      compressed[byteOffset + 2],
    ];
    const shifted = isMsbFirst
      ? ((firstByte << 16) | (secondByte << 8) | thirdByte) >> (24 - codeBits - (bitOffset & 7))
      : ((thirdByte << 16) | (secondByte << 8) | firstByte) >> (bitOffset & 7);
    const code = shifted & (2 ** codeBits - 1);
    bitOffset += codeBits;
    if (code === clearCode + 1) break;
    if (code === clearCode) {
      [codeCount, codeBits, previousLength] = [clearCode + 2, valueBits + 1, 0];
      continue;
    }
    if (previousLength > 0 && codeCount < MAX_CODES) {
      sequenceStarts[codeCount] = decodedLength - previousLength;
      sequenceLengths[codeCount] = previousLength + 1;
      codeCount += 1;
    }
    if (code >= codeCount) throw new ImageDecodingError('its compressed data is damaged');
    const start = sequenceStarts[code] ?? 0;
    previousLength = code < clearCode ? 1 : (sequenceLengths[code] ?? 0);
    // Writes beyond the end of a Buffer are ignored.
    for (let index = 0; index < previousLength; index++)
      decoded[decodedLength + index] = code < clearCode ? code : (decoded[start + index] ?? 0);
    decodedLength += previousLength;
    if (codeCount + earlyChange >= 2 ** codeBits && codeBits < MAX_CODE_BITS) codeBits += 1;
  }
  return decoded.subarray(0, decodedLength);
}
