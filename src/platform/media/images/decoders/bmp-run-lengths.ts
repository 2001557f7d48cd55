import type { PictureSize } from '../picture';

/**
 * Decodes run-length codes (BI_RLE8, BI_RLE4) to one byte for each pixel, in rows that are padded to four bytes.
 * Skipped pixels get index 0.
 * @param bits 8 or 4, the bits of a coded pixel
 * @throws RangeError if the codes are truncated
 */
export function decodeRunLengths(
  codes: Buffer,
  bits: number,
  { width, height }: PictureSize,
): Buffer {
  const stride = Math.ceil(width / 4) * 4;
  const rows = Buffer.alloc(stride * height);
  const isWide = bits === 8;
  let [x, y, at] = [0, 0, 0];
  // Pixels beyond the row are not drawn, because two bytes can encode a run of 255.
  const draw = (count: number, byteOf: (index: number) => number): void => {
    for (let index = 0; index < Math.min(count, width - x); index++) {
      const byte = byteOf(isWide ? index : index >> 1);
      rows[y * stride + x + index] = isWide ? byte : index % 2 === 0 ? byte >> 4 : byte & 15;
    }
    x += count;
  };
  while (y < height) {
    const count = codes.readUInt8(at);
    const code = codes.readUInt8(at + 1);
    at += 2;
    if (count > 0) {
      draw(count, () => code);
    } else if (code === 0) {
      [x, y] = [0, y + 1];
    } else if (code === 1) {
      break;
    } else if (code === 2) {
      [x, y] = [x + codes.readUInt8(at), y + codes.readUInt8(at + 1)];
      at += 2;
    } else {
      const start = at;
      const length = isWide ? code : Math.ceil(code / 2);
      draw(code, (index) => codes.readUInt8(start + index));
      at += length + (length % 2);
    }
  }
  return rows;
}
