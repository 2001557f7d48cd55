import { inflateSync } from 'node:zlib';
import { UnreadableImage } from '../codec-task';
import { decodeLzw, tiffLzw } from './lzw';

export const compression = {
  none: 1,
  lzw: 5,
  deflate: 8,
  oldDeflate: 32946,
  packBits: 32773,
} as const;

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
      return decodeLzw(stored, size, tiffLzw);
    case compression.packBits:
      return decodePackBits(stored, size);
    default:
      return inflateSync(stored, { maxOutputLength: maxSize });
  }
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
