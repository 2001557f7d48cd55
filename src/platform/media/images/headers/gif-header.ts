import { UnreadableImage } from './unreadable-image';
import { ByteReader } from './byte-reader';
import type { ImageHeader } from './image-header';

/** Bytes of a decoded pixel. */
const PIXEL_BYTES = 4;

const blockTypes = { extension: 0x21, image: 0x2c } as const;

/** Whether the bytes start like a GIF. */
export function isGif(bytes: Buffer): boolean {
  return ['GIF87a', 'GIF89a'].includes(bytes.toString('latin1', 0, 6));
}

/**
 * Reads a GIF (GIF89a) to the end of its first frame. Its size is that of the logical screen, which has to contain the
 * frame according to the specification.
 * @throws UnreadableImage
 */
export function readGifHeader(bytes: Buffer): ImageHeader {
  const reader = new ByteReader(bytes, true);
  const width = reader.u16(6);
  const height = reader.u16(8);
  if (width === 0 || height === 0) throw new UnreadableImage('it has no size');
  let at = 13 + paletteBytes(reader.u8(10));
  while (reader.u8(at) === blockTypes.extension) at = skipSubBlocks(reader, at + 2);
  if (reader.u8(at) !== blockTypes.image) throw new UnreadableImage('the GIF contains no picture');
  const [left, top] = [reader.u16(at + 1), reader.u16(at + 3)];
  const [frameWidth, frameHeight] = [reader.u16(at + 5), reader.u16(at + 7)];
  const isInside = left + frameWidth <= width && top + frameHeight <= height;
  if (frameWidth === 0 || frameHeight === 0 || !isInside)
    throw new UnreadableImage('the frame of the GIF is not inside its screen');
  const data = at + 10 + paletteBytes(reader.u8(at + 9));
  const codeSize = reader.u8(data);
  if (codeSize < 1 || codeSize > 8 || reader.u8(data + 1) === 0)
    throw new UnreadableImage('the GIF uses an unsupported encoding');
  const held = width * height * PIXEL_BYTES;
  const end = skipSubBlocks(reader, data + 1);
  return { type: 'gif', width, height, orientation: 1, held, end };
}

/** Size of a color table, from the packed byte that describes it. */
function paletteBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Returns the index after a chain of sub-blocks, which an empty one ends. */
function skipSubBlocks(reader: ByteReader, from: number): number {
  let at = from;
  for (let size = reader.u8(at); size > 0; size = reader.u8(at)) at += 1 + size;
  return at + 1;
}
