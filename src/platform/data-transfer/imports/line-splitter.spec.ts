import fc from 'fast-check';
import { LineSplitter, MAX_LINE_BYTES } from './line-splitter';

function split(chunks: readonly (string | Buffer)[]): [number, string | undefined][] {
  const splitter = new LineSplitter();
  const lines = chunks.flatMap((chunk) => [...splitter.push(Buffer.from(chunk))]);
  const last = splitter.end();
  return [...lines, ...(last ? [last] : [])].map(({ lineNumber, bytes }) => [
    lineNumber,
    bytes?.toString(),
  ]);
}

describe('LineSplitter', () => {
  it('accepts LF and CRLF, and a last line without either', () => {
    expect(split(['a\nb\r\n\nc'])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, ''],
      [4, 'c'],
    ]);
  });

  it('returns no line after a final line break or for an empty input', () => {
    expect(split(['a\n'])).toEqual([[1, 'a']]);
    expect(split([])).toEqual([]);
    expect(split([''])).toEqual([]);
  });

  it('returns the same lines for any chunks of the stream', () => {
    const lines = fc.array(
      fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ' ')),
    );
    fc.assert(
      fc.property(lines, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (texts, sizes) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length;) {
          const { value: size } = sizes.next() as { value: number };
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(split(chunks)).toEqual(texts.map((text, index) => [index + 1, text]));
      }),
    );
  });

  it.each([
    ['in one chunk', (text: string) => [text]],
    ['in many', (text: string) => text.match(/[^]{1,1000}/g) ?? []],
  ])('returns a line of exactly 1 MiB %s, and only the number of a longer one', (_, cut) => {
    const most = 'x'.repeat(MAX_LINE_BYTES);
    const text = `${most}\r\n${most}y\n${most}\nlast`;
    const lengths = split(cut(text)).map(([number, line]) => [number, line?.length]);
    expect(lengths).toEqual([
      [1, MAX_LINE_BYTES],
      [2, undefined],
      [3, MAX_LINE_BYTES],
      [4, 4],
    ]);
  });

  it('reports a long line at the end of the stream', () => {
    expect(split(['x'.repeat(MAX_LINE_BYTES), 'yy'])).toEqual([[1, undefined]]);
  });

  it('buffers no more than one line, however long it is', () => {
    const splitter = new LineSplitter();
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 50; count++) expect([...splitter.push(chunk)]).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
    expect(
      [...splitter.push(Buffer.from('\nnext\n'))].map(({ bytes }) => bytes?.toString()),
    ).toEqual([undefined, 'next']);
  });
});
