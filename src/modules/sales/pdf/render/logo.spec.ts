import { deflateSync } from 'node:zlib';
import { readPdf } from '../../../../../test/support/pdf-reader';
import type { PdfModel } from '../pdf-model';
import { renderPdf } from './pdf-renderer';
import { isPlainJpeg } from './plain-jpeg';
import { isPlainPng } from './plain-png';

const model: PdfModel = {
  language: 'en',
  title: 'Invoice',
  number: '1',
  author: '',
  subject: '',
  changedAt: 0,
  seller: ['Shop'],
  facts: [],
  parties: [],
  totals: [],
  notes: [],
  remarks: [],
  footer: '',
  rows: { columns: [{ label: 'Item', kind: 'main' }], rows: [] },
};

/** The pictures in a document with the logo, and how far it moves the seller's name. */
async function withLogo(logo: Buffer): Promise<{ images: number; moved: boolean }> {
  const read = async (of: PdfModel) => readPdf(Buffer.from(await renderPdf(of)));
  const { images, pages } = await read({ ...model, logo });
  const plain = await read(model);
  const nameOf = (texts: typeof pages) => texts[0]?.find(({ text }) => text === 'Shop')?.baseline;
  return { images, moved: nameOf(pages) !== nameOf(plain.pages) };
}

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};

interface Png {
  width: number;
  height: number;
  bits: number;
  colorType: number;
  interlace: number;
  /** Bytes of a line without its filter. */
  line: number;
  filter: number;
  lines: number;
  extra: Buffer[];
}

function png(values: Partial<Png>): Buffer {
  const one = {
    width: 4,
    height: 3,
    bits: 8,
    colorType: 2,
    interlace: 0,
    line: 12,
    filter: 0,
    lines: 3,
    extra: [],
    ...values,
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(one.width, 0);
  header.writeUInt32BE(one.height, 4);
  header.set([one.bits, one.colorType, 0, 0, one.interlace], 8);
  const line = Buffer.alloc(one.line + 1, 0x40);
  line[0] = one.filter;
  const data = deflateSync(Buffer.concat(Array<Buffer>(one.lines).fill(line)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...one.extra,
    chunk('IDAT', data.subarray(0, 5)),
    chunk('IDAT', data.subarray(5)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const palette = chunk('PLTE', Buffer.from([255, 0, 0, 0, 255, 0]));
const indexed = { colorType: 3, line: 4, extra: [palette] };
const frame = [0xff, 0xc0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0];
const jpeg = (...middle: number[]): Buffer => Buffer.from([0xff, 0xd8, ...middle, 0xff, 0xd9]);

describe('a logo', () => {
  it.each([
    ['colours', png({}), 1],
    ['colours with transparency', png({ colorType: 6, line: 16, filter: 4 }), 2],
    ['grey, four to a byte', png({ colorType: 0, bits: 2, line: 1 }), 1],
    ['grey with transparency', png({ colorType: 4, line: 8 }), 2],
    ['a palette', png({ ...indexed, bits: 1, line: 1 }), 1],
    [
      'a palette with transparency',
      png({ ...indexed, extra: [palette, chunk('tRNS', Buffer.from([0]))] }),
      2,
    ],
    ['a JPEG', jpeg(0xff, 0xe0, 0, 4, 0, 0, ...frame), 1],
  ])('is shown: %s', async (_, logo, images) => {
    // Transparency is a picture of its own.
    expect(await withLogo(logo)).toEqual({ images, moved: true });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg/>')],
    ['a PNG that ends early', png({}).subarray(0, -20)],
    [
      'a PNG with a chunk that reaches beyond it',
      (() => {
        const bytes = png({});
        bytes.writeUInt32BE(0xfffffff0, 33);
        return bytes;
      })(),
    ],
    ['an interlaced PNG', png({ interlace: 1 })],
    ['16 bits a sample', png({ bits: 16, line: 24 })],
    ['an unknown colour type', png({ colorType: 5 })],
    ['an unknown filter', png({ filter: 7 })],
    ['too little data', png({ lines: 2 })],
    ['more data than the header says', png({ lines: 1000 })],
    ['more than 4 megapixels', png({ width: 4000, height: 1001, line: 12_000, lines: 1001 })],
    ['no pixels', png({ width: 0 })],
    ['a palette that is none', png({ colorType: 3, line: 4 })],
    [
      'more colours than the indices reach',
      png({ ...indexed, bits: 1, line: 1, extra: [chunk('PLTE', Buffer.alloc(9))] }),
    ],
    ['transparency of one colour', png({ extra: [chunk('tRNS', Buffer.alloc(6))] })],
    ['a JPEG without a frame', jpeg()],
    ['a JPEG with a segment of no length', jpeg(0xff, 0xe0, 0, 0, ...frame)],
    ['a JPEG of two components', jpeg(...frame.map((byte, at) => (at === 9 ? 2 : byte)))],
    ['a JPEG of no height', jpeg(...frame.map((byte, at) => (at === 6 ? 0 : byte)))],
  ])('is left out: %s', (_, logo) => {
    expect([isPlainPng(logo), isPlainJpeg(logo)]).toEqual([false, false]);
  });

  it('leaves no room where it is left out', async () => {
    expect(await withLogo(png({ filter: 7 }))).toEqual({ images: 0, moved: false });
  });
});
