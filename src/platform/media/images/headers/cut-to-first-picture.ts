import type { ImageHeader } from './image-header';

const GIF_TRAILER = Buffer.from([0x3b]);

/** Removes everything after the first picture, so that decoders spend no time on further frames or appended data. */
export function cutToFirstPicture(bytes: Buffer, { type, end }: ImageHeader): Buffer {
  const first = bytes.subarray(0, end);
  return type === 'gif' ? Buffer.concat([first, GIF_TRAILER]) : first;
}
