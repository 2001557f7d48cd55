import { crc32, deflateSync } from 'node:zlib';
import { readPdf } from '../../../../../test/support/documents/pdf-reader';
import { readBundledTemplates } from '../document-templates';
import type { PdfModel } from '../pdf-model';
import { renderDocument } from './render-document';

const templates = readBundledTemplates();

const model: PdfModel = {
  kind: 'invoice',
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

const read = async (of: PdfModel) =>
  readPdf(await renderDocument(of, { templates, customFonts: [] }));

/** The pictures in a document with the logo, and the offset of the seller's name. */
async function withLogo(logo: Buffer): Promise<{ images: number; moved: boolean }> {
  const { images, pages } = await read({ ...model, logo });
  const plain = await read(model);
  const nameOf = (texts: typeof pages) => texts[0]?.find(({ text }) => text === 'Shop')?.baseline;
  return { images, moved: nameOf(pages) !== nameOf(plain.pages) };
}

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, end]);
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

describe('a logo', () => {
  it.each([
    ['colours', png({}), 1],
    ['colours with transparency', png({ colorType: 6, line: 16, filter: 4 }), 2],
    ['grey, four to a byte', png({ colorType: 0, bits: 2, line: 1 }), 1],
    ['16 bits a sample', png({ bits: 16, line: 24 }), 1],
    ['a palette', png({ ...indexed, bits: 1, line: 1 }), 1],
  ])('is shown: %s', async (_, logo, images) => {
    // Transparency is a separate picture.
    expect(await withLogo(logo)).toEqual({ images, moved: true });
  });

  it.each([
    ['a wide one', { width: 400, height: 4, line: 1200, lines: 4 }, 170],
    ['a high one', { width: 4, height: 8, lines: 8 }, 22],
  ])('begins where the line begins, as large as its room allows: %s', async (_, size, width) => {
    const of = { ...model, logo: png(size) };
    const rightToLeft = { ...of, language: 'he', isRightToLeft: true };
    const [picture] = (await read(of)).pictures;
    expect(picture?.left).toBeCloseTo(48, 1);
    expect(picture?.right).toBeCloseTo(48 + width, 1);
    const [mirrored] = (await read(rightToLeft)).pictures;
    expect(mirrored?.left).toBeCloseTo(547.28 - width, 1);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')],
    ['a PNG that ends early', png({}).subarray(0, -20)],
    ['an unknown colour type', png({ colorType: 5 })],
    ['too little data', png({ lines: 2 })],
    ['more than 4 megapixels', png({ width: 4000, height: 1001, line: 12_000, lines: 1001 })],
    ['no pixels', png({ width: 0 })],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ])('is left out, without a room for it: %s', async (_, logo) => {
    expect(await withLogo(logo)).toEqual({ images: 0, moved: false });
  });
});
