import { toRowBytes } from '../headers/bmp-header';
import type { BmpLayout } from '../headers/image-header';
import { ByteReader } from '../headers/byte-reader';
import { UnreadableImage } from '../headers/unreadable-image';
import { type Pixels, createBlankPixels } from './pixels';

/** Red, green, blue and alpha of a pixel. */
type Rgba = readonly [number, number, number, number];

const BLACK: Rgba = [0, 0, 0, 255];

interface BmpPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly layout: BmpLayout;
}

/**
 * Decodes a BMP whose header was read. libvips can't read BMP, and jimp loses the alpha channel and misreads run-length
 * codes.
 * @throws UnreadableImage
 */
export function decodeBmp(picture: BmpPicture): Pixels {
  const { bytes, width, height, layout } = picture;
  const pixels = createBlankPixels(width, height);
  const { bits, palette } = layout;
  if (layout.isRunLength) drawRuns(picture, readPalette(bytes, palette), pixels);
  else if (bits <= 8) drawIndexes(picture, readPalette(bytes, palette), pixels);
  else drawColours(picture, pixels);
  return pixels;
}

function readPalette(bytes: Buffer, { at, size, entryBytes }: BmpLayout['palette']): Rgba[] {
  new ByteReader(bytes, true).require(at, size * entryBytes);
  return Array.from({ length: size }, (_, index) => {
    const entry = at + index * entryBytes;
    return [bytes[entry + 2] ?? 0, bytes[entry + 1] ?? 0, bytes[entry] ?? 0, 255];
  });
}

function setPixel(data: Uint8Array, at: number, [red, green, blue, alpha]: Rgba): void {
  data[at] = red;
  data[at + 1] = green;
  data[at + 2] = blue;
  data[at + 3] = alpha;
}

function drawIndexes(
  { bytes, layout, width, height }: BmpPicture,
  palette: readonly Rgba[],
  { data }: Pixels,
): void {
  const { bits, offset } = layout;
  const stride = toRowBytes(width, bits);
  const mask = 2 ** bits - 1;
  for (let y = 0; y < height; y++) {
    const row = offset + stride * (layout.isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      const byte = bytes[row + (bit >> 3)] ?? 0;
      const index = (byte >> (8 - bits - (bit & 7))) & mask;
      setPixel(data, (y * width + x) * 4, palette[index] ?? BLACK);
    }
  }
}

function drawColours({ bytes, layout, width, height }: BmpPicture, { data }: Pixels): void {
  const { bits, offset, isTopDown } = layout;
  const stride = toRowBytes(width, bits);
  const channels = layout.masks.map(toChannel);
  const [red = NO_CHANNEL, green = NO_CHANNEL, blue = NO_CHANNEL, alpha = NO_CHANNEL] = channels;
  let isVisible = layout.masks[3] === 0;
  for (let y = 0; y < height; y++) {
    let at = offset + stride * (isTopDown ? y : height - 1 - y);
    for (let to = y * width * 4; to < (y + 1) * width * 4; to += 4, at += bits / 8) {
      const pixel =
        bits === 16
          ? bytes.readUInt16LE(at)
          : bits === 24
            ? bytes.readUIntLE(at, 3)
            : bytes.readUInt32LE(at);
      data[to] = toChannelValue(pixel, red);
      data[to + 1] = toChannelValue(pixel, green);
      data[to + 2] = toChannelValue(pixel, blue);
      data[to + 3] = layout.masks[3] === 0 ? 255 : toChannelValue(pixel, alpha);
      isVisible ||= data[to + 3] !== 0;
    }
  }
  // If all alpha bits are 0, the writer hasn't used them.
  if (!isVisible) for (let at = 3; at < data.length; at += 4) data[at] = 255;
}

/** The bits of a pixel that contain one of its values. */
interface Channel {
  readonly shift: number;
  readonly max: number;
}

const NO_CHANNEL: Channel = { shift: 0, max: 0 };

function toChannel(mask: number): Channel {
  if (mask === 0) return NO_CHANNEL;
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  // The mask has to be contiguous.
  if ((max & (max + 1)) !== 0) throw new UnreadableImage('the masks of the BMP are not valid');
  return { shift, max };
}

function toChannelValue(pixel: number, { shift, max }: Channel): number {
  return max === 0 ? 0 : Math.round((((pixel >>> shift) & max) >>> 0) * (255 / max));
}

/** Decodes run-length codes (BI_RLE8, BI_RLE4). Skipped pixels get the first color of the palette. */
function drawRuns(
  { bytes, layout, width, height }: BmpPicture,
  palette: readonly Rgba[],
  { data }: Pixels,
): void {
  const reader = new ByteReader(bytes, true);
  const isWide = layout.bits === 8;
  for (let at = 0; at < data.length; at += 4) setPixel(data, at, palette[0] ?? BLACK);
  let [x, y, at] = [0, 0, layout.offset];
  const draw = (index: number): void => {
    if (x < width) setPixel(data, ((height - 1 - y) * width + x) * 4, palette[index] ?? BLACK);
    x += 1;
  };
  while (y < height) {
    const count = reader.u8(at);
    const code = reader.u8(at + 1);
    at += 2;
    if (count > 0) {
      // Pixels beyond the row are not drawn, because two bytes can encode a run of 255.
      const [end, drawn] = [x + count, Math.min(count, Math.max(0, width - x))];
      for (let i = 0; i < drawn; i++) draw(isWide ? code : i % 2 === 0 ? code >> 4 : code & 15);
      x = end;
    } else if (code === 0) {
      [x, y] = [0, y + 1];
    } else if (code === 1) {
      return;
    } else if (code === 2) {
      [x, y] = [x + reader.u8(at), y + reader.u8(at + 1)];
      at += 2;
    } else {
      const length = isWide ? code : Math.ceil(code / 2);
      reader.require(at, length);
      for (let i = 0; i < code; i++) {
        const byte = bytes[at + (isWide ? i : i >> 1)] ?? 0;
        draw(isWide ? byte : i % 2 === 0 ? byte >> 4 : byte & 15);
      }
      at += length + (length % 2);
    }
  }
}
