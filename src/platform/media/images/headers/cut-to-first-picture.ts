import type { ImageHeader } from './image-header';

const GIF_TRAILER = Buffer.from([0x3b]);

/**
 * The file as if it held nothing but its first picture: readers then spend nothing on further frames, nor on
 * what was appended.
 */
export function cutToFirstPicture(bytes: Buffer, { type, end }: ImageHeader): Buffer {
  const first = bytes.subarray(0, end);
  return type === 'gif' ? Buffer.concat([first, GIF_TRAILER]) : first;
}
