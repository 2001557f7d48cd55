import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  toTextLines,
  type PdfText,
  readPdf,
} from '../../../../../test/support/documents/pdf-reader';
import { readBundledTemplates } from '../document-templates';
import type { PdfModel, PdfRow } from '../pdf-model';
import { renderDocument } from './render-document';

/** Size of A4 and the margins, in points. */
const page = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 48 } as const;

const templates = readBundledTemplates();
const render = (model: PdfModel, ciiXml?: string): Promise<Buffer> =>
  renderDocument(model, {
    templates,
    customFonts: [],
    ...(ciiXml === undefined ? {} : { ciiXml }),
  });

function row(values: Partial<PdfRow> = {}): PdfRow {
  return { cells: ['SKU-1', 'Shirt', '2', '12.50', '25.00'], notes: [], ...values };
}

function model(values: Partial<PdfModel> = {}): PdfModel {
  return {
    kind: 'invoice',
    language: 'es',
    title: 'Factura',
    number: 'I1-2026-1',
    author: 'Núñez S.L.',
    subject: 'Factura de Ada',
    changedAt: Date.UTC(2026, 2, 1, 9, 30),
    seller: ['Núñez S.L.', 'Calle Mayor 1', '28013 Madrid'],
    facts: [
      { label: 'Número', text: 'I1-2026-1' },
      { label: 'Fecha', text: '1 de marzo de 2026' },
    ],
    parties: [
      { heading: 'Facturación', lines: ['Ada', 'Sevilla'] },
      { heading: 'Entrega', lines: ['Ελένη', 'Αθήνα', 'Ελλάδα'] },
    ],
    rows: {
      columns: [
        { label: 'Referencia', kind: 'text' },
        { label: 'Descripción', kind: 'main' },
        { label: 'Cantidad', kind: 'number' },
        { label: 'Precio', kind: 'number' },
        { label: 'Importe', kind: 'number' },
      ],
      rows: [row()],
    },
    totals: [
      { label: 'Base', text: '25,00 €' },
      { label: 'Total', text: '30,25 €', isFinal: true },
    ],
    taxes: {
      columns: [
        { label: 'Impuesto', kind: 'main' },
        { label: 'Cuota', kind: 'number' },
      ],
      rows: [{ cells: ['IVA', '5,25'], notes: [] }],
    },
    notes: [{ heading: 'Pago', lines: ['Visa'] }],
    remarks: [{ heading: 'Comentario', lines: ['Llamar dos veces'] }],
    footer: 'Núñez S.L. · NIF B1',
    ...values,
  };
}

function withRows(rows: readonly PdfRow[]): PdfModel {
  const { columns } = model().rows;
  return model({ rows: { columns, rows } });
}

async function read(of: PdfModel) {
  return readPdf(await render(of));
}

/** Pairs of overlapping texts on a page. */
function overlaps(texts: readonly PdfText[]): string[] {
  const inOrder = [...texts].sort((one, other) => one.baseline - other.baseline);
  return inOrder.flatMap((one, at) =>
    inOrder.slice(at + 1, at + 40).flatMap((other) => {
      const isOnLine = other.baseline - one.baseline < other.size * 0.75;
      const isBeside = one.right <= other.left + 0.1 || other.right <= one.left + 0.1;
      return isOnLine && !isBeside ? [`${one.text} / ${other.text}`] : [];
    }),
  );
}

function outside(texts: readonly PdfText[]): string[] {
  return texts
    .filter(
      ({ left, right, baseline }) =>
        left < page.left - 0.1 ||
        right > page.right + 0.1 ||
        baseline < page.top ||
        baseline > page.height - 36,
    )
    .map(({ text }) => text);
}

describe('a rendered document', () => {
  it('contains all texts of the model, in order', async () => {
    const { pages } = await read(
      withRows([
        row({ notes: ['Color: rojo', 'Talla: XL'] }),
        row({ cells: ['', 'Juego', '1', '', '40,00'] }),
        row({ cells: ['T-1', 'Taza', '4', '10,00', ''], isNested: true }),
        row({ cells: ['', 'Самовар', '1', '129,1234', '129,12'] }),
      ]),
    );
    expect(pages.map(toTextLines)).toEqual([
      [
        'Núñez S.L.',
        'Factura',
        'Calle Mayor 1',
        '28013 Madrid | Número | I1-2026-1',
        'Fecha | 1 de marzo de 2026',
        'Facturación | Entrega',
        'Ada | Ελένη',
        'Sevilla | Αθήνα',
        'Ελλάδα',
        'Referencia | Descripción | Cantidad | Precio | Importe',
        'SKU-1 | Shirt | 2 | 12.50 | 25.00',
        'Color: rojo',
        'Talla: XL',
        'Juego | 1 | 40,00',
        'T-1 | Taza | 4 | 10,00',
        'Самовар | 1 | 129,1234 | 129,12',
        'Base | 25,00 €',
        'Impuesto | Cuota',
        'Total | 30,25 €',
        'IVA | 5,25',
        'Pago',
        'Visa',
        'Comentario',
        'Llamar dos veces',
        'Núñez S.L. · NIF B1 | 1 / 1',
      ],
    ]);
    expect(pages.flatMap(overlaps)).toEqual([]);
  });

  it('aligns numbers on the right, items of bundles to the right of their bundle', async () => {
    const { pages } = await read(
      withRows([
        row(),
        row({ cells: ['', 'Long', '10', '1.234,50', '12.345,00'], isNested: true }),
      ]),
    );
    const at = (text: string) => pages[0]?.find((one) => one.text === text) as PdfText;
    expect(at('25.00').right).toBeCloseTo(at('12.345,00').right, 1);
    expect(at('25.00').right).toBeCloseTo(page.right, 1);
    expect(at('2').right).toBeCloseTo(at('10').right, 1);
    expect(at('Long').left - at('Shirt').left).toBeCloseTo(10, 1);
    expect(at('SKU-1').left).toBeCloseTo(page.left, 1);
  });

  it('lists sums in the order of the model, also after the final one', async () => {
    const { taxes: _, ...untaxed } = model();
    const { pages } = await read({
      ...untaxed,
      totals: [
        { label: 'Base', text: '25,00 €' },
        { label: 'Total abonado', text: '30,25 €', isFinal: true },
        { label: 'Vale V-1', text: '10,00 €' },
        { label: 'Devuelto en dinero', text: '20,25 €' },
      ],
    });
    const lines = pages.flatMap(toTextLines);
    const first = lines.indexOf('Base | 25,00 €');
    expect(lines.slice(first, first + 4)).toEqual([
      'Base | 25,00 €',
      'Total abonado | 30,25 €',
      'Vale V-1 | 10,00 €',
      'Devuelto en dinero | 20,25 €',
    ]);
    expect(pages.flatMap(overlaps)).toEqual([]);
  });

  it('has its title, language, dates and fonts in the file, and is tagged', async () => {
    const { information, language, fonts, ids, images, isTagged } = await read(model());
    expect(information).toEqual({
      Title: 'Factura I1-2026-1',
      Author: 'Núñez S.L.',
      Subject: 'Factura de Ada',
      Creator: expect.stringMatching(/^Typst /) as string,
      CreationDate: 'D:20260301093000Z',
      ModDate: 'D:20260301093000Z',
    });
    expect(language).toBe('es');
    expect(fonts.map((name) => name.replace(/^[A-Z]{6}\+/, '')).sort()).toEqual([
      ...['NotoSans-Bold', 'NotoSans-Regular'],
    ]);
    expect(ids).toHaveLength(2);
    expect(images).toBe(0);
    expect(isTagged).toBe(true);
  });

  it.each([
    [1, 1],
    [3, 1],
    [1100, 31],
  ])(
    'takes for %d rows %d pages, each with its number and the table’s head',
    async (count, pageCount) => {
      const rows = Array.from({ length: count }, (_, at) =>
        row({ cells: [`S-${at}`, `Item ${at}`, '1', '2.50', '2.50'] }),
      );
      const { pages } = await read(withRows(rows));
      expect(pages).toHaveLength(pageCount);
      pages.forEach((texts, at) => {
        const lines = toTextLines(texts);
        expect(lines.at(-1)).toBe(`Núñez S.L. · NIF B1 | ${at + 1} / ${pageCount}`);
        expect(lines.filter((line) => line.startsWith('Referencia | '))).toHaveLength(1);
        if (at > 0) expect(lines[0]).toBe('Factura I1-2026-1 | Núñez S.L.');
      });
      const shown = pages.flat().flatMap(({ text }) => /^Item (\d+)$/.exec(text)?.[1] ?? []);
      expect(shown).toEqual(rows.map((_, at) => String(at)));
      expect(pages.flatMap(overlaps)).toEqual([]);
      expect(pages.flatMap(outside)).toEqual([]);
    },
  );

  it('wraps long texts, and keeps everything within the page', async () => {
    const long = { name: 'W'.repeat(255), words: 'Straße '.repeat(36), digits: '9'.repeat(64) };
    const { pages } = await read(
      model({
        title: 'Rücksendeantrag',
        number: 'N'.repeat(255),
        footer: `${long.name} · ${long.name}`,
        seller: [long.name, long.words, long.digits],
        facts: [
          { label: 'Nummer', text: long.name },
          { label: long.words, text: 'x' },
        ],
        parties: Array(3).fill({ heading: 'Adresse', lines: [long.name, long.words, long.digits] }),
        rows: {
          columns: model().rows.columns,
          rows: [
            row({
              cells: ['S'.repeat(255), long.name, '99.999,999', '99.999,9999', '9.999.999.999,99'],
              notes: [long.name, `${long.words}: ${long.name}`],
            }),
            row({ cells: ['-', 'x', ...Array<string>(3).fill('999.999.999.999.999,999')] }),
          ],
        },
        totals: [
          { label: long.words, text: '9.999.999.999,99 €' },
          { label: long.name, text: long.digits, isFinal: true },
        ],
        notes: [
          { heading: 'Zahlung', lines: [long.words] },
          { heading: 'Lieferung', lines: [long.name] },
        ],
        remarks: [{ heading: 'Bemerkung', lines: [`${long.words.repeat(40)}${'x'.repeat(3000)}`] }],
        signature: { statement: long.words, caption: long.name },
      }),
    );
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.flatMap(overlaps)).toEqual([]);
    expect(pages.flatMap(outside)).toEqual([]);
    const text = pages
      .flat()
      .map((one) => one.text)
      .join('');
    expect(text.match(/S/g)?.length).toBeGreaterThanOrEqual(255);
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(3000);
    // Numbers aren't broken as long as there is room.
    expect(text).toContain('9.999.999.999,99');
  });

  it('wraps texts of any number of long words', async () => {
    const lines = ['a/b-c.d,'.repeat(250), `${'W'.repeat(60)} `.repeat(100)];
    const { pages } = await read(model({ remarks: [{ heading: 'Bemerkung', lines }] }));
    const counts = pages.flat().map(({ text }) => text.match(/W/g)?.length ?? 0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6000);
    // A line has room for so many.
    expect(Math.max(...counts)).toBeLessThan(65);
  });

  it('replaces missing characters with readable ones, and removes controls', async () => {
    const hostile = 'A) Tj ET\nendstream (\\ \0\u001b\u202e\u{16a0}ᏣᎳᎩ \ue000';
    const { pages, information } = await read(
      model({
        number: hostile,
        author: hostile,
        subject: hostile,
        language: 'ja',
        seller: [hostile],
        footer: hostile,
        rows: {
          ...model().rows,
          rows: [row({ cells: [hostile, hostile, '', '', ''], notes: [hostile] })],
        },
        remarks: [{ heading: hostile, lines: [hostile] }],
      }),
    );
    expect(information).toMatchObject({
      Author: 'A) Tj ET endstream (\\   fTsaLaGi [U+E000]',
    });
    const text = pages
      .flat()
      .map((one) => one.text)
      .join('\n');
    expect(text).toMatch(/endstream \(\\\s+fTsaLaGi \[U\+E000\]/);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e|\ufffd/u);
    expect(pages.flatMap(overlaps)).toEqual([]);
  });

  it('is mirrored for right-to-left text, except for the digits of numbers', async () => {
    const rows = [
      row({ cells: ['S-1', 'חולצה', '2', '12.50', '25.00'], notes: ['צבע: אדום'] }),
      row({ cells: ['S-2', 'Shirt (XL) כחול', '10', '1,234.50', '12,345.00'], isNested: true }),
    ];
    const of = {
      ...withRows(rows),
      isRightToLeft: true,
      language: 'he',
      totals: [
        { label: 'ביניים', text: '\u200f1.00 \u200f₪' },
        { label: 'סה״כ', text: '\u200f12,345.00 \u200f₪', isFinal: true },
      ],
    };
    const { pages } = await read(of);
    const texts = pages.flat();
    const at = (text: string) => texts.find((one) => one.text.trim() === text) as PdfText;
    expect(at('S-1').right).toBeCloseTo(page.right, 1);
    expect(at('חולצה').right - at('כחול').right).toBeCloseTo(10, 1);
    expect(at('25.00').right).toBeCloseTo(at('12,345.00').right, 1);
    expect(at('12,345.00').left).toBeLessThan(page.left + 1);
    const final = texts.find(({ text, size }) => text === '12,345.00' && size === 11) as PdfText;
    expect(at('1.00').right).toBeCloseTo(final.right, 1);
    expect(at('Factura').left).toBeCloseTo(page.left, 1);
    expect(at('Núñez S.L.').right).toBeCloseTo(page.right, 1);
    expect(pages.flatMap(overlaps)).toEqual([]);
    expect(pages.flatMap(outside)).toEqual([]);
  });

  it('keeps lines of a paragraph in its direction', async () => {
    const comment = `${'שלום לכולם '.repeat(12)}${'Ada Lovelace and so on '.repeat(8)}סוף`;
    const { pages } = await read(model({ remarks: [{ heading: '', lines: [comment] }] }));
    const lines = pages.flatMap(toTextLines).filter((text) => /שלום|Lovelace/.test(text));
    expect(lines.length).toBeGreaterThan(2);
    const words = (text: string): string[] => text.trim().split(/\s+/).sort();
    expect(words(lines.join(' '))).toEqual(words(comment));
    // The last word is leftmost in a right-to-left line.
    const of = (word: string) => pages.flat().find(({ text }) => text.trim() === word) as PdfText;
    expect(of('סוף').left).toBeCloseTo(
      Math.min(
        ...pages
          .flat()
          .filter(({ baseline }) => Math.abs(baseline - of('סוף').baseline) < 1)
          .map(({ left }) => left),
      ),
      1,
    );
    expect(pages.flatMap(outside)).toEqual([]);
  });

  it('has the same bytes in every process and time zone, with one font and with many', async () => {
    const models = ['Größe Ω ж', 'קומה 3 محمد 日本 한국 🎁 ᏣᎳᎩ'].map((text) =>
      withRows(Array.from({ length: 60 }, (_, at) => row({ notes: [`${text} ${at}`] }))),
    );
    const script = `
      const { renderDocument } = require(${JSON.stringify(join(__dirname, 'render-document'))});
      const { readBundledTemplates } = require(${JSON.stringify(join(__dirname, '../document-templates'))});
      const options = { templates: readBundledTemplates(), customFonts: [] };
      const models = JSON.parse(process.argv[1]);
      Promise.all(models.map((model) => renderDocument(model, options))).then((documents) =>
        process.stdout.write(JSON.stringify(documents.map((bytes) =>
          require('node:crypto').createHash('sha256').update(bytes).digest('hex')))));`;
    const hook = join(__dirname, '../../../../../test/support/jest/typescript.cjs');
    const digests = execFileSync(
      process.execPath,
      ['--require', 'reflect-metadata', '--require', hook, '-e', script, JSON.stringify(models)],
      { env: { PATH: '', TZ: 'Asia/Tokyo' }, encoding: 'utf8' },
    );
    const own = await Promise.all(models.map((one) => render(one)));
    expect(JSON.parse(digests)).toEqual(
      own.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
    );
    const [first] = models as [PdfModel];
    const later = await render({ ...first, changedAt: first.changedAt + 1000 });
    expect(later.equals(own[0]!)).toBe(false);
  });

  it('keeps a bundle and its items on one page', async () => {
    const items = ['one', 'two', 'three'].map((name) =>
      row({ cells: ['', name, '1', '1,00', ''], isNested: true }),
    );
    const bundle = [row({ cells: ['', 'Set', '1', '', '3,00'] }), ...items];
    for (let before = 18; before < 26; before += 1) {
      const rows = [...Array.from({ length: before }, () => row()), ...bundle];
      const { pages } = await read(withRows(rows));
      const at = (name: string) =>
        pages.findIndex((texts) => texts.some(({ text }) => text === name));
      expect([before, at('one'), at('two'), at('three')]).toEqual([
        before,
        ...Array(3).fill(at('Set')),
      ]);
    }
  });

  it('keeps short notes on one page, in all columns', async () => {
    const lines = ['first', 'second', 'third', 'last'];
    const notes = [
      { heading: 'Pago', lines: ['Visa'] },
      { heading: 'Entrega', lines },
    ];
    const pagesOf = async (before: number): Promise<number[]> => {
      const { pages } = await read({ ...withRows(Array(before).fill(row())), notes });
      const at = (name: string) =>
        pages.findIndex((texts) => texts.some(({ text }) => text === name));
      return ['Visa', ...lines].map(at);
    };
    const seen = new Set<number>();
    for (let before = 15; before < 26; before += 1) {
      const found = new Set(await pagesOf(before));
      expect([before, found.size]).toEqual([before, 1]);
      for (const page of found) seen.add(page);
    }
    expect([...seen]).toEqual([0, 1]);
  });

  it('reports Typst’s message about a broken template, with the location', async () => {
    const broken = new Map([...templates, ['invoice.typ', Buffer.from('#let a = 1\n#nothing')]]);
    await expect(renderDocument(model(), { templates: broken, customFonts: [] })).rejects.toThrow(
      'invoice.typ 2:2: unknown variable: nothing',
    );
  });

  it.each([
    ['a file of the machine', '#read("/etc/passwd")', /file not found/],
    ['a file above its folder', '#read("../../etc/passwd")', /access denied/],
    ['a package of the network', '#import "@preview/tablex:0.0.8": tablex', /package/],
    ['a package of the machine', '#import "@local/own:1.0.0": own', /package/],
  ])('reads for a template not %s', async (_, source, message) => {
    const reading = new Map([...templates, ['invoice.typ', Buffer.from(source)]]);
    await expect(renderDocument(model(), { templates: reading, customFonts: [] })).rejects.toThrow(
      message,
    );
  });
});
