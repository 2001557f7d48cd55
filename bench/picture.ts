import { Jimp } from 'jimp';

/** Amplitude of the noise, of a channel's 256 values; the gradients leave room for it. */
const NOISE = 32;
const QUALITY = 90;

/** A JPEG of gradients with noise, always the same, which compresses as badly as a photograph. */
export async function createPicture(size: { width: number; height: number }): Promise<Buffer> {
  const { width, height } = size;
  const data = Buffer.alloc(width * height * 4, 255);
  let seed = 1;
  for (let at = 0; at < width * height; at++) {
    const [across, down] = [(at % width) / width, Math.floor(at / width) / height];
    for (const [channel, slope] of [across, down, (across + down) / 2].entries()) {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      data[at * 4 + channel] = slope * (255 - NOISE) + ((seed >> 16) % NOISE);
    }
  }
  return new Jimp({ width, height, data }).getBuffer('image/jpeg', { quality: QUALITY });
}
