import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 480;
const HEIGHT = 360;

/**
 * Draws a recognizable picture of a product: a disc on a gradient, both of one hue.
 * @param hue hue in degrees
 * @returns a PNG
 */
export function drawPicture(hue: number): Buffer {
  const line = 1 + WIDTH * 3;
  const pixels = Buffer.alloc(line * HEIGHT);
  const disc = Buffer.from(colour(hue, 0.45));
  for (let y = 0; y < HEIGHT; y++) {
    const start = y * line + 1;
    pixels.fill(Buffer.from(colour(hue, 0.95 - (0.15 * y) / HEIGHT)), start, start + WIDTH * 3);
    const half = Math.floor(Math.sqrt(Math.max(0, (HEIGHT / 3) ** 2 - (y - HEIGHT / 2) ** 2)));
    const left = start + (WIDTH / 2 - half) * 3;
    pixels.fill(disc, left, left + half * 2 * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Red, green and blue of a hue with half saturation. */
function colour(hue: number, lightness: number): number[] {
  const reach = 0.5 * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  });
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
