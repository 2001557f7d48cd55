import { Readable } from 'node:stream';
import { base64Response, createBase64Body } from './base64-response';

async function written(chunks: readonly Buffer[]) {
  const whole = Buffer.concat(chunks);
  const answer = base64Response('file', 'Bytes');
  const named = { name: 'a.bin', mediaType: 'application/octet-stream', entityTag: '1' };
  const body = answer.toStreamedBody?.({
    ...named,
    size: whole.length,
    content: Readable.from(chunks),
  });
  let text = '';
  for await (const piece of body!.transform(body!.content)) text += String(piece);
  return {
    length: body?.length,
    text,
    expected: JSON.stringify({ file: whole.toString('base64') }),
  };
}

describe('A Base64 response', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 64])('encodes %d bytes in any chunks', async (size) => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 37) % 256));
    for (const step of [1, 2, 3, 5, size + 1]) {
      const count = Math.ceil(size / step);
      const chunks = Array.from({ length: count }, (_, index) =>
        bytes.subarray(index * step, (index + 1) * step),
      );
      const { length, text, expected } = await written(chunks);
      expect(text).toBe(expected);
      expect(length).toBe(expected.length);
    }
  });

  it('counts the bytes of the surrounding text, not its characters', async () => {
    const bytes = { size: 5, content: Readable.from([Buffer.from('héll')]) };
    const { length, content, transform } = createBase64Body('{"größe":"', bytes, '尺寸"}');
    let text = '';
    for await (const piece of transform(content)) text += String(piece);
    expect(text).toBe(`{"größe":"${Buffer.from('héll').toString('base64')}尺寸"}`);
    expect(length).toBe(Buffer.byteLength(text));
  });
});
