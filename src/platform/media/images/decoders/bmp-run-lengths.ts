import type { PictureSize } from '../picture';

/**
 * Decodes run-length codes (BI_RLE8, BI_RLE4) to one byte for each pixel, in rows that are padded to four bytes.
 * Skipped pixels get index 0.
 * @param bitsPerPixel 8 or 4, the bits of a coded pixel
 * @throws RangeError if the codes are truncated
 */
export function decodeRunLengths(
  codes: Buffer,
  bitsPerPixel: number,
  { width, height }: PictureSize,
): Buffer {
  const stride = Math.ceil(width / 4) * 4;
  const rows = Buffer.alloc(stride * height);
  const isRle8 = bitsPerPixel === 8;
  let [x, y, offset] = [0, 0, 0];
  // Pixels beyond the row are not drawn, because two bytes can encode a run of 255.
  const draw = (count: number, getByte: (index: number) => number): void => {
    for (let index = 0; index < Math.min(count, width - x); index++) {
      const byte = getByte(isRle8 ? index : index >> 1);
      rows[y * stride + x + index] = isRle8 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15;
    }
    x += count;
  };
  while (y < height) {
    const runLength = codes.readUInt8(offset);
    const code = codes.readUInt8(offset + 1);
    offset += 2;
    if (runLength > 0) {
      draw(runLength, () => code);
    } else if (code === 0) {
      [x, y] = [0, y + 1];
    } else if (code === 1) {
      break;
    } else if (code === 2) {
      [x, y] = [x + codes.readUInt8(offset), y + codes.readUInt8(offset + 1)];
      offset += 2;
    } else {
      const start = offset;
      const length = isRle8 ? code : Math.ceil(code / 2);
      draw(code, (index) => codes.readUInt8(start + index));
      offset += length + (length % 2);
    }
  }
  return rows;
}
