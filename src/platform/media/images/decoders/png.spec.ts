import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { listPngChunks, requireCompletePng } from './png';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  // The decoders in these specs don't check the checksum.
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

/** A PNG of 8 x 8 pixels whose data inflates to `size` bytes. */
function png(depth: number, colourType: number, interlace: number, size: number): Buffer {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, depth, colourType, 0, 0, interlace]);
  const data = deflateSync(Buffer.alloc(size));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data)]);
}

const check = (bytes: Buffer): Promise<void> => requireCompletePng([...listPngChunks(bytes)]);

describe('the data of a PNG', () => {
  it.each([
    ['black and white', 1, 0, 0, 8 * 2],
    ['16 grey levels', 4, 0, 0, 8 * 5],
    ['a palette', 8, 3, 0, 8 * 9],
    ['colours', 8, 2, 0, 8 * 25],
    ['colours of 16 bits with alpha', 16, 6, 0, 8 * 65],
    // Rows of the seven passes: 1, 1, 1, 2, 2, 4, 4, with 1, 1, 2, 2, 4, 4, 8 pixels.
    ['colours, interlaced', 8, 2, 1, 4 + 4 + 7 + 14 + 26 + 52 + 100],
  ])('has to be complete: %s', async (_, depth, colourType, interlace, size) => {
    const whole = png(depth, colourType, interlace, size);
    await expect(check(whole)).resolves.toBeUndefined();
    const short = png(depth, colourType, interlace, size - 1);
    await expect(check(short)).rejects.toThrow('truncated');
  });

  it('may be followed by extra bytes', async () => {
    await expect(check(png(8, 2, 0, 100_000))).resolves.toBeUndefined();
    await expect(check(png(8, 2, 1, 100_000))).resolves.toBeUndefined();
  });

  it('has to inflate', async () => {
    const broken = Buffer.concat([
      SIGNATURE,
      chunk('IHDR', Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0])),
      chunk('IDAT', Buffer.from('no zlib stream')),
    ]);
    await expect(check(broken)).rejects.toThrow('incorrect header check');
  });

  it.each([false, true])('is complete in a written file (interlaced: %s)', async (progressive) => {
    const raw = { width: 37, height: 23, channels: 4 } as const;
    const bytes = await sharp(Buffer.alloc(37 * 23 * 4, 7), { raw })
      .png({ progressive })
      .toBuffer();
    await expect(check(bytes)).resolves.toBeUndefined();
  });
});
