import { picture, withSegment } from '../../../../../test/support/pictures/pictures';
import { readJpegFrame } from './jpeg-frame';

describe('readJpegFrame', () => {
  it('detects that the components are red, green and blue', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const frame = jpeg.indexOf('ffc0', 0, 'hex');
    const named = Buffer.from(jpeg);
    for (const [index, name] of [...'RGB'].entries())
      named.write(name, frame + 10 + 3 * index, 'latin1');
    const adobe = (transform: number) =>
      Buffer.from([...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform]);
    const isRgb = (bytes: Buffer) => readJpegFrame(bytes).isRgb;
    expect([isRgb(jpeg), isRgb(named)]).toEqual([false, true]);
    for (const transform of [0, 1])
      expect(isRgb(withSegment(named, 0xee, adobe(transform)))).toBe(transform === 0);
    expect(isRgb(withSegment(jpeg, 0xee, adobe(0)))).toBe(true);
    expect(isRgb(withSegment(named, 0xe0, Buffer.from('JFIF\0')))).toBe(false);
  });
});
