import { inflateSync } from 'node:zlib';
import { ImageDecodingError } from '../codec-task';
import { decodeLzw, tiffLzwFormat } from './lzw';

export const tiffCompressionMethods = {
  none: 1,
  lzw: 5,
  deflate: 8,
  oldDeflate: 32946,
  packBits: 32773,
} as const;

/**
 * Decompresses a strip or tile. Replaces the code of utif2, which draws incomplete ones in black, and loops forever on
 * some damaged ones.
 * @param size number of bytes to return
 * @param maxSize number of bytes that it may contain
 * @throws ImageDecodingError, RangeError, errors of zlib
 */
export function decompressSegment(
  compressed: Buffer,
  method: number,
  size: number,
  maxSize: number,
): Buffer {
  const decompressed = decompress(compressed, method, size, maxSize).subarray(0, size);
  if (decompressed.length < size) throw new ImageDecodingError('it is truncated');
  return decompressed;
}

function decompress(compressed: Buffer, method: number, size: number, maxSize: number): Buffer {
  switch (method) {
    case tiffCompressionMethods.none:
      return compressed;
    case tiffCompressionMethods.lzw:
      return decodeLzw(compressed, size, tiffLzwFormat);
    case tiffCompressionMethods.packBits:
      return decodePackBits(compressed, size);
    default:
      return inflateSync(compressed, { maxOutputLength: maxSize });
  }
}

/** Decodes PackBits (TIFF 6.0, section 9). */
function decodePackBits(compressed: Buffer, size: number): Buffer {
  const decoded = Buffer.alloc(size);
  let decodedLength = 0;
  for (let offset = 0; offset < compressed.length && decodedLength < size;) {
    const code = compressed.readInt8(offset);
    const isRun = code < 0;
    const count = code === -128 ? 0 : Math.abs(code) + 1;
    if (isRun)
      decoded.fill(
        compressed[offset + 1] ?? 0,
        decodedLength,
        Math.min(size, decodedLength + count),
      );
    else
      decodedLength -=
        count - compressed.copy(decoded, decodedLength, offset + 1, offset + 1 + count);
    decodedLength += count;
    offset += code === -128 ? 1 : isRun ? 2 : 1 + count;
  }
  return decoded.subarray(0, decodedLength);
}
